// The search for a better move than a mistake: which mistake is hidden, and what the engine says of a move that is
// tried.

import { refuse, say } from "../announce.js";

/** @import { Action, Square } from "../../../wire" */
/** @import { GameBoard } from "../board.js" */
/** @import { TableClient } from "../table-client.js" */

export class SecondTry {
  /** The mistake that is tried again, whose move is not shown. @type {number | null} */
  mistake = null;
  /** What is said of the last move that was tried. */
  #verdict = "";
  #client;
  #board;
  #line;
  #draw;

  /**
   * @param {TableClient} client
   * @param {GameBoard} board
   * @param {HTMLElement} line where the words are shown
   * @param {() => void} draw draws the study
   */
  constructor(client, board, line, draw) {
    this.#client = client;
    this.#board = board;
    this.#line = line;
    this.#draw = draw;
  }

  /** What the line says while a better move is looked for. */
  get words() {
    return this.#verdict || "Find a better move.";
  }

  /** @param {number} mistake */
  begin(mistake) {
    this.mistake = mistake;
    this.#verdict = "";
  }

  /**
   * Tries a move instead of the mistake; the search ends if it is good.
   * @param {number} node the position before the mistake
   * @param {Square} from
   * @param {Square} to
   * @param {Action} action
   */
  async attempt(node, from, to, action) {
    this.#verdict = "The engine looks at it…";
    this.#line.textContent = this.#verdict;
    const reply = await this.#client.send({ kind: "own", command: "try", node, from, to, action });
    this.#verdict = "";
    this.#board.settle();
    if (!reply.done) {
      this.#draw();
      return refuse(reply.words, this.#board.box(to));
    }
    if (reply.answer.answer !== "tried") return;
    const { judgement, words } = reply.answer;
    if (!judgement.mistake) this.mistake = null;
    this.#verdict = `${words} Try another move.`;
    this.#draw();
    if (!judgement.mistake) this.#line.textContent = words;
    say(words);
  }
}
