// What the people and bots at a table are called, and in which mode it is played.

import { levelName } from "./catalog.js";
import { player } from "./profile.js";
import { ticket } from "./tickets.js";

/** @import { Mode, SeatNumber, View } from "../../wire" */

/**
 * The name on a seat. The player's own seat bears the name of the profile, so that a new name shows everywhere at once.
 * @param {View} view
 * @param {SeatNumber} number
 */
export function seatName(view, number) {
  const seat = view.frame.seats[number];
  if (!seat) return "";
  if (seat.sitter.is === "bot") return "AI Opponent";
  if (seat.sitter.is === "nobody") return "Open seat";
  if (ownSeat(view) === number && player.name) return player.name;
  return seat.name || seat.side;
}

/**
 * The name with the level of a bot.
 * @param {View} view
 * @param {SeatNumber} number
 */
export function seatTitle(view, number) {
  const sitter = view.frame.seats[number]?.sitter;
  const name = seatName(view, number);
  return sitter?.is === "bot" ? `${name} (${levelName(view.game, sitter.spec)})` : name;
}

/**
 * The seat of whoever owns this browser's profile; null for a spectator.
 * @param {View} view
 * @returns {SeatNumber | null}
 */
export function ownSeat(view) {
  const me = ticket(view.table)?.me;
  return me !== undefined && view.yours.includes(me) ? me : (view.yours[0] ?? null);
}

/**
 * @param {View} view
 * @returns {Mode}
 */
export function modeOf(view) {
  if (view.yours.length > 1) return "here";
  return view.frame.seats.some(({ sitter }) => sitter.is === "bot") ? "machine" : "link";
}

/**
 * The end in a few words, by name.
 * @param {View} view
 */
export function endTitle(view) {
  const { end } = view.frame;
  if (!end) return "";
  return end.winner === null ? "Draw" : `${seatName(view, end.winner)} wins`;
}
