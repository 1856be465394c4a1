// The games of a PGN file as a list with a search. The server lists small files; large ones are indexed here, and only
// the chosen game is sent.

import { listGames } from "../api.js";
import { element } from "../element.js";
import { openingWords } from "../names.js";
import { indexGames, searched, tagOf, textOf } from "./file-index.js";

/** @import { GameId, ListedGame, StudyFrom } from "../../../wire" */
/** @import { FileGame } from "./file-index.js" */

/** Files of more bytes than this are indexed here; a server takes a mebibyte. */
const SMALL = 500_000;
/** The most games that are shown at once. */
const SHOWN = 200;

/**
 * A game as it is listed.
 * @typedef {{words: string, notices: string[], isReadable: boolean, from: () => Promise<StudyFrom>}} Row
 */

/**
 * A field for a file with the list of its games below.
 * @param {{game: () => GameId, open: (from: StudyFrom) => void, fail: (error: Error | null) => void}} options
 *   `fail` receives an error, or nothing when the one before is over
 */
export function fileList({ game, open, fail }) {
  const file = element("input", { id: "study-file", type: "file", accept: ".pgn,.txt" });
  const search = element("input", { id: "file-search", type: "search", spellcheck: "false", autocomplete: "off" });
  const searching = element(
    "div",
    { class: "field", hidden: true },
    element("label", { for: "file-search" }, "Search players, event, opening, result, date"),
    search,
  );
  const state = element("p", { class: "muted", role: "status" });
  const list = element("ul", { class: "file-games" });
  /** @type {(search: string) => {rows: Row[], found: number, of: number}} */
  let find = () => ({ rows: [], found: 0, of: 0 });
  let reading = new AbortController();
  const show = () => {
    const { rows, found, of } = find(search.value);
    list.replaceChildren(...rows.map((row) => line(row, open, fail)));
    const shown = rows.length < found ? `, the first ${rows.length} shown` : "";
    state.textContent = of > 1 ? `${count(found)} of ${count(of)} games${shown}` : "";
  };
  file.addEventListener("change", async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    fail(null);
    list.replaceChildren();
    search.value = "";
    searching.hidden = true;
    const progress = (/** @type {number} */ share) => {
      state.textContent = `Reading ${picked.name}: ${Math.floor(100 * share)} %`;
    };
    try {
      const found = await (picked.size > SMALL ? large(picked, game(), { signal, progress }) : small(picked, game()));
      if (signal.aborted) return;
      find = found;
      searching.hidden = find("").of < 2;
      show();
    } catch (error) {
      if (signal.aborted) return;
      state.textContent = "";
      fail(/** @type {Error} */ (error));
    }
  });
  search.addEventListener("input", show);
  // Enter in the search is no order to open the study of the form.
  search.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  const field = element("div", { class: "field" }, element("label", { for: "study-file" }, "Or a PGN file"), file);
  return [field, searching, state, list];
}

/** @param {File} file @param {GameId} game */
async function small(file, game) {
  const text = await textOf(file);
  const listed = await listGames(game, text);
  /** @type {Row[]} */
  const rows = listed.map((one, number) => ({
    words: wordsOf(one),
    notices: one.notices,
    isReadable: one.readable,
    from: async () => ({ is: "file", game, text, number }),
  }));
  return (/** @type {string} */ search) => {
    const words = search.toLowerCase().split(/\s+/);
    const found = rows.filter((row) => words.every((word) => row.words.toLowerCase().includes(word)));
    return { rows: found.slice(0, SHOWN), found: found.length, of: rows.length };
  };
}

/**
 * @param {File} file
 * @param {GameId} game
 * @param {{signal: AbortSignal, progress: (share: number) => void}} options
 */
async function large(file, game, options) {
  const games = await indexGames(file, options);
  const row = (/** @type {FileGame} */ one) => ({
    words: namesOf((name) => tagOf(one, name), `${tagOf(one, "ECO")} ${tagOf(one, "Opening")}`.trim()),
    notices: [],
    isReadable: true,
    from: async () => ({ is: /** @type {const} */ ("file"), game, text: await textOf(file, one), number: 0 }),
  });
  return (/** @type {string} */ search) => {
    const found = searched(games, search);
    return { rows: found.slice(0, SHOWN).map(row), found: found.length, of: games.length };
  };
}

/**
 * @param {Row} row
 * @param {(from: StudyFrom) => void} open
 * @param {(error: Error) => void} fail
 */
function line({ words, notices, isReadable, from }, open, fail) {
  const onclick = () => from().then(open, fail);
  const button = element("button", { type: "button", disabled: !isReadable, onclick }, words);
  return element("li", {}, button, notices.length > 0 && element("small", { class: "muted" }, notices.join(" ")));
}

/** @param {ListedGame} game */
function wordsOf({ tags, opening, result, moves }) {
  const tag = new Map(tags);
  const names = namesOf((name) => (name === "Result" ? (result ?? "") : (tag.get(name) ?? "")), openingWords(opening));
  return `${names}, ${moves} moves`;
}

/** @param {(name: string) => string} tag @param {string | null | undefined} opening */
function namesOf(tag, opening) {
  const players = `${tag("White") || "?"} – ${tag("Black") || "?"}`;
  return [players, tag("Result"), tag("Date"), tag("Event"), opening].filter(Boolean).join(", ");
}

/** @param {number} number */
function count(number) {
  return number.toLocaleString("en");
}
