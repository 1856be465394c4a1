// The players of a table with their clocks and captures, and the side to move or the state of a live game.

import { notify } from "./announce.js";
import { levelName, levelOptions } from "./catalog.js";
import { clockText, elapsedText, isLow, leftNow } from "./clock.js";
import { element, figure, select } from "./element.js";
import { hasTurns } from "./fold.js";
import { later } from "./later.js";
import { ownSeat, seatName, seatTitle } from "./names.js";
import { settings } from "./settings.js";

/** @import { AnyView, Army, LiveSeat, NewOccupant, PieceKind, SeatNumber, TurnSeat } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */
/**
 * The players as they are shown: now, or at an earlier point of the game.
 * @typedef {object} Players
 * @property {(TurnSeat | LiveSeat)[]} seats
 * @property {SeatNumber} below who is shown below the board; the other is above it
 * @property {SeatNumber[]} active whose turn it is
 * @property {number[]} purses
 * @property {SeatNumber[]} offers who offers a draw, where offers last
 * @property {string} status
 * @property {boolean} thinking
 * @property {number | null} elapsed seconds, in games that count them
 */

const CLOCKS_DRAWN = 100;
/** How long a card shows what its bot says, in milliseconds. */
const TALK_SHOWN = 6000;
/** Captured pieces as they are lined up, the most valued first. @type {PieceKind[]} */
const BY_VALUE = ["king", "queen", "open-queen", "rook", "bishop", "knight", "pawn"];

export class Seats {
  #cards = element("div", { class: "cards" });
  /** At a turn table the opponent is above the board and oneself below. */
  #above = element("div", { class: "cards above" });
  #below = element("div", { class: "cards below-board" });
  #status = element("p", { class: "turn", role: "status" });
  #time = element("span", { class: "time", role: "timer", "aria-label": "Time played" });
  #trip = element("span", { class: "trip muted", title: "Round trip to the server" });
  #watchers = element("p", { class: "watchers muted", hidden: true });
  body = element("section", { class: "seats", "aria-label": "Players" });
  /** @type {{face: HTMLElement, seat: SeatNumber}[]} */
  #clocks = [];
  #client;
  #players;
  /** What a bot says, by seat. @type {Map<SeatNumber, string>} */
  #talk = new Map();

  /**
   * @param {TableClient} client
   * @param {AnyView} view
   * @param {() => Players} players
   * @param {AbortSignal} signal
   */
  constructor(client, view, players, signal) {
    this.#client = client;
    this.#players = players;
    if (hasTurns(view)) {
      const lower = element("div", { class: "lower" }, this.#below, this.#status, this.#watchers);
      this.body.append(this.#above, lower);
    } else {
      const state = element("div", { class: "state" }, this.#time, this.#status, this.#trip);
      this.body.append(state, this.#cards, this.#watchers);
    }
    const timer = setInterval(() => this.#drawTimes(), CLOCKS_DRAWN);
    signal.addEventListener("abort", () => clearInterval(timer));
    client.clock.addEventListener("trip", () => this.#measure(), { signal });
  }

  get status() {
    return this.#status.textContent;
  }

  /**
   * Shows for a while what a bot says, on its card.
   * @param {SeatNumber} seat
   * @param {string} words
   */
  talk(seat, words) {
    this.#talk.set(seat, words);
    this.#showTalk();
    setTimeout(() => {
      if (this.#talk.get(seat) !== words) return;
      this.#talk.delete(seat);
      this.#showTalk();
    }, TALK_SHOWN);
  }

  /** @param {AnyView} view */
  show(view) {
    const players = this.#players();
    const { seats, below, active, purses, offers, status, thinking } = players;
    if (this.#status.textContent !== status) this.#status.textContent = status;
    this.#status.classList.toggle("thinking", thinking);
    const { watchers } = view.frame;
    this.#watchers.hidden = watchers === 0;
    this.#watchers.textContent = `${watchers} watching`;
    // Rebuilt only when something about the players changed: a list may be open, or have the focus.
    const names = seats.map((_, seat) => seatTitle(view, seat));
    const facts = seats.map((seat) => ({ ...seat, clock: "clock" in seat && seat.clock !== null }));
    const key = JSON.stringify([
      facts,
      below,
      active,
      purses,
      offers,
      names,
      isWaiting(view),
      !hasTurns(view) && view.frame.may["seat-bots"],
      view.frame.may["turn-out"],
      view.yours,
      settings.now.pieces,
    ]);
    if (this.#cards.dataset.shown !== key) {
      this.#cards.dataset.shown = key;
      this.#clocks = [];
      const cards = seats.map((seat, number) => this.#card(view, players, seat, number));
      if (hasTurns(view)) {
        this.#above.replaceChildren(...cards.filter((_, seat) => seat !== below));
        this.#below.replaceChildren(...cards.filter((_, seat) => seat === below));
      } else this.#cards.replaceChildren(...cards);
      this.#showTalk();
    }
    this.#drawTimes();
  }

  /**
   * @param {AnyView} view
   * @param {Players} players
   * @param {TurnSeat | LiveSeat} seat
   * @param {SeatNumber} number
   */
  #card(view, players, seat, number) {
    const live = "alive" in seat;
    const mayChange = !hasTurns(view) && view.frame.may["seat-bots"] === true && isWaiting(view);
    const changeable = mayChange && seat.occupant.is !== "person";
    const notes = notesOf(view, players, seat, number, changeable);
    const sign = live
      ? element("span", { class: "token", title: seat.side }, figure(settings.now.pieces, "king"))
      : element("span", { class: "swatch", "data-army": seat.army, title: seat.side });
    return element(
      "div",
      {
        class: "card",
        "data-seat": number,
        "data-army": live && seat.army,
        "data-turn": players.active.includes(number),
        "data-out": live && !seat.alive,
        "data-away": seat.occupant.is === "person" && !seat.connected,
      },
      sign,
      element(
        "span",
        { class: "name" },
        this.#name(view, seat, number),
        notes.length > 0 && element("span", { class: "muted note" }, notes.join(", ")),
      ),
      element("span", { class: "talk", "aria-hidden": "true", hidden: true }),
      changeable && this.#occupantList(view, seat, number),
      view.frame.may["turn-out"].includes(number) && this.#turnOut(view, number),
      live ? this.#lost(players, number) : this.#holdings(view, players, seat, number),
    );
  }

  /**
   * The name; a bot's one opens the card that says what it is.
   * @param {AnyView} view
   * @param {TurnSeat | LiveSeat} seat
   * @param {SeatNumber} number
   */
  #name(view, { occupant }, number) {
    const words = hasTurns(view) ? seatTitle(view, number) : seatName(view, number);
    if (occupant.is !== "bot") return words;
    const onclick = async () => (await later.botCard()).showBot(this.#client, number);
    return element("button", { type: "button", class: "who", title: "What this bot is", onclick }, words);
  }

  /**
   * What the others have taken from a player of a live game; of two, what the player has taken.
   * @param {Players} players
   * @param {SeatNumber} number
   */
  #lost({ seats }, number) {
    const from = seats[seats.length === 2 ? 1 - number : number];
    if (!from || !("lost" in from)) return null;
    return element("div", { class: "holdings" }, captures(from.lost, from.army));
  }

  #showTalk() {
    for (const card of this.body.querySelectorAll(".card")) {
      const words = this.#talk.get(Number(card.getAttribute("data-seat"))) ?? "";
      const bubble = /** @type {HTMLElement | null} */ (card.querySelector(".talk"));
      if (!bubble) continue;
      bubble.hidden = words === "";
      bubble.textContent = words;
      card.toggleAttribute("data-talks", words !== "");
    }
  }

  /**
   * @param {AnyView} view
   * @param {Players} players
   * @param {TurnSeat} seat
   * @param {SeatNumber} number
   */
  #holdings(view, { purses }, seat, number) {
    const face = seat.clock && element("span", { class: "clock", role: "timer" });
    if (face) this.#clocks.push({ face, seat: number });
    const points = purses[number] ?? seat.purse;
    const purse =
      points !== null &&
      element("span", { class: "purse" }, element("span", { class: "muted" }, "Purse"), " ", element("b", {}, points));
    const enemy = view.frame.seats.find((other) => other.army !== seat.army)?.army ?? seat.army;
    const lead = seat.lead > 0 && element("span", { class: "lead" }, `+${seat.lead}`);
    return element("div", { class: "holdings" }, captures(seat.captured, enemy, lead), purse, face ?? null);
  }

  /**
   * Who gets a seat that no person has.
   * @param {AnyView} view
   * @param {TurnSeat | LiveSeat} seat
   * @param {SeatNumber} number
   */
  #occupantList(view, { occupant, side }, number) {
    const options = { link: "By link", ...levelOptions(view.game) };
    const present = occupant.is === "bot" ? occupant.spec : "link";
    const list = select(`seat-${number}`, options, present, async () => {
      /** @type {NewOccupant} */
      const wanted = list.value === "link" ? { is: "open" } : { is: "bot", spec: list.value };
      const reply = await this.#client.send({ kind: "common", command: "set-seat", seat: number, occupant: wanted });
      if (reply.done) return;
      notify(reply.words);
      list.value = present;
    });
    list.setAttribute("aria-label", `Who plays ${side}`);
    return list;
  }

  /**
   * Sends a guest away before the first move.
   * @param {AnyView} view
   * @param {SeatNumber} seat
   */
  #turnOut(view, seat) {
    const onclick = async () => {
      const reply = await this.#client.send({ kind: "common", command: "turn-out", seat });
      if (!reply.done) notify(reply.words);
    };
    const label = `Turn out ${seatName(view, seat)}`;
    return element("button", { type: "button", class: "quiet", "aria-label": label, onclick }, "Turn out");
  }

  #drawTimes() {
    const { seats, elapsed } = this.#players();
    const text = elapsed === null ? "" : elapsedText(elapsed);
    if (this.#time.textContent !== text) this.#time.textContent = text;
    for (const { face, seat } of this.#clocks) {
      const held = seats[seat];
      if (!held || !("clock" in held) || !held.clock) continue;
      const left = leftNow(held.clock, this.#client.arrived);
      face.textContent = clockText(left);
      face.toggleAttribute("data-runs", held.clock.running);
      face.toggleAttribute("data-low", isLow(left));
    }
  }

  #measure() {
    const { trip } = this.#client.clock;
    this.#trip.textContent = trip === null ? "" : `${Math.max(1, Math.round(trip))} ms`;
  }
}

/**
 * Captured pieces in a line.
 * @param {PieceKind[]} kinds
 * @param {Army} army whose they were
 * @param {HTMLElement | false} [lead]
 */
function captures(kinds, army, lead = false) {
  const sorted = [...kinds].sort((one, other) => BY_VALUE.indexOf(one) - BY_VALUE.indexOf(other));
  const figures = sorted.map((kind) => figure(settings.now.pieces, kind));
  const words = sorted.map((kind) => kind.replace("open-", "")).join(", ");
  const spoken = words && element("span", { class: "unseen" }, `Captured: ${words}`);
  return element("span", { class: "captured", "data-army": army }, spoken || null, ...figures, lead);
}

/** Whether a live game has not begun, so that seats can change. @param {AnyView} view */
function isWaiting(view) {
  return !hasTurns(view) && view.frame.phase === "waiting" && view.frame.tick === 0;
}

/**
 * What is said of a player under the name.
 * @param {AnyView} view
 * @param {Players} players
 * @param {TurnSeat | LiveSeat} seat
 * @param {SeatNumber} number
 * @param {boolean} changeable
 */
function notesOf(view, { offers }, seat, number, changeable) {
  const { occupant, connected } = seat;
  const live = "alive" in seat;
  return [
    live && ownSeat(view) === number && "you",
    live && occupant.is === "bot" && !changeable && levelName(view.game, occupant.spec),
    live && !seat.alive && "out",
    live && isWaiting(view) && occupant.is === "person" && (seat.ready ? "ready" : "not ready yet"),
    offers.includes(number) && "offers a draw",
    occupant.is === "person" && !connected && "away",
  ].filter((note) => note !== false);
}
