// A review of the main line: a graph of the evaluations, turning points, the accuracy of both sides, and buttons that go to
// mistakes.

import { element } from "../element.js";
import { numberedMove, turningPoints } from "./study-tree.js";

/** @import { ReviewSummary } from "../../../wire" */
/** @import { StudyScreen } from "./study-screen.js" */

const SVG = "http://www.w3.org/2000/svg";
const SIDES = ["White", "Black"];

export class ReviewPanel {
  #begin = element("button", { type: "button", onclick: () => this.#toggle() }, "Review");
  #before = element("button", { type: "button", onclick: () => this.#mistake(-1) }, "Mistake before");
  #after = element("button", { type: "button", onclick: () => this.#mistake(1) }, "Next mistake");
  #again = element("button", { type: "button", onclick: () => this.#study.tryAgain() }, "Try again");
  #words = element("p", { class: "muted", role: "status" });
  #sides = element("dl", { class: "accuracy" });
  #turning = element("p", { class: "row turning-points", hidden: true });
  #graph = graph((share) => this.#jump(share));
  #study;

  /** @param {StudyScreen} study */
  constructor(study) {
    this.#study = study;
    this.body = element(
      "section",
      { class: "review", "aria-label": "Review" },
      element("div", { class: "row" }, this.#begin, this.#before, this.#after, this.#again),
      this.#words,
      this.#graph.body,
      this.#turning,
      this.#sides,
    );
  }

  show() {
    const { view, line, ply, current } = this.#study;
    const { review, may } = view.frame;
    this.#begin.hidden = !may.edit;
    this.#begin.textContent = review?.running ? "Stop the review" : "Review";
    const mistakes = this.#mistakes();
    for (const door of [this.#before, this.#after]) door.hidden = mistakes.length === 0;
    this.#again.hidden = !current?.judgement?.mistake;
    this.#words.textContent = review?.running ? `${review.done} of ${review.of} positions` : "";
    const shares = line.map((id) => this.#study.node(id)?.value?.share ?? null);
    // A mistake that is tried again would be named.
    const turning = this.#study.trying === null ? turningPoints(view) : [];
    this.#graph.show(shares, ply, new Set(turning.map((id) => line.indexOf(id))));
    this.#showTurning(turning);
    this.#sides.hidden = !review;
    if (review) this.#sides.replaceChildren(...accuracies(review));
  }

  /** Buttons that go to the turning points. @param {number[]} points */
  #showTurning(points) {
    const shown = [...this.#turning.querySelectorAll("button")].map(({ dataset }) => Number(dataset.node));
    this.#turning.hidden = points.length === 0;
    // The same buttons stay, and one of them may have the focus.
    if (shown.join() === points.join()) return;
    const buttons = points.map((id) => {
      const onclick = () => this.#go(id);
      return element("button", { type: "button", "data-node": id, onclick }, numberedMove(this.#study.node(id)));
    });
    this.#turning.replaceChildren("Turning points", ...buttons);
  }

  /** @param {number} id */
  #go(id) {
    this.#study.stopTrying();
    this.#study.go(id);
  }

  #toggle() {
    const running = this.#study.view.frame.review?.running;
    this.#study.send({ command: running ? "stop-review" : "review" }, this.#begin);
  }

  #mistakes() {
    return this.#study.line.filter((id) => this.#study.node(id)?.judgement?.mistake);
  }

  /** @param {number} way */
  #mistake(way) {
    const { line, ply } = this.#study;
    const places = this.#mistakes().map((id) => line.indexOf(id));
    const to = way > 0 ? places.find((place) => place > ply) : places.findLast((place) => place < ply);
    const id = to === undefined ? undefined : line[to];
    if (id !== undefined) this.#go(id);
  }

  /** @param {number} share of the width */
  #jump(share) {
    const { line } = this.#study;
    const id = line[Math.round(share * (line.length - 1))];
    if (id !== undefined) this.#go(id);
  }
}

/** @param {ReviewSummary} review */
function accuracies({ sides }) {
  return sides.map(({ accuracy, inaccuracies, mistakes, blunders }, side) =>
    element(
      "div",
      {},
      element("dt", {}, SIDES[side] ?? ""),
      element(
        "dd",
        {},
        accuracy === null ? "–" : `${accuracy} %`,
        ` · ${inaccuracies} ?! · ${mistakes} ? · ${blunders} ??`,
      ),
    ),
  );
}

/** The course of a game; a click goes there. @param {(share: number) => void} jump */
function graph(jump) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "Graph of the game: White's expected points");
  const make = (/** @type {string} */ name) => svg.appendChild(document.createElementNS(SVG, name));
  const [area, middle, marks, here] = [make("path"), make("path"), make("path"), make("path")];
  area.setAttribute("class", "white");
  middle.setAttribute("class", "middle");
  marks.setAttribute("class", "turning");
  here.setAttribute("class", "here");
  const body = element("div", { class: "graph", hidden: true });
  body.append(svg);
  body.addEventListener("click", ({ clientX }) => {
    const { left, width } = body.getBoundingClientRect();
    jump((clientX - left) / width);
  });
  /**
   * @param {(number | null)[]} shares in thousandths
   * @param {number} at
   * @param {Set<number>} turning
   */
  const show = (shares, at, turning) => {
    const known = shares.flatMap((share, ply) => (share === null ? [] : [[ply, 1000 - share]]));
    body.hidden = known.length < 2;
    const last = Math.max(1, shares.length - 1);
    svg.setAttribute("viewBox", `0 0 ${last} 1000`);
    const [first] = known[0] ?? [0];
    const [end] = known.at(-1) ?? [0];
    area.setAttribute("d", `M${first} 1000 ${known.map(([x, y]) => `L${x} ${y}`).join(" ")} L${end} 1000Z`);
    middle.setAttribute("d", `M0 500H${last}`);
    marks.setAttribute("d", [...turning].map((ply) => `M${ply} 0V1000`).join(" "));
    here.setAttribute("d", `M${at} 0V1000`);
  };
  return { body, show };
}
