// Which of several moves on the same squares is meant: mostly what a pawn becomes.

import { openDialog } from "./dialog.js";
import { element, figure } from "./element.js";
import { settings } from "./settings.js";

/** @import { Army, LegalMove } from "../../wire" */

/**
 * Lets people choose; null if they cancel.
 * @param {LegalMove[]} choices
 * @param {Army} army
 * @returns {Promise<LegalMove | null>}
 */
export async function choosePromotion(choices, army) {
  const buttons = choices.map(({ action, label }, at) => {
    const content = action.does === "promote" ? figure(settings.now.pieces, action.to) : label;
    const words = action.does === "promote" ? action.to.replace("open-", "") : label;
    return element(
      "button",
      { value: at, class: "kind", "data-army": army, "aria-label": words, title: words },
      content,
    );
  });
  const cancel = element("div", { class: "buttons" }, element("button", { value: "" }, "Cancel"));
  const form = element("form", { method: "dialog" }, element("div", { class: "kinds" }, ...buttons), cancel);
  const { closed } = openDialog({ title: "Promote to", content: [form], kind: "promotion", leaving: "on request" });
  const chosen = await closed;
  return chosen === "" ? null : (choices[Number(chosen)] ?? null);
}
