// Colours as they are on the screen: contrast that no style sheet can promise.

/** @import { Browser, Page } from "@playwright/test" */
/** @typedef {[number, number, number]} Colour */

/** Pixels of the picture for each of the page. */
const SCALE = 2;
/** For a browser whose pictures are measured. */
export const SHARP = { deviceScaleFactor: SCALE };

export class Pixels {
  #data;
  #width;

  /**
   * @param {number[]} data four numbers a pixel
   * @param {number} width
   */
  constructor(data, width) {
    this.#data = data;
    this.#width = width;
  }

  /**
   * What a part of the page looks like.
   * @param {Page} page
   * @param {{x: number, y: number, width: number, height: number}} clip
   */
  static async of(page, clip) {
    const picture = (await page.screenshot({ clip })).toString("base64");
    // A page of its own, for the content security policy of the real one forbids reading pictures from data.
    const lab = await page.context().newPage();
    const { data, width } = await lab.evaluate(async (text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      context.drawImage(bitmap, 0, 0);
      return { data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data], width: bitmap.width };
    }, picture);
    await lab.close();
    return new Pixels(data, width);
  }

  /**
   * The colour at a point, in pixels of the page from the corner of the part.
   * @param {number} x
   * @param {number} y
   * @returns {Colour}
   */
  at(x, y) {
    const first = (Math.round(y * SCALE) * this.#width + Math.round(x * SCALE)) * 4;
    const [red = 0, green = 0, blue = 0] = this.#data.slice(first, first + 3);
    return [red, green, blue];
  }

  /** The darkest colour of the part. @returns {Colour} */
  get darkest() {
    /** @type {Colour} */
    let found = [255, 255, 255];
    for (let at = 0; at < this.#data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = this.#data.slice(at, at + 3);
      if (luminance([red, green, blue]) < luminance(found)) found = [red, green, blue];
    }
    return found;
  }
}

/**
 * The contrast of two colours as WCAG counts it: 1 to 21.
 * @param {Colour} one
 * @param {Colour} other
 */
export function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** @param {Colour} colour */
function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
