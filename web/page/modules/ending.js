// The end of a game: announced by name, counted once, with ways to go on.

import { say, sentence } from "./announce.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { hasTurns } from "./fold.js";
import { ratingLine } from "./me/rating-line.js";
import { endTitle, modeOf, ownSeat } from "./names.js";
import { player } from "./profile.js";
import { storeTicket, ticket } from "./tickets.js";

/** @import { AnyView } from "../../wire" */

/**
 * Counts a finished game in the profile; says whether it was new. Games of two people here are not counted.
 * @param {AnyView} view
 */
export function countOnce(view) {
  const held = ticket(view.table);
  const { end } = view.frame;
  if (!end || !held || held.counted) return false;
  storeTicket(view.table, { ...held, counted: true });
  if (modeOf(view) !== "here") player.count(end.winner === ownSeat(view) ? "won" : "not won");
  return true;
}

/** In a live game the last blow comes as a surprise: it is seen for so many milliseconds before words cover the board. */
const LAST_LOOK = 1000;
/** Who was about to move must not answer a dialog with it: it listens after so many milliseconds. */
const CALM = 600;

/**
 * @param {AnyView} view
 * @param {{rematch: () => void, newGame: () => void, review: () => void}} doors
 * @param {AbortSignal} left the table is left
 */
export async function announceEnd(view, doors, left) {
  const { end } = view.frame;
  if (!end) return;
  const reason = sentence(end.reason);
  say(`${endTitle(view)}. ${reason}`);
  const plays = view.yours.length > 0;
  const rushed = !hasTurns(view);
  if (rushed) await new Promise((seen) => setTimeout(seen, LAST_LOOK));
  if (left.aborted) return;
  const form = element(
    "form",
    { method: "dialog" },
    element("p", { class: "words" }, reason),
    // Of four players the result is the winner's colour, which the title has.
    view.frame.seats.length === 2 && element("p", { class: "result muted" }, scoreText(end.result)),
    plays && ratingLine(view),
    element(
      "div",
      { class: "buttons" },
      element("button", { value: "review" }, "Review"),
      element("button", { value: "newGame" }, "New game"),
      plays && element("button", { value: "rematch", class: "primary" }, "Rematch"),
    ),
  );
  const { dialog, closed } = openDialog({
    title: endTitle(view),
    content: [form],
    kind: "ending",
    focus: rushed ? "title" : "field",
    leaving: "on request",
  });
  // What is said of a table is of no use elsewhere.
  left.addEventListener("abort", () => dialog.close());
  if (rushed) calmDown(dialog, form);
  const door = await closed;
  if (door === "review" || door === "newGame" || door === "rematch") doors[door]();
}

/** @param {string} result `1/2-1/2` */
function scoreText(result) {
  return result.replaceAll("1/2", "½").replaceAll("-", "–");
}

/**
 * In a live game the end comes under a finger that is about to press.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} form
 */
function calmDown(dialog, form) {
  form.inert = true;
  const stay = (/** @type {Event} */ event) => event.preventDefault();
  dialog.addEventListener("cancel", stay);
  setTimeout(() => {
    form.inert = false;
    dialog.removeEventListener("cancel", stay);
  }, CALM);
}
