// The people in a study, who may edit it, and how to share it.

import { notify } from "../announce.js";
import { exportAddress } from "../api.js";
import { element } from "../element.js";

/** @import { StudyScreen } from "./study-screen.js" */

export class PeoplePanel {
  #names = element("ul", { class: "people", "aria-label": "People" });
  #shared = element("input", { type: "checkbox", id: "study-shared", onchange: () => this.#share() });
  #may = element(
    "label",
    { class: "check", for: "study-shared" },
    this.#shared,
    " Everybody with the link may take part",
  );
  #join = element("button", { type: "button", class: "primary", onclick: () => this.#study.join() }, "Take part");
  #study;

  /** @param {StudyScreen} study */
  constructor(study) {
    this.#study = study;
    this.body = element(
      "section",
      { class: "share", "aria-label": "People and files" },
      this.#names,
      this.#may,
      element(
        "div",
        { class: "row" },
        this.#join,
        element("button", { type: "button", onclick: () => this.#copy() }, "Copy link"),
        element("a", { class: "button", href: exportAddress(study.id, "pgn"), download: true }, "Download PGN"),
      ),
    );
  }

  show() {
    const { people, shared, may } = this.#study.view.frame;
    const names = people.map(({ name, connected }) =>
      element("li", { class: connected ? null : "muted" }, `${name ?? "Somebody"}${connected ? "" : " (away)"}`),
    );
    this.#names.replaceChildren(...names);
    this.#may.hidden = !may.share;
    this.#shared.checked = shared;
    this.#join.hidden = !may.join;
  }

  async #share() {
    const reply = await this.#study.send({ command: "share", share: this.#shared.checked ? "on" : "off" }, this.#may);
    if (!reply.done) this.#shared.checked = !this.#shared.checked;
  }

  async #copy() {
    const address = new URL(`#${this.#study.id}?at=${this.#study.at}`, document.baseURI).href;
    try {
      await navigator.clipboard.writeText(address);
      notify("Link copied");
    } catch {
      notify(address);
    }
  }
}
