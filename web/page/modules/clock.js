// A clock that counts down between frames.

/** @import { ClockView } from "../../wire" */

/** Below this many milliseconds tenths are shown, and the clock is in danger. */
const LOW = 20_000;

/**
 * What is left now of a clock that came at `arrived`.
 * @param {ClockView} clock
 * @param {number} arrived on the clock of `performance.now()`
 */
export function leftNow({ left, running }, arrived) {
  return running ? Math.max(0, left - (performance.now() - arrived)) : left;
}

/** @param {number} left in milliseconds */
export function clockText(left) {
  const seconds = left < LOW ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = (seconds % 60).toFixed(left < LOW ? 1 : 0).padStart(left < LOW ? 4 : 2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** How long something has gone on. @param {number} seconds */
export function elapsedText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @param {number} left in milliseconds */
export function isLow(left) {
  return left < LOW;
}
