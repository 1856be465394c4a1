// Which moves were played from the shown position: in the player's own games, in a PGN file, or in the table of
// openings.
//
// The server sends all moves of a source at once, by the keys of their positions; stepping through a game asks nothing.

import { notify } from "../announce.js";
import { exploreFile, exploreOpenings } from "../api.js";
import { element, select } from "../element.js";
import { exploreOwn } from "../me/api.js";
import { openingWords } from "../names.js";

/** @import { ExploredMove, ExplorerBook, GameId } from "../../../wire" */
/**
 * What the explorer is beside.
 * @typedef {object} Explored
 * @property {GameId} game
 * @property {string | null} key of the shown position; null while nothing may be shown of it
 * @property {((code: string) => void) | null} add adds a move, where moves can be added
 */

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
  #scroll = element("div", { class: "wide", role: "group", "aria-label": "Played in other games" }, this.#table);
  /** @type {ExplorerBook | null} */
  #book = null;
  #explored;

  /** @param {() => Explored} explored */
  constructor(explored) {
    this.#explored = explored;
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
      this.#scroll,
    );
    this.#file.addEventListener("change", () => this.#readFile());
  }

  show() {
    const { key, add } = this.#explored();
    const book = key === null ? null : this.#book;
    this.#table.hidden = !book;
    if (key === null || !book) return this.#rows.replaceChildren();
    const moves = book.positions[key] ?? [];
    this.#table.hidden = moves.length === 0;
    // A table without buttons is scrolled by keys.
    if (!add) this.#scroll.tabIndex = 0;
    const cut = book.is_cut ? " Rare moves are left out." : "";
    const none = moves.length === 0 ? " No game has this position." : "";
    this.#words.textContent = `${book.games} ${book.games === 1 ? "game" : "games"}.${cut}${none}`;
    this.#table.classList.toggle("unplayed", !moves.some(({ white, draws, black }) => white + draws + black > 0));
    this.#rows.replaceChildren(...moves.map((move) => this.#row(move, add)));
  }

  /**
   * @param {ExploredMove} move
   * @param {Explored["add"]} add
   */
  #row(move, add) {
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
      element("td", {}, add ? element("button", { type: "button", onclick: () => add(code) }, label) : label),
      element("td", {}, String(games)),
      element("td", {}, known > 0 && bar),
      element("td", {}, openingWords(opening)),
    );
  }

  #choose() {
    const { value } = this.#source;
    this.#file.hidden = value !== "file";
    this.#take(null, "");
    const { game } = this.#explored();
    if (value === "mine") this.#load(exploreOwn(game));
    else if (value === "openings") this.#load(exploreOpenings(game));
    else if (value === "file") this.#file.focus();
  }

  async #readFile() {
    const [picked] = this.#file.files ?? [];
    if (picked) this.#load(exploreFile(this.#explored().game, await picked.text()));
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
