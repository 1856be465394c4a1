// A table on the screen: seats, actions and offers around a board, the same for every kind of table. A board mode draws
// the board and adds what its kind needs: the history of a turn game, the countdown and the replay of a live one.

import { AbsenceCard } from "./absence.js";
import { Actions } from "./actions.js";
import { hush, notify, say } from "./announce.js";
import { rename } from "./api.js";
import { apologise } from "./apology.js";
import { Banner } from "./banner.js";
import { Chat } from "./chat.js";
import { element } from "./element.js";
import { announceEnd, countOnce } from "./ending.js";
import { hasTurns } from "./fold.js";
import { Invite, takeSeat } from "./invite.js";
import { later } from "./later.js";
import { endTitle, hasCompany, hasOpenSeat, ownSeat, seatName, seatTitle, turnSeat } from "./names.js";
import { notice } from "./notices.js";
import { choicesOf, openRematch } from "./opening.js";
import { player } from "./profile.js";
import { Seats } from "./seats.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { forgetSeats, forgetTable, rememberTable } from "./tickets.js";

/** @import { AnyEvent, AnyFrame, AnyNote, AnyView, SeatNumber } from "../../wire" */
/** @import { Words } from "./actions.js" */
/** @import { GameBoard } from "./board.js" */
/** @import { Doors, Stage } from "./entrance.js" */
/** @import { Players } from "./seats.js" */
/** @import { TableClient, Update } from "./table-client.js" */

/**
 * What a board mode is given.
 * @typedef {object} ModeContext
 * @property {TableClient} client
 * @property {GameBoard} board
 * @property {number | null} tick of a finished game to be shown
 * @property {() => void} redraw draws the whole table
 * @property {AbortSignal} signal the table is left
 */
/**
 * @typedef {object} BoardMode
 * @property {Words} words
 * @property {Element[]} over what lies over the board
 * @property {HTMLElement[]} beside what is beside it
 * @property {boolean} running whether a game would be left that has begun
 * @property {Players} players
 * @property {(what: "snapshot" | "update") => void} received before it is drawn
 * @property {(quarters: number, how: "motion" | "at once") => void} draw with the board turned by so many quarters more
 * @property {(event: AnyEvent, before: AnyFrame) => void} announce an event that not every table knows
 * @property {(events: AnyEvent[]) => void} updated after the events were drawn and announced
 * @property {(note: AnyNote) => void} note
 * @property {() => boolean} ended whether the end is to be announced
 * @property {() => void} review shows the finished game
 * @property {(steps: number) => void} step through the game
 * @property {() => void} hint
 * @property {() => void} [covered] a dialog has come over the board or has gone
 * @property {() => boolean} pause whether it has stopped or gone on by itself
 */

export class TableScreen {
  #client;
  #board;
  #doors;
  /** @type {BoardMode} */
  #mode;
  #seats;
  #actions;
  #invite = new Invite();
  #absence;
  #chat;
  /** Dispatches `update` after every update. */
  #changes = new EventTarget();
  #flipped = false;
  /** Whether the open seat was tried, and whether the end was announced: each happens once. */
  #seatTried = false;
  #announced = false;
  /** The table of the rematch was asked for. */
  #goesOn = false;
  #leave = new AbortController();

  /**
   * @param {TableClient} client with a view
   * @param {Stage} stage
   * @param {number | null} tick of a finished game to be shown
   * @param {Doors} doors
   * @param {new (context: ModeContext) => BoardMode} Mode
   */
  constructor(client, { body, board }, tick, doors, Mode) {
    const { signal } = this.#leave;
    this.#client = client;
    this.#board = board;
    this.#doors = doors;
    this.body = body;
    this.#mode = new Mode({ client, board, tick, redraw: () => this.#draw("motion"), signal });
    this.#seats = new Seats(client, this.view, () => this.#mode.players, signal);
    const rematch = () => this.#rematch();
    const hint = () => this.#mode.hint();
    const review = () => this.#mode.review();
    this.#absence = new AbsenceCard(client, signal);
    this.#chat = new Chat(client, signal);
    const left = () => this.#left();
    const acts = { flip: () => this.flip(), rematch, review, newGame: doors.newGame, hint, left };
    this.#actions = new Actions(client, acts, this.#mode.words);
    this.#lay(new Banner(client, signal));
    this.#attend();
    this.#listen();
  }

  /** @returns {AnyView} */
  get view() {
    const { view } = this.#client;
    if (!view) throw new Error("a table is shown after its first snapshot");
    return view;
  }

  /** Draws the table for the first time. */
  begin() {
    this.#restart();
  }

  close() {
    this.#leave.abort();
    this.#client.close();
  }

  /** What is played here. */
  get choices() {
    return choicesOf(this.view);
  }

  /** Whether a game would be left that has begun. */
  get running() {
    const begun = this.#mode.running || hasCompany(this.view);
    return this.view.yours.length > 0 && this.view.frame.end === null && begun;
  }

  /** Whether other people play here who would be left alone. */
  get company() {
    return hasCompany(this.view) && this.view.frame.end === null;
  }

  /** Goes through the record of a turn game, or through a replay. @param {number} steps moves or seconds */
  step(steps) {
    this.#mode.step(steps);
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.#draw("at once");
  }

  undo() {
    this.#actions.undo();
  }

  pause() {
    if (!this.#mode.pause()) this.#actions.pause();
  }

  focusTyped() {
    this.#actions.focusTyped();
  }

  /** @param {Banner} banner */
  #lay(banner) {
    const turns = hasTurns(this.view);
    const calls = [this.#invite.body, this.#absence.body, this.#actions.offer.body];
    const { beside } = this.#mode;
    const more = turns ? [this.#actions.body, ...beside] : [...beside, this.#actions.body];
    this.body.classList.toggle("live", !turns);
    this.body.classList.toggle("turns", turns);
    this.body.prepend(banner.body);
    this.#board.after(...this.#mode.over);
    // At a turn table the players are around the board, at a live one beside it.
    if (turns) this.body.append(this.#seats.body);
    this.body.append(
      element("div", { class: "beside" }, ...(turns ? [] : [this.#seats.body]), ...calls, ...more, this.#chat.body),
    );
  }

  /** The table of a lesson or a mission has its card above the board. */
  async #attend() {
    if (hasTurns(this.view)) return;
    const { coach, isLesson } = await later.coach();
    if (isLesson(this.#client.id)) this.body.prepend(coach(this.#client, this.#leave.signal));
    if (this.view.frame.scenario) {
      const { missionCard } = await later.mission();
      this.body.prepend(missionCard(this.#client, this.#leave.signal));
    }
  }

  #listen() {
    const { signal } = this.#leave;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      this.#client.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("snapshot", () => this.#restart());
    on("update", (update) => this.#update(update));
    on("note", (note) => this.#mode.note(note));
    on("connection", () => this.#draw("at once"));
    on("unseated", (words) => notify(words));
    on("gone", (words) => this.#gone(words));
    document.addEventListener("dialog", () => this.#mode.covered?.(), { signal });
    settings.addEventListener("change", () => this.#draw("at once"), { signal });
    player.addEventListener("change", () => this.#draw("at once"), { signal });
  }

  /** The opener of the table has turned this player out, or the player has left it in another window. @param {string} words */
  #gone(words) {
    if (this.#leave.signal.aborted) return;
    forgetSeats(this.#client.id);
    forgetTable(this.#client.id);
    apologise(this.body, "No longer at the table", words, this.#doors.newGame);
  }

  #restart() {
    const { view } = this;
    if (view.yours.length > 0) rememberTable(view.table);
    if (view.yours.length === 0 && view.frame.end === null && hasOpenSeat(view) && !this.#seatTried) {
      this.#seatTried = true;
      takeSeat(this.#client);
    }
    this.#checkName();
    this.#mode.received("snapshot");
    this.#draw("motion");
    this.#ended();
  }

  /** A name that was changed in another visit may not have reached the server. */
  #checkName() {
    const own = ownSeat(this.view);
    const known = own === null ? player.name : this.view.frame.seats[own]?.name;
    // A server that does not answer gets the name at the next table.
    if (known !== player.name && player.name) rename().catch(() => {});
  }

  /** @param {Update} update */
  #update({ events, before }) {
    this.#mode.received("update");
    this.#draw("motion");
    // A refusal was about what has changed now.
    if (events.some(({ event }) => ["moved", "taken-back", "ended"].includes(event))) hush();
    for (const event of events) this.#announce(event, before);
    this.#mode.updated(events);
    this.#changes.dispatchEvent(new Event("update"));
    this.#notifyTurn(before);
    if (events.some(({ event }) => event === "ended")) this.#ended();
  }

  /**
   * @param {AnyEvent} event
   * @param {AnyFrame} before
   */
  #announce(event, before) {
    switch (event.event) {
      case "declined":
        notify(event.what === "rematch" ? "The others do not want a rematch" : "Declined");
        break;
      case "expired":
        notify(event.what === "rematch" ? "Nobody answered: no rematch" : "Nobody answered the offer");
        break;
      case "accepted":
        if (event.what === "rematch") this.#goOn();
        break;
      case "seat-changed":
        this.#announceSeat(event.seat, before);
        break;
      case "said":
        if (!settings.now.talk) break;
        this.#seats.talk(event.seat, event.words);
        say(`${seatTitle(this.view, event.seat)}: ${event.words}`);
        break;
      case "bot-failed":
        later.replacement().then(({ askReplacement }) => askReplacement(this.#client, event));
        break;
      case "offered":
      case "ended":
      case "rematch":
        break;
      default:
        this.#mode.announce(event, before);
    }
  }

  /**
   * @param {SeatNumber} number
   * @param {AnyFrame} before
   */
  #announceSeat(number, before) {
    const [was, is] = [before.seats[number], this.view.frame.seats[number]];
    if (!was || !is) return;
    const name = seatTitle(this.view, number);
    if (was.occupant.is !== is.occupant.is) {
      play("ready");
      say(is.occupant.is === "open" ? `The seat of ${is.side} is open` : `${name} sits at the table`);
    } else if (was.name !== is.name) say(`${is.side} is called ${seatName(this.view, number)} now`);
    else if (was.connected !== is.connected) say(`${name} is ${is.connected ? "back" : "away"}`);
  }

  #ended() {
    const { view } = this;
    if (!view.frame.end || this.#announced) return;
    this.#announced = true;
    const fresh = countOnce(view);
    if (!this.#mode.ended() || (view.yours.length > 0 && !fresh)) return;
    play("end");
    const doors = {
      rematch: () => this.#rematch(),
      decline: () => void this.#client.send({ kind: "common", command: "answer", answer: "decline" }),
      newGame: this.#doors.newGame,
      review: () => this.#mode.review(),
    };
    announceEnd(view, doors, this.#leave.signal, this.#changes);
  }

  /** Asks the others for a rematch, or agrees to theirs; who plays alone goes on at once. */
  async #rematch() {
    if (this.view.frame.next !== null) return this.#goOn();
    const reply = await this.#client.send({ kind: "common", command: "offer", what: "rematch" });
    if (!reply.done) notify(reply.words);
  }

  /** To the table of the rematch; once, for every request replaces the tokens of the one before. */
  async #goOn() {
    if (this.view.yours.length === 0 || this.#goesOn) return;
    this.#goesOn = true;
    try {
      await openRematch(this.view);
    } catch (error) {
      this.#goesOn = false;
      notify(/** @type {Error} */ (error).message);
    }
  }

  /** The player has left the table. */
  #left() {
    forgetSeats(this.#client.id);
    forgetTable(this.#client.id);
    location.hash = "";
  }

  /** Notifies a player whose page is in the background of their turn, or of an opponent who joined. @param {AnyFrame} before */
  #notifyTurn(before) {
    const { view } = this;
    const own = ownSeat(view);
    if (own === null || view.frame.end) return;
    const came = before.seats.some(({ occupant }) => occupant.is === "open") && !hasOpenSeat(view);
    if (came) return notice("Somebody has come to your table", view.table);
    if (!hasTurns(view) || !("scene" in before)) return;
    const turned = turnSeat(view.frame.scene) === own && turnSeat(before.scene) !== own;
    if (turned) notice("It is your turn", view.table);
  }

  /** @param {"motion" | "at once"} how */
  #draw(how) {
    const { view } = this;
    this.#mode.draw(this.#flipped ? 2 : 0, settings.moves ? how : "at once");
    this.body.style.setProperty("--aspect", String(view.board.width / view.board.height));
    this.#seats.show(view);
    this.#invite.show(view);
    this.#absence.show(view);
    this.#chat.show(view);
    this.#actions.show(view);
    document.title = `${view.frame.end ? endTitle(view) : this.#seats.status} · Threefold`;
    this.#doors.changed();
  }
}
