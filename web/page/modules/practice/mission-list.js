// The missions of Kung Fu Chess by belts, with those that were done.

import { element } from "../element.js";
import { missionsDone } from "./missions-done.js";
import { openMission } from "./open-mission.js";

/** @import { MissionOffer } from "../../../wire" */

/** @param {MissionOffer[]} missions */
export function missionList(missions) {
  const done = missionsDone();
  const next = missions.find(({ name }) => !done.has(name));
  const belts = [...new Set(missions.map(({ belt }) => belt))];
  const count = missions.filter(({ name }) => done.has(name)).length;
  const status = element("p", { class: "muted", id: "mission-status" }, `${count} of ${missions.length} missions done`);
  const sections = belts.map((belt) => {
    const own = missions.filter((mission) => mission.belt === belt);
    const finished = own.filter(({ name }) => done.has(name)).length;
    return element(
      "section",
      { class: "belt", "aria-label": belt, "data-belt": belt.split(" ")[0]?.toLowerCase() ?? "" },
      element("h2", {}, belt, " ", element("span", { class: "muted" }, `${finished} of ${own.length}`)),
      element("ol", { class: "missions" }, ...own.map((mission) => entry(mission, done.has(mission.name), next))),
    );
  });
  return [status, ...sections];
}

/**
 * @param {MissionOffer} mission
 * @param {boolean} done
 * @param {MissionOffer | undefined} next
 */
function entry(mission, done, next) {
  const { name, title, seconds } = mission;
  const words = done ? "Done. Play again, " : "Begin, ";
  return element(
    "li",
    {},
    element(
      "button",
      {
        type: "button",
        class: mission === next ? "primary" : "",
        "data-mission": name,
        onclick: () => openMission(name),
      },
      element("span", { class: "mark", "aria-hidden": "true" }, done ? "✓" : ""),
      element("span", { class: "unseen" }, words),
      element("span", { class: "name" }, title),
      element("span", { class: "seconds" }, `${seconds} s`),
    ),
  );
}
