// A bot that could not go on: its seat can be given to another, so that the game is not lost with it.

import { notify } from "./announce.js";
import { levelsOf } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { seatTitle } from "./names.js";

/** @import { SeatNumber } from "../../wire" */
/** @import { Table } from "./table.js" */

/**
 * @param {Table} table
 * @param {{seat: SeatNumber, words: string}} failed
 */
export async function askReplacement(table, { seat, words }) {
  const { view } = table;
  if (view.yours.length === 0) return;
  const levels = levelsOf(view.game);
  const options = Object.fromEntries(levels.map(({ spec, name }) => [spec, name]));
  const successor = select("successor", options, levels[0]?.spec ?? "");
  const form = element(
    "form",
    { method: "dialog" },
    element("p", {}, words),
    element("div", { class: "field" }, element("label", { for: "successor" }, "Who takes the seat?"), successor),
    element(
      "div",
      { class: "buttons" },
      element("button", { value: "" }, "Leave it"),
      element("button", { value: "replace", class: "primary" }, "Go on"),
    ),
  );
  const title = `${seatTitle(view, seat)} cannot go on`;
  const { closed } = openDialog({ title, content: [form], leaving: "on request" });
  if ((await closed) !== "replace") return;
  const answer = await table.wish({ wish: "replace", seat, spec: successor.value });
  if (!answer.granted) notify(answer.words);
}
