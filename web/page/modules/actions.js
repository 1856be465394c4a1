// The actions at a table besides moves; the view lists which are possible now.

import { notify, refuse } from "./announce.js";
import { exportAddress, faultOf } from "./api.js";
import { question } from "./dialog.js";
import { element, iconButton, relabel } from "./element.js";
import { hasTurns } from "./fold.js";
import { hasCompany, hasOpenSeat } from "./names.js";
import { OfferCard } from "./offer-card.js";

/** @import { AnyCommand, AnyView, Leaving, LiveMay, TurnMay } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */
/** @typedef {{flip: () => void, rematch: () => void, review: () => void, newGame: () => void, hint: () => void, left: () => void}} Doors */
/**
 * Texts that differ between turn tables and live tables.
 * @typedef {object} Words
 * @property {string} example in the empty field for typed moves
 * @property {string} resigning what happens then
 * @property {(typed: string) => string} [order] a typed move as the table reads it
 * @property {(words: string) => string} [refusal] words of the table as the player reads them
 */

/** What leaving is called; a game that would be lost is resigned. @type {Record<Leaving, {label: string, ask?: string} | null>} */
const LEAVING = {
  "closes-table": { label: "Close the table" },
  "opens-seat": { label: "Leave the table" },
  "calls-off": { label: "Call off", ask: "The game ends without a result." },
  resigns: null,
};

const FORMATS = /** @type {const} */ ({ pgn: "PGN", position: "Position (FEN)", json: "JSON" });

export class Actions {
  #ready = element("button", { type: "button", class: "primary ready", hidden: true }, "Ready");
  #rematch = element("button", { type: "button", class: "primary", hidden: true }, "Rematch");
  #review = element("button", { type: "button", hidden: true }, "Review");
  #newGame = element("button", { type: "button", hidden: true }, "New game");
  #undo = iconButton("undo", "Undo", () => this.send({ kind: "own", command: "take-back" }, this.#undo));
  #hint;
  #pause = iconButton("pause", "Pause", () => this.pause());
  #draw = iconButton(
    "draw",
    "Offer draw",
    () => this.send({ kind: "common", command: "offer", what: "draw" }, this.#draw),
    "Draw",
  );
  #resign = iconButton("resign", "Resign", () => this.#giveUp());
  #notReady = element("button", { type: "button", hidden: true }, "Not ready");
  #leave = iconButton("leave", "Leave the table", () => this.#go());
  #menu = exportMenu((format) => this.#download(format));
  #typed;
  #form;
  #client;
  #resigning;
  #words;
  #left;

  /**
   * @param {TableClient} client
   * @param {Doors} doors
   * @param {Words} words
   */
  constructor(client, { flip, rematch, review, newGame, hint, left }, words) {
    const { example, resigning } = words;
    this.#words = words;
    this.#left = left;
    this.#client = client;
    this.#resigning = resigning;
    this.#hint = iconButton("hint", "Hint", hint);
    this.#ready.addEventListener("click", () => this.send({ kind: "own", command: "ready" }, this.#ready));
    this.#rematch.addEventListener("click", rematch);
    this.#review.addEventListener("click", review);
    this.#newGame.addEventListener("click", newGame);
    this.#notReady.addEventListener("click", () => this.send({ kind: "own", command: "not-ready" }, this.#notReady));
    this.#typed = element("input", {
      type: "text",
      "aria-label": "Type a move",
      placeholder: example,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
    });
    const onsubmit = (/** @type {Event} */ event) => this.#type(event);
    this.#form = element("form", { class: "typed", onsubmit }, this.#typed);
    this.offer = new OfferCard((command) => this.send(command, this.offer.body), rematch);
    const row = [
      this.#ready,
      this.#notReady,
      this.#rematch,
      this.#newGame,
      this.#review,
      this.#undo,
      this.#hint,
      this.#pause,
      this.#draw,
      this.#resign,
    ];
    const turned = iconButton("flip", "Flip board", flip, "Flip");
    this.body = element(
      "div",
      { class: "actions" },
      element("div", { class: "row" }, ...row, turned, this.#menu, this.#leave),
      this.#form,
    );
  }

  /** @param {AnyView} view */
  show(view) {
    const { may } = view.frame;
    const turns = hasTurns(view);
    const playing = view.yours.length > 0;
    this.#ready.hidden = !can(may, "ready");
    this.#notReady.hidden = !can(may, "not-ready");
    const over = view.frame.end !== null;
    // A mission has its own ways to go on.
    const mission = "scenario" in view.frame && view.frame.scenario !== undefined;
    this.#rematch.hidden = !over || !playing || mission;
    this.#newGame.hidden = !over || mission;
    this.#review.hidden = !over;
    this.#showLeave(may.leave);
    // Unavailable actions stay in place, so that Resign does not move to where Hint was.
    const plays = playing && !over && !hasOpenSeat(view);
    this.#undo.hidden = !turns || !plays;
    this.#undo.disabled = !can(may, "take-back");
    this.#hint.hidden = !turns || !plays || hasCompany(view);
    this.#hint.disabled = !can(may, "hint");
    this.#menu.hidden = !turns && !over;
    // A live game is exported as JSON only.
    for (const item of this.#menu.querySelectorAll("[data-format]"))
      item.toggleAttribute("hidden", !turns && item.getAttribute("data-format") !== "json");
    this.#resign.hidden = !plays || (!turns && view.frame.phase === "waiting");
    this.#resign.disabled = !may.resign;
    this.#form.hidden = this.#resign.hidden;
    this.#showPause(view);
    this.#showDraw(view);
    this.offer.show(view);
  }

  undo() {
    if (!this.#undo.disabled && !this.#undo.hidden) this.#undo.click();
  }

  /** Stops time or lets it run, if that is offered. */
  pause() {
    const view = this.#client.view;
    if (this.#pause.hidden || this.#pause.disabled || !view || hasTurns(view)) return;
    const pause = view.frame.phase === "running" ? "on" : "off";
    this.send({ kind: "own", command: "pause", pause }, this.#pause);
  }

  focusTyped() {
    this.#typed.focus();
  }

  /**
   * Sends a command; a refusal is shown beside what was pressed.
   * @param {AnyCommand} command
   * @param {HTMLElement} beside
   */
  async send(command, beside) {
    const reply = await this.#client.send(command);
    if (!reply.done) refuse(this.#words.refusal?.(reply.words) ?? reply.words, beside.getBoundingClientRect());
    return reply.done;
  }

  /** @param {AnyView} view */
  #showPause(view) {
    const phase = hasTurns(view) ? null : view.frame.phase;
    const paused = phase === "paused";
    this.#pause.hidden = !can(view.frame.may, "pause") || phase === "waiting";
    this.#pause.disabled = phase !== "running" && !paused;
    relabel(this.#pause, paused ? "Go on" : "Pause", { picture: paused ? "play" : "pause" });
  }

  /** @param {AnyView} view */
  #showDraw({ frame }) {
    const claim = "claim" in frame.may ? frame.may.claim : null;
    const offered = "offers" in frame && frame.offers.length > 0;
    this.#draw.hidden = this.#resign.hidden;
    this.#draw.disabled = !frame.may["offer-draw"] && claim === null;
    const words = claim !== null ? `Claim draw: ${claim}` : offered ? "Accept draw" : "Offer draw";
    relabel(this.#draw, words, { short: claim !== null ? "Claim draw" : offered ? words : "Draw" });
  }

  /** @param {Leaving | null} leave */
  #showLeave(leave) {
    const words = leave === null ? null : LEAVING[leave];
    this.#leave.hidden = words === null;
    if (words) relabel(this.#leave, words.label);
  }

  /** Leaves the table, after a question where somebody is left alone. */
  async #go() {
    const leave = this.#client.view?.frame.may.leave;
    const words = leave ? LEAVING[leave] : null;
    if (!words) return;
    if (words.ask && !(await question({ title: `${words.label}?`, words: words.ask, yes: words.label, no: "Stay" })))
      return;
    // The guest's connection is closed before the answer comes.
    const sent = this.send({ kind: "common", command: "leave" }, this.#leave);
    if (leave === "opens-seat" || (await sent)) this.#left();
  }

  async #giveUp() {
    const sure = await question({ title: "Resign?", words: this.#resigning, yes: "Resign", no: "Keep playing" });
    if (sure) await this.send({ kind: "common", command: "resign" }, this.#resign);
  }

  /** @param {Event} event */
  async #type(event) {
    event.preventDefault();
    const typed = this.#typed.value.trim();
    if (typed === "") return;
    const text = this.#words.order?.(typed) ?? typed;
    if (await this.send({ kind: "own", command: "type", text }, this.#typed)) this.#typed.value = "";
    else this.#typed.select();
  }

  /** @param {keyof typeof FORMATS} format */
  async #download(format) {
    const { id } = this.#client;
    const answer = await fetch(exportAddress(id, format)).catch(() => null);
    if (!answer) return notify("The server does not answer.");
    if (!answer.ok) return notify(faultOf(answer, await answer.json().catch(() => null)).message);
    const address = URL.createObjectURL(await answer.blob());
    const ending = format === "position" ? "fen" : format;
    element("a", { href: address, download: `threefold-${id}.${ending}` }).click();
    URL.revokeObjectURL(address);
  }
}

/**
 * Whether the viewer may do something that not every kind of table has.
 * @param {TurnMay | LiveMay} may
 * @param {keyof TurnMay | keyof LiveMay} what
 */
function can(may, what) {
  return Reflect.get(may, what) === true;
}

/** @param {(format: keyof typeof FORMATS) => void} download */
function exportMenu(download) {
  const formats = /** @type {(keyof typeof FORMATS)[]} */ (Object.keys(FORMATS));
  const items = formats.map((format) =>
    element(
      "button",
      {
        type: "button",
        "data-format": format,
        popovertarget: "export-menu",
        popovertargetaction: "hide",
        onclick: () => download(format),
      },
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
