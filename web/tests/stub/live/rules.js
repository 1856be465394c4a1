// The stub's games without turns: pieces that glide, rest and capture by simple rules that are nobody's.
//
// A piece goes along a line until somebody stands in its way, a knight leaps; whoever moves takes who stands, and of two
// on the move the earlier one takes the other. Nothing is ever blocked by what moves.

/** @import { Army, Board, Shape, Square } from "../../../wire" */
/** @typedef {{is: "standing", square: Square, rests: number | null}} Standing */
/** @typedef {{is: "moving", from: Square, since: number, step: [number, number], ticks: number, to: Square}} Moving */
/** @typedef {{id: number, seat: number, army: Army, shape: Shape, place: Standing | Moving}} Figure */

export const ARMIES = /** @type {const} */ (["ivory", "ink", "vermilion", "cobalt"]);
/** Quarters that bring an army to the lower edge, by board. */
export const TURNED = { standard: [0, 2], four: [1, 0, 3, 2] };
export const SPEEDS = { standard: { square: 12, rest: 300 }, lightning: { square: 6, rest: 30 } };
export const SIDES = { standard: ["White", "Black"], four: ["Ivory", "Ink", "Vermilion", "Cobalt"] };

const BACK = /** @type {Shape[]} */ (["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"]);
const STRAIGHT = [0, 1, 2, 3].map(quarter);
const DIAGONAL = [0, 1, 2, 3].map((turn) => turned([1, 1], turn));
const LEAPS = [0, 1, 2, 3].flatMap((turn) => [turned([1, 2], turn), turned([2, 1], turn)]);
/** How near two pieces come before one is taken, in squares. */
const NEAR = 0.4;

/**
 * @param {"standard" | "four"} form
 * @returns {Board}
 */
export function boardOf(form) {
  if (form === "standard") return { width: 8, height: 8, holes: [] };
  const edge = [0, 1, 10, 11];
  const holes = edge.flatMap((file) => edge.map((rank) => write([file, rank])));
  return { width: 12, height: 12, holes };
}

/**
 * @param {"standard" | "four"} form
 * @returns {Figure[]}
 */
export function begin(form) {
  const size = form === "standard" ? 8 : 12;
  const first = (size - 8) / 2;
  /** @type {Figure[]} */
  const all = [];
  TURNED[form].forEach((turns, seat) => {
    for (const row of [0, 1]) {
      BACK.forEach((shape, at) => {
        // Counted from the lower edge, then turned to where the army sits.
        let [file, rank] = [first + at, row];
        for (let turn = 0; turn < turns; turn++) [file, rank] = [size - 1 - rank, file];
        const place = { is: /** @type {const} */ ("standing"), square: write([file, rank]), rests: null };
        const army = /** @type {Army} */ (ARMIES[seat]);
        all.push({ id: all.length, seat, army, shape: row === 0 ? shape : "pawn", place });
      });
    }
  });
  return all;
}

/**
 * Where a piece could go.
 * @param {Figure[]} figures
 * @param {Figure} figure
 * @param {Board} board
 * @param {number} turns
 * @returns {Square[]}
 */
export function reach(figures, figure, board, turns) {
  if (figure.place.is !== "standing") return [];
  const from = read(figure.place.square);
  /** @param {Square} square */
  const on = (square) => figures.find(({ place }) => place.is === "standing" && place.square === square);
  const squares = [];
  for (const [step, most] of ways(figure.shape, turns)) {
    for (let far = 1; far <= most; far++) {
      const square = write([from[0] + step[0] * far, from[1] + step[1] * far]);
      if (!has(board, square)) break;
      const other = on(square);
      if (other?.seat !== figure.seat) squares.push(square);
      if (other) break;
    }
  }
  return squares;
}

/**
 * The move from one square to another.
 * @param {Figure} figure
 * @param {Square} from
 * @param {Square} to
 * @param {number} since
 * @param {number} ticks that a square takes
 * @returns {Moving}
 */
export function under(figure, from, to, since, ticks) {
  const [a, b] = [read(from), read(to)];
  const way = /** @type {[number, number]} */ ([b[0] - a[0], b[1] - a[1]]);
  if (figure.shape === "knight") return { is: "moving", from, since, step: way, ticks: 2 * ticks, to };
  return { is: "moving", from, since, step: [Math.sign(way[0]), Math.sign(way[1])], ticks, to };
}

/**
 * @param {Moving} place
 * @returns {number} the tick at which it arrives
 */
export function arrival({ from, to, since, step, ticks }) {
  const [a, b] = [read(from), read(to)];
  const steps = Math.max(...[0, 1].map((at) => (step[at] ? (Number(b[at]) - Number(a[at])) / Number(step[at]) : 0)));
  return since + steps * ticks;
}

/**
 * File and rank of a piece at a tick.
 * @param {Figure} figure
 * @param {number} tick
 * @returns {[number, number]}
 */
export function spot({ place }, tick) {
  if (place.is === "standing") return read(place.square);
  const [file, rank] = read(place.from);
  const far = (tick - place.since) / place.ticks;
  return [file + place.step[0] * far, rank + place.step[1] * far];
}

/**
 * Who is taken at a tick, and by whom.
 * @param {Figure[]} figures
 * @param {number} tick
 * @returns {{taken: Figure, by: Figure}[]}
 */
export function clashes(figures, tick) {
  const found = [];
  for (const by of figures) {
    if (by.place.is !== "moving") continue;
    for (const taken of figures) {
      if (taken.seat === by.seat) continue;
      if (taken.place.is === "moving" && taken.place.since <= by.place.since) continue;
      const [a, b] = [spot(by, tick), spot(taken, tick)];
      if (Math.hypot(a[0] - b[0], a[1] - b[1]) < NEAR) found.push({ taken, by });
    }
  }
  return found;
}

/**
 * Whether a pawn has come to the far edge.
 * @param {Square} square
 * @param {Board} board
 * @param {number} turns
 */
export function atTheEnd(square, board, turns) {
  const ahead = turned([0, 1], turns);
  const [file, rank] = read(square);
  return !has(board, write([file + ahead[0], rank + ahead[1]]));
}

/**
 * @param {Square} square
 * @returns {[number, number]}
 */
export function read(square) {
  return [square.charCodeAt(0) - 97, Number(square.slice(1)) - 1];
}

/**
 * @param {number[]} spot
 * @returns {Square}
 */
function write([file = 0, rank = 0]) {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/**
 * @param {Board} board
 * @param {Square} square
 */
function has(board, square) {
  const [file, rank] = read(square);
  return file >= 0 && rank >= 0 && file < board.width && rank < board.height && !board.holes.includes(square);
}

/**
 * Steps and how often they may be taken.
 * @param {Shape} shape
 * @param {number} turns
 * @returns {[[number, number], number][]}
 */
function ways(shape, turns) {
  switch (shape) {
    case "pawn":
      return forward(turns).map((step, at) => [step, at === 0 ? 2 : 1]);
    case "knight":
      return LEAPS.map((step) => [step, 1]);
    case "bishop":
      return DIAGONAL.map((step) => [step, 12]);
    case "rook":
      return STRAIGHT.map((step) => [step, 12]);
    case "king":
      return [...STRAIGHT, ...DIAGONAL].map((step) => [step, 1]);
    default:
      return [...STRAIGHT, ...DIAGONAL].map((step) => [step, 12]);
  }
}

/** Ahead, and ahead to both sides. @param {number} turns */
function forward(turns) {
  return [turned([0, 1], turns), turned([1, 1], turns), turned([-1, 1], turns)];
}

/** @param {number} turn */
function quarter(turn) {
  return turned([0, 1], turn);
}

/**
 * A step as an army sees it that sits so many quarters anticlockwise from the lower edge.
 * @param {[number, number]} step
 * @param {number} turns
 * @returns {[number, number]}
 */
function turned([file, rank], turns) {
  let step = /** @type {[number, number]} */ ([file, rank]);
  for (let turn = 0; turn < turns; turn++) step = [-step[1] || 0, step[0]];
  return step;
}
