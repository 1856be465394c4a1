// Before a table is on the screen: the line to it is there, and what it says first tells how the table is played.

import { Banner } from "./banner.js";
import { element } from "./element.js";
import { Line } from "./line.js";
import { LiveScreen } from "./live/screen.js";
import { LiveTable } from "./live/table.js";
import { Table } from "./table.js";
import { TableView } from "./table-view.js";
import { forgetTable } from "./tickets.js";

/** @import { Told } from "../../wire" */
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
   * @param {(view: TableView | LiveScreen) => void} enter
   */
  constructor(id, tick, doors, enter) {
    const { signal } = this.#leave;
    this.#line = new Line(id);
    const banner = new Banner(this.#line, doors.newGame, signal);
    this.body = element("main", { class: "table" }, banner.body, element("h1", { class: "unseen" }, "Table"));
    this.#line.addEventListener(
      "told",
      (event) => {
        const view = screen(this.#line, /** @type {CustomEvent<Told>} */ (event).detail, tick, doors);
        if (!view) return;
        this.#entered = true;
        enter(view);
      },
      { signal },
    );
    // The table that was sat at last may be gone when the page is opened again; a new one is what is wanted then.
    const gone = () => {
      if (forgetTable(id)) location.hash = "";
    };
    this.#line.addEventListener("over", gone, { signal });
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
function screen(line, told, tick, doors) {
  if (told.told === "view") return new TableView(new Table(line, told.view), doors);
  if (told.told === "live-view") return new LiveScreen(new LiveTable(line, told.view), tick, doors);
  return null;
}
