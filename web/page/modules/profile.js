// The player: a name and a count of games, which the browser stores under `playerProfile`, and under `device` the
// secret that identifies this browser's player to the server.

import { clear, isObject, load, save } from "./storage.js";

/** @typedef {{id: string, displayName: string, createdAt: number, gamesPlayed: number, wins: number}} Profile */
/** @typedef {{profile: Profile, device: string}} Other another player of this browser */

const KEY = "playerProfile";
const DEVICE = "device";
/** Other players of this browser, each with a profile and a device. */
const OTHERS = "otherProfiles";
/** The name of the account that was signed in when the page was last open. */
const ACCOUNT = "account";
const LONGEST_NAME = 20;
/** As the server reads names: letters of any script, marks on them, and numbers; between them what joins two of them. */
const WORD = "[\\p{Alphabetic}\\p{N}][\\p{Alphabetic}\\p{M}\\p{N}]*";
const NAME = new RegExp(`^${WORD}([ '-]${WORD})*$`, "u");
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Dispatches `change` whenever the profile changes, and `renamed` when the name was changed in this tab. */
class Player extends EventTarget {
  /** @type {Profile | null} */
  profile = load(KEY, isProfile);

  constructor() {
    super();
    // Another tab may rename the player or count a game; removing the player there does not end the visit here.
    addEventListener("storage", ({ key }) => {
      if (key !== KEY) return;
      this.profile = load(KEY, isProfile) ?? this.profile;
      this.dispatchEvent(new Event("change"));
    });
  }

  /** The account that is signed in, as far as this browser knows. @type {string | null} */
  account = load(ACCOUNT, isText);

  get name() {
    return this.account ?? this.profile?.displayName ?? "";
  }

  /** Who asks the server for something. */
  get asker() {
    return { device: device(), name: this.name };
  }

  /** The secret by which the server knows this browser's anonymous player. */
  get device() {
    return device();
  }

  /**
   * An account signed in, or out.
   * @param {string | null} name
   */
  signedIn(name) {
    if (name === this.account) return;
    this.account = name;
    if (name === null) clear(ACCOUNT);
    else save(ACCOUNT, name);
    this.dispatchEvent(new Event("change"));
  }

  /** The account has adopted the anonymous player: the next one who plays without an account is another. */
  adopted() {
    clear(DEVICE);
  }

  /** The other players of this browser. @returns {Other[]} */
  get others() {
    return load(OTHERS, areOthers) ?? [];
  }

  /**
   * Lets another player of this browser play; the present one stays among the others.
   * @param {string} id
   */
  switchTo(id) {
    const next = this.others.find(({ profile }) => profile.id === id);
    if (!next) return;
    const rest = this.others.filter((other) => other !== next && other.profile.id !== id);
    save(OTHERS, this.profile ? [...rest, { profile: this.profile, device: device() }] : rest);
    save(DEVICE, next.device);
    this.#store(next.profile);
  }

  /**
   * Another player of this browser, who plays from now on.
   * @param {string} typed a name without fault
   */
  add(typed) {
    if (this.profile) save(OTHERS, [...this.others, { profile: this.profile, device: device() }]);
    clear(DEVICE);
    this.profile = null;
    this.rename(typed);
  }

  /**
   * Forgets another player of this browser.
   * @param {string} id
   */
  forgetOther(id) {
    save(
      OTHERS,
      this.others.filter(({ profile }) => profile.id !== id),
    );
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Names the player: a new one, or the same one anew.
   * @param {string} typed a name without fault
   */
  rename(typed) {
    const displayName = composed(typed);
    const fresh = { id: uuid(), displayName, createdAt: Date.now(), gamesPlayed: 0, wins: 0 };
    this.#store(this.profile ? { ...this.profile, displayName } : fresh);
    this.dispatchEvent(new Event("renamed"));
  }

  /** @param {"won" | "not won"} result */
  count(result) {
    if (!this.profile) return;
    const { gamesPlayed, wins } = this.profile;
    this.#store({ ...this.profile, gamesPlayed: gamesPlayed + 1, wins: wins + (result === "won" ? 1 : 0) });
  }

  forget() {
    clear(KEY);
    clear(DEVICE);
    this.profile = null;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {Profile} profile */
  #store(profile) {
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
  const name = composed(typed);
  if (name.length === 0) return "Display name cannot be empty";
  if (lengthOf(name) > LONGEST_NAME) return "Display name must be 20 characters or less";
  if (NAME.test(name)) return null;
  // Every word keeps a letter in the place of its apostrophes and hyphens.
  if (NAME.test(name.replaceAll(/['-]/g, "x"))) return "An apostrophe or a hyphen must be between two letters";
  return "Display name can only contain letters, numbers, and single spaces";
}

/**
 * How much of the room for a name is used.
 * @param {string} typed
 */
export function nameRoom(typed) {
  return `${lengthOf(composed(typed))}/${LONGEST_NAME}`;
}

/** A name as the server stores it: phones type other apostrophes and hyphens. @param {string} typed */
function composed(typed) {
  return typed.trim().normalize("NFC").replaceAll("’", "'").replaceAll(/[‐‑]/g, "-");
}

/** Characters, not the halves of which some are stored. @param {string} text */
function lengthOf(text) {
  return [...text].length;
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

/**
 * @param {unknown} content
 * @returns {content is Other[]}
 */
function areOthers(content) {
  return (
    Array.isArray(content) &&
    content.every((other) => isObject(other) && isProfile(other.profile) && isDevice(other.device))
  );
}

/**
 * @param {unknown} content
 * @returns {content is string}
 */
function isText(content) {
  return typeof content === "string";
}

/** Drawn once and read anew each time, for another tab may have drawn it. */
function device() {
  const kept = load(DEVICE, isDevice);
  if (kept !== null) return kept;
  const drawn = hex(crypto.getRandomValues(new Uint8Array(16)));
  save(DEVICE, drawn);
  return drawn;
}

/**
 * @param {unknown} content
 * @returns {content is string}
 */
function isDevice(content) {
  return typeof content === "string" && /^[0-9a-f]{32}$/.test(content);
}

/** `crypto.randomUUID` is there on secure origins only, and a server at home is often plain http. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const text = hex(bytes);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join("-");
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
