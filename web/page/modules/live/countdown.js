// Three, two, one: the seconds before time runs, over the board.

import { say } from "../announce.js";
import { element } from "../element.js";

/** @import { LiveTable } from "./table.js" */

const BEAT = 100;

export class Countdown {
  body = element("div", { class: "countdown", "aria-hidden": "true", hidden: true });
  #table;
  /** @type {number | undefined} */
  #beat;
  #said = false;

  /**
   * @param {LiveTable} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    this.#table = table;
    signal.addEventListener("abort", () => this.#stop());
  }

  show() {
    const { phase, since } = this.#table.frame;
    const counts = phase === "countdown" && since !== null;
    this.body.hidden = !counts;
    if (!counts) return this.#stop();
    const left = Math.max(1, Math.ceil((this.#table.clock.shows(since) - performance.now()) / 1000));
    if (this.body.textContent !== String(left)) this.body.textContent = String(left);
    if (!this.#said) say(`The game begins in ${left} seconds`);
    this.#said = true;
    this.#beat ??= setInterval(() => this.show(), BEAT);
  }

  #stop() {
    clearInterval(this.#beat);
    this.#beat = undefined;
    this.#said = false;
  }
}
