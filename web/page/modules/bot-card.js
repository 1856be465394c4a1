// What a bot is: name, level, strength, what its level means; and the way to put another bot on its seat.

import { levelOptions, levelsOf, offerOf } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { hasTurns } from "./fold.js";

/** @import { SeatNumber } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

/**
 * @param {TableClient} client
 * @param {SeatNumber} seat
 */
export function showBot(client, seat) {
  const { view } = client;
  const occupant = view?.frame.seats[seat]?.occupant;
  if (!view || occupant?.is !== "bot") return;
  const { spec } = occupant;
  const level = levelsOf(view.game).find((one) => one.spec === spec);
  /** @type {[string, string][]} */
  const facts = [
    ["Name", level?.name ?? spec],
    ["Game", offerOf(view.game)?.name ?? view.game],
    ["Kind", hasTurns(view) ? "plays by turns, on the server" : "plays in real time, on the server"],
    ["Strength", level?.rating ? `about ${level.rating}` : "not measured"],
    ["Called in commands", spec],
  ];
  const list = facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  const fault = element("p", { class: "fault", role: "status" });
  // A seat of a live game is settled when time runs; that of a turn game can change at any move.
  const changes = hasTurns(view) && view.frame.end === null && view.yours.length > 0;
  const levels = select("other-bot", levelOptions(view.game), spec);
  const change = async () => {
    const reply = await client.send({
      kind: "common",
      command: "set-seat",
      seat,
      occupant: { is: "bot", spec: levels.value },
    });
    if (reply.done) dialog.close();
    else fault.textContent = reply.words;
  };
  const { dialog } = openDialog({
    title: level?.label ?? spec,
    kind: "bot-card",
    focus: "title",
    content: [
      element("p", {}, level?.words ?? ""),
      element("dl", { class: "facts" }, ...list),
      changes &&
        element(
          "div",
          { class: "field" },
          element("label", { for: "other-bot" }, "Let another level play on"),
          element(
            "div",
            { class: "row" },
            levels,
            element("button", { type: "button", class: "primary", onclick: () => void change() }, "Change"),
          ),
          fault,
        ),
    ],
  });
}
