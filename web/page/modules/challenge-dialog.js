// The dialog for a challenge by name: name, game, clock and colour; then the player waits at the table.

import { sentence } from "./announce.js";
import * as api from "./api.js";
import { gameOptions, offerOf, speedOptions } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { player } from "./profile.js";
import { storeTicket } from "./tickets.js";

/** @import { Choices, GameId } from "../../wire" */

const CLOCKS = { "3+2": "3 + 2", "5+3": "5 + 3", "10+0": "10 minutes", "15+10": "15 + 10", "": "No clock" };
const SIDES = { random: "Either side", white: "White", black: "Black" };

/**
 * Asks whom to challenge to what, and goes to the table.
 * @param {string} [name] of the player
 */
export function askChallenge(name = "") {
  const named = element("input", { id: "challenge-name", type: "text", autocomplete: "off", maxlength: 20 });
  named.value = name;
  const game = select("challenge-game", gameOptions(), Object.keys(gameOptions())[0] ?? "", lay);
  const clock = select("challenge-clock", CLOCKS, "5+3", lay);
  const speed = select("challenge-speed", speedOptions("kungfu"), "standard");
  const side = select("challenge-side", SIDES, "random");
  const rated = element("input", { id: "challenge-rated", type: "checkbox", checked: true });
  const fault = element("p", { class: "fault", role: "status" });
  const fields = {
    clock: field("Clock", clock),
    speed: field("Speed", speed),
    rated: element("label", { class: "line" }, element("span", {}, "Rated"), rated),
  };
  const send = element("button", { type: "button", class: "primary", onclick: () => void challenge() }, "Challenge");
  const body = element(
    "form",
    { method: "dialog" },
    field("Player", named),
    field("Game", game),
    fields.clock,
    fields.speed,
    field("You play", side),
    fields.rated,
    fault,
    element("div", { class: "buttons" }, element("button", { value: "" }, "Cancel"), send),
  );
  const { dialog } = openDialog({ title: "Challenge a player", content: [body], kind: "pairing" });
  lay();

  function lay() {
    const live = offerOf(/** @type {GameId} */ (game.value))?.kind === "live";
    fields.clock.hidden = live;
    fields.speed.hidden = !live;
    // Ratings are for accounts, and a rated game of chess has a clock.
    fields.rated.hidden = player.account === null || (game.value === "chess" && clock.value === "");
  }

  async function challenge() {
    fault.textContent = "";
    try {
      const opened = await api.openTable(choices());
      const [{ seat = 0 } = {}] = opened.seats;
      storeTicket(opened.table, { seats: opened.seats, me: seat, counted: false });
      dialog.close();
      location.hash = opened.table;
    } catch (error) {
      fault.textContent = sentence(/** @type {Error} */ (error).message);
    }
  }

  /** @returns {Choices} */
  function choices() {
    const about = { challenge: named.value.trim(), ...(fields.rated.hidden ? {} : { rated: rated.checked }) };
    const chosen = /** @type {GameId} */ (game.value);
    if (offerOf(chosen)?.kind === "live") {
      const second = side.value === "black" || (side.value === "random" && Math.random() < 0.5);
      const seats = second ? ["link", "you"] : ["you", "link"];
      const fast = speed.value === "lightning" ? "lightning" : "standard";
      return { game: chosen, board: "standard", speed: fast, seats, ...about };
    }
    const wanted = /** @type {"white" | "black" | "random"} */ (side.value);
    return { game: chosen, mode: "link", side: wanted, clock: clock.value || null, ...about };
  }
}

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
function field(words, input) {
  return element("div", { class: "field" }, element("label", { for: input.id }, words), input);
}
