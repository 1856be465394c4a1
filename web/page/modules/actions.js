// What can be done at a table besides moving pieces: take back, hint, draw, resign, turn the board, type, export.

import { notify, refuse } from "./announce.js";
import { exportAddress } from "./api.js";
import { question } from "./dialog.js";
import { element, iconButton, relabel } from "./element.js";
import { seatName } from "./names.js";

/** @import { Asked, Input } from "../../wire" */
/** @import { Table } from "./table.js" */

/** @type {Record<Asked, string>} */
const ASKS = { draw: "offers a draw", undo: "asks to take back", rematch: "wants a rematch" };
/** The same, said to whoever asked. @type {Record<Asked, string>} */
const ASKED = { draw: "You offered a draw.", undo: "You asked to take back.", rematch: "You asked for a rematch." };
const FORMATS = /** @type {const} */ ({ pgn: "PGN", position: "Position (FEN)", json: "JSON" });

export class Actions {
  #undo = iconButton("undo", "Undo", () => this.#wish({ wish: "undo" }, this.#undo));
  #hint = iconButton("hint", "Hint", () => this.#wish({ wish: "hint" }, this.#hint));
  #draw = iconButton("draw", "Offer draw", () => this.#wish({ wish: "offer", what: "draw" }, this.#draw));
  #resign = iconButton("resign", "Resign", () => this.#giveUp());
  #flip = iconButton("flip", "Flip board", () => this.#turned());
  #rematch = element("button", { type: "button", class: "primary", hidden: true }, "Rematch");
  #typed = element("input", {
    type: "text",
    "aria-label": "Type a move",
    placeholder: "Type a move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  #menu = exportMenu((format) => this.#download(format));
  offer = element("section", { class: "offer", "aria-label": "Offer", hidden: true });
  body = element(
    "div",
    { class: "actions" },
    element(
      "div",
      { class: "row" },
      this.#rematch,
      this.#undo,
      this.#hint,
      this.#draw,
      this.#resign,
      this.#flip,
      this.#menu,
    ),
    element("form", { class: "typed", onsubmit: (/** @type {Event} */ event) => this.#type(event) }, this.#typed),
  );
  #table;
  #turned;

  /**
   * @param {Table} table
   * @param {{turned: () => void, rematch: () => void}} doors
   */
  constructor(table, { turned, rematch }) {
    this.#table = table;
    this.#turned = turned;
    this.#rematch.addEventListener("click", rematch);
    this.accept = rematch;
  }

  show() {
    const { view } = this.#table;
    const { may, end, offer } = view.frame;
    this.#undo.disabled = !may.undo;
    this.#hint.hidden = !may.hint;
    this.#draw.hidden = !may.offer_draw && may.claim === null;
    relabel(this.#draw, may.claim === null ? "Offer draw" : `Claim draw: ${may.claim}`);
    this.#resign.hidden = !may.resign;
    this.#rematch.hidden = end === null || view.yours.length === 0;
    const plays = view.yours.length > 0 && end === null;
    /** @type {HTMLElement} */ (this.#typed.form).hidden = !plays;
    this.#undo.hidden = view.yours.length === 0;
    this.#showOffer(offer && { by: seatName(view, offer.by), what: offer.what, mine: view.yours.includes(offer.by) });
  }

  undo() {
    if (!this.#undo.disabled && !this.#undo.hidden) this.#undo.click();
  }

  focusTyped() {
    this.#typed.focus();
  }

  /** @param {{by: string, what: Asked, mine: boolean} | null} offer */
  #showOffer(offer) {
    const shown = this.offer.dataset.shown ?? "";
    const key = offer ? JSON.stringify(offer) : "";
    if (shown === key) return;
    this.offer.dataset.shown = key;
    this.offer.hidden = offer === null;
    if (!offer) return this.offer.replaceChildren();
    const answers = this.#table.view.frame.may.answer || (offer.what === "rematch" && !offer.mine);
    const yes = offer.what === "rematch" ? this.accept : () => this.#wish({ wish: "answer", yes: true }, this.offer);
    this.offer.replaceChildren(
      element("span", { role: "status" }, offer.mine ? ASKED[offer.what] : `${offer.by} ${ASKS[offer.what]}.`),
      answers ? element("button", { type: "button", class: "primary", onclick: yes }, "Accept") : "",
      answers
        ? element(
            "button",
            { type: "button", onclick: () => this.#wish({ wish: "answer", yes: false }, this.offer) },
            "Decline",
          )
        : "",
    );
  }

  async #giveUp() {
    const sure = await question({
      title: "Resign?",
      words: "The game is lost then.",
      yes: "Resign",
      no: "Keep playing",
    });
    if (sure) await this.#wish({ wish: "resign" }, this.#resign);
  }

  /** @param {Event} event */
  async #type(event) {
    event.preventDefault();
    const text = this.#typed.value.trim();
    if (text === "") return;
    const granted = await this.#wish({ wish: "typed", text }, this.#typed);
    if (granted) this.#typed.value = "";
    else this.#typed.select();
  }

  /**
   * @param {Input} input
   * @param {HTMLElement} beside where a refusal is shown
   */
  async #wish(input, beside) {
    const answer = await this.#table.wish(input);
    if (!answer.granted) refuse(answer.words, beside.getBoundingClientRect());
    return answer.granted;
  }

  /** @param {keyof typeof FORMATS} format */
  async #download(format) {
    const answer = await fetch(exportAddress(this.#table.id, format)).catch(() => null);
    if (!answer?.ok) {
      const told = await answer?.json().catch(() => null);
      return notify(told?.error ?? "The record cannot be had now.");
    }
    const address = URL.createObjectURL(await answer.blob());
    const ending = format === "position" ? "fen" : format;
    element("a", { href: address, download: `threefold-${this.#table.id}.${ending}` }).click();
    URL.revokeObjectURL(address);
  }
}

/** @param {(format: keyof typeof FORMATS) => void} download */
function exportMenu(download) {
  const formats = /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS));
  const items = formats.map((format) =>
    element(
      "button",
      { type: "button", popovertarget: "export-menu", popovertargetaction: "hide", onclick: () => download(format) },
      FORMATS[format],
    ),
  );
  const list = element("div", { id: "export-menu", popover: "auto", class: "menu" }, ...items);
  const door = iconButton("export", "Export", () => {});
  door.setAttribute("popovertarget", "export-menu");
  list.addEventListener("toggle", () => {
    const { left, top } = door.getBoundingClientRect();
    list.style.left = `${Math.max(8, Math.min(left, innerWidth - list.offsetWidth - 8))}px`;
    list.style.top = `${Math.max(8, top - list.offsetHeight - 6)}px`;
  });
  return element("span", { class: "export" }, door, list);
}
