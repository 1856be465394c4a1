// How the page looks, sounds and behaves; the browser stores it under `settings`.

import { isObject, load, save } from "./storage.js";

/**
 * @typedef {object} Settings
 * @property {"light" | "dark" | "system"} theme
 * @property {boolean} sound
 * @property {number} volume from 0 to 100
 * @property {boolean} animation
 * @property {"sage" | "walnut" | "slate"} board
 * @property {"figures" | "letters"} pieces
 * @property {boolean} chat whether what others say is shown
 * @property {boolean} talk whether what bots say is shown
 * @property {boolean} pauses whether bots that need no time take some
 * @property {boolean} letters whether single letters are shortcuts
 * @property {boolean} premoves whether a move of a turn game can be made before one's turn
 * @property {boolean} confirm whether a move by hand asks once more
 * @property {boolean} autoQueen whether a pawn becomes a queen without a question
 * @property {boolean} notices whether the browser says when it is one's turn
 * @property {boolean} turning whether the board turns to whose turn it is when two people share the screen
 */

const KEY = "settings";

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  sound: true,
  volume: 40,
  animation: true,
  board: "sage",
  pieces: "figures",
  turning: true,
  chat: true,
  talk: true,
  pauses: true,
  letters: true,
  premoves: true,
  confirm: false,
  autoQueen: false,
  notices: false,
};

/** What may be chosen, with its words. */
export const LOOKS = {
  theme: { system: "System", light: "Light", dark: "Dark" },
  board: { sage: "Sage", walnut: "Walnut", slate: "Slate" },
  pieces: { figures: "Figures", letters: "Letters" },
};

class SettingsStore extends EventTarget {
  /** @type {Settings} */
  #now = { ...DEFAULTS, ...load(KEY, isSettings) };

  get now() {
    return this.#now;
  }

  /** @param {Partial<Settings>} changes */
  change(changes) {
    this.#now = { ...this.#now, ...changes };
    save(KEY, this.#now);
    this.dispatchEvent(new Event("change"));
  }

  /** Whether things may slide: the setting, and what the system asks for. */
  get moves() {
    return this.#now.animation && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new SettingsStore();

/** Puts the looks on the document, now and whenever they change. */
export function wearSettings() {
  const wear = () => {
    const { theme, board } = settings.now;
    Object.assign(document.documentElement.dataset, { theme, board, motion: settings.moves ? "on" : "off" });
  };
  settings.addEventListener("change", wear);
  matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", wear);
  wear();
}

/**
 * @param {unknown} content
 * @returns {content is Partial<Settings>}
 */
function isSettings(content) {
  if (!isObject(content)) return false;
  const { theme, board, pieces, volume } = content;
  /**
   * @param {unknown} value
   * @param {object} allowed
   */
  const among = (value, allowed) => value === undefined || Object.keys(allowed).includes(String(value));
  const loud = volume === undefined || (typeof volume === "number" && volume >= 0 && volume <= 100);
  return among(theme, LOOKS.theme) && among(board, LOOKS.board) && among(pieces, LOOKS.pieces) && loud;
}
