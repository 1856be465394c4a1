// The lobby: tables with an open seat, running games to watch, and a field for a code.

import * as api from "./api.js";
import { boardOptions, gameName, gameOptions, speedOptions } from "./catalog.js";
import { element, select } from "./element.js";

/** @import { LobbyTable } from "../../wire" */

/** How often the list is asked for, in milliseconds. */
const INTERVAL = 3000;

export class Lobby {
  #list = element("ul", { class: "tables" });
  #words = element("p", { class: "muted", role: "status" });
  #game = select("lobby-game", { "": "All games", ...gameOptions() }, "", () => this.#show(this.#tables));
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
  #timer = setInterval(() => this.#ask(), INTERVAL);

  constructor() {
    this.#ask();
  }

  close() {
    clearInterval(this.#timer);
  }

  async #ask() {
    try {
      this.#show(await api.listTables());
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
    // The list is redrawn only when it changed, so that a link under the pointer or the focus stays.
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

/** @param {LobbyTable} table */
function item({ table, game, names, open_seats, moves, board, speed }) {
  const open = open_seats > 0;
  const played = moves === 1 ? "1 move" : `${moves} moves`;
  const kind = board && speed ? `${boardOptions(game)[board]}, ${speedOptions(game)[speed]?.toLowerCase()}` : played;
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
