// A board by keyboard: arrows move the focus over the squares, Enter picks up and puts down a piece, Escape deselects
// it, U requests an upgrade, Delete removes a premove.

/** @import { Square } from "../../../wire" */
/** @import { Geometry } from "./geometry.js" */

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {HTMLElement} grid
 * @param {object} board
 * @param {() => Geometry} board.geometry
 * @param {() => Square | null} board.stop where the keyboard is
 * @param {(square: Square) => void} board.focus
 * @param {(square: Square) => void} board.activate
 * @param {() => void} board.cancel
 * @param {(square: Square) => void} board.upgrade
 * @param {(square: Square) => void} board.remove
 */
export function followKeys(grid, { geometry, stop, focus, activate, cancel, upgrade, remove }) {
  grid.addEventListener("keydown", (event) => {
    const square = stop();
    if (!square || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) focus(walk(geometry(), square, step));
    else if (event.key === "Enter" || event.key === " ") activate(square);
    else if (event.key === "Escape") cancel();
    else if (event.key === "u") upgrade(square);
    else if (event.key === "Delete" || event.key === "Backspace") remove(square);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * The next square in a direction, across holes; the same one at the edge.
 * @param {Geometry} geometry
 * @param {Square} from
 * @param {[number, number]} step
 */
function walk(geometry, from, [right, down]) {
  let { column, row } = geometry.cell(from);
  do {
    column += right;
    row += down;
    if (column < 0 || row < 0 || column >= geometry.columns || row >= geometry.rows) return from;
  } while (!geometry.has(geometry.square({ column, row })));
  return geometry.square({ column, row });
}
