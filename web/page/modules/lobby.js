// The lobby: tables that wait for somebody, games to watch with small boards, how many people there are, and a field
// for a code or a link.

import { codeIn, isCode } from "./address.js";
import * as api from "./api.js";
import { boardOptions, gameName, gameOptions, offerOf, speedOptions } from "./catalog.js";
import { element, select } from "./element.js";
import { later } from "./later.js";
import { Miniatures } from "./miniatures.js";

/** @import { GameId, LobbyTable, LobbyView } from "../../wire" */

/** How often the list is asked for, in milliseconds. */
const INTERVAL = 3000;

export class Lobby {
  #open = new Tables();
  #running = new Tables();
  #miniatures = new Miniatures();
  #counts = element("p", { class: "muted", role: "status" });
  #none = element("p", { class: "muted" }, "No table is waiting for a player.");
  #noGames = element("p", { class: "muted" }, "No game can be watched at the moment.");
  #game;
  /** @type {LobbyView} */
  #view = { online: 0, seeking: 0, tables: [] };
  #code = element("input", {
    id: "code",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    size: 12,
    "aria-describedby": "code-fault",
  });
  #fault = element("p", { class: "fault", id: "code-fault", role: "status" });
  #timer = setInterval(() => this.#ask(), INTERVAL);

  /** @param {() => void} newGame opens the dialog for a new game */
  constructor(newGame) {
    const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "").get("game") ?? "";
    this.#game = select("lobby-game", { "": "All games", ...gameOptions() }, wanted, () => this.#show(this.#view));
    const pair = async () => (await later.pairing()).findOpponent(/** @type {GameId} */ (this.#game.value || "chess"));
    const challenge = async () => (await later.challenge()).askChallenge();
    this.body = element(
      "main",
      { class: "lobby" },
      element("h1", {}, "Lobby"),
      this.#counts,
      element(
        "div",
        { class: "line" },
        element("button", { type: "button", class: "primary", onclick: () => void pair() }, "Play now"),
        element("button", { type: "button", onclick: newGame }, "Open a table"),
        element("button", { type: "button", onclick: () => void challenge() }, "Challenge a player"),
      ),
      element(
        "form",
        { class: "line", onsubmit: (/** @type {Event} */ event) => this.#go(event) },
        element("label", { for: "code" }, "Code or link of a table"),
        this.#code,
        element("button", {}, "Go"),
        this.#fault,
      ),
      element("div", { class: "line" }, element("label", { for: "lobby-game" }, "Show"), this.#game),
      element("h2", {}, "Open tables"),
      this.#none,
      this.#open.body,
      element("h2", {}, "Games to watch"),
      this.#noGames,
      this.#miniatures.body,
      this.#running.body,
    );
    this.#ask();
  }

  close() {
    clearInterval(this.#timer);
    this.#miniatures.close();
  }

  async #ask() {
    try {
      this.#show(await api.lobby());
    } catch (error) {
      this.#counts.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {LobbyView} view */
  #show(view) {
    this.#view = view;
    const wanted = this.#game.value;
    const tables = view.tables.filter(({ over, game }) => !over && (wanted === "" || wanted === game));
    const open = tables.filter(({ open_seats }) => open_seats > 0);
    const running = tables.filter(({ open_seats }) => open_seats === 0);
    const words = `${peopleAtTables(view.online)} · ${view.seeking} looking for an opponent`;
    if (this.#counts.textContent !== words) this.#counts.textContent = words;
    this.#none.hidden = open.length > 0;
    this.#noGames.hidden = running.length > 0;
    this.#open.show(open);
    this.#miniatures.show(running);
    this.#running.show(running);
  }

  /** @param {Event} event */
  #go(event) {
    event.preventDefault();
    if (this.#code.value.trim() === "") return;
    const code = codeIn(this.#code.value);
    this.#fault.textContent = isCode(code) ? "" : "A code has six letters and digits.";
    if (isCode(code)) location.hash = code;
  }
}

/** A list of tables that is redrawn only when it changed, so that a link under the pointer or the focus stays. */
export class Tables {
  body = element("ul", { class: "tables" });
  #most;

  /** @param {number} most that are shown */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** @param {LobbyTable[]} tables */
  show(tables) {
    const shown = tables.slice(0, this.#most);
    const key = JSON.stringify(shown);
    if (this.body.dataset.shown === key) return;
    this.body.dataset.shown = key;
    this.body.replaceChildren(...shown.map(item));
  }
}

/** @param {LobbyTable} table */
function item(table) {
  const { table: code, open_seats } = table;
  const open = open_seats > 0;
  return element(
    "li",
    { class: "card" },
    element("span", { class: "name" }, playersOf(table)),
    element("span", { class: "muted" }, detailsOf(table)),
    element(
      "a",
      {
        class: open ? "button primary" : "button",
        href: `#${code}`,
        "aria-label": `${open ? "Sit down" : "Watch"}, ${code}`,
      },
      open ? "Sit down" : "Watch",
    ),
  );
}

/** How many people are connected to a table; who looks at the lobby or the front page is not counted. @param {number} count */
export function peopleAtTables(count) {
  return `${count} ${count === 1 ? "person" : "people"} at tables`;
}

/** @param {LobbyTable} table */
export function playersOf({ names, ratings }) {
  const people = names.map((name, seat) => (name && ratings[seat] ? `${name} (${ratings[seat]})` : name));
  return people.filter(Boolean).join(" – ") || "Nobody yet";
}

/**
 * Game, clock and the side that one would play.
 * @param {LobbyTable} table
 */
function detailsOf({ game, kind, board, speed, clock, rated, open, moves }) {
  const live = board && speed ? [boardOptions(game)[board], speedOptions(game)[speed]?.toLowerCase()] : [];
  const time = kind === "turn" ? [clock ?? "no clock"] : [];
  const seats =
    kind === "turn" ? ["White", "Black"] : (offerOf(game)?.boards.find((one) => one.board === board)?.seats ?? []);
  const [first] = open;
  const side =
    first !== undefined
      ? [`you play ${seats[first] ?? ""}`]
      : kind === "turn"
        ? [moves === 1 ? "1 move" : `${moves} moves`]
        : [];
  return [gameName(game), ...live, ...time, rated ? "rated" : "", ...side].filter(Boolean).join(", ");
}
