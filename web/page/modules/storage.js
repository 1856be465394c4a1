// The storage of the browser, with a replacement in memory.
//
// In private mode storage may throw at any call. Then everything is held in memory until the page is left, and
// `canStore()` is false so that the page can warn. Damaged text is dropped as a whole.

/** What is lost with the visit when it cannot be stored. @type {Record<string, string>} */
const LOST = {
  playerProfile: "your name and counts",
  device: "who you are at tables and in ratings",
  tables: "your seats at tables",
  lastTable: "where you played last",
  settings: "the settings",
  account: "the name of your account",
  otherProfiles: "the other players of this browser",
  lastOpening: "what you chose for a game",
  lastPairing: "what you chose for an opponent",
  missionsDone: "the missions that you did",
  puzzleProgress: "your progress in puzzles",
  ownPuzzles: "the puzzles of your own games",
  lessonTable: "where your lesson is",
};

/** Dispatches `full` with what will not be remembered. */
export const storage = new EventTarget();

/** @type {Map<string, string>} */
const memory = new Map();
const available = probe();

/** Whether anything outlives the visit. */
export function canStore() {
  return available;
}

/**
 * The content of a key, if `valid` accepts it; damaged content is deleted.
 * @template T
 * @param {string} key
 * @param {(content: unknown) => content is T} valid
 * @returns {T | null}
 */
export function load(key, valid) {
  const text = available ? localStorage.getItem(key) : (memory.get(key) ?? null);
  if (text === null) return null;
  try {
    const content = JSON.parse(text);
    if (valid(content)) return content;
  } catch {
    // Not JSON: as damaged as JSON of the wrong form.
  }
  console.warn(`What the browser stored under "${key}" is damaged and was dropped:`, text.slice(0, 200));
  clear(key);
  return null;
}

/**
 * Stores content; whether the browser has taken it shows in the event `full`.
 * @param {string} key
 * @param {unknown} content
 */
export function save(key, content) {
  const text = JSON.stringify(content);
  memory.set(key, text);
  if (!available) return;
  try {
    localStorage.setItem(key, text);
  } catch (error) {
    // A full storage: the old content stays, and this visit uses the caller's value.
    console.warn(`The browser did not store "${key}":`, error);
    storage.dispatchEvent(new CustomEvent("full", { detail: LOST[key] ?? "this choice" }));
  }
}

/** @param {string} key */
export function clear(key) {
  memory.delete(key);
  if (available) localStorage.removeItem(key);
}

/**
 * @param {unknown} content
 * @returns {content is Record<string, unknown>}
 */
export function isObject(content) {
  return typeof content === "object" && content !== null && !Array.isArray(content);
}

function probe() {
  try {
    localStorage.setItem("storageProbe", "1");
    localStorage.removeItem("storageProbe");
    return true;
  } catch {
    return false;
  }
}
