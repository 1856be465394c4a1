// The frame of every view: the header above it, and keys that work everywhere.

import { notify } from "./announce.js";
import { followChallenges } from "./challenges.js";
import { Header } from "./header.js";
import { followShortcuts } from "./keys.js";
import { settings } from "./settings.js";

/** @import { AnyScreen } from "./entrance.js" */

/**
 * Inserts the frame into the page; returns the header.
 * @param {() => AnyScreen | null} table that is on the screen, if one is
 */
export function setUpFrame(table) {
  const header = new Header(table);
  document.querySelector("header")?.replaceWith(header.body);
  followChallenges();
  const step = (/** @type {number} */ steps) => table()?.step(steps);
  followShortcuts([
    { keys: ["ArrowLeft", ","], words: "one move back, or one second of a replay", run: () => step(-1) },
    { keys: ["ArrowRight", "."], words: "one move or second forward", run: () => step(1) },
    { keys: ["Home"], words: "first position", run: () => step(-Infinity) },
    { keys: ["End"], words: "back to live", run: () => step(Infinity) },
    { keys: ["z"], words: "undo", run: () => table()?.undo() },
    { keys: ["p"], words: "stop time, or let it run", run: () => table()?.pause() },
    { keys: ["f"], words: "flip the board", run: () => table()?.flip() },
    { keys: ["t", "/"], words: "type a move", run: () => table()?.focusTyped() },
    { keys: ["n"], words: "new game", run: () => header.newGame() },
    { keys: ["r"], words: "restart", run: () => header.restart() },
    { keys: ["m"], words: "sound on or off", run: toggleSound },
  ]);
  return header;
}

function toggleSound() {
  settings.change({ sound: !settings.now.sound });
  notify(settings.now.sound ? "Sound is on" : "Sound is off");
}
