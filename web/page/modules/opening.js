// Opening a table: with what was chosen last, with other settings, or the same once more.

import * as api from "./api.js";
import { games, levelsOf, MODES } from "./catalog.js";
import { player } from "./profile.js";
import { isObject, load, save } from "./storage.js";
import { keepTicket, ticket } from "./tickets.js";

/** @import { Game, Mode, Opened, Opening, View } from "../../wire" */
/** @typedef {Omit<Opening, "name">} Choices what is chosen for a game; the name is the profile's */

const KEY = "lastOpening";
/** The second person's name, for this visit. */
let secondName = "";

export function rememberedSecondName() {
  return secondName;
}

/**
 * Opens a table and goes there.
 * @param {Choices} choices
 */
export async function open(choices) {
  const opened = await api.openTable({ ...choices, name: player.name });
  if (choices.opponent) secondName = choices.opponent;
  const { opponent: _, start: __, ...kept } = choices;
  save(KEY, kept);
  // Two people here hold both seats; the profile's is White's.
  keepTicket(opened.table, { secrets: opened.secrets, me: firstSeat(opened), counted: false, choices });
  location.hash = opened.table;
}

/** What is offered to somebody who has not chosen: what was played last, or the first game against its first level. */
export function usualChoices() {
  const last = load(KEY, areChoices);
  if (last && games().includes(last.game) && (last.mode !== "here" || secondName)) {
    return fitting({ ...last, ...(last.mode === "here" ? { opponent: secondName } : {}) });
  }
  return fitting({ game: /** @type {Game} */ (games()[0]), mode: "machine" });
}

/**
 * Choices with a level that the game has, and none where there is no machine.
 * @param {Choices} choices
 * @returns {Choices}
 */
export function fitting({ level, ...choices }) {
  if (choices.mode !== "machine") return choices;
  const levels = levelsOf(choices.game);
  const fits = levels.some(({ spec }) => spec === level) ? level : levels[0]?.spec;
  return fits === undefined ? choices : { ...choices, level: fits };
}

/**
 * What a table was opened with, as far as this browser knows or can see.
 * @param {View} view
 * @param {Mode} mode
 * @returns {Choices}
 */
export function choicesOf(view, mode) {
  const known = ticket(view.table)?.choices;
  if (known) return known;
  const bot = view.frame.seats.map(({ sitter }) => sitter).find((sitter) => sitter.is === "bot");
  return fitting({ game: view.game, mode, ...(bot ? { level: bot.spec } : {}) });
}

/**
 * The same game again with sides swapped.
 * @param {View} view
 */
export async function openRematch(view) {
  const held = ticket(view.table);
  if (!held) return;
  const opened = await api.rematch(
    view.table,
    held.secrets.map(({ secret }) => secret),
  );
  const me = opened.secrets.length > 1 ? 1 - held.me : firstSeat(opened);
  keepTicket(opened.table, { ...held, secrets: opened.secrets, me, counted: false });
  location.hash = opened.table;
}

/** @param {Opened} opened */
function firstSeat({ secrets }) {
  return Math.min(...secrets.map(({ seat }) => seat));
}

/**
 * @param {unknown} content
 * @returns {content is Choices}
 */
function areChoices(content) {
  if (!isObject(content)) return false;
  const { game, mode, level, side, clock } = content;
  const texts = [level, side, clock].every((text) => text === undefined || text === null || typeof text === "string");
  return typeof game === "string" && typeof mode === "string" && mode in MODES && texts;
}
