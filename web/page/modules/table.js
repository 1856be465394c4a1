// A table with turns as this viewer knows it: the last view with the news applied, and which point of the record is
// looked at.
//
// It knows no rule: what can be done stands in `frame.choices` and `frame.may`, and a wish is judged by the server.
// Events: `view` when everything may be new, `news` with the events, `scene` when another point is looked at,
// `told` for hints and judgements.

/** @import { Event as TableEvent, Frame, Input, Scene, Told, View } from "../../wire" */
/** @import { Line } from "./line.js" */

export class Table extends EventTarget {
  /** The point of the record that is looked at instead of the present one. @type {Scene | null} */
  past = null;
  /** When the frame arrived, on the clock of `performance.now()`. */
  arrived = 0;
  #wanted = 0;

  /**
   * @param {Line} line
   * @param {View} view the first
   */
  constructor(line, view) {
    super();
    this.line = line;
    this.view = view;
    this.#know(view);
  }

  get id() {
    return this.line.id;
  }

  /** What the board shows: the present, or the point of the record that is looked at. */
  get scene() {
    return this.past ?? this.view.frame.scene;
  }

  /** @param {Input} input */
  wish(input) {
    return this.line.wish(input);
  }

  /**
   * Looks at the board after so many turns; at the last one means back to the present.
   * @param {number} ply
   */
  look(ply) {
    const turns = this.view.record.length;
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

  /** @param {Told} told */
  hear(told) {
    switch (told.told) {
      case "view":
        this.#know(told.view);
        this.#tell("view");
        break;
      case "news":
        this.#news(told.events, told.frame);
        break;
      case "scene":
        // An answer to an earlier look may come after a later one was asked for.
        if (told.scene.ply !== this.#wanted || this.#wanted === this.view.record.length) break;
        this.past = told.scene;
        this.#tell("scene");
        break;
      case "hint":
      case "thought":
      case "judged":
        this.#tell("told", told);
        break;
    }
  }

  /** @param {View} view */
  #know(view) {
    this.view = view;
    this.line.seen = view.frame.version;
    this.arrived = performance.now();
    this.past = null;
    this.#wanted = view.record.length;
  }

  /**
   * @param {TableEvent[]} events
   * @param {Frame} frame
   */
  #news(events, frame) {
    const { record } = this.view;
    for (const event of events) {
      if (event.event === "played") record.push(event.entry);
      if (event.event === "taken-back") record.length = event.turns;
    }
    this.view.frame = frame;
    this.line.seen = frame.version;
    this.arrived = performance.now();
    if (this.past === null || this.#wanted >= record.length) {
      this.past = null;
      this.#wanted = record.length;
    }
    this.#tell("news", events);
  }

  /**
   * @param {string} name
   * @param {unknown} [detail]
   */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
