// The board editor: pieces are put on squares; the server returns the other fields of the position and all errors.
//
// It knows no rule. A piece of the palette is put down by pressing a square; with the hand pieces are moved. All of it
// works by keyboard: the palette is a group of radio buttons, the board has its own keys, Delete empties a square.

import { notify, say } from "../announce.js";
import { editPosition } from "../api.js";
import { GameBoard } from "../board.js";
import { games, offerOf } from "../catalog.js";
import { element, figure, iconButton, select } from "../element.js";
import { later } from "../later.js";
import { fitting, open } from "../opening.js";
import { settings } from "../settings.js";
import { fieldRow } from "./field-row.js";

/** @import { Army, EditorCard, GameId, PieceKind, Sketch, SketchSource, Square } from "../../../wire" */
/** @typedef {{army: Army, kind: PieceKind}} Held a piece of the palette */

/** @type {[Army, string][]} */
const ARMIES = [
  ["ivory", "White"],
  ["ink", "Black"],
];
const SIDES = { white: "White", black: "Black" };
/** Brushes that are no piece. */
const HAND = "hand";
const ERASER = "eraser";

export class EditorView {
  body = element("main", { class: "editor" });
  #board = new GameBoard();
  #palette = element("fieldset", { class: "palette" });
  #fields = element("div", { class: "fields" });
  #faults = element("ul", { class: "faults" });
  #text = element("input", { id: "editor-text", type: "text", spellcheck: "false", autocomplete: "off" });
  #play = element("button", { type: "button", class: "primary", onclick: () => this.#playIt() }, "Play from here");
  #study = element("button", { type: "button", onclick: () => this.#studyIt() }, "Study it");
  #turn = select("editor-turn", SIDES, "white", () => this.#change(() => this.#turned()));
  /** @type {GameId} */
  #game;
  /** @type {EditorCard | null} */
  #card = null;
  /** What a press on a square does: a piece is put there, the square is emptied, or a piece is moved. */
  #brush = HAND;
  /** @type {Map<string, Held>} */
  #held = new Map();
  #flipped = false;
  /** Answers to earlier questions are dropped. */
  #asked = 0;

  /** @param {URLSearchParams} query */
  constructor(query) {
    const editable = Object.fromEntries(games().flatMap(({ game, name, editor }) => (editor ? [[game, name]] : [])));
    const wanted = query.get("game") ?? "";
    this.#game = /** @type {GameId} */ (wanted in editable ? wanted : (Object.keys(editable)[0] ?? ""));
    const game = select("editor-game", editable, this.#game, () => {
      this.#game = /** @type {GameId} */ (game.value);
      this.#ask({ is: "usual" });
    });
    this.body.append(
      element("h1", {}, "Board editor"),
      element("div", { class: "hero" }, this.#board),
      element(
        "div",
        { class: "sheet" },
        element("div", { class: "field" }, element("label", { for: "editor-game" }, "Game"), game),
        this.#palette,
        element(
          "div",
          { class: "row" },
          this.#button("Start position", { is: "usual" }),
          this.#button("Empty board", { is: "empty" }),
          iconButton("flip", "Turn the board", () => this.#flip()),
        ),
        element("div", { class: "field" }, element("label", { for: "editor-turn" }, "Side to move"), this.#turn),
        this.#fields,
        element("div", { class: "field" }, element("label", { for: "editor-text" }, "Position as text"), this.#text),
        element("div", { role: "status", "aria-label": "Faults" }, this.#faults),
        element("div", { class: "row" }, this.#play, this.#study),
      ),
    );
    document.title = "Board editor · Threefold";
    this.#listen();
    const position = query.get("position");
    this.#ask(position ? { is: "text", of: position } : { is: "usual" });
  }

  close() {}

  #listen() {
    const board = this.#board;
    board.addEventListener("press", (event) => {
      if (this.#brush === HAND) return;
      event.preventDefault();
      const { square } = /** @type {CustomEvent<{square: Square}>} */ (event).detail;
      const held = this.#held.get(this.#brush);
      const there = this.#at(square);
      // The same piece once more takes it away.
      const same = held && there?.army === held.army && there.kind === held.kind;
      this.#change((sketch) => put(sketch, square, same ? undefined : held));
    });
    board.addEventListener("move", (event) => {
      const { from, to } = /** @type {CustomEvent<{from: Square, to: Square}>} */ (event).detail;
      const moved = this.#at(from);
      if (moved && from !== to) this.#change((sketch) => put(put(sketch, from), to, moved));
    });
    board.addEventListener("cancel", (event) => {
      const { square } = /** @type {CustomEvent<{square: Square}>} */ (event).detail;
      this.#change((sketch) => put(sketch, square));
    });
    this.#text.addEventListener("change", () => this.#ask({ is: "text", of: this.#text.value.trim() }));
  }

  /** @param {string} words @param {SketchSource} source */
  #button(words, source) {
    return element("button", { type: "button", onclick: () => this.#ask(source) }, words);
  }

  #flip() {
    this.#flipped = !this.#flipped;
    this.#draw();
  }

  /** @param {Square} square */
  #at(square) {
    return this.#card?.sketch.pieces.find((piece) => piece.square === square);
  }

  /** Changes the sketch and asks what it is now. @param {(sketch: Sketch) => Sketch} change */
  #change(change) {
    if (!this.#card) return;
    const sketch = change(this.#card.sketch);
    // Shown at once; the answer of the server has what follows from it.
    this.#card = { ...this.#card, sketch };
    this.#draw();
    this.#ask({ is: "sketch", of: sketch });
  }

  /** The sketch with the chosen side to move. */
  #turned() {
    const { sketch } = /** @type {EditorCard} */ (this.#card);
    return { ...sketch, turn: /** @type {"white" | "black"} */ (this.#turn.value) };
  }

  /** @param {SketchSource} source */
  async #ask(source) {
    const asked = ++this.#asked;
    try {
      const card = await editPosition(this.#game, source);
      if (asked !== this.#asked) return;
      this.#card = card;
      this.#show();
    } catch (error) {
      if (asked !== this.#asked) return;
      const { message } = /** @type {Error} */ (error);
      this.#faults.replaceChildren(element("li", {}, message));
      notify(message);
    }
  }

  #show() {
    const card = /** @type {EditorCard} */ (this.#card);
    this.#layPalette(card);
    this.#turn.value = card.sketch.turn;
    this.#layFields(card);
    this.#text.value = card.text;
    const fine = card.faults.length === 0;
    const words = fine ? ["Nothing is wrong with this position."] : card.faults;
    this.#faults.classList.toggle("fine", fine);
    this.#faults.replaceChildren(...words.map((fault) => element("li", {}, fault)));
    for (const door of [this.#play, this.#study]) door.disabled = !fine;
    this.#draw();
  }

  #draw() {
    if (!this.#card) return;
    const { board, sketch } = this.#card;
    this.body.style.setProperty("--aspect", String(board.width / board.height));
    this.#board.show({
      board,
      quarters: this.#flipped ? 2 : 0,
      scene: {
        pieces: sketch.pieces.map((piece) => ({ ...piece, id: number(piece.square) })),
        last: null,
        check: null,
      },
      choices: [],
      own: new Set(ARMIES.map(([army]) => army)),
      sides: new Map(ARMIES.map(([army, name]) => [army, name.toLowerCase()])),
      how: "at once",
    });
  }

  /** @param {EditorCard} card */
  #layPalette({ palette }) {
    const pieces = ARMIES.flatMap(([army]) => palette.map((kind) => ({ army, kind })));
    const held = new Map(pieces.map((piece) => [`${piece.army} ${piece.kind}`, piece]));
    if ([...held.keys()].join() === [...this.#held.keys()].join()) return;
    this.#held = held;
    this.#brush = HAND;
    const brush = (/** @type {string} */ value, /** @type {string} */ words, /** @type {Node} */ picture) => {
      const id = `brush-${value.replace(" ", "-")}`;
      const onchange = () => {
        this.#brush = value;
        say(words);
      };
      const radio = element("input", { type: "radio", name: "brush", id, value, checked: value === HAND, onchange });
      return element("label", { for: id, title: words }, radio, picture, element("span", { class: "hidden" }, words));
    };
    const rows = ARMIES.map(([army, side]) =>
      element(
        "div",
        { class: "brushes", "data-army": army },
        ...palette.map((kind) =>
          brush(`${army} ${kind}`, `${side} ${kind.replace("open-", "")}`, figure(settings.now.pieces, kind)),
        ),
      ),
    );
    const text = (/** @type {string} */ words) => document.createTextNode(words);
    this.#palette.replaceChildren(
      element("legend", {}, "A press on a square puts down"),
      ...rows,
      element(
        "div",
        { class: "brushes" },
        brush(HAND, "Move pieces", text("✥")),
        brush(ERASER, "Empty squares", text("✕")),
      ),
    );
  }

  /** The fields of the game; one that is in use keeps the focus. @param {EditorCard} card */
  #layFields({ fields }) {
    const focused = document.activeElement?.id;
    const rows = fields.map((field, place) =>
      fieldRow(field, place, (value) =>
        this.#change((sketch) => ({ ...sketch, fields: sketch.fields.with(place, value) })),
      ),
    );
    this.#fields.replaceChildren(...rows);
    const again = focused ? document.getElementById(focused) : null;
    if (again && this.#fields.contains(again)) again.focus();
  }

  async #playIt() {
    const { askNewGame } = await later.newGame();
    const level = offerOf(this.#game)?.usual;
    const choices = fitting({ game: this.#game, mode: "machine", ...(level ? { level } : {}) });
    await askNewGame(choices, open, this.#card?.text);
  }

  async #studyIt() {
    const { study } = await later.openStudy();
    const start = { text: this.#card?.text ?? "" };
    await study({ is: "position", game: this.#game, start }).catch((error) => notify(error.message));
  }
}

/**
 * A sketch with a piece on a square, or with the square empty.
 * @param {Sketch} sketch
 * @param {Square} square
 * @param {Held} [piece]
 */
function put(sketch, square, piece) {
  const others = sketch.pieces.filter((known) => known.square !== square);
  const pieces = piece ? [...others, { square, army: piece.army, kind: piece.kind }] : others;
  return { ...sketch, pieces };
}

/** A number of its own for every square. @param {Square} square */
function number(square) {
  return square.charCodeAt(0) * 100 + Number(square.slice(1));
}
