// The chats of a table, one for players and one for spectators. Chat can be switched off in the settings, a player can
// be muted, and a player can end the players' chat of the table.

import { notify } from "./announce.js";
import { element } from "./element.js";
import { ownSeat, seatName } from "./names.js";
import { player } from "./profile.js";
import { settings } from "./settings.js";

/** @import { AnyView, ChatLine, ChatUpdate } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

const LONGEST = 140;

export class Chat {
  body = element("details", { class: "chat", hidden: true });
  #title = element("summary", {}, "Chat");
  #list = element("ol", { class: "lines", "aria-live": "polite", "aria-label": "What is said" });
  #input = element("input", {
    type: "text",
    maxlength: LONGEST,
    "aria-label": "Say something",
    placeholder: "Say something",
    autocomplete: "off",
    enterkeyhint: "send",
  });
  #form = element(
    "form",
    { class: "say", onsubmit: (/** @type {Event} */ event) => this.#say(event) },
    this.#input,
    element("button", {}, "Send"),
  );
  #off = element("button", { type: "button", class: "quiet", onclick: () => this.#end() }, "Chat off");
  #closed = element("p", { class: "muted", hidden: true }, "The chat of this table is off.");
  #client;
  /** @type {ChatUpdate | null} */
  #last = null;
  /** @type {Map<number, ChatLine>} */
  #lines = new Map();
  /** Who is muted, by seat or name. @type {Set<string>} */
  #muted = new Set();
  #unread = 0;

  /**
   * @param {TableClient} client
   * @param {AbortSignal} signal
   */
  constructor(client, signal) {
    this.#client = client;
    this.body.append(this.#title, this.#list, this.#closed, this.#form, this.#off);
    this.body.addEventListener("toggle", () => this.#read());
    const on = (/** @type {string} */ name, /** @type {(detail: any) => void} */ run) =>
      client.addEventListener(name, (event) => run(/** @type {CustomEvent} */ (event).detail), { signal });
    on("chat", (update) => this.#hear(update));
    on("chat-refused", (words) => notify(words));
    if (client.chat) this.#hear(client.chat);
  }

  /** @param {AnyView} view */
  show(view) {
    const { yours, frame } = view;
    const others = frame.seats.some(({ occupant }, seat) => occupant.is === "person" && !yours.includes(seat));
    const company = yours.length > 0 ? others : true;
    const none = this.#last?.open === false && this.#lines.size === 0;
    this.body.hidden = none || !settings.now.chat || !company || yours.length > 1;
    this.#off.hidden = yours.length === 0 || this.#last?.open === false;
    this.#draw();
  }

  /** @param {ChatUpdate} update */
  #hear(update) {
    this.#last = update;
    for (const line of update.lines) {
      if (!this.#lines.has(line.number) && !this.#isOwn(line)) this.#unread += 1;
      this.#lines.set(line.number, line);
    }
    this.#read();
    if (this.#client.view) this.show(this.#client.view);
  }

  #read() {
    if (this.body.open) this.#unread = 0;
    this.#title.textContent = this.#unread > 0 ? `Chat (${this.#unread})` : "Chat";
  }

  #draw() {
    const open = this.#last?.open !== false;
    this.#form.hidden = !open;
    this.#closed.hidden = open;
    const heard = [...this.#lines.values()].filter((line) => !this.#muted.has(speakerOf(line)));
    const key = JSON.stringify([heard, this.#client.view?.frame.seats.map(({ name }) => name)]);
    if (this.#list.dataset.shown === key) return;
    this.#list.dataset.shown = key;
    this.#list.replaceChildren(...heard.map((line) => this.#item(line)));
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** @param {ChatLine} line */
  #item(line) {
    const view = this.#client.view;
    const name = line.seat === null ? line.name : view ? seatName(view, line.seat) : "";
    const mute = () => {
      this.#muted.add(speakerOf(line));
      notify(`${name} is muted at this table`);
      this.#draw();
    };
    const report = () => {
      this.#client.say({ report: { line: line.number } });
      notify("Reported to the operator of this server");
    };
    const menu = this.#isOwn(line)
      ? null
      : element(
          "span",
          { class: "about-line" },
          element("button", { type: "button", class: "quiet", "aria-label": `Mute ${name}`, onclick: mute }, "Mute"),
          element(
            "button",
            { type: "button", class: "quiet", "aria-label": `Report ${name}`, onclick: report },
            "Report",
          ),
        );
    return element("li", {}, element("b", {}, `${name}: `), line.text, menu);
  }

  /** @param {ChatLine} line */
  #isOwn({ seat, name }) {
    const view = this.#client.view;
    return seat === null ? name === player.name : view !== null && ownSeat(view) === seat;
  }

  /** @param {Event} event */
  #say(event) {
    event.preventDefault();
    const text = this.#input.value.trim();
    if (text === "" || !this.#client.up) return;
    this.#client.say({ say: { text, name: player.name } });
    this.#input.value = "";
  }

  #end() {
    this.#client.say("off");
    notify("The chat of this table is off");
  }
}

/** @param {ChatLine} line */
function speakerOf({ seat, name }) {
  return seat === null ? `name ${name}` : `seat ${seat}`;
}
