// The page begins here: name, what the hall offers, then the table or the lobby that the address names.

import { place } from "./ahead.js";
import { notify, setUpAnnouncements } from "./announce.js";
import { loadCatalog } from "./catalog.js";
import { element } from "./element.js";
import { Entrance } from "./entrance.js";
import { Header } from "./header.js";
import { followShortcuts } from "./keys.js";
import { fetchLater, later } from "./later.js";
import { open, usualChoices } from "./opening.js";
import { player } from "./profile.js";
import { settings } from "./settings.js";
import { lastTable } from "./tickets.js";

/** @import { LiveScreen } from "./live/screen.js" */
/** @import { Lobby } from "./lobby.js" */
/** @import { TableView } from "./table-view.js" */

/** @type {Entrance | TableView | LiveScreen | Lobby | null} */
let shown = null;
/** What is shown, if it is a table. @type {TableView | LiveScreen | null} */
let table = null;
/** @type {Header} */
let header;

setUpAnnouncements();
if (player.profile) notify(`Welcome back, ${player.name}!`);
else await later.welcome().then(({ welcome }) => welcome());
await loadCatalog().then(enter, (error) => trouble(error.message));

async function enter() {
  header = new Header(() => table);
  document.body.prepend(header.body);
  addEventListener("hashchange", route);
  followShortcuts([
    { keys: ["ArrowLeft", ","], words: "one turn back in the history, or one second", run: () => step(-1) },
    { keys: ["ArrowRight", "."], words: "one turn or second forward", run: () => step(1) },
    { keys: ["Home"], words: "first position", run: () => step(-Infinity) },
    { keys: ["End"], words: "back to live", run: () => step(Infinity) },
    { keys: ["z"], words: "undo", run: () => table && "undo" in table && table.undo() },
    { keys: ["p"], words: "stop time, or let it run", run: () => table && "pause" in table && table.pause() },
    { keys: ["f"], words: "flip the board", run: () => table?.flip() },
    { keys: ["t", "/"], words: "type a move", run: () => table?.focusTyped() },
    { keys: ["n"], words: "new game", run: () => header.newGame() },
    { keys: ["r"], words: "restart", run: () => header.restart() },
    { keys: ["m"], words: "sound on or off", run: toggleSound },
  ]);
  await route();
}

/** Shows what the address names: a table by its code, the lobby, or else the last table or a new one. */
async function route() {
  // The table that was sat at last, unless another is named; without a turn through the browser's own navigation.
  const last = lastTable();
  if (place().name === "" && last) history.replaceState(null, "", `#${last}`);
  const { name, tick } = place();
  if (name === "lobby") {
    const { Lobby } = await later.lobby();
    // Somebody may have gone on while it was fetched.
    if (place().name === "lobby") show(new Lobby());
    return;
  }
  if (name !== "") {
    const doors = { changed: () => header.show(), newGame: () => header.newGame() };
    return show(new Entrance(name, tick, doors, enterTable));
  }
  try {
    await open(usualChoices());
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
}

/** @param {TableView | LiveScreen} entered */
function enterTable(entered) {
  show(entered);
  table = entered;
  table.begin();
  fetchLater();
}

/** @param {Entrance | TableView | LiveScreen | Lobby} view */
function show(view) {
  shown?.close();
  table = null;
  const before = shown?.body ?? document.querySelector("main");
  shown = view;
  if (before) before.replaceWith(view.body);
  else document.body.append(view.body);
}

/** @param {number} plies */
function step(plies) {
  table?.step(plies);
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
