// What this browser stores about tables: the tokens of its seats, which seat is the player's own, and whether the game
// has been counted. A token is never shown and never part of a link.

import { clear, isObject, load, save } from "./storage.js";

/** @import { Choices, GrantedSeat } from "../../wire" */
/**
 * @typedef {object} Ticket
 * @property {GrantedSeat[]} seats
 * @property {number} me the seat of this browser's player
 * @property {boolean} counted
 * @property {Choices} [choices] what the table was opened with, if it was opened here
 */

const KEY = "tables";
const LAST = "lastTable";
/** Older tickets are deleted. */
const MOST = 60;

/**
 * @param {string} table
 * @returns {Ticket | null}
 */
export function ticket(table) {
  return all()[table] ?? null;
}

/** Every table with its ticket, the newest first. */
export function tickets() {
  const held = Object.entries(all()).map(([table, ticket]) => ({ table, ticket }));
  return held.reverse();
}

/**
 * @param {string} table
 * @param {Ticket} held
 */
export function storeTicket(table, held) {
  const { [table]: _, ...others } = all();
  save(KEY, Object.fromEntries([...Object.entries(others), [table, held]].slice(-MOST)));
}

/**
 * Forgets the tokens of a table, which open no seat any more.
 * @param {string} table
 */
export function forgetSeats(table) {
  const { [table]: _, ...others } = all();
  save(KEY, others);
}

/** Read each time: another tab may have taken a seat or counted a game. @returns {Record<string, Ticket>} */
function all() {
  return Object.fromEntries(Object.entries(load(KEY, isObject) ?? {}).flatMap(readTicket));
}

/** The table where this browser's player sat last. */
export function lastTable() {
  return load(LAST, (content) => typeof content === "string");
}

/** @param {string} table */
export function rememberTable(table) {
  save(LAST, table);
}

/**
 * Forgets the last table if it is this one; says whether it was.
 * @param {string} table
 */
export function forgetTable(table) {
  if (lastTable() !== table) return false;
  clear(LAST);
  return true;
}

/**
 * A ticket as it is stored; one that is damaged is left out.
 * @param {[string, unknown]} stored
 * @returns {[string, Ticket][]}
 */
function readTicket([table, content]) {
  if (!isObject(content)) return [];
  const { seats = earlierSeats(content), me, counted, ...others } = content;
  /** @param {unknown} held */
  const isToken = (held) => isObject(held) && typeof held.seat === "number" && typeof held.token === "string";
  const whole = Array.isArray(seats) && seats.every(isToken) && typeof me === "number" && typeof counted === "boolean";
  return whole ? [[table, { ...others, seats, me, counted }]] : [];
}

/**
 * The seats of a ticket that an earlier version of the page stored.
 * @param {Record<string, unknown>} content
 */
function earlierSeats({ secrets }) {
  return Array.isArray(secrets) ? secrets.map((held) => ({ seat: held?.seat, token: held?.secret })) : null;
}
