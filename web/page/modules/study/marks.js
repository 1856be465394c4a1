// Arrows and circles over a board, and how they are drawn: with the right button of a mouse, from square to square.
// With Shift they are red, with Alt blue, with both yellow.

import { Geometry } from "../board/geometry.js";

/** @import { Board, Drawing, DrawColour, Square } from "../../../wire" */
/** @import { GameBoard } from "../board.js" */

const SVG = "http://www.w3.org/2000/svg";

export class Marks {
  body = document.createElementNS(SVG, "svg");
  #geometry = new Geometry({ width: 8, height: 8, holes: [], letters: "small" }, 0);

  /**
   * @param {GameBoard} board
   * @param {(drawing: Drawing) => void} drawn
   * @param {AbortSignal} signal
   */
  constructor(board, drawn, signal) {
    this.body.setAttribute("class", "marks");
    this.body.setAttribute("aria-hidden", "true");
    /** @type {Square | null} */
    let from = null;
    const square = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      const { left, top, width, height } = board.getBoundingClientRect();
      return this.#geometry.at((clientX - left) / width, (clientY - top) / height);
    };
    const press = (/** @type {PointerEvent} */ event) => {
      from = event.button === 2 ? square(event) : null;
    };
    const release = (/** @type {PointerEvent} */ event) => {
      if (event.button !== 2 || from === null) return;
      const [began, to] = [from, square(event)];
      from = null;
      if (this.#geometry.has(began) && this.#geometry.has(to)) drawn({ colour: colourOf(event), from: began, to });
    };
    board.addEventListener("pointerdown", press, { signal });
    addEventListener("pointerup", release, { signal });
    signal.addEventListener("abort", () => this.body.remove());
  }

  /**
   * @param {Board} board
   * @param {number} quarters
   * @param {Drawing[]} drawings
   */
  show(board, quarters, drawings) {
    this.#geometry = new Geometry(board, quarters);
    const { columns, rows } = this.#geometry;
    this.body.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
    this.body.replaceChildren(...drawings.map((drawing) => this.#mark(drawing)));
  }

  /** @param {Drawing} drawing */
  #mark({ colour, from, to }) {
    const [start, end] = [from, to].map((square) => {
      const { column, row } = this.#geometry.cell(square);
      return { x: column + 0.5, y: row + 0.5 };
    });
    const made = document.createElementNS(SVG, from === to ? "circle" : "path");
    made.setAttribute("data-colour", colour);
    if (!start || !end) return made;
    if (from === to) {
      made.setAttribute("cx", String(start.x));
      made.setAttribute("cy", String(start.y));
      made.setAttribute("r", "0.44");
      return made;
    }
    const length = Math.hypot(end.x - start.x, end.y - start.y);
    const [right, down] = [(end.x - start.x) / length, (end.y - start.y) / length];
    const at = (/** @type {number} */ along, /** @type {number} */ beside) =>
      `${start.x + right * along - down * beside} ${start.y + down * along + right * beside}`;
    const [neck, tip] = [length - 0.42, length - 0.12];
    made.setAttribute(
      "d",
      `M${at(0.3, 0.07)}L${at(neck, 0.07)}L${at(neck, 0.2)}L${at(tip, 0)}L${at(neck, -0.2)}L${at(neck, -0.07)}L${at(0.3, -0.07)}Z`,
    );
    return made;
  }
}

/** @param {PointerEvent} event @returns {DrawColour} */
function colourOf({ shiftKey, altKey }) {
  if (shiftKey && altKey) return "yellow";
  if (shiftKey) return "red";
  return altKey ? "blue" : "green";
}
