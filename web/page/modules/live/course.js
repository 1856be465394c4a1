// How ticks go by on this screen: from when on, and how fast; or that they stand.

/** @import { LiveFrame } from "../../../wire" */
/** @import { Span } from "../board/glide.js" */
/** @import { ServerClock } from "./clock.js" */

export class Course {
  /**
   * @param {object} what
   * @param {number} what.tick the counter
   * @param {number | null} what.at when it is shown to come there, on the clock of `performance.now()`; null: it stands
   * @param {number} what.pace milliseconds of a tick
   */
  constructor({ tick, at, pace }) {
    this.tick = tick;
    this.at = at;
    this.pace = pace;
  }

  /**
   * The course of a frame that was told.
   * @param {LiveFrame} frame
   * @param {ServerClock} clock
   * @param {number} ticks a second
   */
  static of({ tick, since, phase }, clock, ticks) {
    const runs = phase === "running" && since !== null;
    return new Course({ tick, at: runs ? clock.shows(since) : null, pace: 1000 / ticks });
  }

  /** The tick that is shown now, with its fraction. */
  get now() {
    return this.at === null ? this.tick : this.tick + (performance.now() - this.at) / this.pace;
  }

  /** The same course, standing where it is now. */
  stopped() {
    return new Course({ tick: this.now, at: null, pace: this.pace });
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
