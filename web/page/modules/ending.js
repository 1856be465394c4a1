// The end of a game: announced by name, counted once, with ways to go on.

import { say } from "./announce.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { endTitle, modeOf, ownSeat } from "./names.js";
import { player } from "./profile.js";
import { keepTicket, ticket } from "./tickets.js";

/** @import { View } from "../../wire" */

/**
 * Counts a finished game in the profile; says whether it was news. Games of two people here are not counted.
 * @param {View} view
 */
export function countOnce(view) {
  const held = ticket(view.table);
  const { end } = view.frame;
  if (!end || !held || held.counted) return false;
  keepTicket(view.table, { ...held, counted: true });
  if (modeOf(view) !== "here") player.count(end.winner === ownSeat(view) ? "won" : "not won");
  return true;
}

/**
 * @param {View} view
 * @param {{rematch: () => void, newGame: () => void, review: () => void}} doors
 */
export async function announceEnd(view, doors) {
  const { end } = view.frame;
  if (!end) return;
  say(`${endTitle(view)}. ${end.words}`);
  const plays = view.yours.length > 0;
  const form = element(
    "form",
    { method: "dialog" },
    element("p", { class: "words" }, end.words),
    element("p", { class: "result muted" }, end.result),
    element(
      "div",
      { class: "buttons" },
      element("button", { value: "review" }, "Review"),
      element("button", { value: "newGame" }, "New game"),
      plays && element("button", { value: "rematch", class: "primary" }, "Rematch"),
    ),
  );
  const { closed } = openDialog({ title: endTitle(view), content: [form], kind: "ending", leaving: "on request" });
  const door = await closed;
  if (door === "review" || door === "newGame" || door === "rematch") doors[door]();
}
