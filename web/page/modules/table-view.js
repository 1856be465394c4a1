// A table on the screen: seats, history and actions around the board of one `Table`, kept up to date from its news.

import { Actions } from "./actions.js";
import { notify, say } from "./announce.js";
import { Banner } from "./banner.js";
import { element } from "./element.js";
import { announceEnd, countOnce } from "./ending.js";
import { History } from "./history.js";
import { hasOpenSeat, Invite, takeSeat } from "./invite.js";
import { later } from "./later.js";
import { endTitle, modeOf, seatName, seatTitle, tellName } from "./names.js";
import { choicesOf, openRematch } from "./opening.js";
import { player } from "./profile.js";
import { Seats } from "./seats.js";
import { boardOf } from "./seen.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { rememberTable } from "./tickets.js";
import { carryWishes } from "./wishes.js";

/** @import { Event as TableEvent, Told } from "../../wire" */
/** @import { Doors, Stage } from "./entrance.js" */
/** @import { Table } from "./table.js" */

export class TableView {
  #board;
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
   * @param {Table} table
   * @param {Stage} stage
   * @param {Doors} doors
   */
  constructor(table, { body, board }, doors) {
    this.#doors = doors;
    this.#board = board;
    this.table = table;
    this.#actions = new Actions(this.table, { turned: () => this.flip(), rematch: () => this.#rematch() });
    const banner = new Banner(table.line, doors.newGame, this.#leave.signal);
    carryWishes(this.#board, this.table);
    this.body = body;
    this.body.prepend(banner.body);
    this.body.append(
      element("div", { class: "beside" }, this.#history.body),
      element("div", { class: "below" }, this.#invite.body, this.#seats.body, this.#actions.offer, this.#actions.body),
    );
    this.#listen();
  }

  /** Draws the table for the first time. */
  begin() {
    this.#viewed();
  }

  close() {
    this.#leave.abort();
    this.#seats.close();
    this.#history.close();
    this.table.line.close();
  }

  /** What is played here. */
  get choices() {
    const { view } = this.table;
    return choicesOf(view, modeOf(view));
  }

  /** Whether a game would be left that has begun. */
  get running() {
    const { yours, record, frame } = this.table.view;
    return yours.length > 0 && record.length > 0 && frame.end === null;
  }

  /** Looks at an earlier turn, or a later one. @param {number} turns */
  step(turns) {
    this.table.look(this.table.looking + turns);
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
    this.table.line.addEventListener(
      "told",
      (event) => this.table.hear(/** @type {CustomEvent<Told>} */ (event).detail),
      { signal },
    );
    settings.addEventListener("change", () => this.#draw("at once"), { signal });
    player.addEventListener("change", () => this.#renamed(), { signal });
    this.table.line.addEventListener("line", () => this.#renamed(), { signal });
  }

  #viewed() {
    const { view } = this.table;
    if (view.yours.length > 0) rememberTable(view.table);
    if (view.yours.length === 0 && hasOpenSeat(view) && !this.#sat) {
      this.#sat = true;
      takeSeat(this.table.line);
    }
    tellName(view, this.table);
    this.#draw("motion");
    this.#ended();
  }

  #renamed() {
    tellName(this.table.view, this.table);
    this.#draw("at once");
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
      case "renamed":
        say(`${view.frame.seats[event.seat]?.side} is called ${seatName(view, event.seat)} now`);
        break;
      case "said":
        notify(`${seatTitle(view, event.seat)}: ${event.words}`);
        break;
      case "bot-failed":
        later.replacement().then(({ askReplacement }) => askReplacement(this.table, event));
        break;
      case "offered":
      case "ended":
        break;
    }
  }

  #ended() {
    const { view } = this.table;
    if (!view.frame.end || this.#announced) return;
    this.#announced = true;
    const fresh = countOnce(view);
    if (view.yours.length > 0 && !fresh) return;
    play("end");
    announceEnd(
      view,
      {
        rematch: () => this.#rematch(),
        newGame: this.#doors.newGame,
        review: () => this.#review(),
      },
      this.#leave.signal,
    );
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
    await openRematch(this.table.view).catch((error) => notify(error.message));
  }

  /** @param {"motion" | "at once"} how */
  #draw(how) {
    const { view, scene, past } = this.table;
    const { seats, choices, end } = view.frame;
    const plays = past === null && end === null;
    const seen = boardOf(view, scene);
    this.#board.show({
      ...seen,
      turns: seen.turns + (this.#flipped ? 2 : 0),
      choices: plays ? choices : [],
      own: new Set(plays ? view.yours.flatMap((seat) => seats[seat]?.army ?? []) : []),
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
}
