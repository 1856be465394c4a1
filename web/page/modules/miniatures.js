// Small boards of games that can be watched: each is connected to its table as a spectator.

import { GameBoard } from "./board.js";
import { element } from "./element.js";
import { hasTurns } from "./fold.js";
import { playersOf } from "./lobby.js";
import { TableClient } from "./table-client.js";
import { boardOf } from "./turn/seen.js";

/** @import { AnyView, LobbyTable } from "../../wire" */

/** So many are shown: every board is a connection. */
const MOST = 4;

export class Miniatures {
  body = element("div", { class: "miniatures" });
  /** @type {Map<string, Miniature>} */
  #shown = new Map();

  /** @param {LobbyTable[]} running */
  show(running) {
    const wanted = running.slice(0, MOST);
    for (const [code, miniature] of this.#shown) {
      if (wanted.some(({ table }) => table === code)) continue;
      miniature.close();
      this.#shown.delete(code);
    }
    for (const table of wanted) {
      if (this.#shown.has(table.table)) continue;
      const miniature = new Miniature(table);
      this.#shown.set(table.table, miniature);
      this.body.append(miniature.body);
    }
    this.body.hidden = this.#shown.size === 0;
  }

  close() {
    for (const miniature of this.#shown.values()) miniature.close();
    this.#shown.clear();
  }
}

class Miniature {
  #client;
  #board = new GameBoard();

  /** @param {LobbyTable} table */
  constructor(table) {
    this.#client = new TableClient(table.table);
    this.body = element(
      "a",
      { class: "miniature", href: `#${table.table}`, "aria-label": `Watch ${playersOf(table)}, ${table.table}` },
      element("div", { class: "tiny", inert: true, "aria-hidden": "true" }, this.#board),
      element("span", {}, playersOf(table)),
    );
    const draw = () => this.#draw();
    for (const name of ["snapshot", "update"]) this.#client.addEventListener(name, draw);
    this.#client.addEventListener("gone", () => this.close());
  }

  close() {
    this.#client.close();
    this.body.remove();
  }

  #draw() {
    const { view } = this.#client;
    if (!view) return;
    const seen = hasTurns(view) ? boardOf(view, view.frame.scene) : standing(view);
    this.#board.show({ ...seen, choices: [], own: new Set(), how: "at once" });
  }
}

/**
 * A live table with every piece on its square, a moving one on the square that it left.
 * @param {Exclude<AnyView, {record: unknown}>} view
 */
function standing({ board, turned, frame }) {
  const pieces = frame.pieces.flatMap(({ id, army, kind, place }) => {
    const square = place.is === "standing" ? place.square : place.is === "moving" ? place.from : null;
    return square === null ? [] : [{ id, army, kind, square }];
  });
  return { board, quarters: turned, turned, scene: { pieces, last: null, check: null }, sides: new Map() };
}
