// The header: game, mode, level, new, restart. What it shows is what is played; what is chosen starts a game afresh,
// after a question if one is running.

import { notify } from "./announce.js";
import { gameName, games, levelsOf, MODES } from "./catalog.js";
import { question } from "./dialog.js";
import { element, icon, iconButton } from "./element.js";
import { showKeys } from "./keys.js";
import { modeOf } from "./names.js";
import { askNewGame, select } from "./new-game.js";
import { choicesOf, fitting, open, rememberedSecondName, usualChoices } from "./opening.js";
import { openSettings } from "./settings-dialog.js";
import { askSecondName } from "./welcome.js";

/** @import { Game, Mode } from "../../wire" */
/** @import { Table } from "./table.js" */
/** @import { Choices } from "./opening.js" */

export class Header {
  body = element("header", { class: "top" });
  #game = select("game", {}, "", () => this.#chosen({ game: /** @type {Game} */ (this.#game.value) }));
  #mode = select("mode", MODES, "machine", () => this.#chosen({ mode: /** @type {Mode} */ (this.#mode.value) }));
  #level = select("level", {}, "", () => this.#chosen({ level: this.#level.value }));
  #levelRow = labelled("Level", this.#level);
  /** @type {() => Table | null} */
  #table;
  /** @type {Choices} */
  #shown = usualChoices();

  /** @param {() => Table | null} table the table on the screen, if there is one */
  constructor(table) {
    this.#table = table;
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
        labelled("Mode", this.#mode),
        this.#levelRow,
      ),
      element(
        "div",
        { class: "doors" },
        iconButton("new", "New game", () => this.newGame()),
        iconButton("restart", "Restart", () => this.restart()),
        link("lobby", "Lobby", "#lobby"),
        iconButton("settings", "Settings", () => openSettings()),
        iconButton("keys", "Keys", () => showKeys()),
      ),
    );
    this.show();
  }

  /** Shows what is played at the table. */
  show() {
    const view = this.#table()?.view;
    if (view) this.#shown = choicesOf(view, modeOf(view));
    const { game, mode, level } = this.#shown;
    this.#game.value = game;
    this.#mode.value = mode;
    this.#levelRow.hidden = mode !== "machine";
    // Made anew only for another game: news must not close a list that somebody has open.
    if (this.#level.dataset.game !== game) {
      this.#level.dataset.game = game;
      this.#level.replaceChildren(...levelsOf(game).map(({ spec, name }) => element("option", { value: spec }, name)));
    }
    if (level) this.#level.value = level;
  }

  async newGame() {
    const choices = await askNewGame(this.#shown);
    if (choices) await this.#begin(choices);
  }

  async restart() {
    if (await this.#mayLeave("Restart the game?")) await this.#begin(this.#shown);
  }

  /** @param {Partial<Choices>} changes */
  async #chosen(changes) {
    const { opponent, start: _, ...choices } = fitting({ ...this.#shown, ...changes });
    if (!(await this.#mayLeave("Start a new game?"))) this.show();
    else await this.#begin(choices.mode === "here" && opponent ? { ...choices, opponent } : choices);
  }

  /** @param {Choices} choices */
  async #begin(choices) {
    const second = choices.mode === "here" && !choices.opponent;
    const opponent = second ? await askSecondName(rememberedSecondName()) : undefined;
    if (opponent === null) return this.show();
    try {
      await open(opponent ? { ...choices, opponent, side: "white" } : choices);
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
    const view = this.#table()?.view;
    const running = view && view.yours.length > 0 && view.record.length > 0 && !view.frame.end;
    if (!running) return true;
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
