// What stands around every view: the header above it, and keys that work everywhere.

import { notify } from "./announce.js";
import { Header } from "./header.js";
import { followShortcuts } from "./keys.js";
import { settings } from "./settings.js";

/** @import { LiveScreen } from "./live/screen.js" */
/** @import { TableView } from "./table-view.js" */

/**
 * Puts the frame where the page keeps its place; gives the header.
 * @param {() => TableView | LiveScreen | null} table that is on the screen, if one is
 */
export function setUpFrame(table) {
  const header = new Header(table);
  document.querySelector("header")?.replaceWith(header.body);
  const step = (/** @type {number} */ turns) => table()?.step(turns);
  followShortcuts([
    { keys: ["ArrowLeft", ","], words: "one turn back in the history, or one second", run: () => step(-1) },
    { keys: ["ArrowRight", "."], words: "one turn or second forward", run: () => step(1) },
    { keys: ["Home"], words: "first position", run: () => step(-Infinity) },
    { keys: ["End"], words: "back to live", run: () => step(Infinity) },
    { keys: ["z"], words: "undo", run: () => undo(table()) },
    { keys: ["p"], words: "stop time, or let it run", run: () => pause(table()) },
    { keys: ["f"], words: "flip the board", run: () => table()?.flip() },
    { keys: ["t", "/"], words: "type a move", run: () => table()?.focusTyped() },
    { keys: ["n"], words: "new game", run: () => header.newGame() },
    { keys: ["r"], words: "restart", run: () => header.restart() },
    { keys: ["m"], words: "sound on or off", run: toggleSound },
  ]);
  return header;
}

/** @param {TableView | LiveScreen | null} table */
function undo(table) {
  if (table && "undo" in table) table.undo();
}

/** @param {TableView | LiveScreen | null} table */
function pause(table) {
  if (table && "pause" in table) table.pause();
}

function toggleSound() {
  settings.change({ sound: !settings.now.sound });
  notify(settings.now.sound ? "Sound is on" : "Sound is off");
}
