// Challenges to the account that is signed in: a card each, below the header, with the answers to it.

import { notify } from "./announce.js";
import * as api from "./api.js";
import { boardOptions, gameName, offerOf, speedOptions } from "./catalog.js";
import { element } from "./element.js";
import { notice } from "./notices.js";
import { player } from "./profile.js";
import { play } from "./sound.js";
import { storeTicket } from "./tickets.js";

/** @import { ChallengeEntry } from "../../wire" */

/** How often the server is asked, in milliseconds. */
const INTERVAL = 4000;

/** Shows challenges as long as the page is open; none come without an account. */
export function followChallenges() {
  const body = element("section", { class: "challenges", "aria-label": "Challenges", hidden: true });
  document.querySelector("header")?.after(body);
  /** Those that were shown already. @type {Set<string>} */
  const known = new Set();
  const show = (/** @type {ChallengeEntry[]} */ entries) => {
    for (const entry of entries.filter(({ table }) => !known.has(table))) {
      known.add(entry.table);
      play("ready");
      notice(`${entry.name} challenges you`, entry.table);
    }
    const key = JSON.stringify(entries);
    if (body.dataset.shown === key) return;
    body.dataset.shown = key;
    body.hidden = entries.length === 0;
    body.replaceChildren(...entries.map((entry) => card(entry, ask)));
  };
  const ask = async () => {
    if (player.account === null) return show([]);
    // A server that does not answer now is asked again.
    show(await api.challenges().catch(() => []));
  };
  setInterval(() => void ask(), INTERVAL);
  player.addEventListener("change", () => void ask());
  void ask();
}

/**
 * @param {ChallengeEntry} entry
 * @param {() => Promise<void>} changed
 */
function card(entry, changed) {
  const { table, name, rating, has_account } = entry;
  const who = rating === null ? `${name}${has_account ? "" : " (no account)"}` : `${name} (${rating})`;
  const answer = async (/** @type {() => Promise<unknown>} */ run) => {
    await run().catch((error) => notify(error.message));
    await changed();
  };
  const accept = async () => {
    const taken = await api.joinTable(table);
    storeTicket(table, { seats: [taken], me: taken.seat, counted: false });
    location.hash = table;
  };
  return element(
    "div",
    { class: "offer" },
    element("span", { role: "status" }, `${who} challenges you: ${wordsOf(entry)}.`),
    element("button", { type: "button", class: "primary", onclick: () => void answer(accept) }, "Accept"),
    element("button", { type: "button", onclick: () => void answer(() => api.declineChallenge(table)) }, "Decline"),
  );
}

/** What would be played. @param {ChallengeEntry} entry */
function wordsOf({ game, clock, board, speed, seat, rated }) {
  const live = board && speed ? [boardOptions(game)[board], speedOptions(game)[speed]?.toLowerCase()] : [];
  const time = board ? [] : [clock ?? "no clock"];
  const seats = board ? offerOf(game)?.boards.find((one) => one.board === board)?.seats : ["White", "Black"];
  const words = [gameName(game), ...live, ...time, rated ? "rated" : "not rated", `you play ${seats?.[seat] ?? ""}`];
  return words.filter(Boolean).join(", ");
}
