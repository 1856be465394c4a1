// Three, two, one: the seconds before time runs, over the board.

import { say } from "../announce.js";
import { element } from "../element.js";

/** @import { LiveView } from "../../../wire" */
/** @import { ServerClock } from "../server-clock.js" */

const INTERVAL = 100;

export class Countdown {
  body = element("div", { class: "countdown", "aria-hidden": "true", hidden: true });
  #clock;
  /** When the game begins, on the server's clock. @type {number | null} */
  #begins = null;
  /** @type {number | undefined} */
  #timer;
  #said = false;

  /**
   * @param {ServerClock} clock
   * @param {AbortSignal} signal
   */
  constructor(clock, signal) {
    this.#clock = clock;
    signal.addEventListener("abort", () => this.#stop());
  }

  /** @param {LiveView} view */
  show({ frame: { phase, since } }) {
    this.#begins = phase === "countdown" ? since : null;
    this.#draw();
  }

  #draw() {
    this.body.hidden = this.#begins === null;
    if (this.#begins === null) return this.#stop();
    const left = Math.max(1, Math.ceil((this.#clock.shows(this.#begins) - performance.now()) / 1000));
    if (this.body.textContent !== String(left)) this.body.textContent = String(left);
    if (!this.#said) say(`The game begins in ${left} seconds`);
    this.#said = true;
    this.#timer ??= setInterval(() => this.#draw(), INTERVAL);
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#said = false;
  }
}
