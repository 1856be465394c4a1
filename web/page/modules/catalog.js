// What the hall offers: its games and the levels of each. The page has no list of its own.

import * as api from "./api.js";

/** @import { Game, GameLevels, Mode } from "../../wire" */

/** @type {GameLevels[]} */
let offered = [];
/** @type {Promise<void> | null} */
let loading = null;

/** What games are called; a game the hall adds is called by its own word. @type {Record<string, string>} */
const NAMES = { chess: "Chess", ransom: "Ransom", kungfu: "Kung Fu" };

/** @type {Record<Mode, string>} */
export const MODES = { machine: "Against the machine", here: "Two people here", link: "By link" };

/** The boards and speeds of games without turns. */
export const BOARDS = { standard: "8×8", four: "Cross" };
export const SPEEDS = { standard: "Standard", lightning: "Lightning" };

/** Asks what is offered, once. */
export function loadCatalog() {
  loading ??= api.levels().then((levels) => {
    offered = levels;
  });
  return loading;
}

export function games() {
  return offered.map(({ game }) => game);
}

/** @param {Game} game */
export function levelsOf(game) {
  return offered.find((one) => one.game === game)?.levels ?? [];
}

/** @param {Game} game */
export function gameName(game) {
  return NAMES[game] ?? game;
}

/**
 * @param {Game} game
 * @param {string} spec
 */
export function levelName(game, spec) {
  return levelsOf(game).find((level) => level.spec === spec)?.name ?? spec;
}
