// The first visit: asks for a name before anything else.

import { notify } from "./announce.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { nameField } from "./name-field.js";
import { player } from "./profile.js";
import { canStore } from "./storage.js";

/** Resolves when the player has a name. */
export async function welcome() {
  while (!player.profile) {
    const { closed } = askName();
    await closed;
  }
  notify(`Welcome, ${player.name}!`);
}

function askName() {
  const go = element("button", { class: "primary" }, "Start playing");
  let name = "";
  const { field } = nameField({
    label: "Display name",
    changed: (fault, typed) => {
      go.disabled = fault !== null;
      name = typed;
    },
  });
  const warning = element(
    "p",
    { class: "warning", role: "status" },
    "This browser stores nothing here (private mode?). Your name lasts for this visit.",
  );
  const form = element(
    "form",
    { method: "dialog", onsubmit: () => player.rename(name) },
    element("p", {}, "What should others call you? No account, no password; the name stays in this browser."),
    canStore() ? null : warning,
    field,
    element("div", { class: "buttons" }, go),
  );
  return openDialog({ title: "Welcome to Threefold", content: [form], kind: "welcome", leaving: "stays" });
}

/**
 * Asks for the name of the second person at this screen; null if it was cancelled.
 * @param {string} before
 * @returns {Promise<string | null>}
 */
export async function askSecondName(before) {
  const go = element("button", { class: "primary", value: "go" }, "Play");
  let name = before;
  const { field } = nameField({
    label: "Second player's name",
    value: before,
    changed: (fault, typed) => {
      go.disabled = fault !== null;
      name = typed;
    },
  });
  const cancel = element("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const form = element("form", { method: "dialog" }, field, element("div", { class: "buttons" }, cancel, go));
  const { dialog, closed } = openDialog({ title: "Two people here", content: [form] });
  return (await closed) === "go" ? name.trim() : null;
}
