// A turn table as its board shows it: the side below, and the names of the armies.

import { modeOf, ownSeat, turnSeat } from "../names.js";
import { settings } from "../settings.js";

/** @import { Scene, TurnView } from "../../../wire" */

/**
 * @param {TurnView} view
 * @param {Scene} scene the present one, or another point of the record
 */
export function boardOf(view, scene) {
  const sides = new Map(view.frame.seats.map(({ army, side }) => [army, side.toLowerCase()]));
  return { board: view.board, quarters: quartersOf(view, scene), scene, sides };
}

/**
 * Quarters to turn the board by: own side below; with two people here, the side whose turn it is.
 * @param {TurnView} view
 * @param {Scene} scene
 */
function quartersOf(view, scene) {
  const present = scene === view.frame.scene;
  const turn = turnSeat(scene);
  const turning = modeOf(view) === "here" && settings.now.turning && turn !== null && present;
  const below = turning ? turn : (ownSeat(view) ?? 0);
  return below === 1 ? 2 : 0;
}
