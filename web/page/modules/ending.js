// The end of a game: announced with names, counted once, with buttons for another game.

import { notify, say, sentence } from "./announce.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { hasTurns } from "./fold.js";
import { ratingLine } from "./me/rating-line.js";
import { endTitle, modeOf, ownSeat } from "./names.js";
import { rematchAsked } from "./offer-card.js";
import { nextLevel, open } from "./opening.js";
import { player } from "./profile.js";
import { storeTicket, ticket } from "./tickets.js";

/** @import { AnyView } from "../../wire" */

/**
 * Counts a finished game in the profile; says whether it was new. Games of two people here and missions are not counted.
 * @param {AnyView} view
 */
export function countOnce(view) {
  const held = ticket(view.table);
  const { end } = view.frame;
  if (!end || !held || held.counted) return false;
  storeTicket(view.table, { ...held, counted: true });
  const mission = "scenario" in view.frame && view.frame.scenario !== undefined;
  // A game that was called off counts for nobody.
  if (modeOf(view) !== "here" && end.result !== "*" && !mission)
    player.count(end.winner === ownSeat(view) ? "won" : "not won");
  return true;
}

/** In a live game the last capture is shown for so many milliseconds before the dialog covers the board. */
const LAST_LOOK = 1000;
/** The dialog accepts input after so many milliseconds, so that a move in progress does not answer it. */
const CALM = 600;

/**
 * @param {AnyView} view
 * @param {{rematch: () => void, decline: () => void, newGame: () => void, review: () => void}} doors
 * @param {AbortSignal} left the table is left
 * @param {EventTarget} changes dispatches `update` when somebody offers a rematch
 */
export async function announceEnd(view, doors, left, changes) {
  const { end } = view.frame;
  if (!end) return;
  const reason = sentence(end.reason);
  say(`${endTitle(view)}. ${reason}`);
  const plays = view.yours.length > 0;
  const rushed = !hasTurns(view);
  if (rushed) await new Promise((seen) => setTimeout(seen, LAST_LOOK));
  if (left.aborted) return;
  const offer = element("p", { class: "rematch-offer", role: "status", hidden: true });
  const rematch = element("button", { value: "rematch", class: "primary" }, "Rematch");
  const decline = element("button", { value: "decline", hidden: true }, "No rematch");
  const next = nextLevel(view);
  const form = element(
    "form",
    { method: "dialog" },
    element("p", { class: "words" }, reason),
    // Of four players the result is the winner's colour, which the title has.
    view.frame.seats.length === 2 &&
      end.result !== "*" &&
      element("p", { class: "result muted" }, scoreText(end.result)),
    plays && ratingLine(view),
    element(
      "div",
      { class: "buttons" },
      element("button", { value: "review" }, "Review"),
      element("button", { value: "newGame" }, "New game"),
      next && element("button", { value: "next" }, next.words),
      plays && decline,
      plays && rematch,
    ),
    offer,
  );
  // Who is asked for a rematch reads it here: the table behind the dialog cannot be reached.
  const ask = () => {
    const asked = plays ? rematchAsked(view) : null;
    offer.hidden = asked === null;
    decline.hidden = asked === null;
    offer.textContent = asked === null ? "" : `${asked} wants a rematch.`;
    rematch.textContent = asked === null ? "Rematch" : "Accept the rematch";
  };
  changes.addEventListener("update", ask, { signal: left });
  ask();
  const { dialog, closed } = openDialog({
    title: endTitle(view),
    content: [form],
    kind: "ending",
    focus: rushed ? "title" : "field",
    leaving: "on request",
  });
  // A press beside it closes it; the release of a press that was there before does not.
  dialog.addEventListener("pointerdown", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    if (event.target === dialog && (x < left || x > right || y < top || y > bottom) && !form.inert) dialog.close();
  });
  // Announcements of a table are removed elsewhere.
  left.addEventListener("abort", () => dialog.close());
  if (rushed) calmDown(dialog, form);
  const door = await closed;
  changes.removeEventListener("update", ask);
  // What had the focus may be gone with the game.
  const stop = /** @type {HTMLElement | null} */ (document.querySelector("game-board [tabindex='0']"));
  if (document.activeElement === document.body) stop?.focus({ preventScroll: true });
  if (door === "next" && next) open(next.choices).catch((error) => notify(error.message));
  if (door === "review" || door === "newGame" || door === "rematch" || door === "decline") doors[door]();
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
