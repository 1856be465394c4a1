// Before a table is on the screen: the line to it is there, and what it says first tells how the table is played.

import { lineTo } from "./ahead.js";
import { sentence } from "./announce.js";
import { Banner } from "./banner.js";
import { element } from "./element.js";
import { later } from "./later.js";
import { Table } from "./table.js";
import { TableView } from "./table-view.js";
import { forgetTable } from "./tickets.js";

/** @import { Told } from "../../wire" */
/** @import { Line } from "./line.js" */
/** @import { LiveScreen } from "./live/screen.js" */
/**
 * @typedef {object} Doors
 * @property {() => void} changed what is played may be another
 * @property {() => void} newGame
 */

export class Entrance {
  #line;
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
    const banner = new Banner(this.#line, doors.newGame, signal);
    this.body = element("main", { class: "table" }, banner.body, element("h1", { class: "unseen" }, "Table"));
    this.#line.addEventListener(
      "told",
      async (event) => {
        this.#line.hold();
        const screen = await screenFor(this.#line, /** @type {CustomEvent<Told>} */ (event).detail, tick, doors);
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
    if (!this.#entered) this.#line.close();
  }
}

/**
 * @param {Line} line
 * @param {Told} told
 * @param {number | null} tick
 * @param {Doors} doors
 */
async function screenFor(line, told, tick, doors) {
  if (told.told === "view") return new TableView(new Table(line, told.view), doors);
  if (told.told !== "live-view") return null;
  const [{ LiveTable }, { LiveScreen }] = await Promise.all([later.liveTable(), later.liveScreen()]);
  return new LiveScreen(new LiveTable(line, told.view), tick, doors);
}
