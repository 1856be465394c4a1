// From what people do with pieces to what the table is asked for, and the refusals back to where they happened.

import { refuse } from "./announce.js";
import { chooseKind } from "./promotion.js";
import { play } from "./sound.js";

/** @import { Choice, Kind, Square } from "../../wire" */
/** @import { GameBoard } from "./board.js" */
/** @import { Table } from "./table.js" */

/** @type {Kind} */
const PLAIN = { does: "move" };

/**
 * @param {GameBoard} board
 * @param {Table} table
 */
export function carryWishes(board, table) {
  board.addEventListener("wish", async (event) => {
    const { from, to, choices } = /** @type {CustomEvent<{from: Square, to: Square, choices: Choice[]}>} */ (event)
      .detail;
    const kind = await meant(table, choices);
    if (kind) await send(from, to, kind);
  });
  board.addEventListener("upgrade", (event) => {
    const { square } = /** @type {CustomEvent<{square: Square}>} */ (event).detail;
    send(square, square, { does: "upgrade" });
  });

  /**
   * @param {Square} from
   * @param {Square} to
   * @param {Kind} kind
   */
  async function send(from, to, kind) {
    const answer = await table.wish({ wish: "move", from, to, kind });
    if (answer.granted) return;
    board.settle();
    play("refused");
    refuse(answer.words, board.box(to));
  }
}

/**
 * Which of the choices on two squares is meant; a wish that is none of them goes to the table as it is.
 * @param {Table} table
 * @param {Choice[]} choices
 * @returns {Promise<Kind | null>}
 */
async function meant(table, choices) {
  if (choices.length < 2) return choices[0]?.kind ?? PLAIN;
  const { seats, scene } = table.view.frame;
  const army = seats[scene.turn ?? 0]?.army ?? "ivory";
  return (await chooseKind(choices, army))?.kind ?? null;
}
