// The missions that were done: the browser stores their names. Damaged content counts as none.

import { load, save } from "../storage.js";

const KEY = "missionsDone";

/** @returns {Set<string>} */
export function missionsDone() {
  return new Set(load(KEY, areNames) ?? []);
}

/** @param {string} name */
export function keepMission(name) {
  save(KEY, [...missionsDone().add(name)]);
}

/**
 * @param {unknown} content
 * @returns {content is string[]}
 */
function areNames(content) {
  return Array.isArray(content) && content.every((name) => typeof name === "string");
}
