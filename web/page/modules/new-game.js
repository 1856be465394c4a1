// The dialog that asks for everything a new game needs.

import { gameName, games, levelsOf, MODES } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { LiveFields } from "./live/new-game.js";
import { nameField } from "./name-field.js";
import { fitting, isLive, rememberedSecondName } from "./opening.js";

/** @import { Game, Mode } from "../../wire" */
/** @import { Choices } from "./opening.js" */

const SIDES = { random: "Either side", white: "White", black: "Black" };
const CLOCKS = {
  "": "No clock",
  "1+0": "1 minute",
  "3+2": "3 minutes + 2 seconds a move",
  "5+3": "5 minutes + 3 seconds a move",
  "10+0": "10 minutes",
  "15+10": "15 minutes + 10 seconds a move",
};

/**
 * Asks for the settings of a new game; null if it was thought better of.
 * @param {Choices} before
 * @returns {Promise<Choices | null>}
 */
export async function askNewGame(before) {
  const form = new Form(before);
  const { dialog, closed } = openDialog({ title: "New game", content: [form.body], kind: "new-game" });
  form.cancel.addEventListener("click", () => dialog.close());
  return (await closed) === "play" ? form.choices() : null;
}

class Form {
  play = element("button", { class: "primary", value: "play" }, "Play");
  cancel = element("button", { type: "button" }, "Cancel");
  #level = element("select", { id: "new-level", onchange: () => this.#explain() });
  #words = element("p", { class: "muted", id: "new-level-words" });
  #position = element("input", { id: "new-position", type: "text", spellcheck: "false", autocomplete: "off" });
  #secondName = rememberedSecondName();
  #secondFault = /** @type {string | null} */ (null);

  /** @param {Choices} before */
  constructor(before) {
    const changed = () => this.#adapt();
    this.game = select(
      "new-game",
      Object.fromEntries(games().map((game) => [game, gameName(game)])),
      before.game,
      changed,
    );
    const { mode, side, clock, level } = isLive(before) ? { mode: "machine" } : before;
    this.mode = select("new-mode", MODES, mode, changed);
    this.side = select("new-side", SIDES, side ?? "random");
    this.clock = select("new-clock", CLOCKS, clock ?? "");
    this.live = new LiveFields(before);
    const second = nameField({
      label: "Second player's name",
      value: this.#secondName,
      changed: (fault, typed) => {
        [this.#secondFault, this.#secondName] = [fault, typed];
        this.#judge();
      },
    });
    this.rows = {
      level: row("Level", this.#level, this.#words),
      side: row("You play", this.side),
      second: second.field,
    };
    this.#level.setAttribute("aria-describedby", "new-level-words");
    this.turns = element(
      "div",
      { class: "fields" },
      row("Mode", this.mode),
      this.rows.level,
      this.rows.second,
      this.rows.side,
      row("Clock", this.clock),
      element("details", {}, element("summary", {}, "From a position"), row("Position as text", this.#position)),
    );
    this.body = element(
      "form",
      { method: "dialog" },
      row("Game", this.game),
      this.turns,
      this.live.body,
      element("div", { class: "buttons" }, this.cancel, this.play),
    );
    this.#adapt(level);
  }

  /** @returns {Choices} */
  choices() {
    if (this.game.value === "kungfu") return this.live.choices();
    const mode = /** @type {Mode} */ (this.mode.value);
    const text = this.#position.value.trim();
    return fitting({
      game: /** @type {Game} */ (this.game.value),
      mode,
      level: this.#level.value,
      clock: this.clock.value || null,
      side: mode === "here" ? "white" : /** @type {keyof typeof SIDES} */ (this.side.value),
      ...(mode === "here" ? { opponent: this.#secondName.trim() } : {}),
      ...(text ? { start: { text } } : {}),
    });
  }

  /**
   * Shows what the mode asks for.
   * @param {string} [level] to be chosen, if the game has it
   */
  #adapt(level = this.#level.value) {
    const levels = levelsOf(/** @type {Game} */ (this.game.value));
    this.#level.replaceChildren(...levels.map(({ spec, name }) => element("option", { value: spec }, name)));
    if (levels.some(({ spec }) => spec === level)) this.#level.value = level;
    const mode = this.mode.value;
    this.turns.hidden = this.game.value === "kungfu";
    this.live.body.hidden = !this.turns.hidden;
    this.rows.level.hidden = mode !== "machine";
    this.rows.second.hidden = mode !== "here";
    this.rows.side.hidden = mode === "here";
    this.#explain();
    this.#judge();
  }

  #explain() {
    const levels = levelsOf(/** @type {Game} */ (this.game.value));
    this.#words.textContent = levels.find(({ spec }) => spec === this.#level.value)?.words ?? "";
  }

  #judge() {
    const asked = this.game.value !== "kungfu" && this.mode.value === "here";
    this.play.disabled = asked && this.#secondFault !== null;
  }
}

/**
 * @param {string} label
 * @param {HTMLElement} field
 * @param {HTMLElement} [more]
 */
export function row(label, field, more) {
  return element("div", { class: "field" }, element("label", { for: field.id }, label), field, more ?? null);
}
