// What can be done at a table with turns besides moving pieces: what every desk has, and take back, hint, export.

import { notify } from "./announce.js";
import { exportAddress } from "./api.js";
import { Desk } from "./desk.js";
import { element, iconButton, relabel } from "./element.js";
import { seatName } from "./names.js";

/** @import { Asked } from "../../wire" */
/** @import { Doors } from "./desk.js" */
/** @import { Table } from "./table.js" */

/** @type {Record<Asked, string>} */
const ASKS = { draw: "offers a draw", undo: "asks to take back", rematch: "wants a rematch" };
/** The same, said to whoever asked. @type {Record<Asked, string>} */
const ASKED = { draw: "You offered a draw.", undo: "You asked to take back.", rematch: "You asked for a rematch." };
const FORMATS = /** @type {const} */ ({ pgn: "PGN", position: "Position (FEN)", json: "JSON" });

const WORDS = { type: "Type a move", example: "Type a move", resigning: "The game is lost then." };

export class Actions {
  #desk;
  #undo = iconButton("undo", "Undo", () => this.#desk.ask({ wish: "undo" }, this.#undo));
  #hint = iconButton("hint", "Hint", () => this.#desk.ask({ wish: "hint" }, this.#hint));
  #table;
  #again;

  /**
   * @param {Table} table
   * @param {Doors} doors
   */
  constructor(table, doors) {
    this.#table = table;
    this.#again = doors.rematch;
    this.#desk = new Desk(table, doors, WORDS);
    const { rematch, draw, resign, flip, offer, typing } = this.#desk;
    const menu = exportMenu((format) => this.#download(format));
    const row = element("div", { class: "row" }, rematch, this.#undo, this.#hint, draw, resign, flip, menu);
    this.offer = offer;
    this.body = element("div", { class: "actions" }, row, typing);
  }

  show() {
    const { view } = this.#table;
    const { may, end, offer } = view.frame;
    this.#undo.disabled = !may.undo;
    this.#hint.hidden = !may.hint;
    const { draw, resign, rematch, typing } = this.#desk;
    draw.hidden = !may.offer_draw && may.claim === null;
    relabel(draw, may.claim === null ? "Offer draw" : `Claim draw: ${may.claim}`);
    resign.hidden = !may.resign;
    rematch.hidden = end === null || view.yours.length === 0;
    typing.hidden = view.yours.length === 0 || end !== null;
    this.#undo.hidden = view.yours.length === 0;
    this.#showOffer(offer && { by: seatName(view, offer.by), what: offer.what, mine: view.yours.includes(offer.by) });
  }

  undo() {
    if (!this.#undo.disabled && !this.#undo.hidden) this.#undo.click();
  }

  focusTyped() {
    this.#desk.focusTyped();
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
    const yes =
      offer.what === "rematch" ? this.#again : () => this.#desk.ask({ wish: "answer", yes: true }, this.offer);
    this.offer.replaceChildren(
      element("span", { role: "status" }, offer.mine ? ASKED[offer.what] : `${offer.by} ${ASKS[offer.what]}.`),
      answers ? element("button", { type: "button", class: "primary", onclick: yes }, "Accept") : "",
      answers
        ? element(
            "button",
            { type: "button", onclick: () => this.#desk.ask({ wish: "answer", yes: false }, this.offer) },
            "Decline",
          )
        : "",
    );
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
