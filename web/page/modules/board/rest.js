// How long a piece still rests: a number on the square that has the focus.

import { element } from "../element.js";
import { passed } from "./glide.js";

/** @import { Cell, Geometry } from "./geometry.js" */
/** @import { Span } from "./glide.js" */

/** How often the number is looked at, in milliseconds. */
const BEAT = 200;

/**
 * Whole seconds that are left of a rest, none when it is over.
 * @param {Span | null | undefined} rest
 * @param {number} now
 */
export function restLeft(rest, now) {
  return rest ? Math.ceil(((1 - passed(rest, now)) * rest.lasts) / 1000) : 0;
}

export class RestCount {
  body = element("div", { class: "count", "aria-hidden": "true", hidden: true });
  /** @type {number | undefined} */
  #beat;
  #again;

  /** @param {() => void} again asks for the number anew while one is shown */
  constructor(again) {
    this.#again = again;
  }

  /**
   * @param {Span | null | undefined} rest
   * @param {Cell | null} cell
   * @param {Geometry} geometry
   */
  show(rest, cell, geometry) {
    const left = restLeft(rest, performance.now());
    const counts = left > 0 && cell !== null;
    this.body.hidden = !counts;
    if (counts) {
      this.body.textContent = String(left);
      this.body.style.left = `${((cell.column + 0.5) * 100) / geometry.columns}%`;
      this.body.style.top = `${((cell.row + 0.5) * 100) / geometry.rows}%`;
      this.#beat ??= setInterval(this.#again, BEAT);
    } else {
      this.close();
    }
  }

  close() {
    clearInterval(this.#beat);
    this.#beat = undefined;
  }
}
