// The page begins here: name, what the server offers, then the table or the lobby that the address names. A board comes
// first; what stands around it is fetched when it is seen.

import { lead, place } from "./ahead.js";
import { notify, setUpAnnouncements } from "./announce.js";
import { loadCatalog } from "./catalog.js";
import { element } from "./element.js";
import { Entrance } from "./entrance.js";
import { fetchLater, later } from "./later.js";
import { viewOf } from "./me/views.js";
import { player } from "./profile.js";

/** @import { Header } from "./header.js" */
/** @import { TableScreen } from "./table-screen.js" */

/** @typedef {{body: HTMLElement, close: () => void}} View */
/** @type {View | null} */
let shown = null;
/** What is shown, if it is a table. @type {TableScreen | null} */
let table = null;
/** @type {Promise<Header> | null} */
let header = null;
const known = player.profile !== null;

setUpAnnouncements();
if (!known) await later.welcome().then(({ welcome }) => welcome());
await loadCatalog().then(enter, (error) => trouble(error.message));

async function enter() {
  addEventListener("hashchange", route);
  await route();
}

/** Shows what the address names: a table by its code, the lobby, or else the last table or a new one. */
async function route() {
  try {
    await lead();
  } catch (error) {
    surround();
    return trouble(/** @type {Error} */ (error).message);
  }
  const { name, tick } = place();
  if (name === "lobby") {
    const [{ Lobby }] = await Promise.all([later.lobby(), surround()]);
    // Somebody may have gone on while it was fetched.
    if (place().name === "lobby") show(new Lobby());
    return;
  }
  const own = viewOf(name);
  if (own) {
    const [view] = await Promise.all([own, surround()]);
    if (place().name === name) show(view);
    return;
  }
  const changed = async () => (await header)?.show();
  const newGame = async () => (await surround()).newGame();
  show(new Entrance(name, tick, { surround, changed, newGame }, enterTable));
}

/** Puts the frame around what is shown, once. */
function surround() {
  header ??= later.frame().then(({ setUpFrame }) => {
    const made = setUpFrame(() => table);
    if (known) notify(`Welcome back, ${player.name}!`);
    return made;
  });
  return header;
}

/** @param {TableScreen} entered */
function enterTable(entered) {
  show(entered);
  table = entered;
  table.begin();
  fetchLater();
}

/** @param {View} view */
function show(view) {
  shown?.close();
  table = null;
  const before = shown?.body ?? document.querySelector("main");
  shown = view;
  // A table takes over what its entrance has shown.
  if (before === view.body) return;
  if (before) before.replaceWith(view.body);
  else document.body.append(view.body);
}

/** @param {string} words */
function trouble(words) {
  const again = element("button", { type: "button", class: "primary", onclick: () => location.reload() }, "Try again");
  const main = element(
    "main",
    { class: "trouble" },
    element("h1", {}, "Threefold cannot be reached"),
    element("p", {}, words),
    again,
  );
  document.querySelector("main")?.remove();
  document.body.append(main);
}
