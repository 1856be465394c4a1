// The names of people and bots at a table, and the mode of its game.

import { levelName } from "./catalog.js";
import { player } from "./profile.js";
import { ticket } from "./tickets.js";

/** @import { AnyView, Mode, OpeningName, Scene, SeatNumber } from "../../wire" */

/**
 * The name on a seat. The player's own seat has the name of the profile, so that a new name shows everywhere at once.
 * @param {AnyView} view
 * @param {SeatNumber} number
 */
export function seatName(view, number) {
  const seat = view.frame.seats[number];
  if (!seat) return "";
  // The colour distinguishes several opponents.
  if (seat.occupant.is === "bot") return view.frame.seats.length > 2 ? seat.side : "AI Opponent";
  if (seat.occupant.is === "open") return "Open seat";
  if (ownSeat(view) === number && player.name) return player.name;
  return seat.name || seat.side;
}

/**
 * The name with the level of a bot.
 * @param {AnyView} view
 * @param {SeatNumber} number
 */
export function seatTitle(view, number) {
  const occupant = view.frame.seats[number]?.occupant;
  const name = seatName(view, number);
  return occupant?.is === "bot" ? `${name} (${levelName(view.game, occupant.spec)})` : name;
}

/**
 * The seat of this browser's player; null for a spectator.
 * @param {AnyView} view
 * @returns {SeatNumber | null}
 */
export function ownSeat(view) {
  const me = ticket(view.table)?.me;
  return me !== undefined && view.yours.includes(me) ? me : (view.yours[0] ?? null);
}

/** @param {AnyView} view */
export function hasOpenSeat(view) {
  return view.frame.seats.some(({ occupant }) => occupant.is === "open");
}

/**
 * @param {AnyView} view
 * @returns {Mode}
 */
export function modeOf(view) {
  if (view.yours.length > 1) return "here";
  return view.frame.seats.some(({ occupant }) => occupant.is === "bot") ? "machine" : "link";
}

/**
 * The seat whose turn it is.
 * @param {Scene} scene
 * @returns {SeatNumber | null}
 */
export function turnSeat({ turn }) {
  return turn === null ? null : turn === "white" ? 0 : 1;
}

/**
 * The end in a few words, by name.
 * @param {AnyView} view
 */
export function endTitle(view) {
  const { end } = view.frame;
  if (!end) return "";
  if (end.result === "*") return "Called off";
  return end.winner === null ? "Draw" : `${seatName(view, end.winner)} wins`;
}

/**
 * Whether somebody else has a seat here, connected or not.
 * @param {AnyView} view
 */
export function hasCompany({ yours, frame }) {
  return frame.seats.some(({ occupant }, seat) => occupant.is === "person" && !yours.includes(seat));
}

/** An opening by its code and name; nothing where there is none. @param {OpeningName | null} opening */
export function openingWords(opening) {
  return opening ? `${opening.code} ${opening.name}`.trim() : "";
}
