// Keys that work anywhere on the page, and the dialog that lists them.

import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { settings } from "./settings.js";

/** @typedef {{keys: string[], words: string, run: () => void}} Shortcut */

/** Those of the board, which handles them itself. */
const ON_THE_BOARD = [
  { keys: ["←", "↑", "↓", "→"], words: "go over the squares" },
  { keys: ["Enter", "Space"], words: "pick a piece up, put it down" },
  { keys: ["U"], words: "upgrade the piece on the square" },
  { keys: ["Delete"], words: "remove a premove" },
  { keys: ["Escape"], words: "deselect the piece, remove a premove" },
];

/** @type {Shortcut[]} */
let anywhere = [];

/** @param {Shortcut[]} shortcuts */
export function followShortcuts(shortcuts) {
  anywhere = [...shortcuts, { keys: ["?"], words: "these keys", run: showKeys }];
  addEventListener("keydown", (event) => {
    const field = /** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog[open]");
    if (field || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const pressed = anywhere.find(({ keys }) => keys.includes(event.key));
    if (!pressed || (/^[a-z]$/.test(event.key) && !settings.now.letters)) return;
    event.preventDefault();
    pressed.run();
  });
}

export function showKeys() {
  /** @param {{keys: string[], words: string}[]} list */
  const table = (list) =>
    element(
      "dl",
      { class: "keys" },
      ...list.map(({ keys, words }) =>
        element(
          "div",
          {},
          element("dt", {}, ...keys.map((key) => element("kbd", {}, NAMED[key] ?? key))),
          element("dd", {}, words),
        ),
      ),
    );
  const form = element(
    "form",
    { method: "dialog" },
    element("h3", {}, "Anywhere"),
    settings.now.letters
      ? null
      : element("p", { class: "warning" }, "Single letters are switched off in the settings."),
    table(anywhere),
    element("h3", {}, "On the board"),
    table(ON_THE_BOARD),
    element("div", { class: "buttons" }, element("button", { class: "primary" }, "Close")),
  );
  openDialog({ title: "Keys", content: [form], kind: "keys-help", focus: "title" });
}

/** @type {Record<string, string>} */
const NAMED = { ArrowLeft: "←", ArrowRight: "→" };
