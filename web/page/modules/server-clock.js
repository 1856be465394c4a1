// An estimate of the server's clock from pings; the fastest reply gives the most exact value.

/** @import { Pong } from "../../wire" */

/** The times of pings after `start`, in milliseconds: frequent at first, then less often. */
const FIRST = [0, 150, 400, 900];
const INTERVAL = 2500;
/** So many answers count: the newest, for clocks drift and routes change. */
const KEPT = 8;

/** Dispatches `trip` at every answer, and `change` when one moved the estimate. */
export class ServerClock extends EventTarget {
  /** @type {{trip: number, ahead: number}[]} */
  #answers = [];
  /** The first guess from a message: it was not received before it was sent. @type {number | null} */
  #guess = null;
  /** @type {number[]} */
  #timers = [];
  #ping;

  /** @param {(ping: number) => void} ping sends one, with a number that the answer brings back */
  constructor(ping) {
    super();
    this.#ping = ping;
  }

  /** Starts the pings; only live games need more than the guess. */
  start() {
    if (this.#timers.length > 0) return;
    const ask = () => this.#ping(performance.now());
    this.#timers = [...FIRST.map((after) => setTimeout(ask, after)), setInterval(ask, INTERVAL)];
  }

  close() {
    this.#timers.forEach(clearTimeout);
  }

  /** The shortest time there and back of late, in milliseconds; null before the first answer. */
  get trip() {
    return this.#best?.trip ?? null;
  }

  /**
   * When a moment of the server is shown here, on the clock of `performance.now()`: as soon as a message of it can have
   * come. A piece whose goal is not known would otherwise run past the square where it stops.
   * @param {number} moment
   */
  shows(moment) {
    const best = this.#best;
    return moment + (best ? best.ahead + best.trip / 2 : (this.#guess ?? performance.now() - moment));
  }

  /** @param {number} now the server's moment in a message that has just come */
  guess(now) {
    this.#guess ??= performance.now() - now;
  }

  /** @param {Pong} pong */
  answered({ ping, now }) {
    const trip = performance.now() - ping;
    const before = this.shows(0);
    this.#answers = [...this.#answers, { trip, ahead: ping + trip / 2 - now }].slice(-KEPT);
    if (Math.abs(this.shows(0) - before) > 4) this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("trip"));
  }

  get #best() {
    return this.#answers.reduce(
      (best, one) => (best === null || one.trip < best.trip ? one : best),
      /** @type {{trip: number, ahead: number} | null} */ (null),
    );
  }
}
