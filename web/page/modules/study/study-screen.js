// A study on the screen: the board with its evaluation and drawings, the tree of moves, comments and engine lines.
//
// It contains no rules: every position has its legal moves, and the table accepts or refuses commands.

import { notify, refuse, say } from "../announce.js";
import { Banner } from "../banner.js";
import { element } from "../element.js";
import { takeSeat } from "../invite.js";
import { openingWords } from "../names.js";
import { fitting } from "../opening.js";
import { choosePromotion } from "../promotion.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { rememberTable } from "../tickets.js";
import { EnginePanel } from "./engine-panel.js";
import { ExplorerPanel } from "./explorer-panel.js";
import { Marks } from "./marks.js";
import { MoveTree } from "./move-tree.js";
import { NotePanel } from "./note-panel.js";
import { PeoplePanel } from "./people-panel.js";
import { ReviewPanel } from "./review-panel.js";
import { SecondTry } from "./second-try.js";
import { mainLine, moveWords, nodeOf, placeInMainLine, titleOf } from "./study-tree.js";

/** @import { Action, Analysis, Drawing, LegalMove, Square, StudyCommand, StudyEvent, StudyNode, StudyNote, StudyPosition, StudyView } from "../../../wire" */
/** @import { GameBoard } from "../board.js" */
/** @import { Doors, Stage } from "../entrance.js" */
/** @import { Reply, TableClient } from "../table-client.js" */

export class StudyScreen {
  /** The position that is looked at. */
  at = 0;
  /** @type {Analysis | null} */
  analysis = null;
  #client;
  #board;
  #doors;
  /** @type {StudyPosition | null} */
  #position = null;
  #flipped = false;
  /** The position after which an own move is followed. @type {number | null} */
  #follow = null;
  /** Resolves when the position that is looked at has come. */
  #looked = Promise.resolve();
  #leave = new AbortController();
  #second;
  #marks;
  #tree;
  #engine;
  #explorer;
  #review;
  #notes;
  #people;
  #opening = element("p", { class: "opening", "aria-live": "polite" });
  #standing = element("p", { class: "standing" });
  #typed = element("input", {
    type: "text",
    "aria-label": "Type a move",
    placeholder: "Type a move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });

  /**
   * @param {TableClient} client with a view
   * @param {Stage} stage
   * @param {Doors} doors
   */
  constructor(client, { body, board }, doors) {
    const { signal } = this.#leave;
    this.#client = client;
    this.#board = board;
    this.#doors = doors;
    this.body = body;
    this.#second = new SecondTry(client, board, this.#standing, () => this.#draw());
    this.#marks = new Marks(board, (drawing) => this.draw(drawing), signal);
    this.#tree = new MoveTree(this);
    this.#engine = new EnginePanel(this);
    this.#explorer = new ExplorerPanel(() => ({
      game: this.view.game,
      // A mistake that is tried again would be named.
      key: this.trying === null ? (this.position?.key ?? null) : null,
      add: (code) => void this.addCode(code),
    }));
    this.#review = new ReviewPanel(this);
    this.#notes = new NotePanel(this);
    this.#people = new PeoplePanel(this);
    const panels = [this.#engine, this.#explorer, this.#review, this.#notes, this.#people];
    const onsubmit = (/** @type {Event} */ event) => this.#type(event);
    const form = element("form", { class: "typed", onsubmit }, this.#typed);
    body.classList.add("study");
    body.prepend(new Banner(client, signal).body);
    board.parentElement?.append(this.#engine.bar, this.#marks.body);
    body.append(
      element("div", { class: "beside" }, this.#opening, this.#tree.body, this.#standing, form),
      element("div", { class: "below" }, ...panels.map(({ body }) => body)),
    );
    this.#listen();
  }

  /** @returns {StudyView} */
  get view() {
    return /** @type {StudyView} */ (/** @type {unknown} */ (this.#client.view));
  }

  get id() {
    return this.#client.id;
  }

  /** The header shows no game that could be changed or begun again. */
  get study() {
    return true;
  }

  /** What a new game begins with. */
  get choices() {
    return fitting({ game: this.view.game });
  }

  /** Nothing is lost by leaving. */
  get running() {
    return false;
  }

  /** A study goes on without anybody. */
  get company() {
    return false;
  }

  begin() {
    if (this.view.yours.length > 0) rememberTable(this.view.table);
    const last = Number(new URLSearchParams(location.hash.split("?")[1] ?? "").get("at"));
    this.go(this.node(last) ? last : 0);
  }

  close() {
    this.#leave.abort();
    this.body.classList.remove("study");
    this.#client.close();
  }

  /** @param {number} id @returns {StudyNode | undefined} */
  node(id) {
    return nodeOf(this.view, id);
  }

  get current() {
    return this.node(this.at);
  }

  /** The mistake that is tried again, whose move is not shown. */
  get trying() {
    return this.#second.mistake;
  }

  /** The board of the position that is looked at, once it has come. */
  get position() {
    return this.#position?.node === this.at ? this.#position : null;
  }

  /** Adds the move with this code, or goes to it. @param {string} code */
  async addCode(code) {
    const { at } = this;
    const reply = await this.send({ command: "type", node: at, text: code });
    if (!reply.done) return;
    const added = this.node(at)?.children.find((id) => this.node(id)?.mv?.code === code);
    const to = reply.answer.answer === "known" ? reply.answer.node : added;
    if (to !== undefined) this.go(to);
  }

  /** The positions of the main line, the start first. */
  get line() {
    return mainLine(this.view);
  }

  /** The place in the main line of the position where the shown line branches off. */
  get ply() {
    return placeInMainLine(this.view, this.at);
  }

  /**
   * Sends a command of a study; a refusal is shown.
   * @param {StudyCommand} command
   * @param {Element} [beside]
   * @returns {Promise<Reply>}
   */
  async send(command, beside = this.#board) {
    const reply = await this.#client.send({ kind: "own", ...command });
    if (!reply.done) refuse(reply.words, beside.getBoundingClientRect());
    return reply;
  }

  /** Shows a position. @param {number} id */
  go(id) {
    this.at = id;
    this.analysis = null;
    this.#draw();
    this.#engine.follow();
    this.#looked = this.#look(id);
    return this.#looked;
  }

  /** @param {number} id */
  async #look(id) {
    const reply = await this.#client.send({ kind: "own", command: "look", node: id });
    // An answer to an earlier question may come after a later one was asked.
    if (!reply.done || reply.answer.answer !== "position" || this.at !== id) return;
    this.#position = reply.answer;
    this.#draw();
  }

  /** Goes through the shown line. @param {number} steps */
  step(steps) {
    this.stopTrying();
    if (steps === -Infinity) return this.go(0);
    if (steps === Infinity) return this.go(this.line.at(-1) ?? 0);
    const to = steps < 0 ? this.current?.parent : this.current?.children[0];
    if (to !== null && to !== undefined) this.go(to);
  }

  /** Another move instead of the shown one. @param {number} step */
  alternative(step) {
    const siblings = this.node(this.current?.parent ?? -1)?.children ?? [];
    const place = siblings.indexOf(this.at);
    const to = siblings[(place + step + siblings.length) % siblings.length];
    if (to !== undefined) this.go(to);
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.#draw();
  }

  undo() {}

  pause() {}

  focusTyped() {
    this.#typed.focus();
  }

  /** Draws an arrow or a circle, or takes it away. @param {Drawing} drawing */
  draw(drawing) {
    const drawn = this.current?.drawings.some(
      ({ colour, from, to }) => colour === drawing.colour && from === drawing.from && to === drawing.to,
    );
    return this.send({ command: "draw", node: this.at, drawing, draw: drawn ? "off" : "on" });
  }

  /** Looks for a better move than the mistake that is shown. */
  tryAgain() {
    const { current } = this;
    if (!current?.judgement?.mistake || current.parent === null) return notify("Go to a mistake first");
    this.#second.begin(current.id);
    this.go(current.parent);
    say("Find a better move");
  }

  /** Shows the mistake again, if one is tried again. */
  stopTrying() {
    this.#second.mistake = null;
  }

  /** Takes part in the study. */
  join() {
    return takeSeat(this.#client);
  }

  #listen() {
    const { signal } = this.#leave;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run, from = this.#client) =>
      from.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("snapshot", () => this.go(this.node(this.at) ? this.at : 0));
    on("update", ({ events }) => this.#update(events));
    on("note", (note) => this.#note(note));
    on("connection", () => this.#draw());
    const board = /** @type {any} */ (this.#board);
    on("move", ({ from, to, choices }) => this.#move(from, to, choices), board);
    on("upgrade", ({ square }) => this.#add(square, square, { does: "upgrade" }), board);
    settings.addEventListener("change", () => this.#draw(), { signal });
    const alternatives = (/** @type {KeyboardEvent} */ event) => {
      const field = /** @type {Element} */ (event.target).closest?.(
        "input, select, textarea, dialog[open], game-board",
      );
      if (field || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      this.alternative(event.key === "ArrowUp" ? -1 : 1);
    };
    addEventListener("keydown", alternatives, { signal });
  }

  /** @param {StudyEvent[]} events */
  #update(events) {
    for (const event of events) {
      if (event.event !== "added" || !this.view.yours.includes(event.by)) continue;
      if (event.node.parent !== this.#follow) continue;
      this.#follow = null;
      play("move");
      return this.go(event.node.id);
    }
    // Somebody may have removed the position that is looked at.
    if (!this.current) return this.go(0);
    this.#draw();
  }

  /** @param {StudyNote} note */
  #note(note) {
    if (note.note === "engine-failed") return notify("The engine failed");
    if (note.node !== this.at) return;
    this.analysis = note;
    this.#engine.show();
  }

  /**
   * A move by hand; where several moves have the same squares, people choose.
   * @param {Square} from
   * @param {Square} to
   * @param {LegalMove[]} choices
   */
  async #move(from, to, choices) {
    const army = this.#position?.scene.turn === "black" ? "ink" : "ivory";
    const chosen = choices.length > 1 ? await choosePromotion(choices, army) : choices[0];
    if (chosen !== null) await this.#add(from, to, chosen?.action ?? { does: "move" });
  }

  /**
   * Adds a move, or tries it instead of a mistake.
   * @param {Square} from
   * @param {Square} to
   * @param {Action} action
   */
  async #add(from, to, action) {
    const node = this.at;
    if (this.trying !== null) return this.#second.attempt(node, from, to, action);
    this.#follow = node;
    const reply = await this.#client.send({ kind: "own", command: "add", node, from, to, action });
    if (!reply.done) {
      this.#board.settle();
      play("refused");
      return refuse(reply.words, this.#board.box(to));
    }
    if (reply.answer.answer === "known") this.go(reply.answer.node);
  }

  /** @param {Event} event */
  async #type(event) {
    event.preventDefault();
    const text = this.#typed.value.trim();
    if (text === "") return;
    // A move can be typed before its position has come.
    if (this.trying !== null) await this.#looked;
    const typed = this.position?.choices.find(({ label, code }) => label === text || code === text);
    if (this.trying !== null && typed) {
      this.#typed.value = "";
      return this.#second.attempt(this.at, typed.from, typed.to, typed.action);
    }
    this.#follow = this.at;
    const reply = await this.send({ command: "type", node: this.at, text }, this.#typed);
    if (!reply.done) return this.#typed.select();
    this.#typed.value = "";
    if (reply.answer.answer === "known") this.go(reply.answer.node);
  }

  #draw() {
    const { view, current } = this;
    const position = this.#position?.node === this.at ? this.#position : null;
    const quarters = this.#flipped ? 2 : 0;
    if (this.#position) {
      const turn = position?.scene.turn === "black" ? "ink" : "ivory";
      this.#board.show({
        board: view.board,
        quarters,
        scene: this.#position.scene,
        choices: position?.choices ?? [],
        own: new Set(position ? [/** @type {"ink" | "ivory"} */ (turn)] : []),
        sides: new Map([
          ["ivory", "white"],
          ["ink", "black"],
        ]),
        how: settings.moves ? "motion" : "at once",
      });
    }
    this.body.style.setProperty("--aspect", String(view.board.width / view.board.height));
    this.#marks.show(view.board, quarters, this.trying === null ? (current?.drawings ?? []) : []);
    this.#opening.textContent = openingWords(current?.opening ?? null);
    this.#standing.textContent = this.trying === null ? moveWords(view, current, position) : this.#second.words;
    for (const panel of [this.#tree, this.#engine, this.#explorer, this.#review, this.#notes, this.#people])
      panel.show();
    document.title = `${titleOf(view)} · Threefold`;
    this.#doors.changed();
  }
}
