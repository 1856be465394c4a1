// The card of a bot, with another level or thinking time for it during a game.

import { levelOf, levelOptions, offerOf, timeOptions } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { hasTurns } from "./fold.js";

/** @import { AnyView, LevelOffer, SeatNumber } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

/** Where a bot comes from. @type {Record<LevelOffer["kind"], string>} */
const KINDS = { internal: "part of Threefold", uci: "a UCI program", model: "a model from a file" };

/**
 * @param {TableClient} client
 * @param {SeatNumber} seat
 */
export function showBot(client, seat) {
  const { view } = client;
  const occupant = view?.frame.seats[seat]?.occupant;
  if (!view || occupant?.is !== "bot") return;
  const { spec } = occupant;
  const level = levelOf(view.game, spec);
  const list = factsOf(view, spec).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, value)),
  );
  const abilities = (level?.abilities ?? []).map(({ words }) => element("li", {}, words));
  // A seat of a live game is settled when time runs; that of a turn game can change at any move.
  const changes = hasTurns(view) && view.frame.end === null && view.yours.length > 0;
  const { dialog } = openDialog({
    title: level?.label ?? spec,
    kind: "bot-card",
    focus: "title",
    content: [
      element("p", {}, level ? `${level.name} ${level.words}.` : ""),
      element("dl", { class: "facts" }, ...list),
      abilities.length > 0 && element("ul", { class: "abilities", "aria-label": "What it does" }, ...abilities),
      changes && changeForm(client, view, seat, spec, () => dialog.close()),
    ],
  });
}

/**
 * @param {AnyView} view
 * @param {string} spec
 * @returns {[string, string][]}
 */
function factsOf(view, spec) {
  const level = levelOf(view.game, spec);
  const time = level?.times.find((one) => one.spec === spec);
  return [
    ["Name", level?.name ?? spec],
    ["Author", level?.author ?? "not named"],
    ["Version", level?.version ?? "not named"],
    ["Kind", level ? KINDS[level.kind] : "not known"],
    ["Game", offerOf(view.game)?.name ?? view.game],
    ["Strength", level?.strength ?? "not measured"],
    ...(level && level.times.length > 0
      ? [/** @type {[string, string]} */ (["Thinking time", time?.words ?? "its own"])]
      : []),
  ];
}

/**
 * Chooses another level and a thinking time for the bot on a seat.
 * @param {TableClient} client
 * @param {AnyView} view
 * @param {SeatNumber} seat
 * @param {string} spec
 * @param {() => void} done
 */
function changeForm(client, view, seat, spec, done) {
  const fault = element("p", { class: "fault", role: "status" });
  const times = element("div", { class: "field" });
  const level = levelOf(view.game, spec)?.spec ?? spec;
  const levels = select("other-bot", levelOptions(view.game), level, () => showTimes(levels.value));
  /** @param {string} chosen */
  const showTimes = (chosen) => {
    const options = timeOptions(view.game, chosen);
    const label = element("label", { for: "bot-time" }, "Thinking time");
    times.replaceChildren(label, select("bot-time", options, spec in options ? spec : chosen));
    times.hidden = Object.keys(options).length < 2;
  };
  const change = async () => {
    const time = /** @type {HTMLSelectElement | null} */ (times.querySelector("select"));
    const occupant = /** @type {const} */ ({ is: "bot", spec: time?.value ?? levels.value });
    const reply = await client.send({ kind: "common", command: "set-seat", seat, occupant });
    if (reply.done) done();
    else fault.textContent = reply.words;
  };
  showTimes(level);
  return element(
    "div",
    { class: "change-bot" },
    element("div", { class: "field" }, element("label", { for: "other-bot" }, "Level"), levels),
    times,
    element(
      "p",
      { class: "muted" },
      "The game continues from here. If moves have been played, it no longer counts for your training rating.",
    ),
    element("button", { type: "button", class: "primary", onclick: () => void change() }, "Change"),
    fault,
  );
}
