// Puzzles from the player's own games: the server searches the finished tables at which this browser has a seat.

import { ApiError, ownPuzzlesOf } from "../api.js";
import { tickets } from "../tickets.js";
import { keepOwn } from "./progress.js";

/** @import { GameId } from "../../../wire" */

/** The newest tables are searched. */
const MOST = 10;

/**
 * Searches own games; says in words what came of it.
 * @param {GameId} game
 */
export async function searchOwn(game) {
  const own = tickets()
    .filter(({ ticket }) => ticket.choices?.game === game)
    .slice(0, MOST);
  let [searched, found] = [0, 0];
  for (const { table, ticket } of own) {
    try {
      const { puzzles } = await ownPuzzlesOf(table, ticket.me);
      searched += 1;
      found += keepOwn(puzzles);
    } catch (error) {
      // A game that still runs, or is gone, has no puzzles; a server that is away has none at all.
      if (!(error instanceof ApiError) || error.code === "no-answer") return /** @type {Error} */ (error).message;
    }
  }
  if (searched === 0) return "There are no finished games of yours yet.";
  return `${searched} games searched, ${found} new puzzles`;
}
