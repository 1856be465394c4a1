// What can be done at a table without turns besides sending pieces: what every desk has, and be ready, pause.

import { Desk } from "../desk.js";
import { element, iconButton, relabel } from "../element.js";
import { seatTitle } from "../names.js";

/** @import { LiveEvent } from "../../../wire" */
/** @import { Doors } from "../desk.js" */
/** @import { LiveTable } from "./table.js" */

const WORDS = {
  type: "Type an order",
  example: "Type an order: e2e4",
  resigning: "Your king leaves the board then. Time goes on while you think about it.",
};

export class LiveActions {
  #desk;
  #ready = element("button", { type: "button", class: "primary ready", hidden: true }, "Ready");
  #pause = iconButton("pause", "Pause", () => this.pause());
  #table;
  #again;

  /**
   * @param {LiveTable} table
   * @param {Doors} doors
   */
  constructor(table, doors) {
    this.#table = table;
    this.#again = doors.rematch;
    this.#desk = new Desk(table, doors, WORDS);
    this.#ready.addEventListener("click", () => this.#desk.ask({ wish: "ready" }, this.#ready));
    const { rematch, draw, resign, flip, offer, typing } = this.#desk;
    const row = element("div", { class: "row" }, this.#ready, rematch, this.#pause, draw, resign, flip);
    this.offer = offer;
    this.body = element("div", { class: "actions" }, row, typing);
  }

  show() {
    const { frame, view } = this.#table;
    const { may, phase, end } = frame;
    const paused = phase === "paused";
    this.#ready.hidden = !may.ready;
    this.#pause.hidden = !may.pause || (phase !== "running" && !paused);
    relabel(this.#pause, paused ? "Go on" : "Pause", paused ? "play" : "pause");
    const { draw, resign, rematch, typing } = this.#desk;
    draw.hidden = !may.offer_draw;
    relabel(draw, frame.offers.length > 0 ? "Accept draw" : "Offer draw");
    resign.hidden = !may.resign;
    rematch.hidden = end === null || view.yours === null;
    typing.hidden = !may.resign;
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
      else this.#desk.ask({ wish: "offer", what: "draw" }, this.#desk.draw);
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
    if (this.#pause.hidden) return;
    this.#desk.ask({ wish: "pause", on: this.#table.frame.phase === "running" }, this.#pause);
  }

  focusTyped() {
    this.#desk.focusTyped();
  }
}
