// `<game-board>`: a board of any form, seen from any side, with pieces that can be picked up and put down.
//
// It shows what it is given and dispatches what people do: `move` with two squares, `upgrade` with one, `cancel` with
// the square of a piece whose premove is removed, `select` with the one that is picked up, `idle` with that of a piece
// that cannot be picked up; before anything else `press` with the square, which can be cancelled. Marks come from the
// choices it was given. A move is dispatched whether it is marked or not, because the table accepts or refuses it. A
// piece that is dropped beside the board goes back.

import { aim } from "./board/aim.js";
import { followPointer } from "./board/drag.js";
import { Geometry } from "./board/geometry.js";
import { followKeys } from "./board/keyboard.js";
import { PieceLayer } from "./board/pieces.js";
import { RestCount, restLeft } from "./board/rest.js";
import { SquareNames } from "./board/square-names.js";
import { Squares } from "./board/squares.js";
import { element, icon } from "./element.js";
import { settings } from "./settings.js";

/** @import { Army, Board, LegalMove, Square } from "../../wire" */
/** @import { How, Shown } from "./board/pieces.js" */
/** @import { Mark } from "./board/squares.js" */

/**
 * @typedef {object} Display
 * @property {Board} board
 * @property {number} quarters the board is turned by
 * @property {number} [turned] the quarters by which the player sees it turned, after which squares are named
 * @property {{pieces: Shown[], last: [Square, Square] | null, check: Square | null}} scene
 * @property {LegalMove[]} choices
 * @property {{from: Square, to: Square}[]} [premoves]
 * @property {Square[]} [goals] where own pieces are going
 * @property {Set<Army>} own the armies that can be picked up
 * @property {Map<Army, string>} sides what armies are called
 * @property {How} how
 */

/** @type {Display} */
const NOTHING = {
  board: { width: 8, height: 8, holes: [], letters: "small" },
  quarters: 0,
  scene: { pieces: [], last: null, check: null },
  choices: [],
  own: new Set(),
  sides: new Map(),
  how: "at once",
};

export class GameBoard extends HTMLElement {
  #display = NOTHING;
  #geometry = new Geometry(NOTHING.board, 0);
  #names = new SquareNames(NOTHING.board, 0);
  #squares = new Squares();
  #pieces = new PieceLayer();
  #buttons = element("div", { class: "upgrades" });
  #count = new RestCount(() => this.#recount());
  /** @type {Square | null} */
  #selected = null;
  /** @type {Square[]} */
  #hint = [];
  #pressedSelected = false;

  connectedCallback() {
    this.replaceChildren(this.#squares.grid, this.#pieces.layer, this.#buttons, this.#count.body);
    this.#lay();
    followPointer(this, {
      square: (point) => this.#under(point),
      aim: (event) => this.#aim(event),
      press: (square) => this.#press(square),
      hover: (square) => this.#squares.hover(square),
      drop: (from, to) => this.#drop(from, to),
      release: (square) => this.#release(square),
      cancel: () => this.#squares.hover(null),
    });
    followKeys(this.#squares.grid, {
      geometry: () => this.#geometry,
      stop: () => this.#squares.stop,
      focus: (square) => this.#squares.focus(square),
      activate: (square) => this.#activate(square),
      cancel: () => this.#letGo(),
      upgrade: (square) => this.#dispatch("upgrade", { square }),
      remove: (square) => this.#dispatch("cancel", { square }),
    });
    this.addEventListener("pointerdown", () => this.toggleAttribute("data-pressed", true));
    addEventListener("keydown", () => this.removeAttribute("data-pressed"));
    for (const name of ["focusin", "focusout"]) this.addEventListener(name, () => this.#recount());
  }

  disconnectedCallback() {
    this.#count.close();
  }

  /** @param {Display} display */
  show(display) {
    const { board, quarters, turned, scene } = display;
    const { quarters: before, turned: named } = this.#display;
    const relaid =
      quarters !== before || turned !== named || JSON.stringify(board) !== JSON.stringify(this.#display.board);
    const replayed = scene !== this.#display.scene;
    this.#display = display;
    if (relaid) this.#lay();
    if (replayed) this.#hint = [];
    if (this.#selected && !this.#mine(this.#selected)) this.select(null);
    this.#pieces.wear(settings.now.pieces);
    this.#pieces.show(scene.pieces, this.#geometry, relaid ? "at once" : display.how);
    this.#dress();
    this.#recount();
  }

  /** Puts every piece back where the table says it is. */
  settle() {
    this.#pieces.show(this.#display.scene.pieces, this.#geometry, settings.moves ? "motion" : "at once");
  }

  /** Highlights a piece for a moment. @param {number} id */
  shine(id) {
    if (settings.moves) this.#pieces.shine(id);
  }

  /** What is picked up. */
  get selected() {
    return this.#selected;
  }

  /** The name of a square for people. @param {Square} square */
  nameOf(square) {
    return this.#names.shown(square);
  }

  get choices() {
    return this.#display.choices;
  }

  /**
   * What can be done with the piece that is picked up.
   * @param {LegalMove[]} choices
   */
  offer(choices) {
    this.#display = { ...this.#display, choices };
    this.#dress();
  }

  /**
   * Shows a move to think about until the scene changes.
   * @param {Square[]} squares
   */
  hint(squares) {
    this.#hint = squares;
    this.#dress();
  }

  /** @param {Square | null} square */
  select(square) {
    const changed = this.#selected !== square;
    this.#selected = square;
    this.#dress();
    if (changed) this.#dispatch("select", { square });
  }

  /**
   * Where a square is on the screen.
   * @param {Square} square
   */
  box(square) {
    const { left, top, width, height } = this.getBoundingClientRect();
    const { column, row } = this.#geometry.cell(square);
    const [wide, high] = [width / this.#geometry.columns, height / this.#geometry.rows];
    return new DOMRect(left + column * wide, top + row * high, wide, high);
  }

  #lay() {
    this.#geometry = new Geometry(this.#display.board, this.#display.quarters);
    this.style.setProperty("--columns", String(this.#geometry.columns));
    this.style.setProperty("--rows", String(this.#geometry.rows));
    this.toggleAttribute("data-wide", this.#geometry.columns > 8);
    this.#names = new SquareNames(this.#display.board, this.#display.turned ?? 0);
    this.#squares.lay(this.#geometry, this.#names);
  }

  #dress() {
    const { content, marks } = this.#worn();
    this.#squares.dress(content, marks);
    this.#offerUpgrades();
  }

  /** The descriptions and the marks of squares. */
  #worn() {
    const { scene, choices, sides, premoves = [], goals = [] } = this.#display;
    const standing = new Map(scene.pieces.map((piece) => [piece.square, piece]));
    const reachable = new Map(
      choices.filter(({ from }) => from === this.#selected).map((choice) => [choice.to, choice]),
    );
    const now = performance.now();
    /** @param {Square} square */
    const content = (square) => {
      const piece = standing.get(square);
      if (!piece) return "empty";
      const left = restLeft(piece.rest, now);
      const rests = left > 0 ? `, resting ${left} ${left === 1 ? "second" : "seconds"}` : "";
      return `${sides.get(piece.army) ?? piece.army} ${piece.kind.replace("open-", "")}${rests}`;
    };
    /** @param {Square} square */
    const marks = (square) => {
      const reached = square === this.#selected ? undefined : reachable.get(square);
      /** @type {[Mark, boolean | undefined][]} */
      const all = [
        ["selected", square === this.#selected],
        ["target", reached && !reached.captures],
        ["capture", reached?.captures],
        ["check", square === scene.check],
        ["last", scene.last?.includes(square)],
        ["hint", this.#hint.includes(square)],
        ["premoved", premoves.some(({ from }) => from === square)],
        ["premove", premoves.some(({ to }) => to === square)],
        ["goal", goals.includes(square)],
      ];
      return all.filter(([, worn]) => worn).map(([mark]) => mark);
    };
    return { content, marks };
  }

  /** The seconds that the piece under the keyboard still rests, seen and spoken. */
  #recount() {
    const { stop } = this.#squares;
    const focused = this.#squares.grid.contains(document.activeElement);
    const piece = focused ? this.#display.scene.pieces.find(({ square }) => square !== null && square === stop) : null;
    if (stop && piece?.rest) {
      const { content, marks } = this.#worn();
      this.#squares.dressOne(stop, content, marks);
    }
    this.#count.show(piece?.rest, stop ? this.#geometry.cell(stop) : null, this.#geometry);
  }

  #offerUpgrades() {
    const upgrades = this.#display.choices.filter(({ action }) => action.does === "upgrade");
    const buttons = upgrades.map(({ from }) => {
      const { column, row } = this.#geometry.cell(from);
      const words = `Upgrade the ${this.#kindOn(from)} on ${this.#names.shown(from)}`;
      const button = element(
        "button",
        { type: "button", class: "upgrade", "aria-label": words, title: words, "data-square": from },
        icon("crown"),
      );
      button.addEventListener("click", () => this.#dispatch("upgrade", { square: from }));
      button.style.left = `${((column + 1) * 100) / this.#geometry.columns}%`;
      button.style.top = `${(row * 100) / this.#geometry.rows}%`;
      return button;
    });
    this.#buttons.replaceChildren(...buttons, ...this.#returnButtons());
  }

  /** A button on every square to which a captured piece can return. */
  #returnButtons() {
    const returns = this.#display.choices.filter(({ action }) => action.does === "return");
    return [...new Set(returns.map(({ to }) => to))].map((to) => {
      const { column, row } = this.#geometry.cell(to);
      const choices = returns.filter((choice) => choice.to === to);
      const words = `Buy a piece back to ${this.#names.shown(to)}`;
      const button = element(
        "button",
        { type: "button", class: "upgrade return", "aria-label": words, title: words, "data-square": to },
        "+",
      );
      button.addEventListener("click", () => this.#dispatch("move", { from: to, to, choices }));
      button.style.left = `${((column + 1) * 100) / this.#geometry.columns}%`;
      button.style.top = `${(row * 100) / this.#geometry.rows}%`;
      return button;
    });
  }

  /** @param {Square} square */
  #kindOn(square) {
    const piece = this.#display.scene.pieces.find((one) => one.square === square);
    return piece?.kind.replace("open-", "") ?? "piece";
  }

  /** @param {Square} square */
  #mine(square) {
    return this.#display.scene.pieces.some((piece) => piece.square === square && this.#display.own.has(piece.army));
  }

  /** @param {PointerEvent} event */
  #aim(event) {
    const meant = this.#under(event);
    if (event.pointerType !== "touch" || this.#mine(meant)) return meant;
    const chosen = this.#display.choices.filter(({ from }) => from === this.#selected).map(({ to }) => to);
    const own = this.#display.scene.pieces.flatMap(({ square, army }) =>
      square !== null && this.#display.own.has(army) ? [square] : [],
    );
    const candidates = this.#selected ? chosen : own;
    return aim(event, meant, candidates, (square) => this.box(square));
  }

  /** @param {{clientX: number, clientY: number}} point */
  #under({ clientX, clientY }) {
    const { left, top, width, height } = this.getBoundingClientRect();
    return this.#geometry.at((clientX - left) / width, (clientY - top) / height);
  }

  /**
   * @param {Square} square
   * @returns {HTMLElement | null}
   */
  #press(square) {
    const pressed = new CustomEvent("press", { detail: { square }, cancelable: true });
    if (this.#geometry.has(square) && !this.dispatchEvent(pressed)) {
      this.#pressedSelected = false;
      this.#squares.focus(square);
      return null;
    }
    const from = this.#selected;
    this.#pressedSelected = square === from;
    if (from && !this.#pressedSelected && this.#goes(from, square)) {
      this.#move(from, square, settings.moves ? "motion" : "at once");
      return null;
    }
    const mine = this.#mine(square);
    this.select(mine ? square : null);
    if (this.#geometry.has(square)) this.#squares.focus(square);
    const body = this.#pieces.body(square);
    // A player may try any piece: the table explains why it cannot move.
    if (body && this.#display.own.size === 0) this.#dispatch("idle", { square });
    return this.#display.own.size > 0 ? body : null;
  }

  /** Escape lays a piece down, and removes what waits for one's turn. */
  #letGo() {
    this.select(null);
    for (const { from } of this.#display.premoves ?? []) this.#dispatch("cancel", { square: from });
  }

  /** @param {Square} square */
  #release(square) {
    if (!this.#pressedSelected || square !== this.#selected) return;
    this.select(null);
    // Pressed twice, a piece loses its premove.
    if (this.#display.premoves?.some(({ from }) => from === square)) this.#dispatch("cancel", { square });
  }

  /**
   * @param {Square} from
   * @param {Square} to
   */
  #drop(from, to) {
    this.#squares.hover(null);
    if (this.#geometry.has(to)) this.#move(from, to, "at once");
    else {
      this.select(null);
      this.settle();
    }
  }

  /**
   * By keyboard: what a press and a release would do.
   * @param {Square} square
   */
  #activate(square) {
    this.#press(square);
    this.#release(square);
  }

  /**
   * Whether a second press means a move: a choice, or anything that is not another piece to pick up.
   * @param {Square} from
   * @param {Square} to
   */
  #goes(from, to) {
    const chosen = this.#display.choices.some((choice) => choice.from === from && choice.to === to);
    return chosen || !this.#mine(to);
  }

  /**
   * @param {Square} from
   * @param {Square} to
   * @param {How} how
   */
  #move(from, to, how) {
    this.select(null);
    const choices = this.#display.choices.filter((choice) => choice.from === from && choice.to === to);
    // At a live table the mode knows how the piece goes.
    if (this.#display.how === "glide") return this.#dispatch("move", { from, to, choices });
    if (choices.length === 1) this.#pieces.expect(from, to, this.#geometry, how);
    else this.settle();
    this.#dispatch("move", { from, to, choices });
  }

  /**
   * @param {string} name
   * @param {object} detail
   */
  #dispatch(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

customElements.define("game-board", GameBoard);
