// Who is playing: a name and a count of games, kept by the browser under `playerProfile`.

import { clear, isObject, load, save } from "./storage.js";

/** @typedef {{id: string, displayName: string, createdAt: number, gamesPlayed: number, wins: number}} Profile */

const KEY = "playerProfile";
const LONGEST_NAME = 20;
const NAME = /^[a-zA-Z0-9]+( [a-zA-Z0-9]+)*$/;
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Tells `change` whenever the profile does. */
class Player extends EventTarget {
  /** @type {Profile | null} */
  profile = load(KEY, isProfile);

  constructor() {
    super();
    // Another tab may rename the player or count a game; to be forgotten there does not end the visit here.
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      this.profile = load(KEY, isProfile) ?? this.profile;
      this.dispatchEvent(new Event("change"));
    });
  }

  get name() {
    return this.profile?.displayName ?? "";
  }

  /**
   * Names the player: a new one, or the same one anew.
   * @param {string} typed a name without fault
   */
  rename(typed) {
    const displayName = typed.trim();
    const fresh = { id: uuid(), displayName, createdAt: Date.now(), gamesPlayed: 0, wins: 0 };
    this.#keep(this.profile ? { ...this.profile, displayName } : fresh);
  }

  /** @param {"won" | "not won"} result */
  count(result) {
    if (!this.profile) return;
    const { gamesPlayed, wins } = this.profile;
    this.#keep({ ...this.profile, gamesPlayed: gamesPlayed + 1, wins: wins + (result === "won" ? 1 : 0) });
  }

  forget() {
    clear(KEY);
    this.profile = null;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Profile} profile */
  #keep(profile) {
    this.profile = profile;
    save(KEY, profile);
    this.dispatchEvent(new Event("change"));
  }
}

export const player = new Player();

/**
 * What is wrong with a name, in words; null if nothing is.
 * @param {string} typed
 */
export function nameFault(typed) {
  const name = typed.trim();
  if (name.length === 0) return "Display name cannot be empty";
  if (name.length > LONGEST_NAME) return "Display name must be 20 characters or less";
  if (!NAME.test(name)) return "Display name can only contain letters, numbers, and single spaces";
  return null;
}

/**
 * How much of the room for a name is used.
 * @param {string} typed
 */
export function nameRoom(typed) {
  return `${typed.trim().length}/${LONGEST_NAME}`;
}

/**
 * @param {unknown} content
 * @returns {content is Profile}
 */
function isProfile(content) {
  if (!isObject(content)) return false;
  const { id, displayName, createdAt, gamesPlayed, wins } = content;
  /** @param {unknown} count */
  const counts = (count) => Number.isSafeInteger(count) && Number(count) >= 0;
  const named =
    typeof displayName === "string" && nameFault(displayName) === null && displayName === displayName.trim();
  return (
    typeof id === "string" && UUID_V4.test(id) && named && counts(createdAt) && counts(gamesPlayed) && counts(wins)
  );
}

/** `crypto.randomUUID` is there on secure origins only, and a hall at home is often plain http. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
