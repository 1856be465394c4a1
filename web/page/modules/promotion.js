// Which of several turns on the same squares is meant: mostly what a pawn becomes.

import { openDialog } from "./dialog.js";
import { element, figure } from "./element.js";
import { settings } from "./settings.js";

/** @import { Army, Choice } from "../../wire" */

/**
 * Lets people choose; null if they think better of it.
 * @param {Choice[]} choices
 * @param {Army} army
 * @returns {Promise<Choice | null>}
 */
export async function chooseKind(choices, army) {
  const buttons = choices.map(({ kind, label }, at) => {
    const content = kind.does === "promote" ? figure(settings.now.pieces, kind.to) : label;
    const words = kind.does === "promote" ? kind.to.replace("open-", "") : label;
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
