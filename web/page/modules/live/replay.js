// A finished game from its first tick to its last: played at any speed, or paused at any moment.
//
// Requests the ticks of events from the table, always one ahead; between them pieces are animated. Dispatches `change`
// when another tick, or another speed, must be drawn.

import { TickClock } from "./tick-clock.js";

/** @import { ReplayFrame } from "../../../wire" */
/** @import { TableClient } from "../table-client.js" */

/** Moments nearer to each other than this, in milliseconds, are taken as one, so that a server is not asked too often. */
const LEAST = 60;

export class Replay extends EventTarget {
  playing = false;
  speed = 1;
  /** The moment that is shown. @type {ReplayFrame | null} */
  shown = null;
  /** @type {TickClock | null} */
  clock = null;
  /** The moment after it, and for which tick it was asked. @type {ReplayFrame | null} */
  #ahead = null;
  /** @type {number | null} */
  #next = null;
  /** The tick that was asked for and is to be shown when it comes. @type {number | null} */
  #wanted = null;
  #asked = false;
  /** @type {number | undefined} */
  #timer;
  #client;
  #ticksPerSecond;

  /**
   * @param {TableClient} client
   * @param {number} ticksPerSecond
   * @param {AbortSignal} signal
   */
  constructor(client, ticksPerSecond, signal) {
    super();
    this.#client = client;
    this.#ticksPerSecond = ticksPerSecond;
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
  }

  /** The tick that is shown now. */
  get tick() {
    return Math.min(this.#wanted ?? this.clock?.now ?? 0, this.shown?.ticks ?? 0);
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

  /** One question at a time: while a slider is dragged the newest counts. @returns {Promise<void>} */
  async #ask() {
    if (this.#asked || this.#wanted === null) return;
    this.#asked = true;
    const tick = this.#wanted;
    const moment = await this.#fetch(tick);
    this.#asked = false;
    if (this.#wanted !== tick) return this.#ask();
    this.#wanted = null;
    if (moment) this.#show(moment);
  }

  /** Asks for the moment after the one that is shown. @param {number} tick */
  async #askAhead(tick) {
    this.#next = tick;
    const moment = await this.#fetch(tick);
    if (this.#next !== tick || !moment) return;
    this.#ahead = moment;
    this.#advance();
  }

  /** @param {number} tick */
  async #fetch(tick) {
    const reply = await this.#client.send({ kind: "own", command: "seek", tick });
    return reply.done && reply.answer.answer === "replay" ? reply.answer.replay : null;
  }

  /** @param {ReplayFrame} moment */
  #show(moment) {
    this.shown = moment;
    this.#ahead = null;
    this.#next = null;
    this.#go(moment.frame.tick);
  }

  /** Goes on from a tick as it should now: playing or not, at this speed. @param {number} tick */
  #go(tick) {
    if (!this.shown) return;
    if (tick >= this.shown.ticks) this.playing = false;
    const pace = 1000 / this.#ticksPerSecond / this.speed;
    this.clock = new TickClock({ tick, at: this.playing ? performance.now() : null, pace });
    this.dispatchEvent(new Event("change"));
    this.#advance();
  }

  /** Shows the next moment when it is due; asks for it before. */
  #advance() {
    clearTimeout(this.#timer);
    const { shown, clock } = this;
    if (!this.playing || !shown || !clock) return;
    if (shown.next !== null && this.#next === null) {
      this.#askAhead(Math.min(shown.ticks, Math.max(shown.next, Math.ceil(clock.now + LEAST / clock.pace))));
    }
    const due = clock.when(this.#next ?? shown.ticks) - performance.now();
    if (due > 0) this.#timer = setTimeout(() => this.#advance(), due);
    else if (this.#ahead) this.#step(this.#ahead);
    else if (this.#next === null) this.#go(shown.ticks);
  }

  /** A moment that came in time goes on by the same clock, so that nothing jumps. @param {ReplayFrame} ahead */
  #step(ahead) {
    this.shown = ahead;
    this.#ahead = null;
    this.#next = null;
    if (ahead.frame.tick >= ahead.ticks) return this.#go(ahead.ticks);
    this.dispatchEvent(new Event("change"));
    this.#advance();
  }
}
