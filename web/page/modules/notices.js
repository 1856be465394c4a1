// Notifications of the browser: your turn, somebody has joined. A press asks for permission; they are shown while the
// page is in the background.

import { settings } from "./settings.js";

/** Whether the browser has notices at all. */
export function hasNotices() {
  return "Notification" in window && isSecureContext;
}

/** Switches notices on, if the browser allows it; says whether they are on. */
export async function allowNotices() {
  if (!hasNotices()) return false;
  const answer =
    Notification.permission === "default" ? await Notification.requestPermission() : Notification.permission;
  settings.change({ notices: answer === "granted" });
  return answer === "granted";
}

/** @type {Notification | null} */
let shown = null;

/**
 * @param {string} words
 * @param {string} table
 */
export function notice(words, table) {
  if (!settings.now.notices || !hasNotices() || Notification.permission !== "granted" || !document.hidden) return;
  shown?.close();
  try {
    shown = new Notification("Threefold", { body: words, tag: table });
    shown.addEventListener("click", () => {
      window.focus();
      shown?.close();
    });
  } catch {
    // Some browsers show notices of service workers only.
  }
}
