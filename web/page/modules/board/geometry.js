// Squares and their places on the screen, for a board of any shape turned by quarters.
//
// A board is turned clockwise by quarters: 0 has the first rank below, 2 is seen from the other side.

/** @import { Board, Square } from "../../../wire" */
/** @typedef {{column: number, row: number}} Cell counted from the upper left corner of the screen */

export class Geometry {
  /**
   * @param {Board} board
   * @param {number} quarters
   */
  constructor(board, quarters) {
    this.board = board;
    this.quarters = ((quarters % 4) + 4) % 4;
    this.holes = new Set(board.holes);
    const lying = this.quarters % 2 === 1;
    this.columns = lying ? board.height : board.width;
    this.rows = lying ? board.width : board.height;
  }

  /**
   * @param {Square} square
   * @returns {Cell}
   */
  cell(square) {
    const { file, rank } = read(square);
    return this.spot(file, rank);
  }

  /**
   * The same for a place that may lie between squares.
   * @param {number} file
   * @param {number} rank
   * @returns {Cell}
   */
  spot(file, rank) {
    const { width, height } = this.board;
    switch (this.quarters) {
      case 0:
        return { column: file, row: height - 1 - rank };
      case 1:
        return { column: rank, row: file };
      case 2:
        return { column: width - 1 - file, row: rank };
      default:
        return { column: height - 1 - rank, row: width - 1 - file };
    }
  }

  /**
   * The square in a cell; cells beside the board have names too, as far as squares can be named.
   * @param {Cell} cell
   * @returns {Square}
   */
  square({ column, row }) {
    const { width, height } = this.board;
    switch (this.quarters) {
      case 0:
        return write(column, height - 1 - row);
      case 1:
        return write(row, column);
      case 2:
        return write(width - 1 - column, row);
      default:
        return write(width - 1 - row, height - 1 - column);
    }
  }

  /** @param {Square} square */
  has(square) {
    const { column, row } = this.cell(square);
    return column >= 0 && column < this.columns && row >= 0 && row < this.rows && !this.holes.has(square);
  }

  /**
   * The square under a point, as fractions of the board's box. A point outside gets a name that is not on the board.
   * @param {number} x
   * @param {number} y
   * @returns {Square}
   */
  at(x, y) {
    if (x >= 0 && x < 1 && y >= 0 && y < 1) {
      return this.square({ column: Math.floor(x * this.columns), row: Math.floor(y * this.rows) });
    }
    return write(this.board.width, this.board.height);
  }

  /**
   * Whether a square is drawn dark: a1 always is.
   * @param {Square} square
   */
  dark(square) {
    const { file, rank } = read(square);
    return (file + rank) % 2 === 0;
  }

  /** The squares row by row as they lie on the screen. */
  *screen() {
    for (let row = 0; row < this.rows; row++) {
      yield Array.from({ length: this.columns }, (_, column) => this.square({ column, row }));
    }
  }
}

/**
 * @param {Square} square
 */
export function read(square) {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

/**
 * @param {number} file
 * @param {number} rank
 * @returns {Square}
 */
export function write(file, rank) {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}
