// The target of a touch on squares smaller than a fingertip.

/** @import { Square } from "../../../wire" */

/** Squares of this many pixels can be hit as they are. */
const FINGER = 44;
/** How far beside a square, in squares from its middle, a touch may still mean it. */
const SLACK = 0.95;

/**
 * The candidate nearest to a touch, if the square that was hit is none and one is near enough.
 * @param {{clientX: number, clientY: number}} point
 * @param {Square} hit
 * @param {Square[]} candidates
 * @param {(square: Square) => DOMRect} box
 * @returns {Square}
 */
export function aim({ clientX, clientY }, hit, candidates, box) {
  if (candidates.includes(hit) || candidates.length === 0) return hit;
  const far = candidates.map((square) => {
    const { left, top, width, height } = box(square);
    return {
      square,
      width,
      distance: Math.hypot(clientX - left - width / 2, clientY - top - height / 2) / width,
    };
  });
  const nearest = far.reduce((one, other) => (other.distance < one.distance ? other : one));
  return nearest.width < FINGER && nearest.distance < SLACK ? nearest.square : hit;
}
