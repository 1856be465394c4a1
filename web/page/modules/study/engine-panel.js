// The engine's evaluation of the shown position: a bar beside the board, and its lines.

import { element, select } from "../element.js";

/** @import { StudyScreen } from "./study-screen.js" */

const COUNTS = { 1: "1 line", 2: "2 lines", 3: "3 lines", 4: "4 lines", 5: "5 lines" };

export class EnginePanel {
  bar = element("div", { class: "evaluation", role: "img", hidden: true }, element("div", { class: "share" }));
  #on = false;
  #threat = false;
  #switch = element("button", { type: "button", "aria-pressed": "false", onclick: () => this.#toggle() }, "Engine");
  #other = element(
    "button",
    { type: "button", "aria-pressed": "false", title: "What the other side threatens", onclick: () => this.#turn() },
    "Threat",
  );
  #count = select("engine-lines", COUNTS, "3", () => this.follow());
  #depth = element("span", { class: "muted depth" });
  #lines = element("ol", { class: "lines" });
  #study;

  /** @param {StudyScreen} study */
  constructor(study) {
    this.#study = study;
    this.#count.setAttribute("aria-label", "Lines of the engine");
    this.body = element(
      "section",
      { class: "engine", "aria-label": "Engine" },
      element("div", { class: "row" }, this.#switch, this.#other, this.#count, this.#depth),
      this.#lines,
    );
  }

  /** Looks at the shown position if it is on. */
  follow() {
    if (!this.#on) return;
    const side = this.#threat ? "threat" : "mover";
    const { at } = this.#study;
    this.#study.send({ command: "analyse", node: at, lines: Number(this.#count.value), side }, this.#switch);
  }

  show() {
    const { analysis, trying } = this.#study;
    const found = this.#on && trying === null ? analysis : null;
    this.#depth.textContent = !this.#on
      ? ""
      : found
        ? `depth ${found.depth}${found.done ? ", done" : "…"}`
        : "looking…";
    const lines = (found?.lines ?? []).map(({ value, words, first, code }) => {
      const onclick = () => this.#study.addCode(code);
      const disabled = found?.side === "threat" || !first;
      return element(
        "li",
        {},
        element("button", { type: "button", disabled, onclick }, element("b", {}, value.words), ` ${words}`),
      );
    });
    this.#lines.replaceChildren(...lines);
    this.#showBar();
  }

  #showBar() {
    const { analysis, current, trying } = this.#study;
    const own = this.#on && analysis?.side === "mover" ? analysis.lines[0]?.value : null;
    const value = trying === null ? (own ?? current?.value ?? null) : null;
    this.bar.hidden = value === null;
    if (!value) return;
    this.bar.style.setProperty("--share", String(value.share / 1000));
    this.bar.setAttribute("aria-label", `Evaluation: ${value.words}`);
    this.bar.title = value.words;
  }

  #toggle() {
    this.#on = !this.#on;
    this.#switch.setAttribute("aria-pressed", String(this.#on));
    this.#study.analysis = null;
    if (this.#on) this.follow();
    else this.#study.send({ command: "stop" }, this.#switch);
    this.show();
  }

  #turn() {
    this.#threat = !this.#threat;
    this.#other.setAttribute("aria-pressed", String(this.#threat));
    this.#study.analysis = null;
    if (this.#on) this.follow();
    else if (this.#threat) this.#toggle();
    this.show();
  }
}
