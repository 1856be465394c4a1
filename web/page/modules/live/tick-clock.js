// Converts ticks to times on this screen: when a tick is shown and how long ticks last, or that time is stopped.

/** @import { LiveFrame } from "../../../wire" */
/** @import { Span } from "../board/glide.js" */
/** @import { ServerClock } from "../server-clock.js" */

export class TickClock {
  /**
   * @param {object} what
   * @param {number} what.tick
   * @param {number | null} what.at when that tick is shown, on the clock of `performance.now()`; null while time is stopped
   * @param {number} what.pace milliseconds of a tick
   */
  constructor({ tick, at, pace }) {
    this.tick = tick;
    this.at = at;
    this.pace = pace;
  }

  /**
   * The ticks of a frame.
   * @param {LiveFrame} frame
   * @param {ServerClock} clock
   * @param {number} ticks per second
   */
  static of({ tick, since, phase }, clock, ticks) {
    const runs = phase === "running" && since !== null;
    return new TickClock({ tick, at: runs ? clock.shows(since) : null, pace: 1000 / ticks });
  }

  /** The tick that is shown now, with its fraction. */
  get now() {
    return this.at === null ? this.tick : this.tick + (performance.now() - this.at) / this.pace;
  }

  /** The same clock, stopped at the present tick. */
  stopped() {
    return new TickClock({ tick: this.now, at: null, pace: this.pace });
  }

  /**
   * When a tick is shown.
   * @param {number} tick
   */
  when(tick) {
    return (this.at ?? performance.now()) + (tick - this.tick) * this.pace;
  }

  /**
   * The time from one tick on.
   * @param {number} since
   * @param {number} ticks
   * @returns {Span}
   */
  span(since, ticks) {
    const lasts = ticks * this.pace;
    if (this.at === null) return { began: 0, lasts, stood: (this.tick - since) * this.pace };
    return { began: this.at + (since - this.tick) * this.pace, lasts, stood: null };
  }
}
