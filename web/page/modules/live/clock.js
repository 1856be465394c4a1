// The server's clock as far as this page can know it: pings go out and come back, and the quickest tells most.

/** @import { Pong } from "../../../wire" */
/** @import { Line } from "../line.js" */

/** How often the time is asked for, in milliseconds: soon after the beginning, then now and then. */
const FIRST = [0, 150, 400, 900];
const BEAT = 2500;
/** So many answers are remembered: the newest, for clocks drift and lines change. */
const KEPT = 8;

/** Tells `trip` at every answer, and `change` when one moved the estimate. */
export class ServerClock extends EventTarget {
  /** @type {{trip: number, ahead: number}[]} */
  #answers = [];
  /** What the first message of a table lets us guess: no message comes before it was sent. */
  #guess;
  /** @type {number[]} */
  #timers;

  /**
   * @param {Line} line
   * @param {number} now the server's moment in a message that has just come
   * @param {AbortSignal} signal ends the asking
   */
  constructor(line, now, signal) {
    super();
    this.#guess = performance.now() - now;
    line.addEventListener("pong", (event) => this.#hear(/** @type {CustomEvent<Pong>} */ (event).detail), { signal });
    const ask = () => line.ping(performance.now());
    this.#timers = [...FIRST.map((after) => setTimeout(ask, after)), setInterval(ask, BEAT)];
    signal.addEventListener("abort", () => this.#timers.forEach(clearTimeout));
  }

  /** The shortest way there and back of late, in milliseconds; null before the first answer. */
  get trip() {
    return this.#best?.trip ?? null;
  }

  /**
   * When a moment of the server is shown here, on the clock of `performance.now()`: as soon as news of it can have come.
   * A piece whose way is not known would otherwise run past the square where it stops.
   * @param {number} moment
   */
  shows(moment) {
    const best = this.#best;
    return moment + (best ? best.ahead + best.trip / 2 : this.#guess);
  }

  get #best() {
    return this.#answers.reduce(
      (best, one) => (best === null || one.trip < best.trip ? one : best),
      /** @type {{trip: number, ahead: number} | null} */ (null),
    );
  }

  /** @param {Pong} pong */
  #hear({ ping, now }) {
    const trip = performance.now() - ping;
    const before = this.shows(0);
    this.#answers = [...this.#answers, { trip, ahead: ping + trip / 2 - now }].slice(-KEPT);
    if (Math.abs(this.shows(0) - before) > 4) this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("trip"));
  }
}
