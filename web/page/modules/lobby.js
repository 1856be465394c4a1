// The lobby: open tables to sit down at, running ones to watch, and a door for a code.

import * as api from "./api.js";
import { BOARDS, gameName, games, SPEEDS } from "./catalog.js";
import { element, select } from "./element.js";

/** @import { LobbyTable } from "../../wire" */

/** How often the list is asked for, in milliseconds. */
const BEAT = 3000;

export class Lobby {
  #list = element("ul", { class: "tables" });
  #words = element("p", { class: "muted", role: "status" });
  #game = select("lobby-game", { "": "All games", ...names() }, "", () => this.#show(this.#tables));
  /** @type {LobbyTable[]} */
  #tables = [];
  #code = element("input", {
    id: "code",
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    size: 8,
  });
  body = element(
    "main",
    { class: "lobby" },
    element("h1", {}, "Lobby"),
    element(
      "form",
      { class: "line", onsubmit: (/** @type {Event} */ event) => this.#go(event) },
      element("label", { for: "code" }, "Code of a table"),
      this.#code,
      element("button", { class: "primary" }, "Go"),
    ),
    element("div", { class: "line" }, element("label", { for: "lobby-game" }, "Show"), this.#game),
    this.#words,
    this.#list,
  );
  #beat = setInterval(() => this.#ask(), BEAT);

  constructor() {
    this.#ask();
  }

  close() {
    clearInterval(this.#beat);
  }

  async #ask() {
    try {
      this.#show(await api.openTables());
    } catch (error) {
      this.#words.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {LobbyTable[]} tables */
  #show(tables) {
    this.#tables = tables;
    const wanted = this.#game.value;
    const running = tables.filter(({ over, game }) => !over && (wanted === "" || wanted === game));
    running.sort((one, other) => other.open_seats - one.open_seats);
    const words = running.length === 0 ? "No table is open. New game, by link, opens one." : "";
    if (this.#words.textContent !== words) this.#words.textContent = words;
    // The list is redrawn only when it changed, so that a door under the pointer or the focus stays.
    const key = JSON.stringify(running);
    if (this.#list.dataset.shown === key) return;
    this.#list.dataset.shown = key;
    this.#list.replaceChildren(...running.map(item));
  }

  /** @param {Event} event */
  #go(event) {
    event.preventDefault();
    const code = this.#code.value.trim().toLowerCase();
    if (code) location.hash = code;
  }
}

function names() {
  return Object.fromEntries(games().map((game) => [game, gameName(game)]));
}

/** @param {LobbyTable} table */
function item({ table, game, names, open_seats, moves, board, speed }) {
  const open = open_seats > 0;
  const turns = moves === 1 ? "1 turn" : `${moves} turns`;
  const kind = board && speed ? `${BOARDS[board]}, ${SPEEDS[speed].toLowerCase()}` : turns;
  return element(
    "li",
    { class: "card" },
    element("span", { class: "name" }, names.filter(Boolean).join(" – ") || "Nobody yet"),
    element("span", { class: "muted" }, `${gameName(game)}, ${kind}`),
    element(
      "a",
      {
        class: open ? "button primary" : "button",
        href: `#${table}`,
        "aria-label": `${open ? "Sit down" : "Watch"}, ${table}`,
      },
      open ? "Sit down" : "Watch",
    ),
  );
}
