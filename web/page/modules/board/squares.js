// The squares of a board: a grid, also for screen readers, with marks, names as text and one tab stop.

import { element } from "../element.js";
import { read } from "./geometry.js";

/** @import { Square } from "../../../wire" */
/** @import { Geometry } from "./geometry.js" */
/** @import { SquareNames } from "./square-names.js" */

/** Marks in the order they are spoken; a square can carry several. */
const SPOKEN = {
  selected: "selected",
  target: "can be reached",
  capture: "can be captured",
  check: "in check",
  last: "last move",
  hint: "hint",
  premoved: "has a premove",
  premove: "goal of a premove",
  goal: "one of your pieces is going there",
};

/** @typedef {keyof typeof SPOKEN} Mark */

export class Squares {
  grid = element("div", { role: "grid", "aria-label": "Board", class: "squares" });
  /** @type {Map<Square, HTMLElement>} */
  #cells = new Map();
  /** @type {SquareNames | null} */
  #names = null;
  /** @type {Square | null} */
  #stop = null;

  /**
   * @param {Geometry} geometry
   * @param {SquareNames} names
   */
  lay(geometry, names) {
    this.#names = names;
    const focused = this.grid.contains(document.activeElement);
    this.#cells.clear();
    const rows = [...geometry.screen()].map((squares, row) =>
      element(
        "div",
        { role: "row" },
        ...squares.map((square, column) => this.#cell(geometry, names, square, column, row)),
      ),
    );
    this.grid.replaceChildren(...rows);
    // The keyboard begins at the own side.
    const nearest = [...geometry.screen()].reverse();
    const first = nearest.flat().find((square) => this.#cells.has(square)) ?? null;
    this.#rest(this.#stop && this.#cells.has(this.#stop) ? this.#stop : first);
    if (focused) this.focus();
  }

  /**
   * Describes the piece and the marks of every square.
   * @param {(square: Square) => string} content
   * @param {(square: Square) => Mark[]} marks
   */
  dress(content, marks) {
    for (const square of this.#cells.keys()) this.dressOne(square, content, marks);
  }

  /**
   * The same for one square; only what is new touches the page.
   * @param {Square} square
   * @param {(square: Square) => string} content
   * @param {(square: Square) => Mark[]} marks
   */
  dressOne(square, content, marks) {
    const cell = this.#cells.get(square);
    if (!cell) return;
    const worn = marks(square);
    const words = [this.#names?.shown(square) ?? square, content(square), ...worn.map((mark) => SPOKEN[mark])].join(
      ", ",
    );
    if (cell.getAttribute("aria-label") === words) return;
    cell.dataset.marks = worn.join(" ");
    cell.setAttribute("aria-selected", String(worn.includes("selected")));
    cell.setAttribute("aria-label", words);
  }

  /** The square the keyboard is at. */
  get stop() {
    return this.#stop;
  }

  /**
   * Moves the one tab stop, and the focus with it if the grid has it.
   * @param {Square | null} square
   */
  #rest(square) {
    if (this.#stop) this.#cells.get(this.#stop)?.setAttribute("tabindex", "-1");
    this.#stop = square;
    if (square) this.#cells.get(square)?.setAttribute("tabindex", "0");
  }

  /** @param {Square} [square] */
  focus(square) {
    if (square && this.#cells.has(square)) this.#rest(square);
    if (this.#stop) this.#cells.get(this.#stop)?.focus({ preventScroll: true });
  }

  /**
   * Marks the square a dragged piece is over.
   * @param {Square | null} square
   */
  hover(square) {
    this.grid.querySelector("[data-hover]")?.removeAttribute("data-hover");
    if (square) this.#cells.get(square)?.setAttribute("data-hover", "");
  }

  /**
   * @param {Geometry} geometry
   * @param {SquareNames} names
   * @param {Square} square
   * @param {number} column
   * @param {number} row
   */
  #cell(geometry, names, square, column, row) {
    if (!geometry.has(square)) return element("div", { role: "gridcell", class: "hole", "aria-label": "no square" });
    const { rank } = read(names.name(square));
    const lying = (geometry.quarters + names.quarters) % 2 === 1;
    const letter = names.shown(square).slice(0, 1);
    const below = !geometry.has(geometry.square({ column, row: row + 1 }));
    const leftmost = !geometry.has(geometry.square({ column: column - 1, row }));
    const cell = element("div", {
      role: "gridcell",
      class: geometry.dark(square) ? "square dark" : "square light",
      "data-square": square,
      "data-below": below && (lying ? rank + 1 : letter),
      "data-left": leftmost && (lying ? letter : rank + 1),
      tabindex: -1,
    });
    this.#cells.set(square, cell);
    return cell;
  }
}
