// Which moves were played from the shown position: in the player's own games, in a PGN file, or in the table of openings.
//
// The server sends all moves of a source at once, by the keys of their positions; stepping through a study asks nothing.

import { notify } from "../announce.js";
import { exploreFile, exploreOpenings } from "../api.js";
import { element, select } from "../element.js";
import { exploreOwn } from "../me/api.js";
import { openingWords } from "../names.js";

/** @import { ExploredMove, ExplorerBook } from "../../../wire" */
/** @import { StudyScreen } from "./study-screen.js" */

const SOURCES = { "": "Off", mine: "My games", openings: "Named openings", file: "A PGN file…" };

export class ExplorerPanel {
  #source = select("explorer-source", SOURCES, "", () => this.#choose());
  #file = element("input", { type: "file", accept: ".pgn,.txt", hidden: true, "aria-label": "PGN file to explore" });
  #words = element("p", { class: "muted", role: "status" });
  #rows = element("tbody");
  #table = element(
    "table",
    { hidden: true },
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...["Move", "Games", "White – draw – Black", "Opening"].map((words) => element("th", {}, words)),
      ),
    ),
    this.#rows,
  );
  /** @type {ExplorerBook | null} */
  #book = null;
  #study;

  /** @param {StudyScreen} study */
  constructor(study) {
    this.#study = study;
    this.body = element(
      "section",
      { class: "explorer", "aria-label": "Explorer" },
      element(
        "div",
        { class: "row" },
        element("label", { for: "explorer-source" }, "Explorer"),
        this.#source,
        this.#file,
      ),
      this.#words,
      element("div", { class: "wide" }, this.#table),
    );
    this.#file.addEventListener("change", () => this.#readFile());
  }

  show() {
    const book = this.#study.trying === null ? this.#book : null;
    const key = this.#study.position?.key;
    this.#table.hidden = !book;
    if (!book) return this.#rows.replaceChildren();
    const moves = (key !== undefined && book.positions[key]) || [];
    this.#table.hidden = moves.length === 0;
    const cut = book.is_cut ? " Rare moves are left out." : "";
    const none = moves.length === 0 ? " No game has this position." : "";
    this.#words.textContent = `${book.games} ${book.games === 1 ? "game" : "games"}.${cut}${none}`;
    this.#rows.replaceChildren(...moves.map((move) => this.#row(move)));
  }

  /** @param {ExploredMove} move */
  #row(move) {
    const { label, code, games, white, draws, black, opening } = move;
    const known = white + draws + black;
    const words = `White won ${white}, drawn ${draws}, Black won ${black}`;
    const part = (/** @type {string} */ name, /** @type {number} */ count) => {
      const share = element("span", { class: name }, percent(count, known));
      share.style.flexGrow = String(count);
      return count > 0 && share;
    };
    const bar = element(
      "div",
      { class: "results", role: "img", "aria-label": words, title: words },
      part("white", white),
      part("draws", draws),
      part("black", black),
    );
    return element(
      "tr",
      {},
      element("td", {}, element("button", { type: "button", onclick: () => this.#study.addCode(code) }, label)),
      element("td", {}, String(games)),
      element("td", {}, known > 0 && bar),
      element("td", {}, openingWords(opening)),
    );
  }

  #choose() {
    const { value } = this.#source;
    this.#file.hidden = value !== "file";
    this.#take(null, "");
    if (value === "mine") this.#load(exploreOwn(this.#study.view.game));
    else if (value === "openings") this.#load(exploreOpenings(this.#study.view.game));
    else if (value === "file") this.#file.focus();
  }

  async #readFile() {
    const [picked] = this.#file.files ?? [];
    if (picked) this.#load(exploreFile(this.#study.view.game, await picked.text()));
  }

  /** @param {Promise<ExplorerBook>} wanted */
  async #load(wanted) {
    const { value } = this.#source;
    this.#take(null, "Counting…");
    try {
      const book = await wanted;
      if (this.#source.value === value) this.#take(book, "");
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.#take(null, message);
      notify(message);
    }
  }

  /** @param {ExplorerBook | null} book @param {string} words */
  #take(book, words) {
    this.#book = book;
    this.#words.textContent = words;
    this.show();
  }
}

/** @param {number} count @param {number} of */
function percent(count, of) {
  const share = Math.round((100 * count) / of);
  return share >= 15 ? `${share} %` : "";
}
