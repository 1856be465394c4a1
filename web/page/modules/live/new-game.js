// What a new game without turns needs: board, speed, and who sits on each seat.

import { levelsOf, SPEEDS } from "../catalog.js";
import { element, select } from "../element.js";
import { row } from "../new-game.js";
import { fitting, isLive } from "../opening.js";

/** @import { LiveBoard, Speed } from "../../../wire" */
/** @import { Choices, LiveChoices } from "../opening.js" */

const BOARDS = { standard: "8×8 for two", four: "Cross for four" };
/** The seats in the hall's order. */
const SIDES = { standard: ["White", "Black"], four: ["Ivory", "Ink", "Vermilion", "Cobalt"] };

export class LiveFields {
  #seats = element("div", { class: "sitters" });
  /** @type {HTMLSelectElement[]} */
  #lists = [];
  #board;
  #speed;

  /** @param {Choices} before */
  constructor(before) {
    const chosen = /** @type {LiveChoices} */ (isLive(before) ? before : fitting({ game: "kungfu" }));
    this.#board = select("new-board", BOARDS, chosen.board, () => this.#lay(this.choices().seats));
    this.#speed = select("new-speed", SPEEDS, chosen.speed);
    this.body = element("div", { class: "fields" }, row("Board", this.#board), row("Speed", this.#speed), this.#seats);
    this.#lay(chosen.seats);
  }

  /** @returns {LiveChoices} */
  choices() {
    const board = /** @type {LiveBoard} */ (this.#board.value);
    const speed = /** @type {Speed} */ (this.#speed.value);
    const seats = this.#lists.map(({ value }) => value);
    return /** @type {LiveChoices} */ (fitting({ game: "kungfu", board, speed, seats }));
  }

  /** @param {string[]} seats */
  #lay(seats) {
    const levels = levelsOf("kungfu").map(({ spec, name }) => [spec, name]);
    const sitters = Object.fromEntries([["you", "You"], ["link", "Somebody by link"], ...levels]);
    this.#lists = SIDES[/** @type {LiveBoard} */ (this.#board.value)].map((_, seat) => {
      const list = select(`new-seat-${seat}`, sitters, seats[seat] ?? "", () => this.#sit(seat));
      list.dataset.before = list.value;
      return list;
    });
    const names = SIDES[/** @type {LiveBoard} */ (this.#board.value)];
    this.#seats.replaceChildren(...this.#lists.map((list, seat) => row(names[seat] ?? "", list)));
  }

  /** Nobody sits on two seats: who moves to another changes places with whoever was there. @param {number} seat */
  #sit(seat) {
    const list = this.#lists[seat];
    const left = this.#lists.find((other) => other !== list && other.value === "you");
    if (list?.value === "you" && left) left.value = list.dataset.before ?? "link";
    for (const one of this.#lists) one.dataset.before = one.value;
  }
}
