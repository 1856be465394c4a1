// What every table has: a line to it, wishes that are granted or refused, and an end.
//
// Events: `told` with whatever is no answer to a wish, `pong`, `line` when the connection comes or goes, `over` with words
// when the table is closed. Events can be held for somebody who is not there yet.

import { TableSocket } from "./socket.js";
import { ticket } from "./tickets.js";

/** @import { Input, Pong, Told } from "../../wire" */
/** @typedef {{granted: true} | {granted: false, words: string}} Answer */

const AWAY = "Not connected. Trying again…";

export class Line extends EventTarget {
  /** The version that is known, for coming back. @type {number | null} */
  seen = null;
  /** What happened since it was asked to wait. @type {CustomEvent[] | null} */
  #held = null;
  #socket;
  #requests = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();

  /** @param {string} id of the table */
  constructor(id) {
    super();
    this.id = id;
    this.#socket = new TableSocket(id, () => ({
      secrets: (ticket(id)?.secrets ?? []).map(({ secret }) => secret),
      seen: this.seen,
    }));
    this.#socket.addEventListener("told", (event) => this.#hear(/** @type {CustomEvent<Told>} */ (event).detail));
    this.#socket.addEventListener("pong", (event) =>
      this.#tell("pong", /** @type {CustomEvent<Pong>} */ (event).detail),
    );
    this.#socket.addEventListener("up", () => this.#tell("line"));
    this.#socket.addEventListener("down", () => {
      for (const answer of this.#waiting.values()) answer({ granted: false, words: AWAY });
      this.#waiting.clear();
      this.#tell("line");
    });
    this.#socket.addEventListener("bye", (event) => this.#tell("over", /** @type {CustomEvent} */ (event).detail));
  }

  get up() {
    return this.#socket.up;
  }

  /**
   * Sends a wish; the answer says whether it was granted, and if not, why.
   * @param {Input} input
   * @returns {Promise<Answer>}
   */
  wish(input) {
    if (!this.up) return Promise.resolve({ granted: false, words: AWAY });
    const request = ++this.#requests;
    return new Promise((answer) => {
      this.#waiting.set(request, answer);
      this.#socket.send({ request, ...input });
    });
  }

  /**
   * Asks what time it is there.
   * @param {number} ping comes back with the answer
   */
  ping(ping) {
    if (this.up) this.#socket.send({ ping });
  }

  /** Keeps events back until they are released. */
  hold() {
    this.#held ??= [];
  }

  /** Tells what was kept back, until somebody asks to wait again. */
  release() {
    const held = this.#held ?? [];
    this.#held = null;
    while (held.length > 0 && this.#held === null) this.dispatchEvent(/** @type {CustomEvent} */ (held.shift()));
    if (held.length > 0) this.#held = held;
  }

  /** Says hello anew: this browser got a seat. */
  renew() {
    this.seen = null;
    this.#socket.renew();
  }

  close() {
    this.#socket.close();
  }

  /** @param {Told} told */
  #hear(told) {
    switch (told.told) {
      case "done":
        return this.#answer(told.request, { granted: true });
      case "refused":
        return this.#answer(told.request, { granted: false, words: told.words });
      case "closed":
        this.close();
        return this.#tell("over", told.words);
      default:
        return this.#tell("told", told);
    }
  }

  /**
   * @param {number} request
   * @param {Answer} answer
   */
  #answer(request, answer) {
    this.#waiting.get(request)?.(answer);
    this.#waiting.delete(request);
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    const event = new CustomEvent(name, { detail });
    if (this.#held) this.#held.push(event);
    else this.dispatchEvent(event);
  }
}
