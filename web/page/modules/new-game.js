// The dialog that asks for everything a new game needs. Its fields follow from what the server offers for the game.

import { boardOptions, gameOptions, levelOptions, levelsOf, offerOf, speedOptions } from "./catalog.js";
import { openDialog } from "./dialog.js";
import { element, select } from "./element.js";
import { nameField } from "./name-field.js";
import { fitting, isBot, isLive, MODES, rememberedSecondName } from "./opening.js";
import { player } from "./profile.js";

/** @import { Army, Choices } from "../../wire" */
/** @import { Loose } from "./opening.js" */
/**
 * A field of the form. Fields without options are texts.
 * @typedef {object} Field
 * @property {string} name of its id
 * @property {string} label
 * @property {Record<string, string>} [options]
 * @property {string} value
 * @property {string} [words] explains the value
 * @property {Army | undefined} [army] whose colour is beside the label
 */

/** The armies in the order of the seats. @type {Army[]} */
const ARMIES = ["ivory", "ink", "vermilion", "cobalt"];
/** Where the others sit on the cross, clockwise from the own seat. */
const PLACES = ["", ", left of you", ", opposite you", ", right of you"];

const LISTED = {
  private: "Only by the link; anyone with it may watch",
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
  custom: "Another clock",
};
/** How a game begins, beside its variants; numbered starts are for games that have them. @type {Record<string, string>} */
const STARTS = { usual: "As usual", numbered: "Chess960: pieces in another order", text: "From a position" };

/**
 * Asks for the settings of a new game until it has begun; what the server refuses is said in the dialog, which keeps what
 * was typed.
 * @param {Choices} before
 * @param {(choices: Choices) => Promise<void>} start
 * @param {string} [position] where it begins, as text
 */
export async function askNewGame(before, start, position) {
  const form = new Form(before, position);
  const { dialog, closed } = openDialog({ title: "New game", content: [form.body], kind: "new-game" });
  form.cancel.addEventListener("click", () => dialog.close());
  form.body.addEventListener("submit", async (event) => {
    event.preventDefault();
    form.say("");
    try {
      await start(form.choices());
      dialog.close();
    } catch (error) {
      form.say(/** @type {Error} */ (error).message);
    }
  });
  await closed;
}

class Form {
  play = element("button", { class: "primary" }, "Play");
  cancel = element("button", { type: "button" }, "Cancel");
  #fields = element("div", { class: "fields" });
  /** What is chosen, also for games and modes that are not shown. @type {Loose} */
  #chosen;
  #second;
  #secondFault = /** @type {string | null} */ (null);
  #fault = element("p", { class: "fault", id: "new-fault", role: "alert" });
  #position = element("input", {
    id: "new-position",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    "aria-describedby": "new-fault",
  });
  #number = number("new-number", 0, 0, "");
  #minutes = number("new-minutes", 0, 180, "10");
  #seconds = number("new-seconds", 0, 180, "5");
  /** A key of `STARTS`, or a variant by its id. */
  #start = "usual";
  #customClock = false;

  /** @param {Choices} before @param {string} [position] */
  constructor(before, position) {
    if (position !== undefined) {
      this.#start = "text";
      this.#position.value = position;
    }
    const { start: _, ...kept } = /** @type {Loose} */ (before);
    this.#chosen = { ...kept, opponent: rememberedSecondName() };
    const [minutes, seconds] = (kept.clock ?? "").split("+");
    if (kept.clock && !(kept.clock in CLOCKS) && seconds !== undefined) {
      this.#customClock = true;
      this.#minutes.value = minutes ?? "";
      this.#seconds.value = seconds;
    }
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
      this.#fault,
      element("div", { class: "buttons" }, this.cancel, this.play),
    );
    this.#lay();
  }

  /** @param {string} words what is wrong */
  say(words) {
    this.#fault.textContent = words;
    if (words) this.#fault.scrollIntoView({ block: "nearest" });
  }

  /** @returns {Choices} */
  choices() {
    const { opponent, side, clock, ...chosen } = this.#chosen;
    if (this.#kind === "live") return fitting(chosen);
    const here = chosen.mode === "here";
    const start = this.#startChosen();
    return fitting({
      ...chosen,
      clock: this.#customClock ? `${this.#minutes.value || 0}+${this.#seconds.value || 0}` : (clock ?? null),
      side: here ? "white" : (side ?? "random"),
      ...(here && opponent ? { opponent } : {}),
      ...(start ? { start } : {}),
    });
  }

  /** How the game begins; a number that is left out is drawn. @returns {Loose["start"] | null} */
  #startChosen() {
    const { last_start: last = null, variants = [] } = offerOf(this.#chosen.game) ?? {};
    const variant = variants.find(({ id }) => id === this.#start);
    if (variant) return { text: variant.start };
    const text = this.#position.value.trim();
    if (this.#start === "text" && text) return { text };
    if (this.#start !== "numbered" || last === null) return null;
    const typed = this.#number.value;
    return { numbered: typed === "" ? Math.floor(Math.random() * (last + 1)) : Number(typed) };
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
    const more = isLive(fit) ? [] : this.#turnParts(fit.game, fit.mode === "here");
    this.#fields.replaceChildren(this.#row(game), ...rows, ...more);
    if (focused) document.getElementById(focused)?.focus();
    this.#judge();
  }

  /**
   * What a turn game has besides lists from the server.
   * @param {Loose["game"]} game
   * @param {boolean} here
   */
  #turnParts(game, here) {
    const { last_start: last = null, variants = [] } = offerOf(game) ?? {};
    const { usual = "", numbered = "", text = "" } = STARTS;
    const options = {
      usual,
      ...Object.fromEntries(variants.map(({ id, name, words }) => [id, `${name}: ${words}`])),
      ...(last === null ? {} : { numbered }),
      text,
    };
    if (!(this.#start in options)) this.#start = "usual";
    this.#number.max = String(last ?? 0);
    const start = this.#row({ name: "start", label: "Begins", options, value: this.#start });
    const clock = this.#customClock ? "custom" : (this.#chosen.clock ?? "");
    return [
      this.#row({ name: "clock", label: "Clock", options: CLOCKS, value: clock }),
      ...(this.#customClock ? [half(this.#minutes, "Minutes"), half(this.#seconds, "Seconds a move")] : []),
      ...(here ? [this.#second.field] : []),
      start,
      ...(this.#start === "text" ? [field(this.#position, "Position as text")] : []),
      ...(this.#start === "numbered" ? [field(this.#number, `Number from 0 to ${last}; empty for a random one`)] : []),
    ];
  }

  /** @param {Field} field */
  #row({ name, label: words, options = {}, value, words: explanation, army }) {
    const id = `new-${name}`;
    const list = select(id, options, value, () => this.#change(name, list.value));
    if (explanation) list.setAttribute("aria-describedby", `${id}-words`);
    return element(
      "div",
      { class: name.startsWith("seat-") ? "field half" : "field" },
      label(id, words, army),
      list,
      explanation ? element("p", { class: "muted", id: `${id}-words` }, explanation) : null,
    );
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  #change(name, value) {
    if (name === "start") this.#start = value;
    else if (name === "clock") this.#clock(value);
    else if (name.startsWith("seat-")) this.#seat(Number(name.slice("seat-".length)), value);
    else if (name === "rated") this.#chosen = { ...this.#chosen, rated: value === "rated" };
    else this.#chosen = { ...this.#chosen, [name]: value };
    this.say("");
    this.#lay();
  }

  /** @param {string} value */
  #clock(value) {
    this.#customClock = value === "custom";
    if (!this.#customClock) this.#chosen = { ...this.#chosen, clock: value || null };
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
function turnFields({ game, mode, level, side, visibility, rated }) {
  const words = levelsOf(game).find(({ spec }) => spec === level)?.words ?? "";
  const levels = { name: "level", label: "Level", options: levelOptions(game), value: level ?? "", words };
  return [
    { name: "mode", label: "Mode", options: MODES, value: mode },
    ...(mode === "machine" ? [levels] : []),
    ...(mode === "here" ? [] : [{ name: "side", label: "You play", options: SIDES, value: side ?? "random" }]),
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
    ...seats.map((value, seat) => ({
      name: `seat-${seat}`,
      label: `${names[seat] ?? ""}${placeOf(seat, seats)}`,
      options: occupants,
      value,
      army: ARMIES[seat],
    })),
    ...(seats.includes("link") ? [visibilityField(visibility)] : []),
    ...(seats.includes("you") && !seats.some(isBot) ? ratedFields(rated) : []),
  ];
}

/**
 * Where somebody sits on a board of four, seen from the own seat.
 * @param {number} seat
 * @param {string[]} seats
 */
function placeOf(seat, seats) {
  const own = seats.indexOf("you");
  return own < 0 || seats.length !== PLACES.length ? "" : PLACES[(seat - own + PLACES.length) % PLACES.length];
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
 * @param {number} min
 * @param {number} max
 * @param {string} value
 */
function number(id, min, max, value) {
  return element("input", { id, type: "number", min, max, step: 1, value, inputmode: "numeric" });
}

/**
 * @param {HTMLElement} input
 * @param {string} words
 */
function field(input, words) {
  return element("div", { class: "field" }, label(input.id, words), input);
}

/**
 * The same, two of them in a line.
 * @param {HTMLElement} input
 * @param {string} words
 */
function half(input, words) {
  return element("div", { class: "field half" }, label(input.id, words), input);
}

/**
 * @param {string} id
 * @param {string} words
 * @param {Army} [army]
 */
function label(id, words, army) {
  const swatch = army && element("span", { class: "swatch", "data-army": army });
  return element("label", { for: id }, swatch ?? null, swatch ? " " : null, words);
}
