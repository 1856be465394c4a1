// A table as this viewer knows it: the last view with the news applied, and which point of the record is looked at.
//
// It knows no rule: what can be done stands in `frame.choices` and `frame.may`, and a wish is judged by the server.
// Events: `view` when everything may be new, `news` with the events, `scene` when another point is looked at,
// `told` for hints and judgements, `line` when the connection comes or goes, `over` when the table is closed.

import { TableSocket } from "./socket.js";
import { ticket } from "./tickets.js";

/** @import { Event as TableEvent, Frame, Input, Scene, Told, View } from "../../wire" */
/** @typedef {{granted: true} | {granted: false, words: string}} Answer */

const AWAY = "Not connected. Trying again…";

export class Table extends EventTarget {
  /** @type {View | null} */
  view = null;
  /** The point of the record that is looked at instead of the present one. @type {Scene | null} */
  past = null;
  /** When the frame arrived, on the clock of `performance.now()`. */
  arrived = 0;
  #socket;
  /** The version that is known, for coming back. @type {number | null} */
  #seen = null;
  #requests = 0;
  #wanted = 0;
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.#socket = new TableSocket(id, () => ({
      secrets: (ticket(id)?.secrets ?? []).map(({ secret }) => secret),
      seen: this.#seen,
    }));
    this.#socket.addEventListener("told", (event) => this.#hear(/** @type {CustomEvent<Told>} */ (event).detail));
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

  /** What the board shows: the present, or the point of the record that is looked at. */
  get scene() {
    return this.past ?? this.view?.frame.scene ?? null;
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
   * Looks at the board after so many turns; at the last one means back to the present.
   * @param {number} ply
   */
  look(ply) {
    const turns = this.view?.record.length ?? 0;
    this.#wanted = Math.max(0, Math.min(ply, turns));
    if (this.#wanted === turns) {
      this.past = null;
      this.#tell("scene");
    } else {
      this.wish({ wish: "look", ply: this.#wanted });
    }
  }

  /** The point a step would start from: also one whose scene is still under way. */
  get looking() {
    return this.#wanted;
  }

  /** Says hello anew: this browser got a seat. */
  renew() {
    this.#seen = null;
    this.#socket.renew();
  }

  close() {
    this.#socket.close();
  }

  /** @param {Told} told */
  #hear(told) {
    switch (told.told) {
      case "view":
        this.view = told.view;
        this.#seen = told.view.frame.version;
        this.arrived = performance.now();
        this.past = null;
        this.#wanted = told.view.record.length;
        this.#tell("view");
        break;
      case "news":
        this.#news(told.events, told.frame);
        break;
      case "done":
        this.#answer(told.request, { granted: true });
        break;
      case "refused":
        this.#answer(told.request, { granted: false, words: told.words });
        break;
      case "scene":
        // An answer to an earlier look may come after a later one was asked for.
        if (told.scene.ply !== this.#wanted || this.#wanted === this.view?.record.length) break;
        this.past = told.scene;
        this.#tell("scene");
        break;
      case "hint":
      case "thought":
      case "judged":
        this.#tell("told", told);
        break;
      case "closed":
        this.close();
        this.#tell("over", told.words);
        break;
    }
  }

  /**
   * @param {TableEvent[]} events
   * @param {Frame} frame
   */
  #news(events, frame) {
    if (!this.view) return;
    const { record } = this.view;
    for (const event of events) {
      if (event.event === "played") record.push(event.entry);
      if (event.event === "taken-back") record.length = event.turns;
    }
    this.view.frame = frame;
    this.#seen = frame.version;
    this.arrived = performance.now();
    if (this.past === null || this.#wanted >= record.length) {
      this.past = null;
      this.#wanted = record.length;
    }
    this.#tell("news", events);
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
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
