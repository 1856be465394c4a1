// Shares a link: with the system's share menu where there is one, otherwise by copying it.

import { notify } from "./announce.js";

/** Whether the system offers to send something. */
export function canShare() {
  return typeof navigator.share === "function";
}

/**
 * @param {string} address
 * @param {string} words
 */
export async function share(address, words) {
  try {
    await navigator.share({ title: "Threefold", text: words, url: address });
  } catch (error) {
    // Closing the share window is no error.
    if (/** @type {Error} */ (error).name !== "AbortError") await copy(address);
  }
}

/**
 * @param {string} address
 * @param {HTMLInputElement} [field] selected where the browser does not let the page copy
 */
export async function copy(address, field) {
  field?.select();
  try {
    await navigator.clipboard.writeText(address);
    notify("Link copied");
  } catch {
    notify(field ? "The link is selected: copy it with your keys" : "The link could not be copied");
  }
}
