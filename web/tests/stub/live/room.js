// Who sits at a table of the stub without turns: people with secrets, bots, and seats that wait for somebody.

import { randomBytes } from "node:crypto";
import { ARMIES, SIDES } from "./rules.js";

/** @import { Army, LiveOpening, LiveSeat, SeatNumber } from "../../../wire" */
/** @typedef {{name: string, spec: string | null, taken: boolean, ready: boolean, secret: string, alive: boolean}} Sitter */

export class Room {
  #sides;

  /** @param {LiveOpening} opening */
  constructor({ board, seats, name }) {
    this.#sides = SIDES[board];
    /** @type {Sitter[]} */
    this.sitters = seats.map((seat) => ({
      name: seat === "you" ? name : "",
      spec: seat === "you" || seat === "link" ? null : seat,
      taken: seat !== "link",
      ready: seat !== "you" && seat !== "link",
      secret: randomBytes(9).toString("hex"),
      alive: true,
    }));
  }

  /** How many seats are for people. */
  get people() {
    return this.sitters.filter(({ spec }) => !spec).length;
  }

  /** @param {string[]} secrets */
  seatsOf(secrets) {
    return this.sitters.flatMap(({ secret }, seat) => (secrets.includes(secret) ? [seat] : []));
  }

  /**
   * @param {string} name
   * @returns {{seat: SeatNumber, secret: string} | null}
   */
  join(name) {
    const seat = this.sitters.findIndex(({ taken }) => !taken);
    const sitter = this.sitters[seat];
    if (!sitter) return null;
    Object.assign(sitter, { name, taken: true });
    return { seat, secret: sitter.secret };
  }

  /**
   * Gives a seat that no person has to a bot, or frees it.
   * @param {SeatNumber} seat
   * @param {string} spec
   */
  replace(seat, spec) {
    const sitter = this.sitters[seat];
    if (!sitter || (sitter.taken && !sitter.spec)) return false;
    const bot = spec !== "link";
    Object.assign(sitter, { spec: bot ? spec : null, taken: bot, ready: bot });
    return true;
  }

  /**
   * @param {SeatNumber} number
   * @returns {LiveSeat}
   */
  seat(number) {
    const { name, spec, taken, ready, alive } = /** @type {Sitter} */ (this.sitters[number]);
    const side = /** @type {string} */ (this.#sides[number]);
    const army = /** @type {Army} */ (ARMIES[number]);
    const sitter = /** @type {LiveSeat["sitter"]} */ (spec ? { is: "bot", spec } : { is: taken ? "person" : "nobody" });
    return { side, army, name: spec ?? (name || side), sitter, alive, ready };
  }
}
