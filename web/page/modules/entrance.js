// Before a table is on the screen: the line to it is there, and what it says first tells how the table is played. With
// turns, its board is shown at once, and stays when the rest of the table has come.

import { lineTo } from "./ahead.js";
import { sentence } from "./announce.js";
import { Banner } from "./banner.js";
import { GameBoard } from "./board.js";
import { element } from "./element.js";
import { later } from "./later.js";
import { boardOf } from "./seen.js";
import { forgetTable } from "./tickets.js";

/** @import { Told, View } from "../../wire" */
/** @import { Line } from "./line.js" */
/** @import { LiveScreen } from "./live/screen.js" */
/** @import { TableView } from "./table-view.js" */
/** @typedef {{body: HTMLElement, board: GameBoard}} Stage where a table is shown: its board stands there already */
/**
 * @typedef {object} Doors
 * @property {() => void} surround the first thing is seen: what stands around it may come
 * @property {() => void} changed what is played may be another
 * @property {() => void} newGame
 */

export class Entrance {
  #line;
  #banner;
  #leave = new AbortController();
  #entered = false;

  /**
   * @param {string} id of the table
   * @param {number | null} tick of a finished game to be looked at
   * @param {Doors} doors
   * @param {(screen: TableView | LiveScreen) => void} enter
   */
  constructor(id, tick, doors, enter) {
    const { signal } = this.#leave;
    this.#line = lineTo(id);
    this.#banner = new Banner(this.#line, doors.newGame, signal);
    this.body = waiting() ?? element("main", { class: "table" }, element("h1", { class: "unseen" }, "Table"));
    this.body.prepend(this.#banner.body);
    this.#line.addEventListener(
      "told",
      async (event) => {
        this.#line.hold();
        const screen = await this.#screen(/** @type {CustomEvent<Told>} */ (event).detail, tick, doors);
        // Somebody may have gone on while its modules were fetched.
        if (signal.aborted) return screen?.close();
        if (screen) {
          this.#entered = true;
          enter(screen);
        }
        this.#line.release();
      },
      { signal },
    );
    // The table that was sat at last may be gone when the page is opened again; a new one is what is wanted then.
    const gone = (/** @type {Event} */ event) => {
      doors.surround();
      if (forgetTable(id)) location.hash = "";
      else this.#apologise(/** @type {CustomEvent<string>} */ (event).detail, doors.newGame);
    };
    this.#line.addEventListener("over", gone, { signal });
    this.#line.release();
  }

  /**
   * There is no table to be shown.
   * @param {string} why
   * @param {() => void} newGame
   */
  #apologise(why, newGame) {
    this.body.className = "trouble";
    this.body.replaceChildren(
      element("h1", {}, "No table here"),
      element("p", {}, `${sentence(why)} It may have ended long ago, or the code has a slip.`),
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", class: "primary", onclick: newGame }, "New game"),
        element("a", { class: "button", href: "#lobby" }, "Lobby"),
      ),
    );
  }

  close() {
    this.#leave.abort();
    this.#banner.body.remove();
    if (!this.#entered) this.#line.close();
  }

  /**
   * What a table is shown by, as it is played; null if nothing was told of it.
   * @param {Told} told
   * @param {number | null} tick
   * @param {Doors} doors
   */
  async #screen(told, tick, doors) {
    if (told.told === "view") {
      const stage = { body: this.body, board: this.#show(told.view) };
      doors.surround();
      const [{ Table }, { TableView }] = await Promise.all([later.table(), later.tableView()]);
      return new TableView(new Table(this.#line, told.view), stage, doors);
    }
    if (told.told !== "live-view") return null;
    doors.surround();
    const [{ LiveTable }, { LiveScreen }] = await Promise.all([later.liveTable(), later.liveScreen()]);
    return new LiveScreen(new LiveTable(this.#line, told.view), tick, doors);
  }

  /** The board as it stands, which nobody can touch yet. @param {View} view */
  #show(view) {
    const board = /** @type {GameBoard | null} */ (this.body.querySelector("game-board")) ?? new GameBoard();
    this.body.style.setProperty("--aspect", String(view.board.width / view.board.height));
    if (!board.isConnected) this.body.append(element("div", { class: "hero" }, board));
    board.show({ ...boardOf(view, view.frame.scene), choices: [], own: new Set(), how: "at once" });
    return board;
  }
}

/** The empty board that the page begins with, once. */
function waiting() {
  const main = document.querySelector("main");
  if (main === null || !("waiting" in main.dataset)) return null;
  delete main.dataset.waiting;
  return main;
}
