// A table without turns on the screen: board, players, actions and replay around one `LiveTable`.

import { notify, refuse, say } from "../announce.js";
import { Banner } from "../banner.js";
import { GameBoard } from "../board.js";
import { element } from "../element.js";
import { announceEnd, countOnce } from "../ending.js";
import { hasOpenSeat, Invite, takeSeat } from "../invite.js";
import { endTitle, seatTitle, tellName } from "../names.js";
import { liveChoicesOf, openRematch } from "../opening.js";
import { player } from "../profile.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { rememberTable } from "../tickets.js";
import { LiveActions } from "./actions.js";
import { Countdown } from "./countdown.js";
import { picture } from "./picture.js";
import { Replay } from "./replay.js";
import { ReplayBar } from "./replay-bar.js";
import { LiveSeats } from "./seats.js";

/** @import { Choice, LiveEvent, Square, Told } from "../../../wire" */
/** @import { Doors } from "../entrance.js" */
/** @import { LiveTable } from "./table.js" */

/** How long an answer about the chosen piece holds while things happen, in milliseconds. */
const ASKED_ANEW = 150;

export class LiveScreen {
  #board = new GameBoard();
  #invite = new Invite();
  #leave = new AbortController();
  #flipped = false;
  #sat = false;
  #announced = false;
  /** When it was asked last where the chosen piece could go. */
  #asked = 0;
  /** A moment to begin a replay at. @type {number | null} */
  #moment;
  #doors;
  #bar;
  #seats;
  #countdown;
  #actions;

  /**
   * @param {LiveTable} table
   * @param {number | null} moment
   * @param {Doors} doors
   */
  constructor(table, moment, doors) {
    this.table = table;
    this.#moment = moment;
    this.#doors = doors;
    const { signal } = this.#leave;
    const banner = new Banner(table.line, doors.newGame, signal);
    this.replay = new Replay(table, signal);
    this.#bar = new ReplayBar(this.replay, table, signal);
    this.#seats = new LiveSeats(table, () => this.#tick, signal);
    this.#countdown = new Countdown(table, signal);
    this.#actions = new LiveActions(table, { turned: () => this.flip(), rematch: () => this.#rematch() });
    this.body = element(
      "main",
      { class: "table live" },
      banner.body,
      element("h1", { class: "unseen" }, "Table"),
      element("div", { class: "hero" }, this.#board, this.#countdown.body),
      element(
        "div",
        { class: "beside" },
        this.#invite.body,
        this.#seats.body,
        this.#bar.body,
        this.#actions.offer,
        this.#actions.body,
      ),
    );
    this.#listen();
  }

  /** Draws the table for the first time, when it is on the page. */
  begin() {
    this.#viewed();
  }

  close() {
    this.#leave.abort();
    this.table.close();
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.#draw();
  }

  focusTyped() {
    this.#actions.focusTyped();
  }

  /** What is played here. */
  get choices() {
    return liveChoicesOf(this.table);
  }

  /** Whether somebody would be left alone with the game. */
  get running() {
    const { view, frame } = this.table;
    return view.yours !== null && frame.tick > 0 && frame.end === null;
  }

  /** A step in a replay. @param {number} seconds */
  step(seconds) {
    if (this.table.frame.may.replay) this.replay.seek(this.replay.tick + seconds * this.table.view.ticks_a_second);
  }

  /** Stops time and lets it run again, live or in a replay. */
  pause() {
    if (this.table.frame.may.replay) this.#bar.toggle();
    else this.#actions.pause();
  }

  #listen() {
    const { signal } = this.#leave;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      this.table.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("view", () => this.#viewed());
    on("news", (events) => this.#happened(events));
    on("orders", () => this.#draw());
    on("clock", () => this.#draw());
    on("squares", (told) => this.#offer(told));
    on("dropped", ({ piece, words }) => this.#refuse(words, this.#square(piece)));
    const { line } = this.table;
    line.addEventListener("told", (event) => this.table.hear(/** @type {CustomEvent<Told>} */ (event).detail), {
      signal,
    });
    line.addEventListener("line", () => this.#renamed(), { signal });
    this.replay.addEventListener("change", () => this.#draw(), { signal });
    settings.addEventListener("change", () => this.#draw(), { signal });
    player.addEventListener("change", () => this.#renamed(), { signal });
    const board = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      this.#board.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    board("choose", ({ square }) => this.#choose(square));
    board("wish", ({ from, to }) => this.#order(from, to));
    board("revoke", ({ square }) => this.#revoke(square));
  }

  #viewed() {
    const { view, company, line } = this.table;
    if (view.yours !== null) rememberTable(view.table);
    if (view.yours === null && view.frame.phase === "waiting" && hasOpenSeat(company) && !this.#sat) {
      this.#sat = true;
      takeSeat(line);
    }
    this.#renamed();
    this.#doors.changed();
    this.#ended();
  }

  #renamed() {
    tellName(this.table.company, this.table);
    this.#draw();
  }

  /** @param {LiveEvent[]} events */
  #happened(events) {
    this.#draw();
    for (const event of events) this.#tell(event);
    const { selected } = this.#board;
    // What stands in the way of the chosen piece may be another thing now.
    const stale = performance.now() - this.#asked > ASKED_ANEW;
    if (selected && stale && events.some(({ event }) => event !== "woke")) this.#choose(selected);
    if (events.some(({ event }) => event === "ended")) this.#ended();
  }

  /** @param {LiveEvent} event */
  #tell(event) {
    const { company } = this.table;
    switch (event.event) {
      case "begun":
        play("ready");
        say("The game runs");
        break;
      case "started":
        if (this.#mine(event.piece)) play("move");
        break;
      case "captured":
        play("capture");
        say(event.words);
        break;
      case "promoted":
        this.#board.shine(event.piece);
        break;
      case "woke":
        if (this.#mine(event.piece)) play("ready");
        break;
      case "out":
        // Of two, the end is told anyway.
        if (company.frame.seats.length > 2) notify(event.words);
        break;
      case "seated":
        this.#doors.changed();
        say(`${seatTitle(company, event.seat)} sits at the table`);
        break;
      case "renamed":
        say(`${company.frame.seats[event.seat]?.side} is called ${seatTitle(company, event.seat)} now`);
        break;
      case "offered":
        this.#actions.offered(event);
        break;
      case "not-saved":
        notify(event.words);
        break;
    }
  }

  #ended() {
    const { company, frame } = this.table;
    if (!frame.end || this.#announced) return;
    this.#announced = true;
    const fresh = countOnce(company);
    const moment = this.#moment;
    this.#moment = null;
    if (moment !== null) return this.replay.seek(moment);
    this.replay.seek(frame.tick);
    if (company.yours.length > 0 && !fresh) return;
    play("end");
    announceEnd(
      company,
      {
        rematch: () => this.#rematch(),
        newGame: this.#doors.newGame,
        review: () => this.replay.play(),
      },
      this.#leave.signal,
    );
  }

  /** @param {Square | null} square */
  #choose(square) {
    const piece = square === null ? null : this.#on(square);
    if (!piece) return;
    this.#asked = performance.now();
    this.table.wish({ wish: "choices", piece: piece.id });
  }

  /** @param {{piece: number, squares: Square[]}} told */
  #offer({ piece, squares }) {
    const from = this.#square(piece);
    if (from === null || from !== this.#board.selected) return;
    const mine = this.#on(from)?.army;
    /** @param {Square} to @returns {Choice} */
    const choice = (to) => {
      const captures = (this.#on(to)?.army ?? mine) !== mine;
      return { from, to, captures, kind: { does: "move" }, label: "", code: "" };
    };
    this.#board.offer(squares.map(choice));
  }

  /**
   * @param {Square} from
   * @param {Square} to
   */
  async #order(from, to) {
    const piece = this.#on(from);
    if (!piece) return this.#draw();
    const waits = piece.place.is === "standing" && piece.place.rests !== null;
    const answer = await this.table.order(piece.id, to);
    if (!answer.granted) this.#refuse(answer.words, to);
    else if (waits) say(`The ${piece.shape} goes to ${to} when it has rested`);
  }

  /** @param {Square} square */
  async #revoke(square) {
    const piece = this.#on(square);
    if (!piece || !this.table.orders.waiting(this.table.frame).some((order) => order.piece === piece.id)) return;
    const answer = await this.table.wish({ wish: "cancel", piece: piece.id });
    if (answer.granted) say("The order is taken back");
    else this.#refuse(answer.words, square);
  }

  /**
   * @param {string} words
   * @param {Square | null} square
   */
  #refuse(words, square) {
    play("refused");
    refuse(words, square ? this.#board.box(square) : this.#board.getBoundingClientRect());
  }

  async #rematch() {
    await openRematch(this.table.company).catch((error) => notify(error.message));
  }

  /** @param {Square} square */
  #on(square) {
    return this.table.frame.pieces.find(({ place }) => place.is === "standing" && place.square === square) ?? null;
  }

  /** @param {number} piece */
  #square(piece) {
    const place = this.table.frame.pieces.find(({ id }) => id === piece)?.place;
    return place?.is === "standing" ? place.square : null;
  }

  /** @param {number} piece */
  #mine(piece) {
    const { view, frame } = this.table;
    const army = view.yours === null ? null : frame.seats[view.yours]?.army;
    return frame.pieces.some(({ id, army: its }) => id === piece && its === army);
  }

  /** The tick on the screen. */
  get #tick() {
    return this.replay.shown ? this.replay.tick : this.table.course.now;
  }

  #draw() {
    const { table, replay } = this;
    const { view, company, flights, orders } = table;
    const frame = replay.shown?.frame ?? table.frame;
    const course = replay.course ?? table.course;
    const given = replay.shown ? new Map() : orders.given;
    const pieces = picture({ pieces: frame.pieces, view, course, flights, orders: given });
    const me = view.yours === null ? undefined : frame.seats[view.yours];
    const plays = me?.alive === true && table.frame.end === null;
    const selected = this.#board.selected;
    this.#board.show({
      board: view.board,
      turns: view.turned + (this.#flipped ? 2 : 0),
      scene: { pieces, last: null, check: null },
      choices: selected === null ? [] : this.#board.choices,
      orders: replay.shown ? [] : orders.waiting(frame),
      own: new Set(plays ? [me.army] : []),
      sides: new Map(frame.seats.map(({ army, side }) => [army, side.toLowerCase()])),
      how: "glide",
    });
    this.#seats.show(frame);
    this.#countdown.show();
    this.#invite.show(company);
    this.#actions.show();
    this.#bar.show(table.frame.may.replay);
    document.title = `${table.frame.end ? endTitle(company) : this.#seats.status} · Threefold`;
  }
}
