// The header: what is played, and links to everything else. A panel changes what is played; only its button starts a
// game, after a question if another game is running.

import { notify } from "./announce.js";
import { boardOptions, gameOptions, gameWords, levelName, levelOptions, levelsOf, speedOptions } from "./catalog.js";
import { question } from "./dialog.js";
import { element, icon, iconButton, select } from "./element.js";
import { showKeys } from "./keys.js";
import { later } from "./later.js";
import { fitting, isBot, isLive, MODES, open, rememberedSecondName, usualChoices } from "./opening.js";

/** @import { Choices, GameId } from "../../wire" */
/** @import { Loose } from "./opening.js" */
/** @typedef {{choices: Choices, running: boolean, company?: boolean, study?: boolean}} Played what is on the screen */

/** The lists, each with its options for a game. @type {Record<string, {label: string, options: (game: GameId) => Record<string, string>}>} */
const LISTS = {
  game: { label: "Game", options: gameOptions },
  mode: { label: "Mode", options: () => MODES },
  board: { label: "Board", options: boardOptions },
  speed: { label: "Speed", options: speedOptions },
  level: { label: "Level", options: levelOptions },
};

export class Header {
  body = element("header", { class: "top" });
  /** @type {Map<string, HTMLSelectElement>} */
  #lists = new Map(Object.keys(LISTS).map((name) => [name, this.#list(name)]));
  #summary = element("span", { class: "summary" });
  #gameWords = element("p", { class: "muted" });
  #levelWords = element("p", { class: "muted" });
  #panel = element("div", { id: "played-panel", popover: "auto", class: "choices", "aria-label": "What is played" });
  #menu = element("nav", { id: "menu", popover: "auto", class: "doors", "aria-label": "Menu" });
  /** What is shown at a table only. @type {HTMLElement[]} */
  #ofTable = [];
  /** @type {() => Played | null} */
  #played;
  /** @type {Choices} */
  #shown = usualChoices();
  /** What the panel shows. @type {Choices} */
  #staged = this.#shown;

  /** @param {() => Played | null} played the table on the screen, if there is one */
  constructor(played) {
    this.#played = played;
    const home = element(
      "a",
      { href: "#", class: "mark", "aria-label": "Threefold" },
      icon("mark"),
      element("span", { class: "words" }, "Threefold"),
    );
    const restart = iconButton("restart", "Restart", () => this.restart());
    const door = element(
      "button",
      { type: "button", class: "played", popovertarget: "played-panel", title: "What is played; press to change it" },
      this.#summary,
      icon("more"),
    );
    this.#ofTable = [door, restart];
    this.#layPanel(door);
    const opener = iconButton("menu", "Menu", () => {});
    opener.setAttribute("popovertarget", "menu");
    opener.classList.add("opener");
    this.#menu.append(
      restart,
      link("lobby", "Lobby", "#lobby"),
      iconButton("study", "Study", async () => (await later.openStudy()).askStudy()),
      link("board", "Board editor", "#editor"),
      link("learn", "Practice", "#puzzles"),
      iconButton("rules", "How to play", async () => (await later.rules()).showRules(this.#shown.game)),
      link("person", "My games", "#games"),
      iconButton("settings", "Settings", async () => (await later.settings()).openSettings()),
      iconButton("keys", "Keys", () => showKeys()),
    );
    this.#menu.addEventListener("toggle", (event) => event.newState === "open" && place(this.#menu, opener));
    // Every entry leads to another view.
    this.#menu.addEventListener("click", () => {
      if (this.#menu.matches(":popover-open")) this.#menu.hidePopover();
    });
    const skip = element("a", { href: "#", class: "skip", onclick: skipToBoard }, "To the board");
    const newGame = iconButton("new", "New game", () => this.newGame());
    newGame.classList.add("new");
    this.body.append(skip, home, door, this.#panel, newGame, this.#menu, opener);
    this.show();
  }

  /** Shows what is played at the table. */
  show() {
    const played = this.#played();
    this.#shown = played?.choices ?? this.#shown;
    // In a study, and elsewhere than at a table, nothing is played.
    for (const part of this.#ofTable) part.hidden = played === null || played.study === true;
    const values = valuesOf(this.#shown);
    const parts = Object.entries(LISTS).flatMap(([name, { options }]) => {
      const value = values[name];
      if (value === undefined) return [];
      const { game } = this.#shown;
      // A level by its name alone; the panel has its strength.
      return [{ name, words: name === "level" ? levelName(game, value) : (options(game)[value] ?? value) }];
    });
    // Small screens leave out what the rest implies.
    this.#summary.replaceChildren(
      ...parts.map(({ name, words }, at) => element("span", { "data-part": name }, at === 0 ? words : ` · ${words}`)),
    );
    // Not what somebody is about to choose.
    if (!this.#panel.matches(":popover-open")) this.#stage(this.#shown);
  }

  async newGame() {
    const { askNewGame } = await later.newGame();
    await askNewGame(this.#shown, (choices) => this.#start(choices));
  }

  async restart() {
    const played = this.#played();
    if (played === null || played.study) return;
    if (await this.#mayLeave("Restart the game?")) await this.#begin(this.#shown);
  }

  /** @param {HTMLElement} door */
  #layPanel(door) {
    const rows = [...this.#lists].map(([name, list]) =>
      element("div", { class: "field" }, element("label", { for: name }, LISTS[name]?.label ?? ""), list),
    );
    const start = async () => {
      this.#panel.hidePopover();
      if (await this.#mayLeave("Start a new game?")) await this.#begin(this.#staged);
    };
    const more = () => {
      this.#panel.hidePopover();
      void this.newGame();
    };
    // The description of a game is below its name, that of a level below the levels.
    rows[0]?.append(this.#gameWords);
    this.#panel.append(
      ...rows,
      this.#levelWords,
      element(
        "div",
        { class: "buttons" },
        element("button", { type: "button", onclick: more }, "More choices…"),
        element("button", { type: "button", class: "primary", onclick: () => void start() }, "Start"),
      ),
    );
    this.#panel.addEventListener("toggle", (event) => {
      if (event.newState === "open") place(this.#panel, door);
      else this.show();
    });
  }

  /** Puts choices into the panel. @param {Choices} choices */
  #stage(choices) {
    this.#staged = choices;
    const values = valuesOf(choices);
    for (const [name, list] of this.#lists) {
      const value = values[name];
      const row = list.parentElement;
      if (row) row.hidden = value === undefined;
      if (value === undefined) continue;
      // Made anew only for other options: an update must not close a list that somebody has open.
      const options = LISTS[name]?.options(choices.game) ?? {};
      const key = JSON.stringify(options);
      if (list.dataset.options !== key) {
        list.dataset.options = key;
        list.replaceChildren(
          ...Object.entries(options).map(([key, words]) => element("option", { value: key }, words)),
        );
      }
      list.value = value;
    }
    this.#gameWords.textContent = gameWords(choices.game);
    this.#levelWords.textContent = levelsOf(choices.game).find(({ spec }) => spec === values.level)?.words ?? "";
  }

  /** @param {string} name */
  #list(name) {
    return select(name, {}, "", () => {
      const list = this.#lists.get(name);
      if (list) this.#stage(changedTo(this.#staged, name, list.value));
    });
  }

  /**
   * Opens a table, asking for the second name where it is needed; what is wrong is thrown.
   * @param {Choices} choices
   */
  async #start(choices) {
    if (this.#played()?.company && !(await this.#mayLeave("Start a new game?"))) return;
    await open(choices);
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
      words: "You will leave the running game and your opponents.",
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
 * The choices with one of them changed, and what else the game needs then. Another level is that of the machine, or of
 * every bot at a live table.
 * @param {Choices} choices
 * @param {string} name
 * @param {string} value
 * @returns {Choices}
 */
function changedTo(choices, name, value) {
  const seats = isLive(choices) && name === "level" && choices.seats.map((seat) => (isBot(seat) ? value : seat));
  const {
    opponent,
    start: _,
    ...loose
  } = /** @type {Loose} */ ({
    ...choices,
    ...(seats ? { seats } : { [name]: value }),
  });
  const fit = fitting(loose);
  return !isLive(fit) && fit.mode === "here" && opponent ? { ...fit, opponent } : fit;
}

/**
 * Puts a panel below what opens it, inside the window.
 * @param {HTMLElement} panel
 * @param {HTMLElement} opener
 */
function place(panel, opener) {
  const { left, bottom } = opener.getBoundingClientRect();
  // Where it was before it may have been squeezed.
  panel.style.left = "0";
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - panel.offsetWidth - 8))}px`;
  panel.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - panel.offsetHeight - 8))}px`;
}

/** @param {Event} event */
function skipToBoard(event) {
  event.preventDefault();
  const goal = /** @type {HTMLElement | null} */ (
    document.querySelector("game-board [tabindex='0']") ?? document.querySelector("main :is(a, button)")
  );
  goal?.focus();
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
