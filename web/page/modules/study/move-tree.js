// The moves of a study: the main line, and after each move its alternatives in brackets. Any of them shows its
// position.

import { element, icon, iconButton } from "../element.js";

/** @import { StudyNode } from "../../../wire" */
/** @import { StudyScreen } from "./study-screen.js" */

const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class MoveTree {
  #list = element("div", { class: "tree", role: "group", "aria-label": "Moves", tabindex: 0 });
  #promote;
  #delete;
  #study;

  /** @param {StudyScreen} study */
  constructor(study) {
    this.#study = study;
    this.#promote = iconButton("promote", "Make this the main line", () =>
      study.send({ command: "promote", node: study.at }, this.#promote),
    );
    this.#delete = iconButton("delete", "Remove from here", () => this.#remove());
    this.body = element(
      "section",
      { class: "moves", "aria-label": "Tree of moves" },
      element(
        "div",
        { class: "steps" },
        this.#step("first", "First position", -Infinity),
        this.#step("back", "One move back", -1),
        this.#step("forward", "One move forward", 1),
        this.#step("last", "End of the main line", Infinity),
        iconButton("flip", "Flip board", () => study.flip()),
        this.#promote,
        this.#delete,
      ),
      this.#list,
    );
  }

  show() {
    const { view, at, trying } = this.#study;
    const focused = this.#list.contains(document.activeElement);
    this.#list.replaceChildren(...this.#pieces(trying));
    this.#promote.hidden = this.#delete.hidden = !view.frame.may.edit;
    this.#delete.disabled = at === 0;
    const current = /** @type {HTMLElement | null} */ (this.#list.querySelector("[aria-current]"));
    if (focused) (current ?? this.#list).focus({ preventScroll: true });
    requestAnimationFrame(() => {
      if (current) this.#list.scrollTop = current.offsetTop - this.#list.clientHeight / 2;
    });
  }

  async #remove() {
    const { at, current } = this.#study;
    const parent = current?.parent;
    const reply = await this.#study.send({ command: "delete", node: at }, this.#delete);
    if (reply.done && parent !== null && parent !== undefined) this.#study.go(parent);
  }

  /**
   * In reading order, without recursion: a line may be long. What is hidden is left out with all that follows.
   * @param {number | null} hidden
   */
  #pieces(hidden) {
    /** @type {(string | HTMLElement)[]} */
    const pieces = [];
    const { study } = { study: this.#study };
    const comment = (/** @type {string} */ text) => text && pieces.push(element("span", { class: "comment" }, text));
    comment(study.node(0)?.comment ?? "");
    /** @type {{after?: number, first?: number, close?: true, depth: number}[]} */
    const tasks = [{ after: 0, depth: 0 }];
    let numbered = true;
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const { depth } = task;
      if (task.close) {
        pieces.push(") ");
        numbered = true;
        continue;
      }
      const children = task.after === undefined ? [] : (study.node(task.after)?.children ?? []);
      const id = task.first ?? children[0];
      const node = id === undefined || id === hidden ? undefined : study.node(id);
      if (!node) continue;
      if (task.first !== undefined) {
        pieces.push("(");
        numbered = true;
      }
      for (const words of node.before) comment(words);
      pieces.push(this.#move(node, numbered, depth), " ");
      comment(node.comment);
      numbered = node.comment !== "";
      tasks.push({ after: node.id, depth });
      if (task.first === undefined) {
        for (const other of children.slice(1).reverse()) {
          tasks.push({ close: true, depth }, { first: other, depth: depth + 1 });
        }
      }
    }
    return pieces.length > 0 ? pieces : [element("p", { class: "muted" }, "Move a piece or type a move to begin.")];
  }

  /**
   * @param {StudyNode} node
   * @param {boolean} numbered
   * @param {number} depth
   */
  #move({ id, mv, signs, judgement }, numbered, depth) {
    const number = mv && (numbered || mv.number.endsWith(".")) ? `${mv.number} ` : "";
    const mistake = judgement?.mistake ?? null;
    const sign = signs || (mistake ? SIGNS[mistake] : "");
    return element(
      "button",
      {
        type: "button",
        class: depth > 0 ? "variation" : "main",
        "aria-current": id === this.#study.at && "true",
        "data-node": id,
        "data-mistake": mistake,
        onclick: () => {
          this.#study.stopTrying();
          this.#study.go(id);
        },
      },
      `${number}${mv?.label ?? ""}${sign}`,
    );
  }

  /**
   * @param {string} picture
   * @param {string} words
   * @param {number} steps
   */
  #step(picture, words, steps) {
    const onclick = () => this.#study.step(steps);
    return element("button", { type: "button", "aria-label": words, title: words, onclick }, icon(picture));
  }
}
