// Runs before the rest of the page is there: while modules still load, the table that will be shown is found or opened, and
// the line to it laid.

import { loadCatalog } from "./catalog.js";
import { Line } from "./line.js";
import { newTable, usualChoices } from "./opening.js";
import { player } from "./profile.js";
import { lastTable } from "./tickets.js";

/** @type {Line | null} */
let laid = null;
/** @type {Promise<void> | null} */
let leading = null;

// Without a name there is a question first, and nobody knows for how long. What goes wrong is told to whoever asks again.
if (player.profile) lead().then(lay, () => {});

/** What the address names: a table by its code or the lobby, and a moment of a finished game. */
export function place() {
  const [name = "", query = ""] = location.hash.slice(1).split("?");
  const tick = new URLSearchParams(query).get("tick");
  return { name, tick: tick !== null && /^\d{1,9}$/.test(tick) ? Number(tick) : null };
}

/** Where the address names nothing, it names the table that was sat at last from then on, or else a new one. */
export function lead() {
  leading ??= find().finally(() => {
    leading = null;
  });
  return leading;
}

async function find() {
  if (place().name !== "") return;
  const table = lastTable() ?? (await loadCatalog().then(() => newTable(usualChoices())));
  // Without a turn through the browser's own navigation; somebody may have gone elsewhere meanwhile.
  if (place().name === "") history.replaceState(null, "", `#${table}`);
}

function lay() {
  const { name } = place();
  if (name !== "lobby") laid = held(name);
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
