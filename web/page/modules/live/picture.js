// From a frame to what a board draws: who stands, rests or glides, at which times.

import { read } from "../board/geometry.js";

/** @import { Board, LivePiece, LiveView } from "../../../wire" */
/** @import { Shown } from "../board/pieces.js" */
/** @import { Glide, Spot } from "../board/glide.js" */
/** @import { Course } from "./course.js" */
/** @import { Flights } from "./flights.js" */
/** @import { Order } from "./orders.js" */

/**
 * @param {object} what
 * @param {LivePiece[]} what.pieces
 * @param {LiveView} what.view
 * @param {Course} what.course
 * @param {Flights} what.flights
 * @param {Map<number, Order>} what.orders those that were given and not yet answered
 * @returns {Shown[]}
 */
export function picture({ pieces, view, course, flights, orders }) {
  return pieces.map(({ id, army, shape, place }) => {
    const piece = { id, army, shape, square: null };
    if (place.is === "moving") {
      const from = spotOf(place.from);
      const to = place.to ? spotOf(place.to) : edge(view.board, from, place.step);
      return { ...piece, glide: { from, to, ...course.span(place.since, steps(from, to, place.step) * place.ticks) } };
    }
    if (place.is === "flying") return { ...piece, glide: flights.glide(id, course, view.ticks_a_square) };
    const order = orders.get(id);
    if (order?.goes !== undefined) return { ...piece, glide: foreseen(place.square, order, view) };
    const rest = place.rests === null ? null : course.span(place.rests - view.rest, view.rest);
    return { ...piece, square: place.square, rest };
  });
}

/**
 * The way of a piece that was sent off here and of which the table has not spoken yet.
 * @param {string} square
 * @param {Order} order
 * @param {LiveView} view
 * @returns {Glide}
 */
function foreseen(square, { to, goes = 0 }, view) {
  const [from, end] = [spotOf(square), spotOf(to)];
  const far = Math.max(Math.abs(end[0] - from[0]), Math.abs(end[1] - from[1]));
  const lasts = (far * view.ticks_a_square * 1000) / view.ticks_a_second;
  return { from, to: end, began: goes, lasts, stood: null };
}

/**
 * The last place on the board in a direction; where a piece of others stops before is told when it does.
 * @param {Board} board
 * @param {Spot} from
 * @param {[number, number]} step
 * @returns {Spot}
 */
function edge({ width, height }, from, [file, rank]) {
  let [x, y] = from;
  while (x + file >= 0 && x + file < width && y + rank >= 0 && y + rank < height) [x, y] = [x + file, y + rank];
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
