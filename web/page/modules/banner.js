// The strip over the page that says that the line is gone, or the table closed.

import { element } from "./element.js";

/** @import { Line } from "./line.js" */

export class Banner {
  body = element("p", { class: "banner", role: "status", hidden: true });

  /**
   * @param {Line} line
   * @param {() => void} newGame
   * @param {AbortSignal} signal ends the listening
   */
  constructor(line, newGame, signal) {
    const show = () => {
      this.body.hidden = line.up;
      this.body.textContent = line.up ? "" : "Connection lost. Trying again…";
    };
    line.addEventListener("line", show, { signal });
    line.addEventListener(
      "over",
      (event) => {
        this.body.hidden = false;
        const again = element("button", { type: "button", onclick: newGame }, "New game");
        this.body.replaceChildren(/** @type {CustomEvent} */ (event).detail, " ", again);
      },
      { signal },
    );
  }
}
