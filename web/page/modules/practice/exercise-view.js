// An exercise on the screen: a board, the text of the card, and its actions. The server decides which moves are right.

import { notify, say } from "../announce.js";
import { exercise } from "../api.js";
import { GameBoard } from "../board.js";
import { element } from "../element.js";
import { choosePromotion } from "../promotion.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";

/** @import { Army, ExerciseCard, ExerciseDoor, ExerciseAction, LegalMove, Square, ExerciseTask } from "../../../wire" */
/** @typedef {(card: ExerciseCard) => void} Changed */

/** @type {Record<ExerciseDoor, string>} */
const DOORS = { hint: "Hint", show: "Show the move", continue: "Go on" };

export class ExerciseView {
  #board = new GameBoard();
  #title = element("h2", { tabindex: -1 });
  #words = element("p", { class: "task", role: "status" });
  #steps = element("p", { class: "muted" });
  #purses = element("p", {});
  #doors = element("div", { class: "row" });
  /** @type {ExerciseTask} */
  #task;
  /** @type {ExerciseAction[]} */
  #log = [];
  /** @type {ExerciseCard | null} */
  #card = null;
  #busy = false;
  #changed;

  /**
   * @param {ExerciseTask} task
   * @param {object} around
   * @param {Changed} around.changed
   * @param {HTMLElement[]} [around.below] what is below the buttons
   */
  constructor(task, { changed, below = [] }) {
    this.#task = task;
    this.#changed = changed;
    this.body = element(
      "div",
      { class: "exercise" },
      element("div", { class: "hero" }, this.#board),
      element("div", { class: "sheet" }, this.#title, this.#words, this.#purses, this.#steps, this.#doors, ...below),
    );
    this.#board.addEventListener("move", (event) => {
      const { from, to, choices } = /** @type {CustomEvent} */ (event).detail;
      this.#move(from, to, choices);
    });
    this.#board.addEventListener("upgrade", (event) => {
      const { square } = /** @type {CustomEvent<{square: Square}>} */ (event).detail;
      const upgrade = this.#card?.choices.find(({ from, action }) => from === square && action.does === "upgrade");
      if (upgrade) this.#act({ do: "move", code: upgrade.code });
    });
  }

  /** Begins, or begins again. */
  async begin() {
    this.#log = [];
    await this.#ask(null);
  }

  focus() {
    this.#title.focus();
  }

  /** @param {ExerciseDoor} door */
  press(door) {
    if (this.#card?.doors.includes(door)) this.#act({ do: door });
  }

  /**
   * @param {Square} from
   * @param {Square} to
   * @param {LegalMove[]} choices
   */
  async #move(from, to, choices) {
    const chosen = choices.length > 1 ? await choosePromotion(choices, this.#army) : choices[0];
    if (chosen) return this.#act({ do: "move", code: chosen.code });
    this.#board.settle();
    if (chosen === undefined && from !== to) play("refused");
  }

  /** @param {ExerciseAction} action */
  async #act(action) {
    // One answer at a time: the next action needs the log of this one.
    if (this.#busy) return this.#board.settle();
    await this.#ask(action);
  }

  /** @param {ExerciseAction | null} action */
  async #ask(action) {
    this.#busy = true;
    try {
      const { card, log } = await exercise(this.#task, this.#log, action);
      this.#log = log;
      this.#show(card, action);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
      this.#board.settle();
    } finally {
      this.#busy = false;
    }
  }

  /**
   * @param {ExerciseCard} card
   * @param {ExerciseAction | null} action
   */
  #show(card, action) {
    this.#card = card;
    this.body.dataset.tone = card.tone;
    this.body.dataset.state = card.state;
    this.body.style.setProperty("--aspect", String(card.board.width / card.board.height));
    this.#title.textContent = card.title;
    this.#words.textContent = card.words;
    const [at, of] = card.step;
    const [white, black] = card.scene.purses;
    this.#purses.textContent = white === undefined ? "" : `Purses: White ${white}, Black ${black}`;
    this.#steps.textContent = of > 0 && card.state === "open" ? `${Math.min(at + 1, of)} of ${of}` : "";
    const buttons = card.doors.map((door) =>
      element(
        "button",
        {
          type: "button",
          class: door === "continue" ? "primary" : "",
          "data-door": door,
          onclick: () => this.press(door),
        },
        DOORS[door],
      ),
    );
    const { activeElement } = document;
    const held =
      activeElement instanceof HTMLElement && this.#doors.contains(activeElement) && activeElement.dataset.door;
    this.#doors.replaceChildren(...buttons);
    // The button that was pressed is gone: the keyboard stays where it was, or near it.
    if (held) (buttons.find(({ dataset }) => dataset.door === held) ?? buttons[0] ?? this.#title).focus();
    this.#board.show({
      board: card.board,
      quarters: card.below === "black" ? 2 : 0,
      scene: card.scene,
      choices: card.choices,
      own: card.choices.length > 0 ? new Set([this.#army]) : new Set(),
      sides: new Map([
        ["ivory", "white"],
        ["ink", "black"],
      ]),
      how: action && settings.moves ? "motion" : "at once",
    });
    this.#board.hint(card.marked);
    if (card.tone === "wrong") this.#board.settle();
    if (action) play(card.tone === "wrong" ? "refused" : "move");
    say(card.words);
    this.#changed(card);
  }

  /** @returns {Army} */
  get #army() {
    return this.#card?.below === "black" ? "ink" : "ivory";
  }
}
