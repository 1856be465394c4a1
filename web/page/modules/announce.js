// Messages: for screen readers, shown for a moment, or both.

import { element } from "./element.js";

/** How long a refusal and a notice are shown, in milliseconds. */
const REFUSAL_SHOWN = 2000;
const NOTICE_SHOWN = 4000;

const polite = element("div", { class: "unseen", role: "status", "aria-live": "polite", id: "spoken" });
const urgent = element("div", { class: "unseen", role: "alert", "aria-live": "assertive", id: "refused" });
const tooltip = element("div", { class: "tooltip", role: "tooltip", popover: "manual" });
const notice = element("div", { class: "notice", popover: "manual" });
/** @type {Map<HTMLElement, number>} */
const timers = new Map();

export function setUpAnnouncements() {
  document.body.append(element("aside", { "aria-label": "Notices" }, polite, urgent, tooltip, notice));
}

/**
 * Read out when there is a pause; not shown.
 * @param {string} words
 */
export function say(words) {
  polite.textContent = words;
}

/**
 * Shown for a moment and read out.
 * @param {string} words
 */
export function notify(words) {
  say(words);
  showFor(notice, words, NOTICE_SHOWN);
}

/**
 * A refusal: shown beside where it happened, read out at once.
 * @param {string} words
 * @param {DOMRect} where
 */
export function refuse(words, where) {
  // The same words twice in a row are two refusals; a screen reader reads changes only.
  urgent.textContent = "";
  urgent.textContent = words;
  showFor(tooltip, words, REFUSAL_SHOWN);
  const { width, height } = tooltip.getBoundingClientRect();
  const left = where.left + where.width / 2 - width / 2;
  const above = where.top - height - 8;
  tooltip.style.left = `${clamp(left, 8, document.documentElement.clientWidth - width - 8)}px`;
  tooltip.style.top = `${clamp(above < 8 ? where.bottom + 8 : above, 8, innerHeight - height - 8)}px`;
}

/** Takes a refusal away: what it was about has changed. */
export function hush() {
  clearTimeout(timers.get(tooltip));
  tooltip.hidePopover();
  urgent.textContent = "";
}

/**
 * Words as a sentence of their own.
 * @param {string} words
 */
export function sentence(words) {
  return words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
}

/**
 * @param {HTMLElement} sign
 * @param {string} words
 * @param {number} time in milliseconds
 */
function showFor(sign, words, time) {
  clearTimeout(timers.get(sign));
  sign.textContent = words;
  // Shown anew, it comes to lie above a dialog that was opened since.
  sign.hidePopover();
  sign.showPopover();
  timers.set(
    sign,
    setTimeout(() => {
      sign.hidePopover();
      if (sign === tooltip) urgent.textContent = "";
    }, time),
  );
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamp(value, least, most) {
  return Math.max(least, Math.min(value, most));
}
