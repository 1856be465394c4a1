// Converts a frame to drawn pieces: which rest or move, and when.

import { read, write } from "../board/geometry.js";

/** @import { Board, LivePiece, LiveView } from "../../../wire" */
/** @import { Shown } from "../board/pieces.js" */
/** @import { Glide, Spot } from "../board/glide.js" */
/** @import { Flights } from "./flights.js" */
/** @import { SentMove } from "./sent-moves.js" */
/** @import { TickClock } from "./tick-clock.js" */

/**
 * @param {object} what
 * @param {LivePiece[]} what.pieces
 * @param {LiveView} what.view
 * @param {TickClock} what.ticks
 * @param {Flights} what.flights
 * @param {Map<number, SentMove>} what.sent moves without an answer
 * @returns {Shown[]}
 */
export function shownPieces({ pieces, view, ticks, flights, sent }) {
  return pieces.map(({ id, army, kind, place }) => {
    const piece = { id, army, kind, square: null };
    if (place.is === "moving") {
      const from = spotOf(place.from);
      const to = place.to ? spotOf(place.to) : edge(view.board, from, place.step);
      return { ...piece, glide: { from, to, ...ticks.span(place.since, steps(from, to, place.step) * place.ticks) } };
    }
    if (place.is === "flying") return { ...piece, glide: flights.glide(id, ticks, view["ticks-per-square"]) };
    const move = sent.get(id);
    if (move?.since !== undefined) return { ...piece, glide: expected(place.square, move, view) };
    const rest = place.rests === null ? null : ticks.span(place.rests - view.rest, view.rest);
    return { ...piece, square: place.square, rest };
  });
}

/**
 * The way of a piece whose move the table has not answered yet.
 * @param {string} square
 * @param {SentMove} move
 * @param {LiveView} view
 * @returns {Glide}
 */
function expected(square, { to, since = 0 }, view) {
  const [from, end] = [spotOf(square), spotOf(to)];
  const far = Math.max(Math.abs(end[0] - from[0]), Math.abs(end[1] - from[1]));
  const lasts = (far * view["ticks-per-square"] * 1000) / view["ticks-per-second"];
  return { from, to: end, began: since, lasts, stood: null };
}

/**
 * The last place on the board in a direction; where another player's piece stops is not known before it does.
 * @param {Board} board
 * @param {Spot} from
 * @param {[number, number]} step
 * @returns {Spot}
 */
function edge({ width, height, holes }, from, [file, rank]) {
  /** @param {number} x @param {number} y */
  const exists = (x, y) => x >= 0 && x < width && y >= 0 && y < height && !holes.includes(write(x, y));
  let [x, y] = from;
  while (exists(x + file, y + rank)) [x, y] = [x + file, y + rank];
  return [x, y];
}

/**
 * @param {Spot} from
 * @param {Spot} to
 * @param {[number, number]} step
 */
function steps(from, to, [file, rank]) {
  return file === 0 ? (to[1] - from[1]) / rank : (to[0] - from[0]) / file;
}

/**
 * @param {string} square
 * @returns {Spot}
 */
function spotOf(square) {
  const { file, rank } = read(square);
  return [file, rank];
}
