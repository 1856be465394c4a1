// Runs before the rest of the page is there: while modules still load, the table that will be shown is found or opened, and
// the client connects to it.

import { rename } from "./api.js";
import { loadCatalog } from "./catalog.js";
import { newTable, usualChoices } from "./opening.js";
import { player } from "./profile.js";
import { TableClient } from "./table-client.js";
import { lastTable } from "./tickets.js";

/** @type {TableClient | null} */
let ahead = null;
/** @type {Promise<void> | null} */
let leading = null;

// Without a name there is a question first, and nobody knows for how long. A failure is shown to who asks again.
if (player.profile) lead().then(connect, () => {});
// A server that does not answer gets the name at the next table.
player.addEventListener("renamed", () => void rename().catch(() => {}));

/** What the address names: a table by its code or the lobby, and a moment of a finished game. */
export function place() {
  const [name = "", query = ""] = location.hash.slice(1).split("?");
  const tick = new URLSearchParams(query).get("tick");
  return { name, tick: tick !== null && /^\d{1,9}$/.test(tick) ? Number(tick) : null };
}

/**
 * Whether an address names a table, not another view.
 * @param {string} name
 */
export function isTable(name) {
  return /^[2-9a-hjkmnp-z]{6}$/.test(name);
}

/** Makes an address that names nothing name the last table from then on, or else a new one. */
export function lead() {
  leading ??= find().finally(() => {
    leading = null;
  });
  return leading;
}

async function find() {
  if (place().name !== "") return;
  const table = lastTable() ?? (await loadCatalog().then(() => newTable(usualChoices())));
  // Without the browser's own navigation; somebody may have gone elsewhere meanwhile.
  if (place().name === "") history.replaceState(null, "", `#${table}`);
}

function connect() {
  const { name } = place();
  if (isTable(name)) ahead = holding(name);
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
