// The first lesson of Kung Fu Chess beside its table. The steps come from the server; what happens at the table ends
// them.

import { say } from "../announce.js";
import { liveLesson } from "../api.js";
import { element } from "../element.js";
import { newTable } from "../opening.js";
import { isObject, load, save } from "../storage.js";

/** @import { Happening, LiveEvent, LiveFrame, LiveLesson, LiveView } from "../../../wire" */
/** @import { TableClient, Update } from "../table-client.js" */

const KEY = "lessonTable";

/** Opens the table of the lesson; returns its code. */
export async function openLesson() {
  const table = await newTable({ game: "kungfu", board: "standard", speed: "standard", seats: ["you", "level1"] });
  save(KEY, { table });
  return table;
}

/** Whether a table is that of the lesson. @param {string} table */
export function isLesson(table) {
  return load(KEY, isLessonTable)?.table === table;
}

/**
 * The card of the lesson, which follows the table until it is left.
 * @param {TableClient} client
 * @param {AbortSignal} signal
 */
export function coach(client, signal) {
  const heading = element("h2", {}, "Lesson");
  const place = element("p", { class: "muted" });
  const words = element("p", { role: "status" });
  const body = element("section", { class: "coach", "aria-label": "Lesson" }, heading, words, place);
  let at = 0;
  let isCutShort = false;
  /** @type {number | null} */
  let last = null;
  /** @type {LiveLesson | null} */
  let lesson = null;
  const show = () => {
    if (!lesson) return;
    const step = isCutShort ? undefined : lesson.steps[at];
    const end = isCutShort ? "The game ended before the last step. Begin the lesson again." : "That was the lesson.";
    heading.textContent = lesson.title;
    words.textContent = step?.words ?? end;
    place.textContent = step ? `${at + 1} of ${lesson.steps.length}` : "";
    say(words.textContent);
  };
  /** @param {Happening[]} happened */
  const hear = (happened) => {
    const step = lesson?.steps[at];
    if (!step || isCutShort) return;
    if (happened.includes(step.done)) at += 1;
    else if (happened.includes("ended")) isCutShort = true;
    else return;
    show();
  };
  liveLesson().then(
    (read) => {
      lesson = read;
      show();
    },
    (error) => {
      words.textContent = error.message;
    },
  );
  const updated = (/** @type {Event} */ event) => {
    const { events, before } = /** @type {CustomEvent<Update>} */ (event).detail;
    const { view } = client;
    if (!view || !("turned" in view)) return;
    for (const one of /** @type {LiveEvent[]} */ (events)) {
      const happened = happenings(one, view, /** @type {LiveFrame} */ (before), last);
      if (one.event === "departed" && happened.length > 0) last = one.piece;
      hear(happened);
    }
    if (view.frame.premoves.length > 0) hear(["premoved"]);
  };
  client.addEventListener("update", updated, { signal });
  return body;
}

/**
 * What an event means for the learner.
 * @param {LiveEvent} event
 * @param {LiveView} view
 * @param {LiveFrame} before the pieces that an event may have taken off the board
 * @param {number | null} last the learner's piece that moved last
 * @returns {Happening[]}
 */
function happenings(event, view, before, last) {
  const own = view.frame.seats[view.yours[0] ?? 0]?.army;
  const piece = (/** @type {number | null} */ id) =>
    [...view.frame.pieces, ...before.pieces].find((one) => one.id === id && one.army === own);
  if (event.event === "departed") {
    const moved = piece(event.piece);
    if (!moved) return [];
    /** @type {Happening[]} */
    const another = last !== null && last !== moved.id ? ["moved-another"] : [];
    return ["moved", ...another, ...(moved.kind === "king" ? /** @type {const} */ (["king-moved"]) : [])];
  }
  if (event.event === "captured") return event.by !== null && piece(event.by) ? ["captured"] : [];
  return event.event === "ended" ? ["ended"] : [];
}

/**
 * @param {unknown} content
 * @returns {content is {table: string}}
 */
function isLessonTable(content) {
  return isObject(content) && typeof content.table === "string";
}
