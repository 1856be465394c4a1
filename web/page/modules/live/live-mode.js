// The board of a live table: pieces that glide and rest, moves shown before they are accepted, premoves, the countdown,
// and the replay of a finished game.

import { notify, refuse, say } from "../announce.js";
import { SquareNames } from "../board/square-names.js";
import { endTitle, hasOpenSeat, ownSeat } from "../names.js";
import { play } from "../sound.js";
import { Countdown } from "./countdown.js";
import { EventList } from "./event-list.js";
import { Flights } from "./flights.js";
import { Replay } from "./replay.js";
import { ReplayBar } from "./replay-bar.js";
import { SentMoves } from "./sent-moves.js";
import { shownPieces } from "./shown-pieces.js";
import { TickClock } from "./tick-clock.js";

/** @import { AnyEvent, AnyNote, Army, LegalMove, LiveView, Square } from "../../../wire" */
/** @import { Players } from "../seats.js" */
/** @import { BoardMode, ModeContext } from "../table-screen.js" */

/** How long an answer about the selected piece holds while things happen, in milliseconds. */
const TARGETS_HOLD = 150;

/** @implements {BoardMode} */
export class LiveMode {
  words;
  over;
  beside;
  #client;
  #board;
  #redraw;
  #flights = new Flights();
  #moves = new SentMoves();
  #replay;
  #bar;
  #countdown;
  #happened;
  /** A moment to begin a replay at. @type {number | null} */
  #tick;
  /** Whether a dialog has paused the game. */
  #covered = false;
  /** When the connection was lost. @type {TickClock | null} */
  #stopped = null;
  /** When the targets of the selected piece were asked for. */
  #asked = 0;

  /** @param {ModeContext} context */
  constructor({ client, board, tick, redraw, signal }) {
    this.#client = client;
    this.#board = board;
    this.#tick = tick;
    this.#redraw = redraw;
    this.words = {
      example: ["Type a move", ...exampleOf(this.view)].join(": "),
      resigning: "Your king leaves the board. Against people the game continues while you decide.",
      order: (/** @type {string} */ typed) => this.#names.order(typed),
      refusal: (/** @type {string} */ words) => this.#names.words(words),
    };
    client.clock.start();
    this.#replay = new Replay(client, this.view["ticks-per-second"], signal);
    this.#bar = new ReplayBar(this.#replay, this.view, signal);
    this.#countdown = new Countdown(client.clock, signal);
    this.over = [this.#countdown.body];
    this.#happened = new EventList((at) => this.#lookAt(at), this.view["ticks-per-second"]);
    this.beside = [this.#bar.body, this.#happened.body];
    this.#replay.addEventListener("change", redraw, { signal });
    client.clock.addEventListener("change", redraw, { signal });
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      board.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("select", ({ square }) => this.#askTargets(square));
    on("move", ({ from, to }) => this.#move(from, to));
    on("cancel", ({ square }) => this.#cancel(square));
  }

  get view() {
    return /** @type {LiveView} */ (this.#client.view);
  }

  /** The names of squares; the seat may change before the game begins. */
  get #names() {
    return new SquareNames(this.view.board, this.view.turned);
  }

  get running() {
    return this.view.frame.tick > 0;
  }

  /** @returns {Players} */
  get players() {
    const { seats, offers } = this.#frame;
    const tick = this.#replay.shown ? this.#replay.tick : this.#ticks.now;
    return {
      seats,
      below: 0,
      active: [],
      purses: [],
      offers,
      status: statusWords(this.view),
      thinking: false,
      elapsed: tick / this.view["ticks-per-second"],
    };
  }

  received() {
    this.#flights.see(this.view.frame);
    this.#moves.see(this.view.frame);
  }

  /** @param {number} quarters */
  draw(quarters) {
    const { view } = this;
    const frame = this.#frame;
    const past = this.#replay.shown !== null;
    const ticks = this.#replay.clock ?? this.#ticks;
    const sent = past ? new Map() : this.#moves.sent;
    const me = frame.seats[ownSeat(view) ?? -1];
    const playing = me?.alive === true && view.frame.end === null;
    this.#board.show({
      board: view.board,
      quarters: view.turned + quarters,
      turned: view.turned,
      scene: {
        pieces: shownPieces({ pieces: frame.pieces, view, ticks, flights: this.#flights, sent }),
        last: null,
        check: null,
      },
      choices: this.#board.selected === null ? [] : this.#board.choices,
      premoves: past ? [] : this.#moves.premoves(frame),
      goals: past ? [] : this.#goals(me?.army),
      own: new Set(playing ? [me.army] : []),
      sides: new Map(frame.seats.map(({ army, side }) => [army, side.toLowerCase()])),
      how: "glide",
    });
    this.#countdown.show(view);
    this.#bar.show(view.frame.may.replay);
  }

  /** @param {AnyEvent} event */
  announce(event) {
    switch (event.event) {
      case "started":
        play("ready");
        say("The game runs");
        this.covered();
        break;
      case "departed":
        if (this.#isMine(event.piece)) play("move");
        break;
      case "captured": {
        const words = this.#names.words(event.words);
        play("capture");
        say(words);
        this.#happened.add(words, this.view.frame.tick);
        break;
      }
      case "promoted":
        this.#board.shine(event.piece);
        this.#happened.add(`${this.#ownerOf(event.piece)} has a new queen.`, this.view.frame.tick);
        break;
      case "rested":
        if (this.#isMine(event.piece)) play("ready");
        break;
      case "out":
        this.#happened.add(event.words, this.view.frame.tick);
        // Of two, the end is announced anyway.
        if (this.view.frame.seats.length > 2) notify(event.words);
        break;
    }
  }

  /** @param {AnyEvent[]} events */
  updated(events) {
    const { selected } = this.#board;
    // The targets of the selected piece may have changed.
    const stale = performance.now() - this.#asked > TARGETS_HOLD;
    if (selected && stale && events.some(({ event }) => event !== "rested")) this.#askTargets(selected);
  }

  /** @param {AnyNote} note */
  note(note) {
    if (note.note === "premove-dropped") this.#refuse(note.words, this.#squareOf(note.piece));
  }

  ended() {
    const tick = this.#tick;
    this.#tick = null;
    this.#replay.seek(tick ?? this.view.frame.tick);
    return tick === null;
  }

  review() {
    this.#replay.play();
  }

  /** @param {number} seconds */
  step(seconds) {
    if (this.view.frame.may.replay) this.#replay.seek(this.#replay.tick + seconds * this.view["ticks-per-second"]);
  }

  hint() {}

  /** Pauses a game against bots only while a dialog covers the board. */
  covered() {
    const { phase, may } = this.view.frame;
    const open = document.querySelector("dialog[open]") !== null;
    const wanted = open && phase === "running" ? "on" : !open && phase === "paused" && this.#covered ? "off" : null;
    if (wanted === null || !may.pause) return;
    this.#covered = wanted === "on";
    void this.#client.send({ kind: "own", command: "pause", pause: wanted });
  }

  pause() {
    if (this.view.frame.may.replay) this.#bar.toggle();
    return this.view.frame.may.replay;
  }

  /** The frame that is shown: the present one, or a moment of the replay. */
  get #frame() {
    return this.#replay.shown?.frame ?? this.view.frame;
  }

  /** The present tick; it does not advance without a connection, because the page does not know what happens. */
  get #ticks() {
    if (!this.#client.up && this.#stopped) return this.#stopped;
    const ticks = TickClock.of(this.view.frame, this.#client.clock, this.view["ticks-per-second"]);
    this.#stopped = this.#client.up ? null : ticks.stopped();
    return this.#stopped ?? ticks;
  }

  /** The squares where pieces of an army are going, as far as the viewer may know. @param {Army | undefined} army */
  #goals(army) {
    const { sent } = this.#moves;
    return this.view.frame.pieces.flatMap((piece) => {
      if (piece.army !== army) return [];
      if (piece.place.is === "moving" && piece.place.to !== null) return [piece.place.to];
      const move = sent.get(piece.id);
      return move?.since === undefined ? [] : [move.to];
    });
  }

  /** @param {Square | null} square */
  async #askTargets(square) {
    const piece = square === null ? null : this.#pieceOn(square);
    if (!piece) return;
    this.#asked = performance.now();
    const reply = await this.#client.send({ kind: "own", command: "targets", piece: piece.id });
    if (!reply.done || reply.answer.answer !== "squares") return;
    const from = this.#squareOf(piece.id);
    if (from === null || from !== this.#board.selected) return;
    /** @param {Square} to @returns {LegalMove} */
    const choice = (to) => {
      const captures = (this.#pieceOn(to)?.army ?? piece.army) !== piece.army;
      return { from, to, captures, action: { does: "move" }, label: "", code: "" };
    };
    this.#board.offer(reply.answer.squares.map(choice));
  }

  /**
   * Sends a piece, and shows it before the table has answered.
   * @param {Square} from
   * @param {Square} to
   */
  async #move(from, to) {
    const piece = this.#pieceOn(from);
    if (!piece) return this.#redraw();
    const move = this.#moves.add(this.view.frame, piece.id, to);
    this.#redraw();
    const reply = await this.#client.send({ kind: "own", command: "go", piece: piece.id, to });
    this.#moves.forget(piece.id, move);
    this.#redraw();
    if (!reply.done) this.#refuse(reply.words, to);
    else if (move.since === undefined) say(`The ${piece.kind} goes to ${this.#names.name(to)} when it has rested`);
  }

  /** Removes the premove of the piece on a square. @param {Square} square */
  async #cancel(square) {
    const piece = this.#pieceOn(square);
    if (!piece || !this.#moves.premoves(this.view.frame).some((premove) => premove.piece === piece.id)) return;
    const reply = await this.#client.send({ kind: "own", command: "cancel", piece: piece.id });
    if (reply.done) say("The premove is removed");
    else this.#refuse(reply.words, square);
  }

  /**
   * @param {string} words
   * @param {Square | null} square
   */
  #refuse(words, square) {
    play("refused");
    refuse(this.#names.words(words), square ? this.#board.box(square) : this.#board.getBoundingClientRect());
  }

  /** @param {Square} square */
  #pieceOn(square) {
    const { pieces } = this.view.frame;
    return pieces.find(({ place }) => place.is === "standing" && place.square === square) ?? null;
  }

  /** @param {number} piece */
  #squareOf(piece) {
    const place = this.view.frame.pieces.find(({ id }) => id === piece)?.place;
    return place?.is === "standing" ? place.square : null;
  }

  /** To a moment of the game, once it is over. @param {number} tick */
  #lookAt(tick) {
    if (this.view.frame.may.replay) this.#replay.seek(tick);
  }

  /** What the side of a piece is called. @param {number} piece */
  #ownerOf(piece) {
    const army = this.view.frame.pieces.find(({ id }) => id === piece)?.army;
    return this.view.frame.seats.find((seat) => seat.army === army)?.side ?? "Somebody";
  }

  /** @param {number} piece */
  #isMine(piece) {
    const { seats, pieces } = this.view.frame;
    const army = seats[ownSeat(this.view) ?? -1]?.army;
    return pieces.some((one) => one.id === piece && one.army === army);
  }
}

/** A move of a pawn of one's own, from its square; none where no pawn stands there, as in missions. @param {LiveView} view */
function exampleOf(view) {
  const example = view.board.holes.length > 0 ? "f2f4" : ownSeat(view) === 1 ? "e7e5" : "e2e4";
  const square = new SquareNames(view.board, view.turned).square(example.slice(0, 2));
  const isThere = view.frame.pieces.some(
    ({ kind, place }) => kind === "pawn" && place.is === "standing" && place.square === square,
  );
  return isThere ? [example] : [];
}

/** @param {LiveView} view */
function statusWords(view) {
  const { end, phase, may } = view.frame;
  if (end) return `${endTitle(view)} — ${end.reason}`;
  const open = hasOpenSeat(view);
  switch (phase) {
    case "waiting":
      if (may.ready) return open ? "Waiting for players. Are you ready?" : "Are you ready?";
      return open ? "Waiting for players…" : "Waiting until all are ready…";
    case "countdown":
      return "Get ready…";
    case "paused":
      return "Paused";
    case "running":
    case "over":
      return "Running";
  }
}
