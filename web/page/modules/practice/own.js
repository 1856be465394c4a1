// Puzzles from the player's own games: the server searches the finished tables at which this browser has a seat.

import { ApiError, ownPuzzlesOf } from "../api.js";
import { tickets } from "../tickets.js";
import { gameOf, keepOwn } from "./progress.js";

/** @import { GameId } from "../../../wire" */

/** So many games are searched at once, the newest first. */
const MOST = 10;

/**
 * Searches own games, and shows the result and the number of new puzzles.
 * @param {GameId} game
 */
export async function searchOwn(game) {
  let [searched, found] = [0, 0];
  for (const { table, ticket } of tickets()) {
    if (searched === MOST) break;
    // What is played at a table that somebody else opened is not known here.
    if (ticket.choices !== undefined && ticket.choices.game !== game) continue;
    try {
      const { puzzles } = await ownPuzzlesOf(table, ticket.me);
      const own = puzzles.filter((line) => gameOf(line) === game);
      searched += 1;
      found += keepOwn(own);
    } catch (error) {
      // A game that still runs, a study or a table that is gone has no puzzles.
      if (error instanceof ApiError && NONE.has(error.code)) continue;
      return { words: /** @type {Error} */ (error).message, found };
    }
  }
  if (searched === 0) return { words: "There are no finished games of yours yet.", found };
  return { words: `Searched: ${count(searched, "game")}, ${count(found, "new puzzle")}.`, found };
}

/** Why a table has no puzzles. */
const NONE = new Set(["no-own-puzzles", "no-table", "not-over", "wrong-kind", "unknown-format"]);

/** @param {number} number @param {string} thing */
function count(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
