// Shows a table before its screen is loaded: the first snapshot has the kind of the table. The board is shown at once
// and stays when the rest is loaded.

import { clientOf } from "./ahead.js";
import { apologise } from "./apology.js";
import { Banner } from "./banner.js";
import { GameBoard } from "./board.js";
import { element } from "./element.js";
import { asStudy, hasTurns } from "./fold.js";
import { later } from "./later.js";
import { forgetTable } from "./tickets.js";
import { boardOf } from "./turn/seen.js";

/** @import { AnyView, LiveView } from "../../wire" */
/** @import { StudyScreen } from "./study/study-screen.js" */
/** @import { TableScreen } from "./table-screen.js" */
/** @typedef {TableScreen | StudyScreen} AnyScreen */
/** @typedef {{body: HTMLElement, board: GameBoard}} Stage where a table is shown: its board is there already */
/**
 * @typedef {object} Doors
 * @property {() => void} surround the board is visible: what surrounds it may be loaded
 * @property {() => void} changed what is played may be another
 * @property {() => void} newGame
 */

export class Entrance {
  #client;
  #banner;
  #tick;
  #doors;
  #leave = new AbortController();
  #entered = false;

  /**
   * @param {string} id of the table
   * @param {number | null} tick of a finished game to be shown
   * @param {Doors} doors
   * @param {(screen: AnyScreen) => void} enter
   */
  constructor(id, tick, doors, enter) {
    const { signal } = this.#leave;
    this.#client = clientOf(id);
    this.#tick = tick;
    this.#doors = doors;
    this.#banner = new Banner(this.#client, signal);
    this.body = waiting() ?? element("main", { class: "table" }, element("h1", { class: "unseen" }, "Table"));
    this.body.prepend(this.#banner.body);
    const shown = async () => {
      this.#client.hold();
      const screen = await this.#screen();
      // Somebody may have gone on while its modules were fetched.
      if (signal.aborted) return screen?.close();
      if (screen) {
        this.#entered = true;
        enter(screen);
      }
      this.#client.release();
    };
    this.#client.addEventListener("snapshot", shown, { signal });
    const gone = (/** @type {Event} */ event) => this.#gone(/** @type {CustomEvent<string>} */ (event).detail);
    this.#client.addEventListener("gone", gone, { signal });
    this.#client.release();
  }

  close() {
    this.#leave.abort();
    this.#banner.body.remove();
    if (!this.#entered) this.#client.close();
  }

  /** The last table may be gone when the page is opened again; a new one is wanted then. @param {string} why */
  #gone(why) {
    this.#doors.surround();
    if (forgetTable(this.#client.id)) location.hash = "play";
    else
      apologise(
        this.body,
        "No table here",
        `${why}. It may have ended long ago, or the code has a typing error`,
        this.#doors.newGame,
      );
  }

  /** The screen of the table, once its modules are there. */
  async #screen() {
    const { view } = this.#client;
    if (!view) return null;
    const stage = { body: this.body, board: this.#show(view) };
    this.#doors.surround();
    if (asStudy(view)) {
      const { StudyScreen } = await later.studyScreen();
      return new StudyScreen(this.#client, stage, this.#doors);
    }
    const mode = hasTurns(view)
      ? later.turnMode().then(({ TurnMode }) => TurnMode)
      : later.liveMode().then(({ LiveMode }) => LiveMode);
    const [{ TableScreen }, Mode] = await Promise.all([later.tableScreen(), mode]);
    return new TableScreen(this.#client, stage, this.#tick, this.#doors, Mode);
  }

  /** The board as it is, which nobody can touch yet. @param {AnyView} view */
  #show(view) {
    const board = /** @type {GameBoard | null} */ (this.body.querySelector("game-board")) ?? new GameBoard();
    this.body.style.setProperty("--aspect", String(view.board.width / view.board.height));
    this.body.classList.toggle("live", !hasTurns(view) && !asStudy(view));
    if (!board.isConnected) this.body.append(element("div", { class: "hero" }, board));
    // The position of a study comes with its screen.
    if (asStudy(view)) return board;
    const seen = hasTurns(view) ? boardOf(view, view.frame.scene) : standing(view);
    board.show({ ...seen, choices: [], own: new Set(), how: "at once" });
    return board;
  }
}

/** A live table before its clock is known: the pieces on squares. @param {LiveView} view */
function standing({ board, turned, frame }) {
  const pieces = frame.pieces.flatMap(({ id, army, kind, place }) =>
    place.is === "standing" ? [{ id, army, kind, square: place.square }] : [],
  );
  return { board, quarters: turned, turned, scene: { pieces, last: null, check: null }, sides: new Map() };
}

/** The empty board that the page begins with, once. */
function waiting() {
  const main = document.querySelector("main");
  if (main === null || !("waiting" in main.dataset)) return null;
  delete main.dataset.waiting;
  return main;
}
