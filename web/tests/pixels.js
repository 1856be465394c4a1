// Colours as they are on the screen, to measure the contrast of the result.

/** @import { Page } from "@playwright/test" */
/** @typedef {[number, number, number]} Colour */
/** @typedef {{x: number, y: number, width: number, height: number}} Part of the page, in its pixels */

/** Pixels of the picture for each of the page. */
const SCALE = 2;
/** For a browser whose pictures are measured. */
export const SHARP = { deviceScaleFactor: SCALE };

/** A picture of a page. */
export class Picture {
  #lab;

  /** @param {Page} lab that holds the picture */
  constructor(lab) {
    this.#lab = lab;
  }

  /** @param {Page} page */
  static async of(page) {
    const text = (await page.screenshot()).toString("base64");
    // A page of its own, for the content security policy of the real one forbids reading pictures from data.
    const lab = await page.context().newPage();
    await lab.evaluate(async (encoded) => {
      const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context?.drawImage(bitmap, 0, 0);
      Reflect.set(window, "picture", context);
    }, text);
    return new Picture(lab);
  }

  async close() {
    await this.#lab.close();
  }

  /**
   * The colour at a point.
   * @param {number} x
   * @param {number} y
   */
  async at(x, y) {
    return this.darkest({ x, y, width: 0, height: 0 });
  }

  /**
   * The brightness of all pixels of a part, from 0 to 255.
   * @param {Part} part
   * @returns {Promise<number[]>}
   */
  async brightness({ x, y, width, height }) {
    const part = [x, y, width, height].map((length) => Math.round(length * SCALE));
    return this.#lab.evaluate(([left, top, wide, high]) => {
      const { data } = Reflect.get(window, "picture").getImageData(left, top, wide, high);
      const pixels = Array.from({ length: data.length / 4 }, (_, at) => data.subarray(4 * at, 4 * at + 3));
      return pixels.map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue);
    }, part);
  }

  /**
   * The darkest colour of a part, found where the picture is: a square has forty thousand pixels.
   * @param {Part} part
   * @returns {Promise<Colour>}
   */
  async darkest({ x, y, width, height }) {
    const part = [x, y, width, height].map((length) => Math.max(1, Math.round(length * SCALE)));
    return this.#lab.evaluate(([left, top, wide, high]) => {
      const { data } = Reflect.get(window, "picture").getImageData(left, top, wide, high);
      /** @param {number} at */
      const colour = (at) => /** @type {Colour} */ ([data[at], data[at + 1], data[at + 2]]);
      /** @param {number} part */
      const linear = (part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      /** @param {Colour} colour */
      const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
      let darkest = colour(0);
      for (let at = 4; at < data.length; at += 4) if (light(colour(at)) < light(darkest)) darkest = colour(at);
      return darkest;
    }, part);
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
