// An open seat: the link and the code to send to somebody, and the way onto the seat for who follows the link.

import { notify } from "./announce.js";
import { joinTable } from "./api.js";
import { element } from "./element.js";
import { hasOpenSeat } from "./names.js";
import { storeTicket } from "./tickets.js";

/** @import { AnyView } from "../../wire" */
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

/** The card shown to who waits for somebody. */
export class Invite {
  #address = element("input", { type: "text", readonly: true, "aria-label": "Link to this table" });
  #code = element("b", { class: "code" });
  body = element(
    "section",
    { class: "invite", "aria-label": "Invite", hidden: true },
    element("p", {}, "Send this link to somebody, or tell them the code ", this.#code, "."),
    element(
      "div",
      { class: "row" },
      this.#address,
      element("button", { type: "button", class: "primary", onclick: () => this.#copy() }, "Copy link"),
    ),
  );

  /** @param {AnyView} view */
  show(view) {
    this.body.hidden = !(hasOpenSeat(view) && view.yours.length > 0);
    this.#code.textContent = view.table;
    this.#address.value = new URL(`#${view.table}`, document.baseURI).href;
  }

  async #copy() {
    this.#address.select();
    try {
      await navigator.clipboard.writeText(this.#address.value);
      notify("Link copied");
    } catch {
      notify("The link is selected: copy it with your keys");
    }
  }
}
