// The board of a turn table: moves by hand, before one's turn too, arrows and circles, and any earlier point of the
// record.

import { notify, refuse, say } from "../announce.js";
import { element } from "../element.js";
import { later } from "../later.js";
import { endTitle, hasOpenSeat, ownSeat, seatName, seatTitle, turnSeat } from "../names.js";
import { choosePromotion } from "../promotion.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { Marks } from "../study/marks.js";
import { Confirm } from "./confirm.js";
import { History } from "./history.js";
import { Premove } from "./premove.js";
import { boardOf } from "./seen.js";

/** @import { Action, AnyEvent, AnyNote, Drawing, LegalMove, OpeningName, PastSeat, Scene, SeatNumber, Square, TurnSeat, TurnView } from "../../../wire" */
/** @import { Players } from "../seats.js" */
/** @import { ExplorerPanel } from "../study/explorer-panel.js" */
/** @import { BoardMode, ModeContext } from "../table-screen.js" */

/** With two people here the move is seen for so many milliseconds before the board turns. */
const LOOK = 500;

/** @implements {BoardMode} */
export class TurnMode {
  words = { example: "Type a move", resigning: "The game is lost then." };
  over;
  beside;
  /** The point of the record that is shown instead of the present one. @type {Scene | null} */
  past = null;
  /** The point a step starts from: also one whose scene has not come yet. */
  looking = 0;
  /** What the seats had at the point that is shown. @type {PastSeat[] | null} */
  #pastSeats = null;
  /** The opening that had been played at the point that is shown. @type {OpeningName | null} */
  #pastOpening = null;
  /** The key of the point that is shown, and that of the last one. @type {string | null} */
  #pastKey = null;
  /** @type {string | null} */
  #endKey = null;
  /** The seat whose side of the board is below. @type {SeatNumber} */
  #below = 0;
  /** The length of the record that was drawn last. */
  #plies = 0;
  #client;
  #board;
  #redraw;
  #history;
  #premove = new Premove();
  #confirm = new Confirm();
  #marks;
  /** Beside a finished game: what was played in others. @type {ExplorerPanel | null} */
  #explorer = null;
  #explorerPlace = element("div", { hidden: true });
  /** What was drawn on the board, until a move or a press. @type {Drawing[]} */
  #drawings = [];
  /** How the board was turned last, and until when it stays so. */
  #quarters = 0;
  #staysUntil = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {ModeContext} context */
  constructor({ client, board, redraw, signal }) {
    this.#client = client;
    this.#board = board;
    this.#redraw = redraw;
    this.#history = new History(this, signal);
    this.#marks = new Marks(board, (drawing) => this.#draw(drawing), signal);
    this.over = [this.#marks.body];
    this.beside = [this.#confirm.body, this.#history.body, this.#explorerPlace];
    signal.addEventListener("abort", () => clearTimeout(this.#timer));
    const clear = (/** @type {PointerEvent} */ event) => event.button === 0 && this.#clearDrawings();
    board.addEventListener("pointerdown", clear, { signal });
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      board.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("move", ({ from, to, choices }) => this.#move(from, to, choices));
    on("cancel", () => this.#dropPremove());
    on("idle", ({ square }) => this.#idle(square));
    on("upgrade", ({ square }) => this.#send(square, square, { does: "upgrade" }));
  }

  get view() {
    return /** @type {TurnView} */ (this.#client.view);
  }

  get running() {
    return this.view.record.length > 0;
  }

  /** What the board shows. */
  get scene() {
    return this.past ?? this.view.frame.scene;
  }

  /** The opening up to the point that is shown. */
  get opening() {
    return this.past ? this.#pastOpening : this.view.frame.opening;
  }

  /** @returns {Players} */
  get players() {
    const { seats, thinking } = this.view.frame;
    const turn = turnSeat(this.scene);
    return {
      seats: this.#pastSeats === null ? seats : seats.map((seat, at) => asItWas(seat, this.#pastSeats?.[at])),
      below: this.#below,
      active: turn === null ? [] : [turn],
      purses: this.scene.purses,
      offers: [],
      status: statusWords(this.view),
      thinking: thinking !== null,
      elapsed: null,
    };
  }

  /** @param {"snapshot" | "update"} what */
  received(what) {
    const plies = this.view.record.length;
    if (plies !== this.#plies) this.#changed(what, plies);
    if (what === "update" && this.past !== null && this.looking < plies) return;
    this.#leavePast();
    this.looking = plies;
  }

  /** Another position: what was drawn or asked about the one before is over. @param {"snapshot" | "update"} what @param {number} plies */
  #changed(what, plies) {
    this.#drawings = [];
    this.#confirm.answer(false);
    const forward = what === "update" && plies > this.#plies;
    if (!forward) this.#premove.drop();
    // With two people at one screen nobody would see the move if the board turned at once.
    if (forward && this.view.yours.length > 1) {
      this.#staysUntil = performance.now() + LOOK;
      this.#turnLater(LOOK);
    }
    this.#plies = plies;
  }

  /** Turns the board after the move was shown, unless a piece is held. @param {number} ms */
  #turnLater(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#board.querySelector(".dragged")) return this.#turnLater(100);
      this.#staysUntil = 0;
      this.#redraw();
    }, ms);
  }

  #leavePast() {
    this.past = null;
    this.#pastSeats = null;
  }

  /**
   * @param {number} quarters
   * @param {"motion" | "at once"} how
   */
  draw(quarters, how) {
    const { view, past } = this;
    const { seats, choices, end } = view.frame;
    const playing = past === null && end === null;
    const seen = boardOf(view, this.scene);
    if (performance.now() >= this.#staysUntil) this.#quarters = seen.quarters;
    const turned = this.#quarters + quarters;
    this.#below = turned % 4 === 2 ? 1 : 0;
    this.#marks.show(view.board, turned, past === null ? this.#drawings : []);
    this.#board.show({
      ...seen,
      quarters: turned,
      choices: playing ? choices : [],
      premoves: playing ? this.#premove.marked : [],
      own: new Set(playing ? view.yours.flatMap((seat) => seats[seat]?.army ?? []) : []),
      how,
    });
    this.#board.toggleAttribute("data-past", past !== null);
    this.#board.toggleAttribute("data-turning", this.#quarters !== seen.quarters);
    this.#history.show();
    if (end && this.#explorerPlace.hidden) void this.#explore();
    this.#explorer?.show();
  }

  /** Opens the explorer beside a finished game; while a game is played it would help. */
  async #explore() {
    this.#explorerPlace.hidden = false;
    const last = this.view.record.length;
    const [{ ExplorerPanel }, reply] = await Promise.all([
      later.explorer(),
      this.#client.send({ kind: "own", command: "look", ply: last }),
    ]);
    if (reply.done && reply.answer.answer === "scene") this.#endKey = reply.answer.key;
    const key = () => (this.past === null ? this.#endKey : this.#pastKey);
    this.#explorer = new ExplorerPanel(() => ({ game: this.view.game, key: key(), add: null }));
    this.#explorerPlace.replaceChildren(this.#explorer.body);
  }

  /** @param {AnyEvent} event */
  announce(event) {
    const { scene } = this.view.frame;
    if (event.event === "moved") {
      play(scene.check ? "check" : event.entry.captures ? "capture" : "move");
      say(`${seatName(this.view, event.entry.seat)}: ${event.entry.label}${scene.check ? ", check" : ""}`);
    } else if (event.event === "taken-back") {
      play("move");
      say("Taken back");
    }
  }

  /** The turn may have come for a move that waits. */
  updated() {
    const { choices, end } = this.view.frame;
    if (end) return void this.#premove.drop();
    const { planned } = this.#premove;
    if (planned === null || choices.length === 0) return;
    const found = this.#premove.redeem(choices) ?? [];
    if (found.length > 0) void this.#move(planned.from, planned.to, found, "sure");
    else {
      this.#redraw();
      play("refused");
      refuse("The planned move is not possible now", this.#board.box(planned.to));
    }
  }

  /** @param {AnyNote} note */
  note(note) {
    if (note.note === "judged") this.#history.judge(note);
  }

  ended() {
    return true;
  }

  review() {
    this.look(0);
    this.#client.send({ kind: "own", command: "review" });
  }

  /** Opens a study of the game at the shown position. */
  async study() {
    const { studyTable } = await later.openStudy();
    await studyTable(this.view.table, this.looking);
  }

  /** @param {number} plies */
  step(plies) {
    this.look(this.looking + plies);
  }

  pause() {
    return false;
  }

  /**
   * Shows the board after so many plies; the last one is the present.
   * @param {number} ply
   */
  async look(ply) {
    const plies = this.view.record.length;
    const wanted = Math.max(0, Math.min(ply, plies));
    this.looking = wanted;
    if (wanted === plies) {
      this.#leavePast();
      return this.#redraw();
    }
    const reply = await this.#client.send({ kind: "own", command: "look", ply: wanted });
    // An answer to an earlier question may come after a later one was asked.
    if (!reply.done || reply.answer.answer !== "scene" || this.looking !== wanted) return;
    this.past = reply.answer.scene;
    this.#pastSeats = reply.answer.seats;
    this.#pastOpening = reply.answer.opening;
    this.#pastKey = reply.answer.key;
    this.#redraw();
  }

  async hint() {
    const reply = await this.#client.send({ kind: "own", command: "hint" });
    if (!reply.done) return notify(reply.words);
    if (reply.answer.answer !== "hint") return;
    const { choice, score } = reply.answer;
    this.#board.hint([choice.from, choice.to]);
    notify(`Hint: ${choice.label} (${score})`);
  }

  /**
   * A move by hand. Where several moves have the same squares, people choose; squares that no move has go to the table
   * too, for only the table knows the words of the refusal.
   * @param {Square} from
   * @param {Square} to
   * @param {LegalMove[]} choices on these squares
   * @param {"sure" | "ask"} [how] whether it may have to be confirmed
   */
  async #move(from, to, choices, how = "ask") {
    if (this.#plans(from)) return this.#plan(from, to);
    const { seats, scene } = this.view.frame;
    const army = seats[turnSeat(scene) ?? 0]?.army ?? "ivory";
    const asks = choices.length > 1 || choices[0]?.action.does === "return";
    const chosen = asks ? await choosePromotion(choices, army, this.#board.box(to)) : choices[0];
    if (chosen === null) return;
    if (chosen && how === "ask" && settings.now.confirm && !(await this.#confirm.ask(chosen.label))) {
      // Another move may be asked about by now.
      if (!this.#confirm.asking) this.#board.settle();
      return;
    }
    await this.#send(from, to, chosen?.action ?? { does: "move" });
  }

  /** Whether a move of this piece waits for the player's turn. @param {Square} from */
  #plans(from) {
    const { view } = this;
    const own = ownSeat(view);
    const { scene, seats, end } = view.frame;
    if (!settings.now.premoves || own === null || view.yours.length > 1 || end || hasOpenSeat(view)) return false;
    const mine = scene.pieces.some(({ square, army }) => square === from && army === seats[own]?.army);
    return mine && turnSeat(scene) !== own;
  }

  /**
   * @param {Square} from
   * @param {Square} to
   */
  #plan(from, to) {
    this.#premove.plan(from, to);
    say(`Planned: ${this.#board.nameOf(from)} to ${this.#board.nameOf(to)}. Escape removes it.`);
    this.#redraw();
  }

  #dropPremove() {
    if (!this.#premove.drop()) return;
    say("The premove is removed");
    this.#redraw();
  }

  /** A piece was pressed that nobody can move here. @param {Square} square */
  #idle(square) {
    if (this.past === null || this.view.frame.end || this.view.yours.length === 0) return;
    refuse("This is an earlier position: go back to live to move", this.#board.box(square));
  }

  /** Draws an arrow or a circle; the same once more removes it. @param {Drawing} drawing */
  #draw(drawing) {
    const same = (/** @type {Drawing} */ { colour, from, to }) =>
      colour === drawing.colour && from === drawing.from && to === drawing.to;
    const others = this.#drawings.filter((one) => !same(one));
    this.#drawings = others.length < this.#drawings.length ? others : [...others, drawing];
    this.#redraw();
  }

  #clearDrawings() {
    if (this.#drawings.length === 0) return;
    this.#drawings = [];
    this.#redraw();
  }

  /**
   * @param {Square} from
   * @param {Square} to
   * @param {Action} action
   */
  async #send(from, to, action) {
    const reply = await this.#client.send({ kind: "own", command: "move", from, to, action });
    if (reply.done) return;
    this.#board.settle();
    play("refused");
    refuse(reply.words, this.#board.box(to));
  }
}

/**
 * A seat with what it had at an earlier point.
 * @param {TurnSeat} seat
 * @param {PastSeat | undefined} past
 * @returns {TurnSeat}
 */
function asItWas(seat, past) {
  if (!past) return seat;
  const { captured, lead, left } = past;
  const clock = seat.clock && { left: left ?? seat.clock.left, running: false };
  return { ...seat, captured, lead, clock };
}

/** @param {TurnView} view */
function statusWords(view) {
  const { end, thinking, scene } = view.frame;
  if (end) return `${endTitle(view)} — ${end.reason}`;
  if (hasOpenSeat(view)) return "Waiting for an opponent…";
  if (thinking !== null) return `${seatTitle(view, thinking)} is thinking…`;
  const turn = turnSeat(scene);
  const missing = view.frame.seats.findIndex(({ occupant, connected }) => occupant.is === "person" && !connected);
  // Before the first move a player who has not connected is not shown as thinking.
  if (missing >= 0 && view.record.length === 0) return `Waiting for ${seatName(view, missing)}…`;
  if (turn === null) return "";
  const name = seatName(view, turn);
  // Of two people here nobody is meant more than the other.
  return view.yours.length === 1 && turn === ownSeat(view) ? `Your turn, ${name}` : `${name}’s turn`;
}
