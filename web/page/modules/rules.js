// The rules of a game, as the server has them.

import { notify } from "./announce.js";
import * as api from "./api.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";

/**
 * @param {string} game
 * @param {string} name
 */
export async function openRules(game, name) {
  let text = "";
  try {
    ({ text } = await api.rules(game));
  } catch (error) {
    return notify(/** @type {Error} */ (error).message);
  }
  const close = element("button", { class: "primary" }, "Close");
  const form = element(
    "form",
    { method: "dialog", class: "text" },
    ...paragraphs(text),
    element("div", { class: "buttons" }, close),
  );
  openDialog({ title: `Rules of ${name}`, content: [form], kind: "rules", focus: "title" });
}

/**
 * Headings begin with `#`, items of a list with `-`; everything else is a paragraph on one line.
 * @param {string} text
 */
function paragraphs(text) {
  /** @type {HTMLElement[]} */
  const made = [];
  for (const line of text.split("\n").map((line) => line.trim())) {
    const last = made.at(-1);
    if (line.startsWith("#")) made.push(element("h3", {}, line.replace(/^#+\s*/, "")));
    else if (line.startsWith("-")) {
      const item = element("li", {}, line.replace(/^-\s*/, ""));
      if (last instanceof HTMLUListElement) last.append(item);
      else made.push(element("ul", {}, item));
    } else if (line !== "") made.push(element("p", {}, line));
  }
  return made;
}
