// A table on the screen: board, seats, history and actions around one `Table`, kept up to date from its news.

import { Actions } from "./actions.js";
import { notify, say } from "./announce.js";
import { GameBoard } from "./board.js";
import { element } from "./element.js";
import { announceEnd, countOnce } from "./ending.js";
import { History } from "./history.js";
import { hasOpenSeat, Invite, takeSeat } from "./invite.js";
import { endTitle, modeOf, ownSeat, seatName, seatTitle } from "./names.js";
import { openRematch } from "./opening.js";
import { player } from "./profile.js";
import { askReplacement } from "./replacement.js";
import { Seats } from "./seats.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { Table } from "./table.js";
import { forgetTable, rememberTable } from "./tickets.js";
import { carryWishes } from "./wishes.js";

/** @import { Event as TableEvent, Told } from "../../wire" */

export class TableView {
  #banner = element("p", { class: "banner", role: "status", hidden: true });
  #board = new GameBoard();
  #seats = new Seats();
  #history = new History();
  #invite = new Invite();
  #actions;
  #flipped = false;
  /** Whether the free seat was tried, and whether the end was announced: each happens once. */
  #sat = false;
  #announced = false;
  #leave = new AbortController();
  #doors;

  /**
   * @param {string} id
   * @param {{changed: () => void, newGame: () => void}} doors
   */
  constructor(id, doors) {
    this.#doors = doors;
    this.table = new Table(id);
    this.#actions = new Actions(this.table, { turned: () => this.flip(), rematch: () => this.#rematch() });
    carryWishes(this.#board, this.table);
    this.body = element(
      "main",
      { class: "table" },
      this.#banner,
      element("h1", { class: "unseen" }, "Table"),
      element("div", { class: "hero" }, this.#board),
      element("div", { class: "beside" }, this.#history.body),
      element("div", { class: "below" }, this.#invite.body, this.#seats.body, this.#actions.offer, this.#actions.body),
    );
    this.#listen();
  }

  close() {
    this.#leave.abort();
    this.#seats.close();
    this.#history.close();
    this.table.close();
  }

  flip() {
    this.#flipped = !this.#flipped;
    this.#draw("at once");
  }

  undo() {
    this.#actions.undo();
  }

  focusTyped() {
    this.#actions.focusTyped();
  }

  #listen() {
    const { signal } = this.#leave;
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      this.table.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("view", () => this.#viewed());
    on("news", (events) => this.#happened(events));
    on("scene", () => this.#draw("motion"));
    on("told", (told) => this.#heard(told));
    on("line", () => this.#lineChanged());
    on("over", (words) => this.#over(words));
    settings.addEventListener("change", () => this.#draw("at once"), { signal });
    player.addEventListener("change", () => this.#draw("at once"), { signal });
  }

  #viewed() {
    const { view } = this.table;
    if (!view) return;
    if (view.yours.length > 0) rememberTable(view.table);
    if (view.yours.length === 0 && hasOpenSeat(view) && !this.#sat) {
      this.#sat = true;
      takeSeat(this.table);
    }
    this.#draw("motion");
    this.#ended();
  }

  /** @param {TableEvent[]} events */
  #happened(events) {
    this.#draw("motion");
    for (const event of events) this.#tell(event);
    if (events.some(({ event }) => event === "ended")) this.#ended();
  }

  /** @param {TableEvent} event */
  #tell(event) {
    const { view } = this.table;
    if (!view) return;
    switch (event.event) {
      case "played":
        play(view.frame.scene.check ? "check" : event.entry.captures ? "capture" : "move");
        say(`${seatName(view, event.entry.seat)}: ${event.entry.label}${view.frame.scene.check ? ", check" : ""}`);
        break;
      case "taken-back":
        play("move");
        say("Taken back");
        break;
      case "declined":
        notify("Declined");
        break;
      case "seated":
        play("ready");
        say(`${seatName(view, event.seat)} sits at the table`);
        break;
      case "said":
        notify(`${seatTitle(view, event.seat)}: ${event.words}`);
        break;
      case "bot-failed":
        askReplacement(this.table, event);
        break;
      case "offered":
      case "ended":
        break;
    }
  }

  #ended() {
    const { view } = this.table;
    if (!view?.frame.end || this.#announced) return;
    this.#announced = true;
    const fresh = countOnce(view);
    if (view.yours.length > 0 && !fresh) return;
    play("end");
    announceEnd(view, {
      rematch: () => this.#rematch(),
      newGame: this.#doors.newGame,
      review: () => this.#review(),
    });
  }

  /** @param {Told} told */
  #heard(told) {
    if (told.told === "hint") {
      this.#board.hint([told.choice.from, told.choice.to]);
      notify(`Hint: ${told.choice.label} (${told.score})`);
    } else if (told.told === "judged") {
      this.#history.judge(told.judged);
    }
  }

  #review() {
    this.table.look(0);
    this.table.wish({ wish: "review" });
  }

  async #rematch() {
    const { view } = this.table;
    if (!view) return;
    await openRematch(view).catch((error) => notify(error.message));
  }

  #lineChanged() {
    this.#banner.hidden = this.table.up;
    this.#banner.textContent = this.table.up ? "" : "Connection lost. Trying again…";
  }

  /** @param {string} words */
  #over(words) {
    // The table that was sat at last may be gone when the page is opened again; a new one is what is wanted then.
    if (!this.table.view && forgetTable(this.table.id)) {
      location.hash = "";
      return;
    }
    this.#banner.hidden = false;
    this.#banner.replaceChildren(
      words,
      " ",
      element("button", { type: "button", onclick: this.#doors.newGame }, "New game"),
    );
  }

  /** @param {"motion" | "at once"} how */
  #draw(how) {
    const { view, scene, past } = this.table;
    if (!view || !scene) return;
    const { seats, choices, end } = view.frame;
    const plays = past === null && end === null;
    this.#board.show({
      board: view.board,
      turns: this.#turns(),
      scene,
      choices: plays ? choices : [],
      own: new Set(plays ? view.yours.flatMap((seat) => seats[seat]?.army ?? []) : []),
      sides: new Map(seats.map(({ army, side }) => [army, side.toLowerCase()])),
      how: settings.moves ? how : "at once",
    });
    this.body.classList.toggle("past", past !== null);
    this.body.style.setProperty("--aspect", String(view.board.width / view.board.height));
    this.#seats.show(this.table);
    this.#history.show(this.table);
    this.#invite.show(view);
    this.#actions.show();
    document.title = `${end ? endTitle(view) : this.#seats.turn.textContent} · Threefold`;
    this.#doors.changed();
  }

  /** Quarters to turn the board by: own side below; with two people here, the side whose turn it is. */
  #turns() {
    const { view, scene } = this.table;
    if (!view || !scene) return 0;
    const turning = modeOf(view) === "here" && settings.now.turning && scene.turn !== null && !this.table.past;
    const below = turning ? scene.turn : (ownSeat(view) ?? 0);
    return (below === 1 ? 2 : 0) + (this.#flipped ? 2 : 0);
  }
}
