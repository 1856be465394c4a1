// Opening a table: with what was chosen last, with other settings, or the same once more.

import * as api from "./api.js";
import { games, levelOf, levelsOf, offerOf, usualLevel } from "./catalog.js";
import { hasTurns } from "./fold.js";
import { modeOf, ownSeat } from "./names.js";
import { player } from "./profile.js";
import { settings } from "./settings.js";
import { isObject, load, save } from "./storage.js";
import { storeTicket, ticket } from "./tickets.js";

/** @import { AnyView, Choices, GameId, GameOffer, LiveChoices, LiveView, OpenedTable, TurnChoices, TurnView } from "../../wire" */
/** @typedef {Partial<Omit<TurnChoices, "game">> & Partial<Omit<LiveChoices, "game">> & {game: GameId}} Loose some choices */

const KEY = "lastOpening";

export const MODES = { machine: "Against the machine", here: "Two people here", link: "By link" };

/** The second person's name, for this visit. */
let secondName = "";

export function rememberedSecondName() {
  return secondName;
}

/**
 * Whether a live game was chosen.
 * @param {Choices} choices
 * @returns {choices is LiveChoices}
 */
export function isLive(choices) {
  return "seats" in choices;
}

/**
 * Whether the choice for a seat is a bot.
 * @param {string} seat
 */
export function isBot(seat) {
  return seat !== "you" && seat !== "link";
}

/**
 * Opens a table and goes there.
 * @param {Choices} choices
 */
export async function open(choices) {
  location.hash = await newTable(choices);
}

/**
 * Opens a table and stores what it was opened with; returns its code.
 * @param {Choices} choices
 */
export async function newTable(choices) {
  const brisk = !isLive(choices) && !settings.now.pauses ? { brisk: true } : {};
  const opened = await api.openTable({ ...choices, ...brisk });
  const { opponent, start: _, ...kept } = /** @type {TurnChoices} */ (choices);
  if (opponent) secondName = opponent;
  save(KEY, kept);
  const { seats } = opened;
  // Two people here hold both seats; the first is the profile's. Who watches bots holds none.
  if (seats.length > 0) storeTicket(opened.table, { seats, me: firstSeat(opened), counted: false, choices });
  return opened.table;
}

/** What is offered to somebody who has not chosen: what was played last, or the first game against its first level. */
export function usualChoices() {
  const last = load(KEY, areChoices);
  if (last && offerOf(last.game) && (last.mode !== "here" || secondName)) {
    return fitting({ ...last, ...(last.mode === "here" ? { opponent: secondName } : {}) });
  }
  const [first] = games();
  if (!first) throw new Error("The server offers no game.");
  return fitting({ game: first.game });
}

/**
 * All that a game needs and nothing else: levels, boards and speeds that it has, as many seats as the board.
 * @param {Loose} choices
 * @returns {Choices}
 */
export function fitting({ board, speed, seats = ["you"], visibility, rated, ...others }) {
  const { game } = others;
  const offer = offerOf(game);
  // A table that waits for nobody is not listed.
  const listed = visibility ? { visibility } : {};
  // Ratings are for people with accounts who play each other.
  const counts = rated && player.account !== null ? { rated } : {};
  if (offer?.kind === "live") {
    const fit = fittingLive(offer, { board, speed, seats });
    const people = fit.seats.includes("you") && !fit.seats.some(isBot);
    return fit.seats.includes("link") ? { ...fit, ...listed, ...(people ? counts : {}) } : fit;
  }
  const { level, mode = "machine", ...kept } = others;
  if (mode === "link") return { ...kept, game, mode, ...listed, ...counts };
  if (mode !== "machine") return { ...kept, game, mode };
  const known = levelsOf(game).find(({ spec }) => spec === level)?.spec ?? usualLevel(game);
  return { ...kept, game, mode, ...(known ? { level: known } : {}) };
}

/**
 * @param {GameOffer} offer of a live game
 * @param {{board: string | undefined, speed: string | undefined, seats: string[]}} choices
 * @returns {LiveChoices}
 */
function fittingLive({ game, boards, speeds, levels }, { board, speed, seats }) {
  const chosen = boards.find((one) => one.board === board) ?? boards[0];
  const fast = speeds.find((one) => one.speed === speed) ?? speeds[0];
  if (!chosen || !fast) throw new Error("The server offers no board for this game.");
  const first = levels[0]?.spec ?? "link";
  const known = seats.map((seat) => (isBot(seat) && !levels.some(({ spec }) => spec === seat) ? first : seat));
  const bot = known.find(isBot) ?? first;
  const all = chosen.seats.map((_, at) => known[at] ?? bot);
  return { game, board: chosen.board, speed: fast.speed, seats: all };
}

/**
 * What a table was opened with, as far as this browser knows or can see.
 * @param {AnyView} view
 * @returns {Choices}
 */
export function choicesOf(view) {
  return hasTurns(view) ? turnChoicesOf(view) : liveChoicesOf(view);
}

/** @param {TurnView} view */
function turnChoicesOf(view) {
  const bot = view.frame.seats.map(({ occupant }) => occupant).find((occupant) => occupant.is === "bot");
  const level = bot && levelOf(view.game, bot.spec)?.spec;
  const known = ticket(view.table)?.choices;
  // The bot may have been changed since the table was opened.
  if (known) return level && "level" in known ? { ...known, level } : known;
  return fitting({ game: view.game, mode: modeOf(view), ...(level ? { level } : {}) });
}

/** Who sits there may have changed since the table was opened. @param {LiveView} view */
function liveChoicesOf(view) {
  const { seats } = view.frame;
  // Who watches people would play in the place of the first.
  const mine = ownSeat(view) ?? seats.findIndex(({ occupant }) => occupant.is !== "bot");
  const occupants = seats.map(({ occupant }, seat) =>
    occupant.is === "bot" ? occupant.spec : seat === mine ? "you" : "link",
  );
  const board = offerOf(view.game)?.boards.find((one) => one.seats.length === seats.length)?.board;
  return fitting({ game: view.game, ...(board ? { board } : {}), speed: view.speed, seats: occupants });
}

/**
 * The next level after a game against bots of one level: the stronger one for the winner, the weaker one for the loser.
 * @param {AnyView} view
 * @returns {{words: string, choices: Choices} | null}
 */
export function nextLevel(view) {
  const { end, seats } = view.frame;
  const own = ownSeat(view);
  if (!end || end.winner === null || own === null) return null;
  const [level, ...others] = seats.flatMap(({ occupant }, seat) =>
    seat === own ? [] : [occupant.is === "bot" ? levelOf(view.game, occupant.spec)?.spec : undefined],
  );
  if (level === undefined || others.some((other) => other !== level)) return null;
  const won = end.winner === own;
  const levels = levelsOf(view.game);
  const next = levels[levels.findIndex(({ spec }) => spec === level) + (won ? 1 : -1)];
  if (!next) return null;
  const last = choicesOf(view);
  const choices = isLive(last)
    ? { ...last, seats: last.seats.map((seat) => (isBot(seat) ? next.spec : seat)) }
    : { ...last, level: next.spec };
  return { words: `${won ? "Stronger" : "Weaker"}: ${next.name}`, choices };
}

/**
 * The same game again with sides swapped.
 * @param {AnyView} view
 */
export async function openRematch(view) {
  const held = ticket(view.table);
  if (!held) return;
  const opened = await api.rematch(
    view.table,
    held.seats.map(({ token }) => token),
  );
  const me = opened.seats.length > 1 ? 1 - held.me : firstSeat(opened);
  storeTicket(opened.table, { ...held, seats: opened.seats, me, counted: false });
  location.hash = opened.table;
}

/** @param {OpenedTable} opened */
function firstSeat({ seats }) {
  return Math.min(...seats.map(({ seat }) => seat));
}

/**
 * @param {unknown} content
 * @returns {content is Loose}
 */
function areChoices(content) {
  if (!isObject(content)) return false;
  const { game, mode, level, side, clock, board, speed, seats, visibility, rated } = content;
  const listed = visibility === undefined || ["private", "public", "closed"].includes(String(visibility));
  const counted = rated === undefined || typeof rated === "boolean";
  const texts = [level, side, clock, board, speed].every((text) => text == null || typeof text === "string");
  const seated = seats === undefined || (Array.isArray(seats) && seats.every((seat) => typeof seat === "string"));
  return (
    typeof game === "string" && (mode === undefined || String(mode) in MODES) && texts && seated && listed && counted
  );
}
