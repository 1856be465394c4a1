// The record: every move by name; any of them shows the board as it was.

import { element, icon, iconButton } from "../element.js";
import { seatName } from "../names.js";

/** @import { Judged, TurnView } from "../../../wire" */
/** @import { TurnMode } from "./turn-mode.js" */

/** The layout in which the history stands open beside the board. */
const WIDE = matchMedia("(min-width: 768px)");
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class History {
  #list = element("ol", { class: "record", tabindex: 0, "aria-label": "Moves" });
  #fold = element("details", { class: "fold" }, element("summary", {}, "History"), this.#list);
  #live = element(
    "button",
    { type: "button", class: "live", onclick: () => this.#mode.look(Infinity) },
    "Back to live",
  );
  #study = iconButton("study", "Study from here", () => this.#mode.study());
  #steps = [
    this.#step("first", "First position", () => 0),
    this.#step("back", "One move back", (at) => at - 1),
    this.#step("forward", "One move forward", (at) => at + 1),
    this.#step("last", "Present position", () => Infinity),
  ];
  body = element(
    "section",
    { class: "history", "aria-label": "History" },
    element("div", { class: "steps" }, ...this.#steps, this.#live, this.#study),
    this.#fold,
  );
  #mode;
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
    const entries = view.record.map((_, index) => this.#entry(view, index + 1, at));
    const empty = element("li", { class: "muted empty" }, "No move yet.");
    const focused = this.#list.contains(document.activeElement)
      ? document.activeElement?.getAttribute("data-ply")
      : null;
    this.#list.replaceChildren(...(entries.length > 0 ? entries : [empty]));
    const again = /** @type {HTMLElement | null} */ (focused && this.#list.querySelector(`[data-ply="${focused}"]`));
    again?.focus({ preventScroll: true });
    this.#live.hidden = past === null;
    for (const step of this.#steps.slice(0, 2)) step.disabled = at === 0;
    for (const step of this.#steps.slice(2)) step.disabled = past === null;
    // With the frame that lays the page out anyway: to measure now would lay it out twice.
    requestAnimationFrame(() => this.#scroll(at, view.record.length));
  }

  /** @param {Judged} judged */
  judge(judged) {
    this.#judged.set(judged.ply, judged);
    this.show();
  }

  /**
   * @param {TurnView} view
   * @param {number} ply
   * @param {number} at
   */
  #entry(view, ply, at) {
    const entry = view.record[ply - 1];
    if (!entry) return element("li");
    const judged = this.#judged.get(ply);
    const better = judged?.better ? `better: ${judged.better}` : null;
    const sign = judged?.mistake && element("span", { class: "sign", title: better }, SIGNS[judged.mistake]);
    const words = `${seatName(view, entry.seat)}: ${entry.label}`;
    return element(
      "li",
      { value: ply },
      element(
        "button",
        {
          type: "button",
          "data-ply": ply,
          "aria-current": ply === at && "true",
          onclick: () => this.#mode.look(ply),
        },
        words,
        sign ? " " : null,
        sign || null,
      ),
    );
  }

  /**
   * Brings the move that is shown into sight, inside the list only.
   * @param {number} at
   * @param {number} plies
   */
  #scroll(at, plies) {
    const entry = /** @type {HTMLElement | undefined} */ (this.#list.children[at - 1]);
    if (at === plies) this.#list.scrollTop = this.#list.scrollHeight;
    else if (entry) this.#list.scrollTop = entry.offsetTop - this.#list.clientHeight / 2;
    else this.#list.scrollTop = 0;
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
