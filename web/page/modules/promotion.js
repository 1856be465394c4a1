// Which of several moves on the same squares is meant: mostly what a pawn becomes.

import { openDialog } from "./dialog.js";
import { element, figure } from "./element.js";
import { settings } from "./settings.js";

/** @import { Army, LegalMove } from "../../wire" */

/**
 * Lets people choose; null if they cancel.
 * @param {LegalMove[]} choices
 * @param {Army} army
 * @param {DOMRect} [near] the square that the pawn reaches
 * @returns {Promise<LegalMove | null>}
 */
export async function choosePromotion(choices, army, near) {
  const queen = choices.find(({ action }) => action.does === "promote" && action.to === "queen");
  if (settings.now.autoQueen && queen) return queen;
  // The press that led here takes the focus with it; the dialog comes after it.
  await new Promise((pressed) => setTimeout(pressed));
  const buttons = choices.map(({ action, label }, at) => {
    const kind = action.does === "promote" || action.does === "return" ? action.to : null;
    const content = kind ? figure(settings.now.pieces, kind) : label;
    const words = kind?.replace("open-", "") ?? label;
    return element(
      "button",
      { value: at, class: "kind", "data-army": army, "aria-label": words, title: words },
      content,
    );
  });
  const cancel = element("div", { class: "buttons" }, element("button", { value: "" }, "Cancel"));
  const form = element("form", { method: "dialog" }, element("div", { class: "kinds" }, ...buttons), cancel);
  const { dialog, closed } = openDialog({
    title: choices.some(({ action }) => action.does === "return") ? "Buy back" : "Promote to",
    content: [form],
    kind: "promotion",
    leaving: "on request",
  });
  if (near) place(dialog, near);
  dialog.querySelector("button")?.focus();
  const chosen = await closed;
  return chosen === "" ? null : (choices[Number(chosen)] ?? null);
}

/**
 * Puts the dialog beside a square, inside the window.
 * @param {HTMLElement} dialog
 * @param {DOMRect} near
 */
function place(dialog, near) {
  const { width, height } = dialog.getBoundingClientRect();
  const inside = (/** @type {number} */ wanted, /** @type {number} */ room) => Math.max(8, Math.min(wanted, room - 8));
  const below = near.top < innerHeight / 2;
  dialog.style.margin = "0";
  dialog.style.left = `${inside(near.left + near.width / 2 - width / 2, innerWidth - width)}px`;
  dialog.style.top = `${inside(below ? near.bottom + 8 : near.top - height - 8, innerHeight - height)}px`;
}
