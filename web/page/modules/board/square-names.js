// The names of squares as a player sees them.
//
// A board for two has the usual names of chess. On the cross players see their own army below, with letters from left
// to right and numbers upwards. Messages of the table use fixed names; this module converts them.

import { Geometry, read, write } from "./geometry.js";

/** @import { Board, Square } from "../../../wire" */

export class SquareNames {
  #seen;

  /**
   * @param {Board} board
   * @param {number} turned the quarters by which the player sees it turned
   */
  constructor(board, turned) {
    this.#seen = new Geometry(board, board.holes.length > 0 ? turned : 0);
    this.quarters = this.#seen.quarters;
  }

  /** The name of a square. @param {Square} square */
  name(square) {
    const { column, row } = this.#seen.cell(square);
    return write(column, this.#seen.rows - 1 - row);
  }

  /** The name of a square with the letters of the game. @param {Square} square */
  shown(square) {
    const name = this.name(square);
    return this.#seen.board.letters === "capital" ? name.toUpperCase() : name;
  }

  /** The square of a name. @param {Square} name */
  square(name) {
    const { file, rank } = read(name);
    return this.#seen.square({ column: file, row: this.#seen.rows - 1 - rank });
  }

  /** A typed order in the table's names. @param {string} typed */
  order(typed) {
    return this.#replaced(typed, /[a-z]\d+/g, (name) => this.square(name));
  }

  /** Words of the table in the player's names. @param {string} words */
  words(words) {
    return this.#replaced(words, /\b[a-z]\d+\b/g, (square) => this.name(square));
  }

  /**
   * A text with its squares replaced; what is no square of the board stays.
   * @param {string} text
   * @param {RegExp} squares
   * @param {(found: Square) => Square} change
   */
  #replaced(text, squares, change) {
    if (this.quarters === 0) return text;
    return text.replace(squares, (found) => (this.#seen.has(found) ? change(found) : found));
  }
}
