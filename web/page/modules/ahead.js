// Runs before the rest of the page is there: the line to the table that will be shown is laid while modules still load.

import { Line } from "./line.js";
import { player } from "./profile.js";
import { lastTable } from "./tickets.js";

/** @type {Line | null} */
let laid = null;

const table = place().name || lastTable();
// Without a name there is a question first, and nobody knows for how long.
if (player.profile && table && table !== "lobby") laid = held(table);

/** What the address names: a table by its code or the lobby, and a moment of a finished game. */
export function place() {
  const [name = "", query = ""] = location.hash.slice(1).split("?");
  const tick = new URLSearchParams(query).get("tick");
  return { name, tick: tick !== null && /^\d{1,9}$/.test(tick) ? Number(tick) : null };
}

/**
 * A line to a table that keeps what happens until it is released: the one laid ahead, once, or else a new one.
 * @param {string} id
 */
export function lineTo(id) {
  const line = laid?.id === id ? laid : held(id);
  if (line !== laid) laid?.close();
  laid = null;
  return line;
}

/** @param {string} id */
function held(id) {
  const line = new Line(id);
  line.hold();
  return line;
}
