// A solver's progress: the browser stores it under `puzzleProgress`; the server updates it and stores nothing.

import { countPuzzle } from "../api.js";
import { isObject, load, save } from "../storage.js";

/** @import { GameId, PuzzleProgress } from "../../../wire" */

const KEY = "puzzleProgress";
const OWN = "ownPuzzles";
/** The most own puzzles that are stored; the oldest are dropped first. */
const MOST_OWN = 60;

/** @type {PuzzleProgress} */
const NEW = {
  rating: { rating: 1500, deviation: 350, volatility: 0.06 },
  solved: 0,
  failed: 0,
  streak: 0,
  best_streak: 0,
  reviews: [],
  seen: [],
};

/** @param {GameId} game */
export function progressOf(game) {
  return all()[game] ?? NEW;
}

/**
 * Counts a puzzle that was tried.
 * @param {GameId} game
 * @param {{id: string, rating: number, solved: boolean}} tried
 */
export async function count(game, tried) {
  const after = await countPuzzle({ progress: progressOf(game), ...tried });
  save(KEY, { ...all(), [game]: after });
  return after;
}

/** Puzzles made of one's own games, as lines of text. @param {GameId} game */
export function ownPuzzles(game) {
  const own = load(OWN, isLines) ?? [];
  return own.filter((line) => gameOf(line) === game);
}

/** The game of a puzzle. @param {string} line */
export function gameOf(line) {
  return line.split("\t")[1];
}

/**
 * Stores new puzzles; returns how many there were.
 * @param {string[]} lines
 */
export function keepOwn(lines) {
  const before = load(OWN, isLines) ?? [];
  const fresh = lines.filter((line) => !before.includes(line));
  save(OWN, [...before, ...fresh].slice(-MOST_OWN));
  return fresh.length;
}

/** @returns {Partial<Record<GameId, PuzzleProgress>>} */
function all() {
  return load(KEY, isProgresses) ?? {};
}

/**
 * @param {unknown} content
 * @returns {content is Partial<Record<GameId, PuzzleProgress>>}
 */
function isProgresses(content) {
  return isObject(content) && Object.values(content).every(isProgress);
}

/**
 * @param {unknown} content
 * @returns {content is PuzzleProgress}
 */
function isProgress(content) {
  if (!isObject(content) || !isObject(content.rating)) return false;
  const { rating, solved, failed, streak, best_streak, reviews, seen } = content;
  const numbers = [...Object.values(rating), solved, failed, streak, best_streak];
  return numbers.every((number) => typeof number === "number") && Array.isArray(reviews) && Array.isArray(seen);
}

/**
 * @param {unknown} content
 * @returns {content is string[]}
 */
function isLines(content) {
  return Array.isArray(content) && content.every((line) => typeof line === "string");
}
