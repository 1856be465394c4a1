// The record in full moves, White beside Black; any move shows the board as it was. A new move adds one button, so that
// a long game costs no more than a short one.

import { element, icon, iconButton } from "../element.js";
import { openingWords, seatName } from "../names.js";

/** @import { Entry, Judged } from "../../../wire" */
/** @import { TurnMode } from "./turn-mode.js" */
/** @typedef {{entry: Entry, body: HTMLElement, row: HTMLElement}} Listed a move with its button and its line */

/** The layout in which the history is open beside the board. */
const WIDE = matchMedia("(min-width: 768px), (max-height: 500px) and (orientation: landscape)");
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
const WORDS = { inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" };

/** Moves with more letters are written one below the other where the record is narrow. */
const LONG = 9;

export class History {
  #list = element("ol", { class: "record", tabindex: 0, "aria-label": "Moves" });
  #empty = element("li", { class: "muted empty" }, "No move yet.");
  #sides = element("div", { class: "sides", "aria-hidden": "true" });
  /** The opening stands beside the heading, where it shows while the history is folded too. */
  #opening = element("span", { class: "muted opening" });
  #summary = element("summary", {}, element("span", {}, "History"), this.#opening);
  #fold = element("details", { class: "fold" }, this.#summary, this.#sides, this.#list);
  #live = element("button", { type: "button", class: "live", onclick: () => this.#mode.look(Infinity) });
  #study = iconButton("study", "Study from here", () => this.#mode.study(), "Study");
  #steps = [
    this.#step("first", "First position", () => 0),
    this.#step("back", "One move back", (at) => at - 1),
    this.#step("forward", "One move forward", (at) => at + 1),
    this.#step("last", "Present position", () => Infinity),
  ];
  #verdict = element("span", { role: "status" });
  #next = element("button", { type: "button", onclick: () => this.#nextMistake() }, "Next mistake");
  #review = element("div", { class: "verdict", hidden: true }, this.#verdict, this.#next);
  body = element(
    "section",
    { class: "history", "aria-label": "History" },
    element("div", { class: "steps" }, ...this.#steps, this.#live, this.#study),
    this.#review,
    this.#fold,
  );
  #mode;
  /** @type {Listed[]} */
  #listed = [];
  /** The button of the move that is shown. @type {HTMLElement | null} */
  #current = null;
  #names = "";
  /** @type {Map<number, Judged>} */
  #judged = new Map();

  /**
   * @param {TurnMode} mode
   * @param {AbortSignal} signal
   */
  constructor(mode, signal) {
    this.#mode = mode;
    const unfold = () => {
      this.#fold.open = WIDE.matches;
    };
    WIDE.addEventListener("change", unfold, { signal });
    unfold();
  }

  show() {
    const { view, past } = this.#mode;
    const at = past?.ply ?? view.record.length;
    this.#showNames();
    this.#keep(view.record);
    this.#mark(at);
    this.body.toggleAttribute("data-long", (view.record[0]?.label.length ?? 0) > LONG);
    this.#showOpening();
    // It keeps its place, so that the steps stay below the pointer that presses them.
    this.#live.toggleAttribute("data-unseen", past === null);
    this.#live.textContent = view.frame.end ? "To the end" : "Back to live";
    for (const step of this.#steps.slice(0, 2)) step.disabled = at === 0;
    for (const step of this.#steps.slice(2)) step.disabled = past === null;
    this.#judge(at);
    // With the frame that lays the page out anyway: to measure now would lay it out twice.
    requestAnimationFrame(() => this.#scroll(at, view.record.length));
  }

  /** @param {Judged} judged */
  judge(judged) {
    this.#judged.set(judged.ply, judged);
    const move = this.#listed[judged.ply - 1];
    if (move) this.#sign(move, judged.ply);
    this.#judge(this.#mode.past?.ply ?? this.#mode.view.record.length);
  }

  #showOpening() {
    const words = openingWords(this.#mode.opening);
    if (this.#opening.textContent !== words) this.#opening.textContent = words;
    this.#opening.title = words;
    this.#opening.hidden = words === "";
  }

  /** The names above the two columns; another name is spoken with every move. */
  #showNames() {
    const { view } = this.#mode;
    const names = [seatName(view, 0), seatName(view, 1)];
    if (this.#names === names.join("\n")) return;
    this.#names = names.join("\n");
    this.#sides.replaceChildren(element("span"), ...names.map((name) => element("span", {}, name)));
    for (const [index, move] of this.#listed.entries()) this.#sign(move, index + 1);
  }

  /** Keeps the lines that are right, drops those that were taken back, and adds what is new. @param {Entry[]} record */
  #keep(record) {
    let same = 0;
    while (same < record.length && same < this.#listed.length && isSame(record[same], this.#listed[same]?.entry))
      same++;
    for (const { body, row } of this.#listed.splice(same).reverse()) {
      body.remove();
      if (!row.querySelector("button")) row.remove();
      this.#judged.delete(Number(body.dataset.ply));
    }
    for (let at = same; at < record.length; at++) this.#add(/** @type {Entry} */ (record[at]), at + 1);
    if (this.#listed.length === 0) this.#list.replaceChildren(this.#empty);
    else this.#empty.remove();
  }

  /**
   * @param {Entry} entry
   * @param {number} ply
   */
  #add(entry, ply) {
    const last = this.#listed.at(-1);
    const row = entry.seat === 1 && last?.entry.seat === 0 ? last.row : this.#row(entry);
    const body = element("button", { type: "button", "data-ply": ply, onclick: () => this.#mode.look(ply) });
    const move = { entry, body, row };
    this.#listed.push(move);
    this.#sign(move, ply);
    row.append(body);
  }

  /** A new line; one that begins with Black has a gap. @param {Entry} entry */
  #row({ seat }) {
    const first = this.#mode.view.first;
    const value = first + this.#list.querySelectorAll("li.move").length;
    const gap = seat === 1 && element("span", { class: "muted gap" }, "…");
    const row = element("li", { class: "move", value }, element("span", { class: "muted" }, `${value}.`), gap);
    this.#list.append(row);
    return row;
  }

  /**
   * The words of a move, with its sign if it was judged.
   * @param {Listed} move
   * @param {number} ply
   */
  #sign({ entry, body }, ply) {
    const mistake = this.#judged.get(ply)?.mistake;
    const sign = mistake && element("span", { class: "sign" }, SIGNS[mistake]);
    body.replaceChildren(entry.label, ...(sign ? [" ", sign] : []));
    const words = `${seatName(this.#mode.view, entry.seat)}: ${entry.label}${mistake ? `, ${WORDS[mistake]}` : ""}`;
    body.setAttribute("aria-label", words);
  }

  /** @param {number} at */
  #mark(at) {
    const current = this.#listed[at - 1]?.body ?? null;
    if (current === this.#current) return;
    this.#current?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "true");
    this.#current = current;
  }

  /** What the review says of the move that is shown, and how far it is. @param {number} at */
  #judge(at) {
    this.#review.hidden = this.#judged.size === 0;
    if (this.#judged.size === 0) return;
    const judged = this.#judged.get(at);
    const of = Math.max(...[...this.#judged.values()].map((one) => one.of));
    const running = this.#judged.size < of ? `Reviewing: ${this.#judged.size} of ${of}. ` : "";
    const better = judged?.better ? ` Better: ${judged.better}.` : "";
    const mistake = judged?.mistake ? ` ${SIGNS[judged.mistake]} ${WORDS[judged.mistake]}.` : "";
    const words = `${running}${judged ? `${judged.words}.` : ""}${mistake}${better}`;
    if (this.#verdict.textContent !== words) this.#verdict.textContent = words;
    this.#next.disabled = this.#mistakes().length === 0;
  }

  #mistakes() {
    const plies = [...this.#judged.values()].filter(({ mistake }) => mistake !== null).map(({ ply }) => ply);
    return plies.sort((one, other) => one - other);
  }

  #nextMistake() {
    const plies = this.#mistakes();
    const next = plies.find((ply) => ply > this.#mode.looking) ?? plies[0];
    if (next !== undefined) this.#mode.look(next);
  }

  /**
   * Brings the move that is shown into sight, inside the list only.
   * @param {number} at
   * @param {number} plies
   */
  #scroll(at, plies) {
    const row = this.#listed[at - 1]?.row;
    if (at === plies) this.#list.scrollTop = this.#list.scrollHeight;
    else this.#list.scrollTop = row ? row.offsetTop - this.#list.clientHeight / 2 : 0;
  }

  /**
   * @param {string} picture
   * @param {string} words
   * @param {(at: number) => number} to
   */
  #step(picture, words, to) {
    const onclick = () => this.#mode.look(to(this.#mode.looking));
    return element("button", { type: "button", "aria-label": words, title: words, onclick }, icon(picture));
  }
}

/**
 * @param {Entry | undefined} one
 * @param {Entry | undefined} other
 */
function isSame(one, other) {
  return one?.seat === other?.seat && one?.label === other?.label && one?.code === other?.code;
}
