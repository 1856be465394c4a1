// The page begins here: name, what the hall offers, then the table or the lobby that the address names.

import { notify, setUpAnnouncements } from "./announce.js";
import { loadCatalog } from "./catalog.js";
import { element } from "./element.js";
import { Entrance } from "./entrance.js";
import { Header } from "./header.js";
import { followShortcuts } from "./keys.js";
import { LiveScreen } from "./live/screen.js";
import { Lobby } from "./lobby.js";
import { open, usualChoices } from "./opening.js";
import { settings } from "./settings.js";
import { TableView } from "./table-view.js";
import { lastTable } from "./tickets.js";
import { welcome } from "./welcome.js";

/** @type {Entrance | TableView | LiveScreen | Lobby | null} */
let shown = null;
/** @type {Header} */
let header;

setUpAnnouncements();
await welcome();
await loadCatalog().then(enter, (error) => trouble(error.message));

async function enter() {
  header = new Header(() => (shown instanceof TableView || shown instanceof LiveScreen ? shown : null));
  document.body.prepend(header.body);
  addEventListener("hashchange", route);
  followShortcuts([
    { keys: ["ArrowLeft", ","], words: "one turn back in the history, or one second", run: () => step(-1) },
    { keys: ["ArrowRight", "."], words: "one turn or second forward", run: () => step(1) },
    { keys: ["Home"], words: "first position", run: () => step(-Infinity) },
    { keys: ["End"], words: "back to live", run: () => step(Infinity) },
    { keys: ["z"], words: "undo", run: () => onTable((view) => view instanceof TableView && view.undo()) },
    {
      keys: ["p"],
      words: "stop time, or let it run",
      run: () => onTable((view) => view instanceof LiveScreen && view.pause()),
    },
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
  const [place = "", query = ""] = location.hash.slice(1).split("?");
  if (place === "lobby") return show(new Lobby());
  if (place !== "") {
    const tick = new URLSearchParams(query).get("tick");
    const moment = tick !== null && /^\d{1,9}$/.test(tick) ? Number(tick) : null;
    const doors = { changed: () => header.show(), newGame: () => header.newGame() };
    return show(new Entrance(place, moment, doors, enterTable));
  }
  const last = lastTable();
  if (last) return location.replace(`#${last}`);
  try {
    await open(usualChoices());
  } catch (error) {
    trouble(/** @type {Error} */ (error).message);
  }
}

/** @param {TableView | LiveScreen} view */
function enterTable(view) {
  show(view);
  view.begin();
}

/** @param {Entrance | TableView | LiveScreen | Lobby} view */
function show(view) {
  shown?.close();
  const before = shown?.body ?? document.querySelector("main");
  shown = view;
  if (before) before.replaceWith(view.body);
  else document.body.append(view.body);
}

/** @param {number} plies */
function step(plies) {
  onTable((view) => view.step(plies));
}

/** @param {(view: TableView | LiveScreen) => void} run */
function onTable(run) {
  if (shown instanceof TableView || shown instanceof LiveScreen) run(shown);
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
