// What happened in a live game, newest first, each with its time; after the end every line leads to its moment.

import { elapsedText } from "../clock.js";
import { element } from "../element.js";

/** The number of lines that are shown; a long game has hundreds. */
const MOST = 60;

export class EventList {
  #list = element("ol", { class: "events", tabindex: 0, "aria-label": "What happened" });
  body = element("details", { class: "happened", open: true, hidden: true }, element("summary", {}, "What happened"));
  #seek;
  #ticksPerSecond;

  /**
   * @param {(tick: number) => void} seek shows a moment, once the game can be replayed
   * @param {number} ticksPerSecond
   */
  constructor(seek, ticksPerSecond) {
    this.#seek = seek;
    this.#ticksPerSecond = ticksPerSecond;
    this.body.append(this.#list);
  }

  /**
   * @param {string} words
   * @param {number} tick
   */
  add(words, tick) {
    this.body.hidden = false;
    const time = element("span", { class: "muted" }, elapsedText(tick / this.#ticksPerSecond));
    const line = element(
      "button",
      { type: "button", onclick: () => this.#seek(tick) },
      time,
      element("span", {}, words),
    );
    this.#list.prepend(element("li", {}, line));
    if (this.#list.children.length > MOST) this.#list.lastElementChild?.remove();
  }
}
