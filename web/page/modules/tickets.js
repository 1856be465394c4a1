// What this browser holds of tables: the secrets of its seats, which seat is the player's own, and whether the game has
// been counted. A secret is never shown and never part of a link.

import { clear, isObject, load, save } from "./storage.js";

/** @import { Choices } from "./opening.js" */
/**
 * @typedef {object} Ticket
 * @property {import("../../wire").SeatSecret[]} secrets
 * @property {number} me the seat of the profile's owner
 * @property {boolean} counted
 * @property {Choices} [choices] what the table was opened with, if it was opened here
 */

const KEY = "tables";
const LAST = "lastTable";
/** The oldest tickets go when there are more: nobody comes back to them. */
const MOST = 60;

/**
 * @param {string} table
 * @returns {Ticket | null}
 */
export function ticket(table) {
  return all()[table] ?? null;
}

/**
 * @param {string} table
 * @param {Ticket} held
 */
export function keepTicket(table, held) {
  const { [table]: _, ...others } = all();
  save(KEY, Object.fromEntries([...Object.entries(others), [table, held]].slice(-MOST)));
}

/** Read anew each time: another tab may have sat down, or counted a game. @returns {Record<string, Ticket>} */
function all() {
  return load(KEY, areTickets) ?? {};
}

/** The table that was sat at last. */
export function lastTable() {
  return load(LAST, (content) => typeof content === "string");
}

/** @param {string} table */
export function rememberTable(table) {
  save(LAST, table);
}

/**
 * Forgets that a table was sat at last; says whether it was.
 * @param {string} table
 */
export function forgetTable(table) {
  if (lastTable() !== table) return false;
  clear(LAST);
  return true;
}

/**
 * @param {unknown} content
 * @returns {content is Record<string, Ticket>}
 */
function areTickets(content) {
  return isObject(content) && Object.values(content).every(isTicket);
}

/** @param {unknown} content */
function isTicket(content) {
  if (!isObject(content)) return false;
  const { secrets, me, counted } = content;
  /** @param {unknown} held */
  const isSecret = (held) => isObject(held) && typeof held.seat === "number" && typeof held.secret === "string";
  return Array.isArray(secrets) && secrets.every(isSecret) && typeof me === "number" && typeof counted === "boolean";
}
