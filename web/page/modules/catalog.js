// The games that the server offers, with their levels, boards and speeds. The page has no list of its own.

import * as api from "./api.js";

/** @import { GameId, GameOffer } from "../../wire" */

/** What the games are, in a sentence. @type {Record<string, string>} */
const WORDS = {
  chess: "The classic game, with bots from beginner to Master.",
  ransom: "No king: every capture pays ransom, and ransom turns pawns into queens.",
  kungfu: "Chess without turns: everybody moves at once, and every piece rests after its move.",
};

/** @type {GameOffer[]} */
let offered = [];
/** @type {Promise<void> | null} */
let loading = null;

/** Loads the offer, once. */
export function loadCatalog() {
  loading ??= api.levels().then((games) => {
    offered = games;
  });
  return loading;
}

export function games() {
  return offered;
}

/** @param {GameId} game */
export function offerOf(game) {
  return offered.find((one) => one.game === game) ?? null;
}

/** @param {GameId} game */
export function gameName(game) {
  return offerOf(game)?.name ?? game;
}

/** What a game is, in a sentence. @param {GameId} game */
export function gameWords(game) {
  return WORDS[game] ?? "";
}

/** @param {GameId} game */
export function levelsOf(game) {
  return offerOf(game)?.levels ?? [];
}

/** The level for somebody who has never played. @param {GameId} game */
export function usualLevel(game) {
  return offerOf(game)?.usual ?? "";
}

/**
 * The level of a bot, whatever its thinking time.
 * @param {GameId} game
 * @param {string} spec
 */
export function levelOf(game, spec) {
  return levelsOf(game).find((level) => level.spec === spec || level.times.some((time) => time.spec === spec)) ?? null;
}

/**
 * The name of a bot, with a thinking time that is not its own.
 * @param {GameId} game
 * @param {string} spec
 */
export function levelName(game, spec) {
  const level = levelOf(game, spec);
  return level?.times.find((time) => time.spec === spec)?.name ?? level?.name ?? spec;
}

/** The games as options of a list. */
export function gameOptions() {
  return Object.fromEntries(offered.map(({ game, name }) => [game, name]));
}

/** @param {GameId} game */
export function levelOptions(game) {
  return Object.fromEntries(levelsOf(game).map(({ spec, label }) => [spec, label]));
}

/**
 * The thinking times of a level as options of a list; one alone where nothing can be chosen.
 * @param {GameId} game
 * @param {string} spec
 */
export function timeOptions(game, spec) {
  const level = levelOf(game, spec);
  const times = (level?.times ?? []).map((time) => [time.spec, time.words]);
  return Object.fromEntries([[level?.spec ?? spec, "its own"], ...times]);
}

/** @param {GameId} game */
export function boardOptions(game) {
  return Object.fromEntries((offerOf(game)?.boards ?? []).map(({ board, name }) => [board, name]));
}

/** @param {GameId} game */
export function speedOptions(game) {
  return Object.fromEntries((offerOf(game)?.speeds ?? []).map(({ speed, name }) => [speed, name]));
}
