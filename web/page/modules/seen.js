// A table with turns as its board shows it: from which side, and what the armies are called.

import { modeOf, ownSeat } from "./names.js";
import { settings } from "./settings.js";

/** @import { Scene, View } from "../../wire" */

/**
 * @param {View} view
 * @param {Scene} scene the present one, or another point of the record
 */
export function boardOf(view, scene) {
  const sides = new Map(view.frame.seats.map(({ army, side }) => [army, side.toLowerCase()]));
  return { board: view.board, turns: turnsOf(view, scene), scene, sides };
}

/**
 * Quarters to turn the board by: own side below; with two people here, the side whose turn it is.
 * @param {View} view
 * @param {Scene} scene
 */
function turnsOf(view, scene) {
  const present = scene === view.frame.scene;
  const turning = modeOf(view) === "here" && settings.now.turning && scene.turn !== null && present;
  const below = turning ? scene.turn : (ownSeat(view) ?? 0);
  return below === 1 ? 2 : 0;
}
