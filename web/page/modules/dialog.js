// Dialogs, made when needed and removed when closed.

import { element, icon } from "./element.js";

/** @import { Child } from "./element.js" */

/**
 * How a dialog can be dismissed. A dialog that may open while a pointer is down, after a drop or by an update, must not
 * close with the release of that pointer.
 */
const CLOSED_BY = { anyhow: "any", "on request": "closerequest", stays: "none" };

let count = 0;

/**
 * Shows a dialog; the promise has the `returnValue`, empty if dismissed.
 * @param {object} what
 * @param {string} what.title
 * @param {Child[]} what.content
 * @param {string} [what.kind] a class for its looks
 * @param {"title" | "field"} [what.focus] where reading begins: a phone opens its keyboard for a field
 * @param {keyof typeof CLOSED_BY} [what.leaving]
 * @returns {{dialog: HTMLDialogElement, closed: Promise<string>}}
 */
export function openDialog({ title, content, kind = "", focus = "field", leaving = "anyhow" }) {
  const id = `dialog-${++count}`;
  const dialog = element(
    "dialog",
    { "aria-labelledby": id, class: kind, closedby: CLOSED_BY[leaving] },
    element("h2", { id, ...(focus === "title" ? { tabindex: -1, autofocus: true } : {}) }, title),
    ...content,
    // Last in the document, so that the focus begins with the content; the sheet puts it beside the title.
    leaving !== "stays" && closer(() => dialog.close()),
  );
  document.body.append(dialog);
  if (leaving === "stays") dialog.addEventListener("cancel", (event) => event.preventDefault());
  const closed = new Promise((done) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      document.dispatchEvent(new Event("dialog"));
      done(dialog.returnValue);
    });
  });
  dialog.showModal();
  document.dispatchEvent(new Event("dialog"));
  return { dialog, closed: /** @type {Promise<string>} */ (closed) };
}

/** @param {() => void} onclick */
function closer(onclick) {
  return element("button", { type: "button", class: "closer", "aria-label": "Dismiss", onclick }, icon("close"));
}

/**
 * A question with two answers; dismissing it is a no.
 * @param {{title: string, words: string, yes: string, no?: string}} question
 */
export async function question({ title, words, yes, no = "Cancel" }) {
  const form = element(
    "form",
    { method: "dialog" },
    element("p", {}, words),
    element(
      "div",
      { class: "buttons" },
      element("button", { value: "" }, no),
      element("button", { value: "yes", class: "primary" }, yes),
    ),
  );
  const { closed } = openDialog({ title, content: [form], kind: "question" });
  return (await closed) === "yes";
}
