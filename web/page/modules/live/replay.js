// A finished game from its first tick to its last: played at any speed, or stood still at any moment.
//
// The table is asked for the moments at which something happens, always one ahead; between them pieces glide by
// themselves. Tells `change` when another moment, or another course, is to be drawn.

import { Course } from "./course.js";

/** @import { Replayed } from "../../../wire" */
/** @import { LiveTable } from "./table.js" */

/** Moments nearer to each other than this, in milliseconds, are taken as one, so that a server is not asked too often. */
const LEAST = 60;

export class Replay extends EventTarget {
  playing = false;
  speed = 1;
  /** The moment that is shown. @type {Replayed | null} */
  shown = null;
  /** @type {Course | null} */
  course = null;
  /** The moment after it, and for which tick it was asked. @type {Replayed | null} */
  #ahead = null;
  /** @type {number | null} */
  #next = null;
  /** The tick that was asked for and is to be shown when it comes. @type {number | null} */
  #wanted = null;
  #asked = false;
  /** @type {number | undefined} */
  #timer;
  #table;

  /**
   * @param {LiveTable} table
   * @param {AbortSignal} signal
   */
  constructor(table, signal) {
    super();
    this.#table = table;
    const hear = (/** @type {Event} */ event) =>
      this.#hear(/** @type {CustomEvent<{replayed: Replayed}>} */ (event).detail.replayed);
    table.addEventListener("replayed", hear, { signal });
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** The tick that is shown now. */
  get tick() {
    return Math.min(this.#wanted ?? this.course?.now ?? 0, this.shown?.ticks ?? 0);
  }

  /** @param {number} tick */
  seek(tick) {
    clearTimeout(this.#timer);
    this.#ahead = null;
    this.#next = null;
    this.#wanted = Math.max(0, Math.round(Math.min(tick, this.shown?.ticks ?? tick)));
    this.#ask();
  }

  play() {
    this.playing = true;
    if (this.shown && this.tick < this.shown.ticks) this.#go(this.tick);
    else this.seek(0);
  }

  pause() {
    this.playing = false;
    this.#go(this.tick);
  }

  /** @param {number} speed */
  hurry(speed) {
    this.speed = speed;
    this.#go(this.tick);
  }

  /** To the next capture, or the one before. @param {1 | -1} way */
  jump(way) {
    const { captures = [], ticks = 0 } = this.shown ?? {};
    const here = Math.floor(this.tick);
    const other = way > 0 ? captures.find((tick) => tick > here) : captures.findLast((tick) => tick < here);
    this.seek(other ?? (way > 0 ? ticks : 0));
  }

  /** One question at a time: while a slider is dragged the newest counts. */
  #ask() {
    if (this.#asked || this.#wanted === null) return;
    this.#asked = true;
    const tick = this.#wanted;
    this.#table.wish({ wish: "seek", tick }).then(() => {
      this.#asked = false;
      if (this.#wanted !== null && this.#wanted !== tick) this.#ask();
    });
  }

  /** @param {Replayed} replayed */
  #hear(replayed) {
    const { tick } = replayed.frame;
    if (this.#wanted !== null) {
      if (Math.min(this.#wanted, replayed.ticks) !== tick) return;
      this.#wanted = null;
      this.#show(replayed);
    } else if (tick === this.#next) {
      this.#ahead = replayed;
      this.#advance();
    }
  }

  /** @param {Replayed} replayed */
  #show(replayed) {
    this.shown = replayed;
    this.#ahead = null;
    this.#next = null;
    this.#go(replayed.frame.tick);
  }

  /** Goes on from a tick as it should now: playing or not, at this speed. @param {number} tick */
  #go(tick) {
    if (!this.shown) return;
    if (tick >= this.shown.ticks) this.playing = false;
    const pace = 1000 / this.#table.view.ticks_a_second / this.speed;
    this.course = new Course({ tick, at: this.playing ? performance.now() : null, pace });
    this.dispatchEvent(new Event("change"));
    this.#advance();
  }

  /** Shows the next moment when it is due; asks for it before. */
  #advance() {
    clearTimeout(this.#timer);
    const { shown, course } = this;
    if (!this.playing || !shown || !course) return;
    if (shown.next !== null && this.#next === null) {
      this.#next = Math.min(shown.ticks, Math.max(shown.next, Math.ceil(course.now + LEAST / course.pace)));
      this.#table.wish({ wish: "seek", tick: this.#next });
    }
    const due = course.when(this.#next ?? shown.ticks) - performance.now();
    if (due > 0) this.#timer = setTimeout(() => this.#advance(), due);
    else if (this.#ahead) this.#step(this.#ahead);
    else if (this.#next === null) this.#go(shown.ticks);
  }

  /** A moment that came in time goes on in the same course, so that nothing jumps. @param {Replayed} ahead */
  #step(ahead) {
    this.shown = ahead;
    this.#ahead = null;
    this.#next = null;
    if (ahead.frame.tick >= ahead.ticks) return this.#go(ahead.ticks);
    this.dispatchEvent(new Event("change"));
    this.#advance();
  }
}
