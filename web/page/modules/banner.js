// The banner for a lost connection, or for games that cannot be stored.

import { sentence } from "./announce.js";
import { element } from "./element.js";

/** @import { Notice } from "../../wire" */
/** @import { TableClient } from "./table-client.js" */

export class Banner {
  body = element("p", { class: "banner", role: "status", hidden: true });
  #client;
  /** What is wrong with the table although it is connected. @type {string | null} */
  #trouble = null;

  /**
   * @param {TableClient} client
   * @param {AbortSignal} signal ends the listening
   */
  constructor(client, signal) {
    this.#client = client;
    client.addEventListener("connection", () => this.#show(), { signal });
    client.addEventListener(
      "notice",
      (event) => {
        const { notice, words } = /** @type {CustomEvent<{notice: Notice, words: string}>} */ (event).detail;
        this.#trouble = notice.code === "not-stored" ? words : null;
        this.#show();
      },
      { signal },
    );
  }

  #show() {
    const { up, lostWords } = this.#client;
    const words = up ? this.#trouble : `${sentence(lostWords ?? "Connection lost")} Trying again…`;
    this.body.hidden = words === null;
    this.body.textContent = words ?? "";
  }
}
