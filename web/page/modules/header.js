// The header: game, mode or board and speed, level, new, restart. What it shows is what is played; what is chosen starts
// a game afresh, after a question if one is running.

import { notify } from "./announce.js";
import { BOARDS, gameName, games, levelsOf, MODES, SPEEDS } from "./catalog.js";
import { question } from "./dialog.js";
import { element, icon, iconButton, select } from "./element.js";
import { showKeys } from "./keys.js";
import { later } from "./later.js";
import { fitting, isLive, open, rememberedSecondName, usualChoices } from "./opening.js";

/** @import { Game, LiveBoard, Mode, Speed } from "../../wire" */
/** @import { Choices, Loose, TurnChoices } from "./opening.js" */
/** @typedef {{choices: Choices, running: boolean}} Played what is on the screen */

export class Header {
  body = element("header", { class: "top" });
  #game = select("game", {}, "", () => this.#chosen({ game: /** @type {Game} */ (this.#game.value) }));
  #mode = select("mode", MODES, "machine", () => this.#chosen({ mode: /** @type {Mode} */ (this.#mode.value) }));
  #level = select("level", {}, "", () => this.#chosen(this.#levelled(this.#level.value)));
  #board = select("board", BOARDS, "standard", () =>
    this.#chosen({ board: /** @type {LiveBoard} */ (this.#board.value) }),
  );
  #speed = select("speed", SPEEDS, "standard", () => this.#chosen({ speed: /** @type {Speed} */ (this.#speed.value) }));
  #rows = {
    mode: labelled("Mode", this.#mode),
    board: labelled("Board", this.#board),
    speed: labelled("Speed", this.#speed),
    level: labelled("Level", this.#level),
  };
  /** @type {() => Played | null} */
  #played;
  /** @type {Choices} */
  #shown = usualChoices();

  /** @param {() => Played | null} played the table on the screen, if there is one */
  constructor(played) {
    this.#played = played;
    this.#game.replaceChildren(...games().map((game) => element("option", { value: game }, gameName(game))));
    const home = element(
      "a",
      { href: "#", class: "mark", "aria-label": "Threefold" },
      icon("mark"),
      element("span", { class: "words" }, "Threefold"),
    );
    this.body.append(
      home,
      element(
        "div",
        { class: "choices", role: "group", "aria-label": "What is played" },
        labelled("Game", this.#game),
        ...Object.values(this.#rows),
      ),
      element(
        "div",
        { class: "doors" },
        iconButton("new", "New game", () => this.newGame()),
        iconButton("restart", "Restart", () => this.restart()),
        link("lobby", "Lobby", "#lobby"),
        iconButton("settings", "Settings", async () => (await later.settings()).openSettings()),
        iconButton("keys", "Keys", () => showKeys()),
      ),
    );
    this.show();
  }

  /** Shows what is played at the table. */
  show() {
    const shown = this.#played()?.choices ?? this.#shown;
    const { game } = shown;
    const live = isLive(shown) ? shown : null;
    const bots = live?.seats.filter((seat) => seat !== "you" && seat !== "link") ?? [];
    const { mode, level } = live
      ? { mode: bots.length > 0 ? "machine" : "link", level: bots[0] }
      : /** @type {TurnChoices} */ (shown);
    this.#shown = shown;
    this.#game.value = game;
    this.#mode.value = mode;
    if (live) [this.#board.value, this.#speed.value] = [live.board, live.speed];
    this.#rows.mode.hidden = live !== null;
    for (const row of [this.#rows.board, this.#rows.speed]) row.hidden = live === null;
    this.#rows.level.hidden = mode !== "machine";
    // Made anew only for another game: news must not close a list that somebody has open.
    if (this.#level.dataset.game !== game) {
      this.#level.dataset.game = game;
      this.#level.replaceChildren(...levelsOf(game).map(({ spec, name }) => element("option", { value: spec }, name)));
    }
    if (level) this.#level.value = level;
  }

  async newGame() {
    const { askNewGame } = await later.newGame();
    const choices = await askNewGame(this.#shown);
    if (choices) await this.#begin(choices);
  }

  async restart() {
    if (await this.#mayLeave("Restart the game?")) await this.#begin(this.#shown);
  }

  /**
   * Another level: of the machine, or of every bot at a table without turns.
   * @param {string} level
   * @returns {Partial<Loose>}
   */
  #levelled(level) {
    if (!isLive(this.#shown)) return { level };
    return { seats: this.#shown.seats.map((seat) => (seat === "you" || seat === "link" ? seat : level)) };
  }

  /** @param {Partial<Loose>} changes */
  async #chosen(changes) {
    const { opponent, start: _, ...loose } = /** @type {Loose} */ ({ ...this.#shown, ...changes });
    const choices = fitting(loose);
    if (!(await this.#mayLeave("Start a new game?"))) this.show();
    else
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
      words: "The game that is running will be left.",
      yes: "Yes, start afresh",
      no: "Keep playing",
    });
  }
}

/**
 * @param {string} words
 * @param {HTMLElement} field
 */
function labelled(words, field) {
  field.setAttribute("aria-label", words);
  field.title = words;
  return element("div", { class: "choice" }, field);
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
