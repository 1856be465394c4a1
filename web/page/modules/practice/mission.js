// A mission at its table: a card with the task and the time left, and the window at its end. The table decides whether
// the mission is done.

import { say, sentence } from "../announce.js";
import { practiceOffer } from "../api.js";
import { openDialog } from "../dialog.js";
import { element } from "../element.js";
import { TickClock } from "../live/tick-clock.js";
import { play } from "../sound.js";
import { keepMission } from "./missions-done.js";
import { openMission } from "./open-mission.js";

/** @import { LiveView, MissionOffer } from "../../../wire" */
/** @import { TableClient } from "../table-client.js" */

/** Milliseconds for which the last capture is shown before the result covers the board. */
const LAST_LOOK = 1000;
/** Milliseconds between two updates of the clock. */
const BEAT = 200;

/**
 * The card of a mission, which follows the table until it is left.
 * @param {TableClient} client
 * @param {AbortSignal} signal
 */
export function missionCard(client, signal) {
  const heading = element("h2", {}, "Mission");
  const words = element("p", { class: "task" });
  const left = element("p", { class: "muted left" });
  const body = element("section", { class: "coach mission", "aria-label": "Mission" }, heading, words, left);
  const view = () => /** @type {LiveView} */ (client.view);
  let over = false;
  /** @type {MissionOffer[]} */
  let missions = [];
  const name = view().frame.scenario?.name;
  const show = () => {
    const text = leftWords(client, view());
    if (left.textContent !== text) left.textContent = text;
    const won = view().frame.scenario?.won ?? null;
    body.dataset.state = won === null ? "open" : won ? "won" : "lost";
    if (won === null || over) return;
    over = true;
    if (won && name) keepMission(name);
    end(view(), missions, signal);
  };
  practiceOffer().then(
    (offer) => {
      missions = offer.missions;
      const mission = missions.find((one) => one.name === name);
      if (mission) {
        heading.textContent = `${mission.belt}: ${mission.title}`;
        words.textContent = mission.task;
        say(mission.task);
      }
      show();
    },
    (error) => {
      words.textContent = error.message;
    },
  );
  client.addEventListener("update", show, { signal });
  const beat = setInterval(show, BEAT);
  signal.addEventListener("abort", () => clearInterval(beat));
  return body;
}

/**
 * @param {TableClient} client
 * @param {LiveView} view
 */
function leftWords(client, view) {
  const { scenario } = view.frame;
  if (!scenario) return "";
  const ticks = TickClock.of(view.frame, client.clock, view["ticks-per-second"]);
  const seconds = Math.max(0, Math.ceil((scenario.until - ticks.now) / view["ticks-per-second"]));
  const moves = scenario.moves === null ? "" : ` · ${scenario.moves} ${scenario.moves === 1 ? "move" : "moves"} left`;
  return `${seconds} s left${moves}`;
}

/**
 * @param {LiveView} view
 * @param {MissionOffer[]} missions
 * @param {AbortSignal} left the table is left
 */
async function end(view, missions, left) {
  const { scenario, end: ending } = view.frame;
  if (!scenario || !ending) return;
  const title = scenario.won ? "Mission accomplished" : "Mission failed";
  play("end");
  say(`${title}. ${sentence(ending.reason)}`);
  await new Promise((seen) => setTimeout(seen, LAST_LOOK));
  if (left.aborted) return;
  const next = missions[missions.findIndex(({ name }) => name === scenario.name) + 1] ?? null;
  const again = element("button", { value: "again", class: scenario.won ? "" : "primary" }, "Again");
  const form = element(
    "form",
    { method: "dialog" },
    element("p", { class: "words" }, sentence(ending.reason)),
    scenario.won && next && element("p", { class: "muted" }, `Next: ${next.title}`),
    element(
      "div",
      { class: "buttons" },
      element("button", { value: "board" }, "Board"),
      element("button", { value: "list" }, "Missions"),
      again,
      next && element("button", { value: "next", class: scenario.won ? "primary" : "" }, "Next"),
    ),
  );
  const { dialog, closed } = openDialog({
    title,
    content: [form],
    kind: "ending",
    focus: "title",
    leaving: "on request",
  });
  left.addEventListener("abort", () => dialog.close());
  const door = await closed;
  if (left.aborted) return;
  if (door === "again") openMission(scenario.name);
  else if (door === "next" && next) openMission(next.name);
  else if (door === "list") location.hash = "missions";
}
