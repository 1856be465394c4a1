// The page begins here: name, what the hall offers, then the table or the lobby that the address names.

import { notify, setUpAnnouncements } from "./announce.js";
import { loadCatalog } from "./catalog.js";
import { element } from "./element.js";
import { Header } from "./header.js";
import { followShortcuts } from "./keys.js";
import { Lobby } from "./lobby.js";
import { open, usualChoices } from "./opening.js";
import { settings } from "./settings.js";
import { TableView } from "./table-view.js";
import { lastTable } from "./tickets.js";
import { welcome } from "./welcome.js";

/** @type {TableView | Lobby | null} */
let shown = null;
/** @type {Header} */
let header;

setUpAnnouncements();
await welcome();
await loadCatalog().then(enter, (error) => trouble(error.message));

async function enter() {
  header = new Header(() => (shown instanceof TableView ? shown.table : null));
  document.body.prepend(header.body);
  addEventListener("hashchange", route);
  followShortcuts([
    { keys: ["ArrowLeft", ","], words: "one turn back in the history", run: () => step(-1) },
    { keys: ["ArrowRight", "."], words: "one turn forward", run: () => step(1) },
    { keys: ["Home"], words: "first position", run: () => step(-Infinity) },
    { keys: ["End"], words: "back to live", run: () => step(Infinity) },
    { keys: ["z"], words: "undo", run: () => onTable((view) => view.undo()) },
    { keys: ["f"], words: "flip the board", run: () => onTable((view) => view.flip()) },
    { keys: ["t", "/"], words: "type a move", run: () => onTable((view) => view.focusTyped()) },
    { keys: ["n"], words: "new game", run: () => header.newGame() },
    { keys: ["r"], words: "restart", run: () => header.restart() },
    { keys: ["m"], words: "sound on or off", run: toggleSound },
  ]);
  await route();
}

/** Shows what the address names: a table by its code, the lobby, or else the last table or a new one. */
async function route() {
  const place = location.hash.slice(1);
  if (place === "lobby") return show(new Lobby());
  if (place !== "") {
    return show(new TableView(place, { changed: () => header.show(), newGame: () => header.newGame() }));
  }
  const last = lastTable();
  if (last) return location.replace(`#${last}`);
  try {
    await open(usualChoices());
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
}

/** @param {TableView | Lobby} view */
function show(view) {
  shown?.close();
  const before = shown?.body ?? document.querySelector("main");
  shown = view;
  if (before) before.replaceWith(view.body);
  else document.body.append(view.body);
}

/** @param {number} plies */
function step(plies) {
  onTable(({ table }) => table.look(table.looking + plies));
}

/** @param {(view: TableView) => void} run */
function onTable(run) {
  if (shown instanceof TableView) run(shown);
}

function toggleSound() {
  settings.change({ sound: !settings.now.sound });
  notify(settings.now.sound ? "Sound is on" : "Sound is off");
}

/** @param {string} words */
function trouble(words) {
  const again = element("button", { type: "button", class: "primary", onclick: () => location.reload() }, "Try again");
  const main = element(
    "main",
    { class: "trouble" },
    element("h1", {}, "The hall is closed"),
    element("p", {}, words),
    again,
  );
  document.querySelector("main")?.remove();
  document.body.append(main);
}
