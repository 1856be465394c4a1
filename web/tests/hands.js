// The ways to move at the board: mouse, touch and keys.

import { Witness } from "./witness.js";

/** @import { Locator } from "@playwright/test" */
/** @import { LegalMove, Square } from "../wire" */
/** @typedef {Pick<LegalMove, "from" | "to">} Squares */

export class Hands extends Witness {
  /** @param {Square} square */
  square(square) {
    return this.page.locator(`.square[data-square="${square}"]`);
  }

  /** @param {Squares} choice */
  async drag({ from, to }) {
    const [start, end] = [await centre(this.square(from)), await centre(this.square(to))];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
    await this.page.mouse.move(end.x, end.y);
    await this.page.mouse.up();
  }

  /** Real touches, through the browser's own input. @param {Squares} choice */
  async touch({ from, to }) {
    const [start, end] = [await centre(this.square(from)), await centre(this.square(to))];
    const devtools = await this.page.context().newCDPSession(this.page);
    const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    for (const point of [middle, end])
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await devtools.detach();
  }

  /** @param {Squares} choice */
  async tap({ from, to }) {
    await this.square(from).tap({ force: true });
    await this.square(to).tap({ force: true });
  }

  /** @param {Squares} choice */
  async click({ from, to }) {
    await this.square(from).click({ force: true });
    await this.square(to).click({ force: true });
  }

  /** Arrows and Enter only. @param {Squares} choice */
  async keys({ from, to }) {
    await this.walkTo(from);
    await this.page.keyboard.press("Enter");
    await this.walkTo(to);
    await this.page.keyboard.press("Enter");
  }

  /**
   * Walks over the board by arrows.
   * @param {Square} target
   */
  async walkTo(target) {
    const here = this.page.locator('[role="gridcell"][tabindex="0"]');
    await here.focus();
    const [start, end] = [await centre(here), await centre(this.square(target))];
    const step = (await this.square(target).boundingBox())?.width ?? 1;
    const [right, down] = [Math.round((end.x - start.x) / step), Math.round((end.y - start.y) / step)];
    for (let at = 0; at < Math.abs(right); at++) await this.page.keyboard.press(right > 0 ? "ArrowRight" : "ArrowLeft");
    for (let at = 0; at < Math.abs(down); at++) await this.page.keyboard.press(down > 0 ? "ArrowDown" : "ArrowUp");
  }
}

/** @param {Locator} locator */
export async function centre(locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
