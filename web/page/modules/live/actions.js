// What can be done at a table without turns besides sending pieces: be ready, pause, offer a draw, resign, type, flip.

import { refuse } from "../announce.js";
import { question } from "../dialog.js";
import { element, iconButton, relabel } from "../element.js";
import { seatTitle } from "../names.js";

/** @import { Input, LiveEvent } from "../../../wire" */
/** @import { LiveTable } from "./table.js" */

export class LiveActions {
  #ready = element("button", { type: "button", class: "primary ready", hidden: true }, "Ready");
  #pause = iconButton("pause", "Pause", () => this.pause());
  #draw = iconButton("draw", "Offer draw", () => this.#wish({ wish: "offer", what: "draw" }, this.#draw));
  #resign = iconButton("resign", "Resign", () => this.#giveUp());
  #flip = iconButton("flip", "Flip board", () => this.#turned());
  #rematch = element("button", { type: "button", class: "primary", hidden: true }, "Rematch");
  #typed = element("input", {
    type: "text",
    "aria-label": "Type an order",
    placeholder: "Type an order: e2e4",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  offer = element("section", { class: "offer", "aria-label": "Offer", hidden: true });
  body = element(
    "div",
    { class: "actions" },
    element("div", { class: "row" }, this.#ready, this.#rematch, this.#pause, this.#draw, this.#resign, this.#flip),
    element("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => this.#type(event) }, this.#typed),
  );
  #table;
  #turned;
  #again;

  /**
   * @param {LiveTable} table
   * @param {{turned: () => void, rematch: () => void}} doors
   */
  constructor(table, { turned, rematch }) {
    this.#table = table;
    this.#turned = turned;
    this.#again = rematch;
    this.#rematch.addEventListener("click", rematch);
    this.#ready.addEventListener("click", () => this.#wish({ wish: "ready" }, this.#ready));
  }

  show() {
    const { frame, view } = this.#table;
    const { may, phase, end } = frame;
    const paused = phase === "paused";
    this.#ready.hidden = !may.ready;
    this.#pause.hidden = !may.pause || (phase !== "running" && !paused);
    relabel(this.#pause, paused ? "Go on" : "Pause", paused ? "play" : "pause");
    this.#draw.hidden = !may.offer_draw;
    relabel(this.#draw, frame.offers.length > 0 ? "Accept draw" : "Offer draw");
    this.#resign.hidden = !may.resign;
    this.#rematch.hidden = end === null || view.yours === null;
    /** @type {HTMLElement} */ (this.#typed.form).hidden = !may.resign;
  }

  /** Somebody wants something; a draw is answered by offering one too. @param {Extract<LiveEvent, {event: "offered"}>} event */
  offered({ by, what }) {
    const { company } = this.#table;
    if (company.yours.includes(by)) return;
    const rematch = what === "rematch";
    const words = `${seatTitle(company, by)} ${rematch ? "wants a rematch" : "offers a draw"}.`;
    const accept = () => {
      this.offer.hidden = true;
      if (rematch) this.#again();
      else this.#wish({ wish: "offer", what: "draw" }, this.#draw);
    };
    const later = () => {
      this.offer.hidden = true;
    };
    this.offer.hidden = company.yours.length === 0;
    this.offer.replaceChildren(
      element("span", { role: "status" }, words),
      element("button", { type: "button", class: "primary", onclick: accept }, "Accept"),
      element("button", { type: "button", onclick: later }, "Not now"),
    );
  }

  pause() {
    if (!this.#pause.hidden) this.#wish({ wish: "pause", on: this.#table.frame.phase === "running" }, this.#pause);
  }

  focusTyped() {
    this.#typed.focus();
  }

  async #giveUp() {
    const sure = await question({
      title: "Resign?",
      words: "Your king leaves the board then. Time goes on while you think about it.",
      yes: "Resign",
      no: "Keep playing",
    });
    if (sure) await this.#wish({ wish: "resign" }, this.#resign);
  }

  /** @param {Event} event */
  async #type(event) {
    event.preventDefault();
    const text = this.#typed.value.trim();
    if (text === "") return;
    const granted = await this.#wish({ wish: "typed", text }, this.#typed);
    if (granted) this.#typed.value = "";
    else this.#typed.select();
  }

  /**
   * @param {Input} input
   * @param {HTMLElement} beside where a refusal is shown
   */
  async #wish(input, beside) {
    const answer = await this.#table.wish(input);
    if (!answer.granted) refuse(answer.words, beside.getBoundingClientRect());
    return answer.granted;
  }
}
