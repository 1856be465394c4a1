// Quick pairing: the player chooses game and clock and waits until the server has found an opponent.

import { notify } from "./announce.js";
import * as api from "./api.js";
import { gameName, gameOptions, offerOf, speedOptions } from "./catalog.js";
import { elapsedText } from "./clock.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { fitting, open } from "./opening.js";
import { play } from "./sound.js";
import { isObject, load, save } from "./storage.js";
import { storeTicket } from "./tickets.js";

/** @import { GameId, PairingAnswer, PairingRequest } from "../../wire" */
/** @typedef {Omit<PairingRequest, "device" | "name" | "ticket" | "game"> & {game: GameId}} Terms */

const KEY = "lastPairing";
/** How often the server is asked, in milliseconds. */
const INTERVAL = 1500;
const CLOCKS = { "3+2": "3 + 2", "5+3": "5 + 3", "10+0": "10 minutes", "15+10": "15 + 10", "": "No clock" };

/**
 * Asks for a clock, waits, and goes to the table.
 * @param {GameId} game that is chosen to begin with
 */
export function findOpponent(game) {
  const search = new Search(game);
  const { dialog, closed } = openDialog({
    title: "Play now",
    content: [search.body],
    kind: "pairing",
    leaving: "on request",
  });
  search.found = () => dialog.close();
  closed.then(() => search.close());
}

class Search {
  body = element("form", { method: "dialog" });
  /** Called when there is a table. */
  found = () => {};
  #game;
  #clock;
  #speed;
  #watched;
  #clockField;
  #speedField;
  #words = element("p", { role: "status", class: "searching" });
  #bot = element("div", { class: "bot-offer", hidden: true });
  #ticket = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {GameId} game */
  constructor(game) {
    const last = load(KEY, isTerms);
    this.#game = select("pair-game", gameOptions(), game, () => this.#lay());
    this.#clock = select("pair-clock", CLOCKS, String(last?.clock ?? "3+2"));
    this.#speed = select("pair-speed", speedOptions("kungfu"), last?.speed ?? "standard");
    this.#watched = element("input", { id: "pair-watched", type: "checkbox", checked: last?.watched !== false });
    this.#clockField = field("Clock", this.#clock);
    this.#speedField = field("Speed", this.#speed);
    this.#choose();
  }

  close() {
    clearInterval(this.#timer);
    if (this.#timer !== undefined) api.stopPairing().catch(() => {});
    this.#timer = undefined;
  }

  /** The fields, before the search. */
  #choose() {
    const go = element(
      "button",
      { type: "button", class: "primary", onclick: () => this.#begin() },
      "Find an opponent",
    );
    this.body.replaceChildren(
      field("Game", this.#game),
      this.#clockField,
      this.#speedField,
      element("label", { class: "line" }, element("span", {}, "Others may watch"), this.#watched),
      element("div", { class: "buttons" }, element("button", { value: "" }, "Cancel"), go),
    );
    this.#lay();
  }

  get #chosen() {
    return /** @type {GameId} */ (this.#game.value);
  }

  #lay() {
    const live = offerOf(this.#chosen)?.kind === "live";
    this.#clockField.hidden = live;
    this.#speedField.hidden = !live;
  }

  /** @returns {Terms} */
  get #terms() {
    const game = this.#chosen;
    const watched = this.#watched.checked;
    if (offerOf(game)?.kind === "live") {
      return { game, speed: this.#speed.value === "lightning" ? "lightning" : "standard", watched };
    }
    return { game, watched, ...(this.#clock.value === "" ? {} : { clock: this.#clock.value }) };
  }

  #begin() {
    save(KEY, this.#terms);
    const [ticket = 0] = crypto.getRandomValues(new Uint32Array(1));
    this.#ticket = ticket;
    this.#words.textContent = "Looking for an opponent…";
    this.#bot.hidden = true;
    this.body.replaceChildren(
      this.#words,
      this.#bot,
      element("div", { class: "buttons" }, element("button", { value: "", autofocus: true }, "Stop looking")),
    );
    this.#timer = setInterval(() => this.#ask(), INTERVAL);
    this.#ask();
  }

  async #ask() {
    const terms = this.#terms;
    try {
      const answer = await api.seekOpponent({ ...terms, ticket: this.#ticket });
      if (this.#timer === undefined) return;
      if (answer.state === "paired") await this.#sit(answer.table);
      else this.#show(answer, terms);
    } catch (error) {
      this.#words.textContent = /** @type {Error} */ (error).message;
    }
  }

  /**
   * @param {Extract<PairingAnswer, {state: "waiting"}>} answer
   * @param {Terms} terms
   */
  #show({ waited, people, rating, bot }, terms) {
    const others = people > 1 ? `, ${people} are looking for the same` : "";
    const rated = rating === null ? "" : `. A game with another account is rated; your rating is ${rating}.`;
    this.#words.textContent = `Looking for an opponent at ${gameName(terms.game)}… ${elapsedText(waited / 1000)}${others}${rated}`;
    if (!bot || !this.#bot.hidden) return;
    this.#bot.hidden = false;
    const against = () => this.#playBot(terms, bot.spec);
    this.#bot.replaceChildren(
      element("p", {}, "No suitable opponent yet."),
      element("button", { type: "button", onclick: against }, `Play against the machine (${bot.name})`),
    );
  }

  /** @param {string} table */
  async #sit(table) {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const taken = await api.joinTable(table);
    storeTicket(table, { seats: [taken], me: taken.seat, counted: false });
    play("ready");
    this.found();
    location.hash = table;
  }

  /**
   * @param {Terms} terms
   * @param {string} level
   */
  async #playBot({ game, clock, speed }, level) {
    this.found();
    const live = offerOf(game)?.kind === "live";
    const choices = live
      ? { game, seats: ["you", level], ...(speed ? { speed } : {}) }
      : { game, mode: /** @type {const} */ ("machine"), level, ...(clock ? { clock } : {}) };
    await open(fitting(choices)).catch((error) => notify(error.message));
  }
}

/**
 * @param {string} words
 * @param {HTMLElement} input
 */
function field(words, input) {
  return element("div", { class: "field" }, element("label", { for: input.id }, words), input);
}

/**
 * @param {unknown} content
 * @returns {content is Partial<Terms>}
 */
function isTerms(content) {
  if (!isObject(content)) return false;
  const { clock, speed, watched } = content;
  const known = speed === undefined || speed === "standard" || speed === "lightning";
  return (
    (clock === undefined || String(clock) in CLOCKS) && known && (watched === undefined || typeof watched === "boolean")
  );
}
