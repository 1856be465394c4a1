// The card of an offer, with its answers.

import { element } from "./element.js";
import { hasTurns } from "./fold.js";
import { seatName } from "./names.js";
import { ticket } from "./tickets.js";

/** @import { AnyCommand, AnyView, OfferAnswer, OfferKind, SeatNumber } from "../../wire" */
/** @typedef {{by: SeatNumber | null, what: OfferKind, mine: boolean}} Offered */
/** @typedef {{words: string, run: () => void, main?: boolean}} Choice */

/** @type {Record<OfferKind, string>} */
const OFFERS = { draw: "offers a draw", "take-back": "asks to take back", rematch: "wants a rematch" };
/** The same, said to who offers. @type {Record<OfferKind, string>} */
const OFFERED = {
  draw: "You offered a draw.",
  "take-back": "You asked to take back.",
  rematch: "You asked for a rematch.",
};

export class OfferCard {
  body = element("section", { class: "offer", "aria-label": "Offer", hidden: true });
  #send;
  #rematch;
  /** What is shown, and what was put off. */
  #shown = "";
  #dismissed = "";

  /**
   * @param {(command: AnyCommand) => void} send
   * @param {() => void} rematch
   */
  constructor(send, rematch) {
    this.#send = send;
    this.#rematch = rematch;
  }

  /** @param {AnyView} view */
  show(view) {
    const offered = view.yours.length > 0 ? offeredAt(view) : null;
    const words = offered ? wordsOf(view, offered) : watchingWords(view);
    const choices = offered ? this.#choices(view, offered) : watchingChoices(view);
    const key = words === null ? "" : JSON.stringify([words, choices.map((choice) => choice.words)]);
    if (key !== this.#dismissed) this.#dismissed = "";
    this.body.hidden = key === "" || key === this.#dismissed;
    if (key === this.#shown) return;
    this.#shown = key;
    const buttons = choices.map(({ words, run, main }) =>
      element("button", { type: "button", class: main ? "primary" : "", onclick: run }, words),
    );
    this.body.replaceChildren(...(key === "" ? [] : [element("span", { role: "status" }, words), ...buttons]));
  }

  /**
   * @param {AnyView} view
   * @param {Offered} offered
   * @returns {Choice[]}
   */
  #choices(view, { what, mine }) {
    if (mine) return [];
    const notNow = { words: "Not now", run: () => this.#dismiss() };
    const answer = (/** @type {OfferAnswer} */ answer) => () =>
      this.#send({ kind: "common", command: "answer", answer });
    if (what === "rematch" && view.frame.next !== null) {
      return [{ words: "Go there", run: () => this.#goOn(view), main: true }, notNow];
    }
    if (what === "rematch" || hasTurns(view)) {
      if (!view.frame.may.answer) return [];
      return [
        { words: "Accept", run: answer("accept"), main: true },
        { words: "Decline", run: answer("decline") },
      ];
    }
    // At a live table an offer lasts; offering a draw too accepts it.
    const accept = () => this.#send({ kind: "common", command: "offer", what: "draw" });
    return [{ words: "Accept", run: accept, main: true }, notNow];
  }

  /** To the rematch: with the seat that was taken there already, or a new one. @param {AnyView} view */
  #goOn({ frame }) {
    if (frame.next !== null && ticket(frame.next)) location.hash = frame.next;
    else this.#rematch();
  }

  #dismiss() {
    this.#dismissed = this.#shown;
    this.body.hidden = true;
  }
}

/**
 * What is offered to the players.
 * @param {AnyView} view
 * @returns {Offered | null}
 */
function offeredAt(view) {
  const { yours, frame } = view;
  if (frame.next !== null) {
    const others = frame.seats.flatMap(({ occupant }, seat) =>
      occupant.is === "person" && !yours.includes(seat) ? [seat] : [],
    );
    return { by: others.length === 1 ? Number(others[0]) : null, what: "rematch", mine: false };
  }
  if (hasTurns(view)) {
    const { offer } = view.frame;
    return offer && { ...offer, mine: yours.includes(offer.by) && !view.frame.may.answer };
  }
  const { rematch } = view.frame;
  if (rematch) return { ...rematch, mine: !view.frame.may.answer };
  // The player's own lasting offer is shown on the seat's card.
  const other = view.frame.end ? undefined : view.frame.offers.find((seat) => !yours.includes(seat));
  return other === undefined ? null : { by: other, what: "draw", mine: false };
}

/**
 * @param {AnyView} view
 * @param {Offered} offered
 */
function wordsOf(view, { by, what, mine }) {
  if (mine) return what === "rematch" ? `${OFFERED[what]} Waiting for an answer…` : OFFERED[what];
  if (what === "rematch" && view.frame.next !== null) return "Your rematch has begun.";
  if (by === null) return "The game continues in a rematch.";
  // Of two people here it is said who is asked.
  const asked = view.yours.length > 1 ? ` ${seatName(view, 1 - by)}, do you accept?` : "";
  return `${seatName(view, by)} ${OFFERS[what]}.${asked}`;
}

/** @param {AnyView} view */
function watchingWords({ yours, frame }) {
  return yours.length === 0 && frame.next !== null ? "The players continue at another table." : null;
}

/** @param {AnyView} view @returns {Choice[]} */
function watchingChoices({ frame }) {
  const { next } = frame;
  return next === null ? [] : [{ words: "Watch", run: () => (location.hash = next), main: true }];
}

/**
 * Who asks this player for a rematch; null if nobody does.
 * @param {AnyView} view
 */
export function rematchAsked(view) {
  const { frame } = view;
  const offer = hasTurns(view) ? view.frame.offer : "rematch" in frame ? frame.rematch : null;
  return offer?.what === "rematch" && frame.may.answer ? seatName(view, offer.by) : null;
}
