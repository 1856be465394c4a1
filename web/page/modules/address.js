// What the address names, and the addresses of tables.

/** A code: six letters and digits that are not easily mistaken for each other. */
const CODE = /^[2-9a-hj-km-np-z]{6}$/;

/** What the address names: nothing, `play`, the lobby or a table by its code, and a moment of a finished game. */
export function place() {
  const [named = "", text = ""] = location.hash.slice(1).split("?");
  const query = new URLSearchParams(text);
  const tick = query.get("tick");
  // People read codes to each other, so capitals are accepted.
  const name = isCode(named.toLowerCase()) ? named.toLowerCase() : named;
  return { name, query, tick: tick !== null && /^\d{1,9}$/.test(tick) ? Number(tick) : null };
}

/** @param {string} text */
export function isCode(text) {
  return CODE.test(text);
}

/**
 * The code in what somebody typed or pasted: a code, or a link to a table.
 * @param {string} typed
 */
export function codeIn(typed) {
  const last = typed.trim().split(/[#/]/).at(-1) ?? "";
  return last.split("?")[0]?.toLowerCase() ?? "";
}

/**
 * The link to a table that can be sent to somebody: programs that show previews read it.
 * @param {string} table
 */
export function linkTo(table) {
  return new URL(`t/${table}`, document.baseURI).href;
}
