// The settings: name, counts, looks and sounds. Looks apply at once; a name has to be saved.

import { notify } from "./announce.js";
import { openDialog, question } from "./dialog.js";
import { element, select } from "./element.js";
import { nameField } from "./name-field.js";
import { allowNotices, hasNotices } from "./notices.js";
import { player } from "./profile.js";
import { LOOKS, settings } from "./settings.js";
import { play } from "./sound.js";
import { canStore } from "./storage.js";
import { welcome } from "./welcome.js";

export function openSettings() {
  const close = element("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Close");
  const { dialog } = openDialog({
    title: "Settings",
    content: [
      element("div", { class: "parts" }, profilePart(), looksPart(), movingPart(), soundPart(), companyPart()),
      element("div", { class: "buttons" }, close),
    ],
    kind: "settings",
    focus: "title",
  });
}

function profilePart() {
  if (player.account !== null) return accountPart(player.account);
  const save = element("button", { type: "submit", class: "primary" }, "Save");
  const cancel = element("button", { type: "reset" }, "Cancel");
  const answers = element("div", { class: "buttons" }, cancel, save);
  const confirmed = element("p", { class: "confirmed", role: "status" });
  let typed = player.name;
  const { field, input } = nameField({
    label: "Display name",
    value: player.name,
    changed: (fault, now) => {
      typed = now;
      const changed = now.trim() !== player.name;
      save.disabled = fault !== null || !changed;
      cancel.disabled = now === player.name;
      // Nothing is asked while nothing has changed.
      answers.hidden = now === player.name;
    },
  });
  const restore = () => {
    input.value = player.name;
    input.dispatchEvent(new Event("input"));
  };
  input.addEventListener("input", () => {
    confirmed.textContent = "";
  });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    player.rename(typed);
    restore();
    confirmed.textContent = `Saved. You are ${player.name} now.`;
  };
  /** @param {Event} event */
  const reset = (event) => {
    event.preventDefault();
    restore();
  };
  const { gamesPlayed = 0, wins = 0 } = player.profile ?? {};
  return element(
    "form",
    { onsubmit: submit, onreset: reset },
    element("h3", {}, "Profile"),
    canStore()
      ? null
      : element("p", { class: "warning" }, "This browser stores nothing: all this lasts for this visit."),
    field,
    confirmed,
    answers,
    element(
      "dl",
      { class: "counts" },
      element("div", {}, element("dt", {}, "Games played"), element("dd", { id: "games-played" }, gamesPlayed)),
      element("div", {}, element("dt", {}, "Games won"), element("dd", { id: "games-won" }, wins)),
    ),
    element("button", { type: "button", class: "quiet danger", onclick: clearProfile }, "Clear profile"),
  );
}

async function clearProfile() {
  const sure = await question({
    title: "Clear the profile?",
    words: "Name and counts are forgotten; you will be asked for a name again.",
    yes: "Clear profile",
  });
  if (!sure) return;
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  player.forget();
  await welcome();
}

/** A player who is signed in has the name of the account. @param {string} name */
function accountPart(name) {
  const close = (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).closest("dialog")?.close();
  return element(
    "section",
    {},
    element("h3", {}, "Profile"),
    element("p", {}, `You are signed in as ${name}.`),
    element(
      "div",
      { class: "buttons" },
      element("a", { class: "button", href: "#account", onclick: close }, "Account"),
    ),
  );
}

function looksPart() {
  // Another piece look is there when it is chosen, or the board would be empty for a moment.
  for (const set of Object.keys(LOOKS.pieces)) void fetch(new URL(`../pieces/${set}.svg`, import.meta.url));
  const { theme, board, pieces, animation, turning } = settings.now;
  return element(
    "section",
    {},
    element("h3", {}, "Looks"),
    choice(
      "Theme",
      select("theme", LOOKS.theme, theme, () => settings.change({ theme: chosen("theme") })),
    ),
    choice(
      "Board",
      select("board-look", LOOKS.board, board, () => settings.change({ board: chosen("board-look") })),
    ),
    choice(
      "Pieces",
      select("piece-look", LOOKS.pieces, pieces, () => settings.change({ pieces: chosen("piece-look") })),
    ),
    toggle("Animation", animation, (on) => settings.change({ animation: on })),
    toggle("Turn the board to whose turn it is, with two people here", turning, (on) =>
      settings.change({ turning: on }),
    ),
  );
}

function movingPart() {
  const { premoves, confirm, autoQueen, letters } = settings.now;
  return element(
    "section",
    {},
    element("h3", {}, "Moving"),
    toggle("Premoves: a move before your turn waits for it", premoves, (on) => settings.change({ premoves: on })),
    toggle("Ask before a move is played", confirm, (on) => settings.change({ confirm: on })),
    toggle("A pawn becomes a queen without a question", autoQueen, (on) => settings.change({ autoQueen: on })),
    toggle("Single letters are keys", letters, (on) => settings.change({ letters: on })),
  );
}

function soundPart() {
  const { sound, volume } = settings.now;
  const slider = element("input", { id: "volume", type: "range", min: 0, max: 100, step: 5, value: volume });
  slider.addEventListener("change", () => {
    settings.change({ volume: Number(slider.value) });
    play("move");
  });
  return element(
    "section",
    {},
    element("h3", {}, "Sound"),
    toggle("Sound", sound, (on) => {
      settings.change({ sound: on });
      play("move");
      notify(on ? "Sound is on" : "Sound is off");
    }),
    choice("Volume", slider),
  );
}

function companyPart() {
  const { chat, talk, pauses, notices } = settings.now;
  const asked = async (/** @type {boolean} */ on) => {
    if (!on) return settings.change({ notices: false });
    if (!(await allowNotices())) notify("The browser does not allow notices");
  };
  return element(
    "section",
    {},
    element("h3", {}, "Other players"),
    toggle("Chat at the table", chat, (on) => settings.change({ chat: on })),
    toggle("Bots talk", talk, (on) => settings.change({ talk: on })),
    toggle("Bots take a moment before they move, from the next game on", pauses, (on) =>
      settings.change({ pauses: on }),
    ),
    hasNotices() ? toggle("Notify me when it is my turn", notices, (on) => void asked(on)) : null,
  );
}

/** @param {string} id */
function chosen(id) {
  return /** @type {any} */ (document.getElementById(id)).value;
}

/**
 * @param {string} label
 * @param {HTMLElement} field
 */
function choice(label, field) {
  return element("div", { class: "line" }, element("label", { for: field.id }, label), field);
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 */
function toggle(label, on, changed) {
  const box = element("input", { type: "checkbox", role: "switch", checked: on });
  box.addEventListener("change", () => changed(box.checked));
  return element("label", { class: "line" }, element("span", {}, label), box);
}
