// Who sits at the table and what they have: names, clocks, purses, captures; and whose turn it is.

import { clockText, isLow, leftNow } from "./clock.js";
import { element, figure } from "./element.js";
import { endTitle, seatName, seatTitle } from "./names.js";
import { settings } from "./settings.js";

/** @import { Seat, SeatNumber, View } from "../../wire" */
/** @import { Table } from "./table.js" */

/** How often a running clock is drawn, in milliseconds. */
const BEAT = 100;

export class Seats {
  body = element("section", { class: "seats", "aria-label": "Players" });
  turn = element("p", { class: "turn", role: "status" });
  #cards = element("div", { class: "cards" });
  /** @type {{face: HTMLElement, seat: SeatNumber}[]} */
  #clocks = [];
  /** @type {Table | null} */
  #table = null;
  #beat = setInterval(() => this.#drawClocks(), BEAT);

  constructor() {
    this.body.append(this.#cards, this.turn);
  }

  /** @param {Table} table */
  show(table) {
    this.#table = table;
    const { view } = table;
    this.#clocks = [];
    this.#cards.replaceChildren(...view.frame.seats.map((seat, number) => this.#card(view, seat, number)));
    this.#drawClocks();
    const words = turnWords(view);
    if (this.turn.textContent !== words) this.turn.textContent = words;
    this.turn.classList.toggle("thinking", view.frame.thinking !== null);
  }

  close() {
    clearInterval(this.#beat);
  }

  /**
   * @param {View} view
   * @param {Seat} seat
   * @param {SeatNumber} number
   */
  #card(view, seat, number) {
    const scene = this.#table?.scene;
    const face = seat.clock && element("span", { class: "clock", role: "timer" });
    if (face) this.#clocks.push({ face, seat: number });
    const points = scene?.purses[number] ?? seat.purse;
    const purse =
      points !== null &&
      points !== undefined &&
      element("span", { class: "purse" }, element("span", { class: "muted" }, "Purse"), " ", element("b", {}, points));
    const captured = seat.captured.map((shape) => figure(settings.now.pieces, shape));
    const enemy = view.frame.seats.find((other) => other.army !== seat.army)?.army ?? seat.army;
    const lead = seat.lead > 0 && element("span", { class: "lead" }, `+${seat.lead}`);
    return element(
      "div",
      { class: "card", "data-seat": number, "data-turn": scene?.turn === number },
      element("span", { class: "swatch", "data-army": seat.army, title: seat.side }),
      element("span", { class: "name" }, seatTitle(view, number)),
      element(
        "div",
        { class: "holdings" },
        element("span", { class: "captured", "data-army": enemy }, ...captured, lead),
        purse,
        face ?? null,
      ),
    );
  }

  #drawClocks() {
    const view = this.#table?.view;
    for (const { face, seat } of this.#clocks) {
      const clock = view?.frame.seats[seat]?.clock;
      if (!clock || !this.#table) continue;
      const left = leftNow(clock, this.#table.arrived);
      face.textContent = clockText(left);
      face.toggleAttribute("data-runs", clock.runs);
      face.toggleAttribute("data-low", isLow(left));
    }
  }
}

/** @param {View} view */
function turnWords(view) {
  const { end, seats, thinking, scene } = view.frame;
  if (end) return `${endTitle(view)} — ${end.reason}`;
  if (seats.some(({ sitter }) => sitter.is === "nobody")) return "Waiting for an opponent…";
  if (thinking !== null) return `${seatTitle(view, thinking)} is thinking…`;
  return scene.turn === null ? "" : `${seatName(view, scene.turn)}’s turn`;
}
