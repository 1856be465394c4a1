// The page that is shown instead of an unavailable table.

import { sentence } from "./announce.js";
import { element } from "./element.js";

/**
 * @param {HTMLElement} body in which the table was, or would have been
 * @param {string} title
 * @param {string} why
 * @param {() => void} newGame
 */
export function apologise(body, title, why, newGame) {
  body.className = "trouble";
  body.replaceChildren(
    element("h1", {}, title),
    element("p", {}, sentence(why)),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", class: "primary", onclick: newGame }, "New game"),
      element("a", { class: "button", href: "#lobby" }, "Lobby"),
    ),
  );
}
