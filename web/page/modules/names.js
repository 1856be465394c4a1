// What the people and bots at a table are called, and in which mode it is played.

import { levelName } from "./catalog.js";
import { player } from "./profile.js";
import { ticket } from "./tickets.js";

/** @import { End, Game, Input, Mode, SeatNumber, Sitting } from "../../wire" */
/** @typedef {{side: string, name: string, sitter: Sitting}} Sitter */
/**
 * Who is at a table, with turns or without.
 * @typedef {object} Company
 * @property {string} table
 * @property {Game} game
 * @property {SeatNumber[]} yours
 * @property {{seats: Sitter[], end: End | null}} frame
 */

/**
 * The name on a seat. The player's own seat bears the name of the profile, so that a new name shows everywhere at once.
 * @param {Company} view
 * @param {SeatNumber} number
 */
export function seatName(view, number) {
  const seat = view.frame.seats[number];
  if (!seat) return "";
  // Several opponents are told apart by their colours.
  if (seat.sitter.is === "bot") return view.frame.seats.length > 2 ? seat.side : "AI Opponent";
  if (seat.sitter.is === "nobody") return "Open seat";
  if (ownSeat(view) === number && player.name) return player.name;
  return seat.name || seat.side;
}

/**
 * Tells the table how its player is called if it knows another name, be it since a moment or since the last visit.
 * @param {Company} view
 * @param {{wish: (input: Input) => unknown}} table
 */
export function tellName(view, table) {
  const seat = ownSeat(view);
  if (seat === null || !player.name || view.frame.seats[seat]?.name === player.name) return;
  table.wish({ wish: "rename", seat, name: player.name });
}

/**
 * The name with the level of a bot.
 * @param {Company} view
 * @param {SeatNumber} number
 */
export function seatTitle(view, number) {
  const sitter = view.frame.seats[number]?.sitter;
  const name = seatName(view, number);
  return sitter?.is === "bot" ? `${name} (${levelName(view.game, sitter.spec)})` : name;
}

/**
 * The seat of whoever owns this browser's profile; null for a spectator.
 * @param {Company} view
 * @returns {SeatNumber | null}
 */
export function ownSeat(view) {
  const me = ticket(view.table)?.me;
  return me !== undefined && view.yours.includes(me) ? me : (view.yours[0] ?? null);
}

/**
 * @param {Company} view
 * @returns {Mode}
 */
export function modeOf(view) {
  if (view.yours.length > 1) return "here";
  return view.frame.seats.some(({ sitter }) => sitter.is === "bot") ? "machine" : "link";
}

/**
 * The end in a few words, by name.
 * @param {Company} view
 */
export function endTitle(view) {
  const { end } = view.frame;
  if (!end) return "";
  return end.winner === null ? "Draw" : `${seatName(view, end.winner)} wins`;
}
