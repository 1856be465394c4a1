// The header: game, mode or board and speed, level, new, restart. What it shows is what is played; what is chosen starts
// a new game, after a question if one is running.

import { notify } from "./announce.js";
import { boardOptions, gameOptions, levelOptions, speedOptions } from "./catalog.js";
import { question } from "./dialog.js";
import { element, icon, iconButton, select } from "./element.js";
import { showKeys } from "./keys.js";
import { later } from "./later.js";
import { fitting, isBot, isLive, MODES, open, rememberedSecondName, usualChoices } from "./opening.js";

/** @import { Choices, GameId } from "../../wire" */
/** @import { Loose } from "./opening.js" */
/** @typedef {{choices: Choices, running: boolean}} Played what is on the screen */

/** The lists, each with its options for a game. @type {Record<string, {label: string, options: (game: GameId) => Record<string, string>}>} */
const LISTS = {
  game: { label: "Game", options: gameOptions },
  mode: { label: "Mode", options: () => MODES },
  board: { label: "Board", options: boardOptions },
  speed: { label: "Speed", options: speedOptions },
  level: { label: "Level", options: shortLevels },
};

export class Header {
  body = element("header", { class: "top" });
  /** @type {Map<string, HTMLSelectElement>} */
  #lists = new Map(Object.keys(LISTS).map((name) => [name, this.#list(name)]));
  /** What is shown at a table only. @type {HTMLElement[]} */
  #ofTable = [];
  /** @type {() => Played | null} */
  #played;
  /** @type {Choices} */
  #shown = usualChoices();

  /** @param {() => Played | null} played the table on the screen, if there is one */
  constructor(played) {
    this.#played = played;
    const lists = [...this.#lists.values()].map((list) => element("div", { class: "choice" }, list));
    const home = element(
      "a",
      { href: "#", class: "mark", "aria-label": "Threefold" },
      icon("mark"),
      element("span", { class: "words" }, "Threefold"),
    );
    const choices = element("div", { class: "choices", role: "group", "aria-label": "What is played" }, ...lists);
    const restart = iconButton("restart", "Restart", () => this.restart());
    this.#ofTable = [choices, restart];
    this.body.append(
      home,
      choices,
      element(
        "div",
        { class: "doors" },
        iconButton("new", "New game", () => this.newGame()),
        restart,
        link("lobby", "Lobby", "#lobby"),
        iconButton("study", "Study", async () => (await later.openStudy()).askStudy()),
        link("learn", "Practice", "#puzzles"),
        iconButton("rules", "How to play", async () => (await later.rules()).showRules(this.#shown.game)),
        link("person", "My games", "#games"),
        iconButton("settings", "Settings", async () => (await later.settings()).openSettings()),
        iconButton("keys", "Keys", () => showKeys()),
      ),
    );
    this.show();
  }

  /** Shows what is played at the table. */
  show() {
    const played = this.#played();
    this.#shown = played?.choices ?? this.#shown;
    // Elsewhere than at a table nothing is played.
    for (const part of this.#ofTable) part.hidden = played === null;
    const values = valuesOf(this.#shown);
    for (const [name, list] of this.#lists) {
      const value = values[name];
      const row = list.parentElement;
      if (row) row.hidden = value === undefined;
      if (value === undefined) continue;
      // Made anew only for other options: an update must not close a list that somebody has open.
      const options = LISTS[name]?.options(this.#shown.game) ?? {};
      const key = JSON.stringify(options);
      if (list.dataset.options !== key) {
        list.dataset.options = key;
        list.replaceChildren(
          ...Object.entries(options).map(([key, words]) => element("option", { value: key }, words)),
        );
      }
      list.value = value;
    }
  }

  async newGame() {
    const { askNewGame } = await later.newGame();
    const choices = await askNewGame(this.#shown);
    if (choices) await this.#begin(choices);
  }

  async restart() {
    if (this.#played() === null) return;
    if (await this.#mayLeave("Restart the game?")) await this.#begin(this.#shown);
  }

  /** @param {string} name */
  #list(name) {
    const list = select(name, {}, "", () => this.#chosen(name, list.value));
    list.setAttribute("aria-label", LISTS[name]?.label ?? "");
    list.title = LISTS[name]?.label ?? "";
    return list;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  async #chosen(name, value) {
    const {
      opponent,
      start: _,
      ...loose
    } = /** @type {Loose} */ ({ ...this.#shown, ...changed(this.#shown, name, value) });
    const choices = fitting(loose);
    if (!(await this.#mayLeave("Start a new game?"))) return this.show();
    await this.#begin(!isLive(choices) && choices.mode === "here" && opponent ? { ...choices, opponent } : choices);
  }

  /** @param {Choices} choices */
  async #begin(choices) {
    const second = !isLive(choices) && choices.mode === "here" && !choices.opponent;
    const opponent = second ? await (await later.welcome()).askSecondName(rememberedSecondName()) : undefined;
    if (opponent === null) return this.show();
    try {
      await open(opponent && !isLive(choices) ? { ...choices, opponent, side: "white" } : choices);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
      this.show();
    }
  }

  /**
   * Asks before a running game is left.
   * @param {string} title
   */
  async #mayLeave(title) {
    if (!this.#played()?.running) return true;
    return question({
      title,
      words: "The game that is running will be left, and whoever plays it with you is left alone.",
      yes: "Yes, start anew",
      no: "Keep playing",
    });
  }
}

/**
 * The values of the lists; a list without one is not shown.
 * @param {Choices} choices
 * @returns {Record<string, string | undefined>}
 */
function valuesOf(choices) {
  const { game } = choices;
  if (!isLive(choices))
    return { game, mode: choices.mode, level: choices.mode === "machine" ? choices.level : undefined };
  return { game, board: choices.board, speed: choices.speed, level: choices.seats.find(isBot) };
}

/**
 * Another level is that of the machine, or of every bot at a live table.
 * @param {Choices} choices
 * @param {string} name
 * @param {string} value
 * @returns {Partial<Loose>}
 */
function changed(choices, name, value) {
  if (name !== "level" || !isLive(choices)) return { [name]: value };
  return { seats: choices.seats.map((seat) => (isBot(seat) ? value : seat)) };
}

/**
 * @param {string} picture
 * @param {string} words
 * @param {string} href
 */
function link(picture, words, href) {
  const shown = element("span", { class: "words" }, words);
  return element("a", { class: "button", href, "aria-label": words, title: words }, icon(picture), shown);
}

/**
 * The levels in few letters: four lists find room on a phone.
 * @param {GameId} game
 */
function shortLevels(game) {
  const short = (/** @type {string} */ label) => label.replace("about ", "");
  return Object.fromEntries(Object.entries(levelOptions(game)).map(([spec, label]) => [spec, short(label)]));
}
