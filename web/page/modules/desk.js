// What a person can do at any table besides moving pieces: offer a draw, resign, turn the board, type, play once more.

import { refuse } from "./announce.js";
import { question } from "./dialog.js";
import { element, iconButton } from "./element.js";

/** @import { Input } from "../../wire" */
/** @import { Answer } from "./line.js" */
/** @typedef {{wish: (input: Input) => Promise<Answer>}} Wishing a table */
/** @typedef {{turned: () => void, rematch: () => void}} Doors */
/**
 * What is said differently with turns and without.
 * @typedef {object} Words
 * @property {string} type what the field is for
 * @property {string} example stands in the empty field
 * @property {string} resigning what happens then
 */

export class Desk {
  draw = iconButton("draw", "Offer draw", () => this.ask({ wish: "offer", what: "draw" }, this.draw));
  resign = iconButton("resign", "Resign", () => this.#giveUp());
  flip;
  rematch;
  offer = element("section", { class: "offer", "aria-label": "Offer", hidden: true });
  /** The form with the field to type into. */
  typing;
  #typed;
  #table;
  #resigning;

  /**
   * @param {Wishing} table
   * @param {Doors} doors
   * @param {Words} words
   */
  constructor(table, { turned, rematch }, { type, example, resigning }) {
    this.#table = table;
    this.#resigning = resigning;
    this.flip = iconButton("flip", "Flip board", turned);
    this.rematch = element(
      "button",
      { type: "button", class: "primary", hidden: true, onclick: () => rematch() },
      "Rematch",
    );
    this.#typed = element("input", {
      type: "text",
      "aria-label": type,
      placeholder: example,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
    });
    const onsubmit = (/** @type {Event} */ event) => this.#type(event);
    this.typing = element("form", { class: "typed", onsubmit }, this.#typed);
  }

  focusTyped() {
    this.#typed.focus();
  }

  /**
   * Sends a wish; a refusal is shown beside what was pressed.
   * @param {Input} input
   * @param {HTMLElement} beside
   */
  async ask(input, beside) {
    const answer = await this.#table.wish(input);
    if (!answer.granted) refuse(answer.words, beside.getBoundingClientRect());
    return answer.granted;
  }

  async #giveUp() {
    const sure = await question({ title: "Resign?", words: this.#resigning, yes: "Resign", no: "Keep playing" });
    if (sure) await this.ask({ wish: "resign" }, this.resign);
  }

  /** @param {Event} event */
  async #type(event) {
    event.preventDefault();
    const text = this.#typed.value.trim();
    if (text === "") return;
    if (await this.ask({ wish: "typed", text }, this.#typed)) this.#typed.value = "";
    else this.#typed.select();
  }
}
