// The notes of people on the shown position: a comment, glyphs, arrows and circles.

import { notify } from "../announce.js";
import { element, select } from "../element.js";

/** @import { DrawColour } from "../../../wire" */
/** @import { StudyScreen } from "./study-screen.js" */

/** Signs of quality by their numbers in PGN. */
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const SPOKEN = { 1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "interesting", 6: "dubious" };
const COLOURS = { green: "Green", red: "Red", yellow: "Yellow", blue: "Blue" };
/** What a message to the server may have of it. */
const BYTES = 3_600;

export class NotePanel {
  #comment = element("textarea", { id: "study-comment", rows: 3, maxlength: 2000 });
  #signs = Object.entries(SIGNS).map(([glyph, sign]) => {
    const words = SPOKEN[/** @type {keyof typeof SPOKEN} */ (/** @type {unknown} */ (glyph))];
    const onclick = () => this.#sign(Number(glyph));
    return element("button", { type: "button", "data-glyph": glyph, "aria-label": words, title: words, onclick }, sign);
  });
  #squares = element("input", { id: "study-squares", type: "text", autocomplete: "off", placeholder: "e2e4 or d5" });
  #colour = select("study-colour", COLOURS, "green");
  #study;
  /** The comment that is edited: its position and its version. */
  #edited = { node: 0, seen: 0 };

  /** @param {StudyScreen} study */
  constructor(study) {
    this.#study = study;
    this.#colour.setAttribute("aria-label", "Colour");
    this.#comment.addEventListener("focus", () => {
      this.#edited = { node: study.at, seen: study.current?.comment_version ?? 0 };
    });
    this.#comment.addEventListener("change", () => this.#write());
    const onsubmit = (/** @type {Event} */ event) => this.#draw(event);
    this.body = element(
      "section",
      { class: "notes", "aria-label": "Notes" },
      element("div", { class: "row signs", role: "group", "aria-label": "Signs" }, ...this.#signs),
      element("label", { for: "study-comment" }, "Comment"),
      this.#comment,
      element(
        "form",
        { class: "row", onsubmit },
        element("label", { for: "study-squares" }, "Arrow or circle"),
        this.#squares,
        this.#colour,
        element("button", {}, "Draw"),
      ),
    );
  }

  show() {
    const { view, current } = this.#study;
    this.body.hidden = !view.frame.may.edit && !current?.comment;
    this.#comment.readOnly = !view.frame.may.edit;
    if (document.activeElement !== this.#comment) this.#comment.value = current?.comment ?? "";
    for (const button of this.#signs) {
      const on = current?.glyphs.includes(Number(button.dataset.glyph)) ?? false;
      button.setAttribute("aria-pressed", String(on));
      button.disabled = !view.frame.may.edit || current?.mv === null;
    }
  }

  async #write() {
    const text = this.#comment.value;
    if (new TextEncoder().encode(text).length > BYTES) return notify("That comment is too long");
    const { node, seen } = this.#edited;
    await this.#study.send({ command: "comment", node, seen, text }, this.#comment);
  }

  /** @param {number} glyph */
  #sign(glyph) {
    const on = this.#study.current?.glyphs.includes(glyph);
    this.#study.send({ command: "sign", node: this.#study.at, glyph, sign: on ? "off" : "on" }, this.#comment);
  }

  /** @param {Event} event */
  async #draw(event) {
    event.preventDefault();
    const [, from, to = from] = /^([a-z]\d+)([a-z]\d+)?$/.exec(this.#squares.value.trim()) ?? [];
    if (!from || !to) return notify("Write two squares for an arrow, or one for a circle");
    const colour = /** @type {DrawColour} */ (this.#colour.value);
    const reply = await this.#study.draw({ colour, from, to });
    if (reply.done) this.#squares.value = "";
  }
}
