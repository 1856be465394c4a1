// An open seat: the link and the code to share, and the button that takes the seat.

import { linkTo } from "./address.js";
import { notify } from "./announce.js";
import { challengeAt, joinTable } from "./api.js";
import { element } from "./element.js";
import { hasOpenSeat } from "./names.js";
import { allowNotices, hasNotices } from "./notices.js";
import { settings } from "./settings.js";
import { canShare, copy, share } from "./share.js";
import { storeTicket } from "./tickets.js";

/** @import { AnyView, ChallengeStatus } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

/**
 * Takes the open seat of a table; who comes too late watches.
 * @param {TableClient} client
 */
export async function takeSeat(client) {
  try {
    const taken = await joinTable(client.id);
    storeTicket(client.id, { seats: [taken], me: taken.seat, counted: false });
    client.renew();
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}

/** How often the answer to a challenge is asked for, in milliseconds. */
const INTERVAL = 2000;

const NOTICE = "Notify me when somebody joins";

/** @param {ChallengeStatus} status */
function reservedWords({ name, state }) {
  const who = name ?? "The player";
  if (state === "declined") return `${who} has declined. Anybody with the link can take the seat now.`;
  if (state === "expired") return `${who} has not answered. Anybody with the link can take the seat now.`;
  return `You have challenged ${who}. The seat is reserved for five minutes.`;
}

/** The card shown to who waits for somebody. */
export class Invite {
  #address = element("input", { type: "text", readonly: true, "aria-label": "Link to this table" });
  #code = element("b", { class: "code" });
  #notices = element(
    "button",
    { type: "button", "aria-label": NOTICE, title: NOTICE, onclick: () => this.#allow() },
    "Notify me",
  );
  #reserved = element("p", { role: "status", hidden: true });
  /** The table whose challenge is followed. */
  #followed = "";
  body = element(
    "section",
    { class: "invite", "aria-label": "Invite", hidden: true },
    element("p", {}, "Send this link to somebody, or give them the code ", this.#code, "."),
    this.#reserved,
    element(
      "div",
      { class: "row" },
      this.#address,
      element("button", { type: "button", class: "primary", onclick: () => this.#copy() }, "Copy link"),
      canShare() && element("button", { type: "button", onclick: () => this.#share() }, "Share"),
      this.#notices,
    ),
  );

  /** @param {AnyView} view */
  show(view) {
    this.body.hidden = !(hasOpenSeat(view) && view.yours.length > 0);
    this.#code.textContent = view.table;
    if (!this.body.hidden && this.#followed !== view.table) void this.#follow(view.table);
    this.#address.value = linkTo(view.table);
    this.#notices.hidden = !hasNotices() || settings.now.notices || Notification.permission === "denied";
  }

  /** Shows for whom the seat is reserved, until there is an answer. @param {string} table */
  async #follow(table) {
    this.#followed = table;
    this.#reserved.hidden = true;
    do {
      const status = await challengeAt(table).catch(() => null);
      if (!status || this.body.hidden || this.#followed !== table) return;
      this.#reserved.hidden = false;
      this.#reserved.textContent = reservedWords(status);
      if (status.state !== "open") return;
      await new Promise((done) => setTimeout(done, INTERVAL));
    } while (this.body.isConnected);
  }

  #copy() {
    return copy(this.#address.value, this.#address);
  }

  #share() {
    return share(this.#address.value, "Play a game with me");
  }

  async #allow() {
    const allowed = await allowNotices();
    this.#notices.hidden = allowed;
    notify(
      allowed ? "You will be notified, even when this page is in the background" : "The browser does not allow notices",
    );
  }
}
