// The dialog that asks for everything a new game needs. Its fields follow from what the server offers for the game.

import { boardOptions, gameOptions, levelOptions, levelsOf, offerOf, speedOptions } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { nameField } from "./name-field.js";
import { fitting, isBot, isLive, MODES, rememberedSecondName } from "./opening.js";
import { player } from "./profile.js";

/** @import { Choices } from "../../wire" */
/** @import { Loose } from "./opening.js" */
/**
 * A field of the form. Fields without options are texts.
 * @typedef {object} Field
 * @property {string} name of its id
 * @property {string} label
 * @property {Record<string, string>} [options]
 * @property {string} value
 * @property {string} [words] explains the value
 */

const LISTED = {
  private: "Only by the link; who has it may watch",
  closed: "Only by the link; nobody may watch",
  public: "In the lobby too; everybody may watch",
};
const RATED = { casual: "Nothing, it is for fun", rated: "Ratings; the other player needs an account too" };
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
 * Asks for the settings of a new game; null if it was cancelled.
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
  #fields = element("div", { class: "fields" });
  /** What is chosen, also for games and modes that are not shown. @type {Loose} */
  #chosen;
  #second;
  #secondFault = /** @type {string | null} */ (null);
  #position = element("input", { id: "new-position", type: "text", spellcheck: "false", autocomplete: "off" });

  /** @param {Choices} before */
  constructor(before) {
    const { start: _, ...kept } = /** @type {Loose} */ (before);
    this.#chosen = { ...kept, opponent: rememberedSecondName() };
    this.#second = nameField({
      label: "Second player's name",
      value: rememberedSecondName(),
      changed: (fault, typed) => {
        this.#secondFault = fault;
        this.#chosen = { ...this.#chosen, opponent: typed.trim() };
        this.#judge();
      },
    });
    this.body = element(
      "form",
      { method: "dialog" },
      this.#fields,
      element("div", { class: "buttons" }, this.cancel, this.play),
    );
    this.#lay();
  }

  /** @returns {Choices} */
  choices() {
    const { opponent, side, ...chosen } = this.#chosen;
    const text = this.#position.value.trim();
    if (this.#kind === "live") return fitting(chosen);
    const here = chosen.mode === "here";
    return fitting({
      ...chosen,
      side: here ? "white" : (side ?? "random"),
      ...(here && opponent ? { opponent } : {}),
      ...(text ? { start: { text } } : {}),
    });
  }

  get #kind() {
    return offerOf(this.#chosen.game)?.kind;
  }

  /** Lays out the fields that the game and the mode ask for. */
  #lay() {
    const focused = document.activeElement?.id;
    const fit = fitting(this.#chosen);
    const game = { name: "game", label: "Game", options: gameOptions(), value: fit.game };
    const rows = (isLive(fit) ? liveFields(fit) : turnFields(fit)).map((field) => this.#row(field));
    const more = isLive(fit) ? [] : this.#turnParts(fit.mode === "here");
    this.#fields.replaceChildren(this.#row(game), ...rows, ...more);
    if (focused) document.getElementById(focused)?.focus();
    this.#judge();
  }

  /** What is no list of options. @param {boolean} here */
  #turnParts(here) {
    const position = element("div", { class: "field" }, label("new-position", "Position as text"), this.#position);
    return [
      ...(here ? [this.#second.field] : []),
      element("details", {}, element("summary", {}, "From a position"), position),
    ];
  }

  /** @param {Field} field */
  #row({ name, label: words, options = {}, value, words: explanation }) {
    const id = `new-${name}`;
    const list = select(id, options, value, () => this.#change(name, list.value));
    if (explanation) list.setAttribute("aria-describedby", `${id}-words`);
    return element(
      "div",
      { class: name.startsWith("seat-") ? "field half" : "field" },
      label(id, words),
      list,
      explanation ? element("p", { class: "muted", id: `${id}-words` }, explanation) : null,
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #change(name, value) {
    if (name.startsWith("seat-")) this.#seat(Number(name.slice("seat-".length)), value);
    else if (name === "rated") this.#chosen = { ...this.#chosen, rated: value === "rated" };
    else this.#chosen = { ...this.#chosen, [name]: name === "clock" ? value || null : value };
    this.#lay();
  }

  /**
   * Nobody sits on two seats: who moves to another changes places with who was there.
   * @param {number} seat
   * @param {string} value
   */
  #seat(seat, value) {
    const fit = fitting(this.#chosen);
    if (!isLive(fit)) return;
    const before = fit.seats[seat] ?? "link";
    const seats = fit.seats.map((one, at) => (at === seat ? value : value === "you" && one === "you" ? before : one));
    this.#chosen = { ...this.#chosen, seats };
  }

  #judge() {
    const asked = this.#kind !== "live" && this.#chosen.mode === "here";
    this.play.disabled = asked && this.#secondFault !== null;
  }
}

/** @param {Exclude<Choices, {seats: string[]}>} choices @returns {Field[]} */
function turnFields({ game, mode, level, side, clock, visibility, rated }) {
  const words = levelsOf(game).find(({ spec }) => spec === level)?.words ?? "";
  const levels = { name: "level", label: "Level", options: levelOptions(game), value: level ?? "", words };
  return [
    { name: "mode", label: "Mode", options: MODES, value: mode },
    ...(mode === "machine" ? [levels] : []),
    ...(mode === "here" ? [] : [{ name: "side", label: "You play", options: SIDES, value: side ?? "random" }]),
    { name: "clock", label: "Clock", options: CLOCKS, value: clock ?? "" },
    ...(mode === "link" ? [visibilityField(visibility), ...ratedFields(rated)] : []),
  ];
}

/** @param {Extract<Choices, {seats: string[]}>} choices @returns {Field[]} */
function liveFields({ game, board, speed, seats, visibility, rated }) {
  const occupants = { you: "You", link: "Somebody by link", ...levelOptions(game) };
  const names = offerOf(game)?.boards.find((one) => one.board === board)?.seats ?? [];
  return [
    { name: "board", label: "Board", options: boardOptions(game), value: board },
    { name: "speed", label: "Speed", options: speedOptions(game), value: speed },
    ...seats.map((value, seat) => ({ name: `seat-${seat}`, label: names[seat] ?? "", options: occupants, value })),
    ...(seats.includes("link") ? [visibilityField(visibility)] : []),
    ...(seats.includes("you") && !seats.some(isBot) ? ratedFields(rated) : []),
  ];
}

/** Who finds a table that waits for somebody. @param {Choices["visibility"]} visibility @returns {Field} */
function visibilityField(visibility = "private") {
  return { name: "visibility", label: "Who finds it", options: LISTED, value: visibility };
}

/** Whether the game counts for ratings, which only accounts have. @param {Choices["rated"]} rated @returns {Field[]} */
function ratedFields(rated = false) {
  if (player.account === null) return [];
  return [{ name: "rated", label: "Counts for", options: RATED, value: rated ? "rated" : "casual" }];
}

/**
 * @param {string} id
 * @param {string} words
 */
function label(id, words) {
  return element("label", { for: id }, words);
}
