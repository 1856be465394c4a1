// A bot that failed: its seat can be given to another bot, so that the game is not lost with it.

import { notify } from "./announce.js";
import { levelOptions } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { seatTitle } from "./names.js";

/** @import { SeatNumber } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

/**
 * @param {TableClient} client
 * @param {{seat: SeatNumber, words: string}} failed
 */
export async function askReplacement(client, { seat, words }) {
  const { view } = client;
  if (!view || view.yours.length === 0) return;
  const options = levelOptions(view.game);
  const successor = select("successor", options, Object.keys(options)[0] ?? "");
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
  const title = `${seatTitle(view, seat)} cannot continue`;
  const { closed } = openDialog({ title, content: [form], leaving: "on request" });
  if ((await closed) !== "replace") return;
  const reply = await client.send({
    kind: "common",
    command: "set-seat",
    seat,
    occupant: { is: "bot", spec: successor.value },
  });
  if (!reply.done) notify(reply.words);
}
