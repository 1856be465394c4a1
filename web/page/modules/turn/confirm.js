// Confirmation of a move by hand, if the setting is on.

import { element } from "../element.js";

export class Confirm {
  #play = element("button", { type: "button", class: "primary" });
  body = element(
    "section",
    { class: "confirm", "aria-label": "Confirm the move", hidden: true },
    this.#play,
    element("button", { type: "button", onclick: () => this.answer(false) }, "Take it back"),
  );
  /** @type {((yes: boolean) => void) | null} */
  #asked = null;

  constructor() {
    this.#play.addEventListener("click", () => this.answer(true));
    this.body.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.answer(false);
    });
  }

  get asking() {
    return this.#asked !== null;
  }

  /**
   * Asks whether a move is meant.
   * @param {string} label
   * @returns {Promise<boolean>}
   */
  ask(label) {
    this.answer(false);
    this.#play.textContent = `Play ${label}`;
    this.body.hidden = false;
    // The press that made the move takes the focus with it.
    setTimeout(() => this.#play.focus());
    return new Promise((answered) => {
      this.#asked = answered;
    });
  }

  /** @param {boolean} yes */
  answer(yes) {
    this.body.hidden = true;
    this.#asked?.(yes);
    this.#asked = null;
  }
}
