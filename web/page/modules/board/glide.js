// A piece between two places: its position at a time, and a transition to another path without a jump.

/** @typedef {[number, number]} Spot file and rank, also between squares */
/**
 * A stretch of time on the clock of `performance.now()`.
 * @typedef {object} Span
 * @property {number} began
 * @property {number} lasts
 * @property {number | null} stood how much of it has passed, while time stands
 */
/** @typedef {Span & {from: Spot, to: Spot}} Glide */

/** Places nearer than this are the same to the eye, in squares. */
const SAME = 0.03;
/** What is farther than this is no small error but another place. */
const ELSEWHERE = 1.6;

/**
 * How much of a span has passed, from 0 to 1.
 * @param {Span} span
 * @param {number} now
 */
export function passed({ began, lasts, stood }, now) {
  const gone = stood ?? now - began;
  return lasts > 0 ? Math.max(0, Math.min(gone / lasts, 1)) : 1;
}

/**
 * @param {Glide} glide
 * @param {number} now
 * @returns {Spot}
 */
export function spotAt(glide, now) {
  const part = passed(glide, now);
  return [glide.from[0] + (glide.to[0] - glide.from[0]) * part, glide.from[1] + (glide.to[1] - glide.from[1]) * part];
}

/**
 * The way that a piece shown somewhere else takes, so that it neither jumps nor comes late.
 * @param {Glide} glide as it is meant
 * @param {Spot} shown
 * @param {number} now
 * @returns {Glide}
 */
export function joined(glide, shown, now) {
  if (glide.stood !== null || apart(spotAt(glide, now), shown) !== "near") return glide;
  const lasts = Math.max(60, glide.began + glide.lasts - now);
  return { from: shown, to: glide.to, began: now, lasts, stood: null };
}

/**
 * @param {Spot} one
 * @param {Spot} other
 * @returns {"same" | "near" | "elsewhere"}
 */
export function apart(one, other) {
  const far = Math.hypot(one[0] - other[0], one[1] - other[1]);
  return far < SAME ? "same" : far > ELSEWHERE ? "elsewhere" : "near";
}

/**
 * Whether two spans are the same but for the trembling of an estimated clock.
 * @param {Span | null | undefined} one
 * @param {Span | null | undefined} other
 */
export function sameSpan(one, other) {
  if (!one || !other) return !one && !other;
  return Math.abs(one.began - other.began) < 12 && one.lasts === other.lasts && one.stood === other.stood;
}

/**
 * @param {Glide | null | undefined} one
 * @param {Glide | null | undefined} other
 */
export function sameGlide(one, other) {
  if (!one || !other) return !one && !other;
  return sameSpan(one, other) && String([one.from, one.to]) === String([other.from, other.to]);
}

/**
 * Lets an animation run in step with a span, or stand where the span stands.
 * @param {Animation} animation
 * @param {Span} span
 */
export function pace(animation, { began, stood }) {
  if (stood === null) {
    animation.startTime = began;
  } else {
    animation.pause();
    animation.currentTime = stood;
  }
}
