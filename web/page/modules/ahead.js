// Runs before the other modules are loaded: it finds or opens the table that will be shown, and connects to it.

import { isCode, place } from "./address.js";
import { rename } from "./api.js";
import { loadCatalog } from "./catalog.js";
import { newTable, usualChoices } from "./opening.js";
import { player } from "./profile.js";
import { TableClient } from "./table-client.js";
import { lastTable } from "./tickets.js";

/** The address that opens a game at once, without the set-up. */
const PLAY = "play";

/** @type {TableClient | null} */
let ahead = null;
/** @type {Promise<void> | null} */
let leading = null;

// A visitor without a name is asked for one first. A failure is shown when the table is requested again.
if (player.profile) lead().then(connect, () => {});
// A server that does not answer gets the name at the next table.
player.addEventListener("renamed", () => void rename().catch(() => {}));

/**
 * Whether an address names puzzles, lessons, missions or drills.
 * @param {string} name
 * @returns {name is "puzzles" | "learn" | "missions" | "drills"}
 */
export function isPractice(name) {
  return name === "puzzles" || name === "learn" || name === "missions" || name === "drills";
}

/** Makes an address that asks to play name the last table from then on, or else a new one. */
export function lead() {
  leading ??= find().finally(() => {
    leading = null;
  });
  return leading;
}

async function find() {
  if (place().name !== PLAY) return;
  const table = lastTable() ?? (await loadCatalog().then(() => newTable(usualChoices())));
  // Without the browser's own navigation; the visitor may have left this address meanwhile.
  if (place().name === PLAY) history.replaceState(null, "", `#${table}`);
}

function connect() {
  const { name } = place();
  if (isCode(name)) ahead = holding(name);
}

/**
 * A client of a table that holds its events until they are released: the one that connected ahead, once, or a new one.
 * @param {string} id
 */
export function clientOf(id) {
  const client = ahead?.id === id ? ahead : holding(id);
  if (client !== ahead) ahead?.close();
  ahead = null;
  return client;
}

/** @param {string} id */
function holding(id) {
  const client = new TableClient(id);
  client.hold();
  return client;
}
