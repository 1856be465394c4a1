// My games: unfinished ones one click away, finished ones listed, filtered, replayed, exported, deleted from the list.

import { notify } from "../announce.js";
import { exportAddress, joinTable } from "../api.js";
import { gameName, gameOptions, levelName } from "../catalog.js";
import { question } from "../dialog.js";
import { element, icon, select } from "../element.js";
import { storeTicket, ticket } from "../tickets.js";
import * as api from "./api.js";
import { day, field, moment, view } from "./parts.js";

/** @import { FinishedGame, GameId, Opponent, UnfinishedGame } from "../../../wire" */

const RESULTS = { won: "Won", drawn: "Drawn", lost: "Lost" };
/** Typing in a filter rests for so many milliseconds before the list is asked for. */
const REST = 250;

export class GamesView {
  #unfinished = element("ul", { class: "own-games" });
  #finished = element("ul", { class: "own-games" });
  #words = element("p", { class: "muted", role: "status" });
  #more = element("button", { type: "button", hidden: true, onclick: () => this.#ask(this.#count) }, "Show more");
  #game = select("games-game", { "": "All games", ...gameOptions() }, "", () => this.#ask());
  #result = select("games-result", { "": "All results", ...RESULTS }, "", () => this.#ask());
  #opponent = field("Opponent", { type: "text", autocomplete: "off", spellcheck: "false" });
  #from = field("From", { type: "date" });
  #to = field("To", { type: "date" });
  #count = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The last question; answers to earlier ones come too late. */
  #asked = 0;
  body = view(
    "My games",
    "#games",
    element("section", {}, element("h2", {}, "To go on with"), this.#unfinished),
    element(
      "section",
      {},
      element("h2", {}, "Finished"),
      element(
        "form",
        { class: "filters", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
        labelled("Game", this.#game),
        labelled("Result", this.#result),
        this.#opponent.body,
        this.#from.body,
        this.#to.body,
      ),
      this.#words,
      this.#finished,
      element("div", { class: "buttons" }, this.#more),
    ),
    element(
      "section",
      { class: "line" },
      element("button", { type: "button", onclick: () => save("pgn") }, icon("export"), "All as PGN"),
      element("button", { type: "button", onclick: () => save("json") }, icon("export"), "All as JSON"),
    ),
  );

  constructor() {
    this.#opponent.input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#ask(), REST);
    });
    for (const { input } of [this.#from, this.#to]) input.addEventListener("change", () => this.#ask());
    this.#ask();
  }

  close() {
    clearTimeout(this.#timer);
  }

  #filter() {
    const filter = new URLSearchParams();
    const set = (/** @type {string} */ key, /** @type {string | number} */ value) => {
      if (value !== "") filter.set(key, String(value));
    };
    set("game", this.#game.value);
    set("result", this.#result.value);
    set("opponent", this.#opponent.input.value.trim());
    const from = this.#from.input.valueAsDate;
    const to = this.#to.input.valueAsDate;
    // Days of the person who looks, not of Greenwich.
    if (from) set("from", localDay(from, 0));
    if (to) set("to", localDay(to, 1));
    return filter;
  }

  /** @param {number} [offset] */
  async #ask(offset = 0) {
    const asked = ++this.#asked;
    const filter = this.#filter();
    const filtered = filter.size > 0;
    if (offset > 0) filter.set("offset", String(offset));
    try {
      const { unfinished, finished, more } = await api.games(filter);
      if (asked !== this.#asked) return;
      const items = finished.map((game) => this.#finishedItem(game));
      if (offset > 0) this.#finished.append(...items);
      else {
        this.#finished.replaceChildren(...items);
        const running = unfinished.map((game) => this.#unfinishedItem(game));
        const none = element("li", { class: "muted" }, "You have no unfinished games.");
        this.#unfinished.replaceChildren(...(running.length > 0 ? running : [none]));
      }
      this.#count = offset + finished.length;
      this.#more.hidden = !more;
      const empty = filtered ? "No game matches these filters." : "Nothing is finished yet.";
      this.#words.textContent = this.#count === 0 ? empty : "";
    } catch (error) {
      this.#words.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {UnfinishedGame} game */
  #unfinishedItem(game) {
    const { table, opponents, opening, moves, turn, seat, touched } = game;
    const names = opponents.map((opponent) => opponentName(game.game, opponent)).join(", ");
    const whose = turn === null ? "" : turn === seat ? "your turn" : "their turn";
    const facts = [gameName(/** @type {GameId} */ (game.game)), opening, count(moves), whose]
      .filter(Boolean)
      .join(" · ");
    return element(
      "li",
      { class: turn === seat ? "card own" : "card" },
      element("span", { class: "name" }, names),
      element("span", { class: "muted" }, `${facts} · `, moment(touched)),
      element(
        "div",
        { class: "game-actions" },
        element(
          "button",
          { type: "button", class: "primary", "aria-label": `Continue against ${names}`, onclick: () => goOn(game) },
          "Continue",
        ),
        this.#deleteButton(table, names),
      ),
    );
  }

  /** @param {FinishedGame} game */
  #finishedItem(game) {
    const { table, result, opponent, opponent_rating, ratings, opening, moves, ended } = game;
    const name = opponent ? opponentName(game.game, opponent) : "several";
    const rated = opponent_rating && opponent?.is === "person" ? `${name} (${opponent_rating})` : name;
    const change = ratings ? Math.round(ratings[1] - ratings[0]) : null;
    const facts = [gameName(/** @type {GameId} */ (game.game)), opening, count(moves)].filter(Boolean).join(" · ");
    return element(
      "li",
      { class: "card" },
      element(
        "span",
        { class: "name" },
        element("span", { class: `result ${result}` }, RESULTS[result]),
        ` against ${rated}`,
        change === null ? null : element("span", { class: "muted" }, ` ${change < 0 ? "−" : "+"}${Math.abs(change)}`),
      ),
      element("span", { class: "muted" }, `${facts} · `, day(ended)),
      element(
        "div",
        { class: "game-actions" },
        element("a", { class: "button", href: `#${table}`, "aria-label": `Replay, ${table}` }, "Replay"),
        element(
          "a",
          {
            class: "button",
            href: exportAddress(table, game.game === "kungfu" ? "json" : "pgn"),
            download: "",
            "aria-label": `Export, ${table}`,
            title: "Export",
          },
          icon("export"),
        ),
        this.#deleteButton(table, name),
      ),
    );
  }

  /**
   * @param {string} table
   * @param {string} name
   */
  #deleteButton(table, name) {
    const words = "Delete from my list";
    const remove = async () => {
      const sure = await question({
        title: "Delete the game from your list?",
        words: `The game against ${name} stays on the server, because it is also your opponent's.`,
        yes: "Delete",
      });
      if (!sure) return;
      try {
        await api.deleteGame(table);
      } catch (error) {
        notify(/** @type {Error} */ (error).message);
      }
      await this.#ask();
    };
    return element(
      "button",
      { type: "button", "aria-label": `${words}, ${table}`, title: words, onclick: remove },
      icon("bin"),
    );
  }
}

/** A browser that holds no token of the seat gets another. @param {UnfinishedGame} game */
async function goOn({ table }) {
  try {
    if (!ticket(table)) {
      const granted = await joinTable(table);
      storeTicket(table, { seats: [granted], me: granted.seat, counted: false });
    }
    location.hash = table;
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}

/** @param {"pgn" | "json"} format */
async function save(format) {
  try {
    await api.download(format);
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} game
 * @param {Opponent} opponent
 */
function opponentName(game, opponent) {
  if (opponent.is === "open") return "nobody yet";
  if (opponent.is === "bot") return levelName(/** @type {GameId} */ (game), opponent.who);
  return opponent.who || "somebody";
}

/** @param {number} moves */
function count(moves) {
  return moves === 1 ? "1 move" : `${moves} moves`;
}

/**
 * @param {string} label
 * @param {HTMLSelectElement} list
 */
function labelled(label, list) {
  return element("div", { class: "field" }, element("label", { for: list.id }, label), list);
}

/**
 * The beginning of a day, or of a later one, here.
 * @param {Date} date as a field gives it
 * @param {number} later
 */
function localDay(date, later) {
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + later).getTime();
}
