// Opening a table: with what was chosen last, with other settings, or the same once more.

import * as api from "./api.js";
import { games, levelsOf, MODES } from "./catalog.js";
import { player } from "./profile.js";
import { isObject, load, save } from "./storage.js";
import { keepTicket, ticket } from "./tickets.js";

/** @import { Game, LiveOpening, Mode, Opened, Opening, View } from "../../wire" */
/** @import { LiveTable } from "./live/table.js" */
/** @import { Company } from "./names.js" */
/** @typedef {Omit<Opening, "name">} TurnChoices */
/** @typedef {Omit<LiveOpening, "name">} LiveChoices */
/** @typedef {TurnChoices | LiveChoices} Choices what is chosen for a game; the name is the profile's */
/** @typedef {Partial<Omit<TurnChoices, "game">> & Partial<Omit<LiveChoices, "game">> & {game: Game}} Loose some of it */

const KEY = "lastOpening";
/** How many players each board without turns has. */
export const PLAYERS = { standard: 2, four: 4 };
/** The second person's name, for this visit. */
let secondName = "";

export function rememberedSecondName() {
  return secondName;
}

/**
 * Whether a game without turns was chosen.
 * @param {Choices} choices
 * @returns {choices is LiveChoices}
 */
export function isLive(choices) {
  return "seats" in choices;
}

/**
 * Opens a table and goes there.
 * @param {Choices} choices
 */
export async function open(choices) {
  location.hash = await newTable(choices);
}

/**
 * Opens a table and keeps what it was opened with; gives its code.
 * @param {Choices} choices
 */
export async function newTable(choices) {
  const opened = await api.openTable({ ...choices, name: player.name });
  if (!isLive(choices) && choices.opponent) secondName = choices.opponent;
  const { opponent: _, start: __, ...kept } = /** @type {TurnChoices} */ (choices);
  save(KEY, kept);
  // Two people here hold both seats; the profile's is White's. Who watches bots holds none.
  const { secrets } = opened;
  if (secrets.length > 0) keepTicket(opened.table, { secrets, me: firstSeat(opened), counted: false, choices });
  return opened.table;
}

/** What is offered to somebody who has not chosen: what was played last, or the first game against its first level. */
export function usualChoices() {
  const last = load(KEY, areChoices);
  if (last && games().includes(last.game) && (last.mode !== "here" || secondName)) {
    return fitting({ ...last, ...(last.mode === "here" ? { opponent: secondName } : {}) });
  }
  return fitting({ game: /** @type {Game} */ (games()[0]) });
}

/**
 * All that a game needs and nothing else: levels that it has, none where there is no machine, as many seats as players.
 * @param {Loose} choices
 * @returns {Choices}
 */
export function fitting({ game, board = "standard", speed = "standard", seats = ["you"], ...others }) {
  const levels = levelsOf(game).map(({ spec }) => spec);
  const first = levels[0] ?? "";
  if (game === "kungfu") {
    const sits = (/** @type {string} */ seat) => seat === "you" || seat === "link" || levels.includes(seat);
    const known = seats.map((seat) => (sits(seat) ? seat : first));
    const bot = known.find((seat) => levels.includes(seat)) ?? first;
    const all = Array.from({ length: PLAYERS[board] }, (_, at) => known[at] ?? bot);
    return { game, board, speed, seats: all };
  }
  const { level, mode = "machine", ...kept } = others;
  if (mode !== "machine") return { ...kept, game, mode };
  const fits = level !== undefined && levels.includes(level) ? level : levels[0];
  return fits === undefined ? { ...kept, game, mode } : { ...kept, game, mode, level: fits };
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
 * The same of a table without turns; who sits there may have changed since.
 * @param {LiveTable} table
 * @returns {Choices}
 */
export function liveChoicesOf({ view, frame }) {
  // Who watches people would play in the place of the first.
  const mine = view.yours ?? frame.seats.findIndex(({ sitter }) => sitter.is !== "bot");
  const seats = frame.seats.map(({ sitter }, seat) =>
    sitter.is === "bot" ? sitter.spec : seat === mine ? "you" : "link",
  );
  const board = seats.length === PLAYERS.four ? "four" : "standard";
  return fitting({ game: "kungfu", board, speed: view.speed, seats });
}

/**
 * The same game again with sides swapped.
 * @param {Company} view
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
 * @returns {content is Loose}
 */
function areChoices(content) {
  if (!isObject(content)) return false;
  const { game, mode, level, side, clock, board, speed, seats } = content;
  if (game === "kungfu") {
    const known = typeof board === "string" && board in PLAYERS && (speed === "standard" || speed === "lightning");
    return known && Array.isArray(seats) && seats.every((seat) => typeof seat === "string");
  }
  const texts = [level, side, clock].every((text) => text === undefined || text === null || typeof text === "string");
  return typeof game === "string" && typeof mode === "string" && mode in MODES && texts;
}
