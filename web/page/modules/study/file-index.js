// An index of a large PGN file: where each game is, and its tags. The file is read in pieces and is never held whole.

/**
 * A game of a file: its first byte, the byte after its last, and the values of TAGS, a line each.
 * @typedef {{start: number, end: number, tags: string}} FileGame
 */

/** What a list shows and a search looks at. */
const TAGS = ["White", "Black", "Result", "Date", "Event", "Round", "ECO", "Opening"];
/** Bytes that are read at once; also the longest line. */
const PIECE = 1 << 20;
const [UTF_8, LATIN_1] = [new TextDecoder("utf-8", { fatal: true }), new TextDecoder("latin1")];
const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"/;

const [FEED, RETURN, SPACE, PERCENT, SEMICOLON, BRACKET, BRACE, CLOSE] = [10, 13, 32, 37, 59, 91, 123, 125];

/**
 * The games of a file in order. A game begins with its tags.
 * @param {Blob} file
 * @param {{signal: AbortSignal, progress?: (share: number) => void}} options
 */
export async function indexGames(file, { signal, progress = () => {} }) {
  const cutter = new Cutter();
  let rest = new Uint8Array(0);
  for (let at = 0; at < file.size; at += PIECE) {
    const piece = new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer());
    signal.throwIfAborted();
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const used = cutter.read(bytes, at - rest.length);
    // A line without an end is cut rather than collected.
    rest = bytes.length - used < PIECE ? bytes.slice(used) : new Uint8Array(0);
    progress(Math.min(1, (at + PIECE) / file.size));
  }
  cutter.readLine(rest, 0, rest.length, file.size - rest.length);
  cutter.end(file.size);
  return cutter.games;
}

/** @param {FileGame} game @param {string} name one of TAGS */
export function tagOf({ tags }, name) {
  return tags.split("\n")[TAGS.indexOf(name)] ?? "";
}

/**
 * The games in whose tags every word occurs, whatever the case.
 * @param {FileGame[]} games
 * @param {string} search
 */
export function searched(games, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return games.filter(({ tags }) => {
    const text = tags.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * The text of a file or of one of its games. The standard of PGN is Latin-1, files of today are UTF-8.
 * @param {Blob} file
 * @param {FileGame} [game]
 */
export async function textOf(file, game) {
  return decoded(new Uint8Array(await file.slice(game?.start, game?.end).arrayBuffer()));
}

/** @param {Uint8Array} bytes */
function decoded(bytes) {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return LATIN_1.decode(bytes);
  }
}

/** Cuts lines into games. */
class Cutter {
  /** @type {FileGame[]} */
  games = [];
  /** @type {{start: number, values: string[]} | null} */
  #game = null;
  #inMoves = false;
  #inComment = false;
  #afterBlank = false;

  /**
   * Reads the whole lines of a piece that begins at a byte of the file; returns how many bytes they have.
   * @param {Uint8Array} bytes
   * @param {number} offset
   */
  read(bytes, offset) {
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (bytes[at] !== FEED && bytes[at] !== RETURN) continue;
      // What follows a carriage return decides whether it is a line of its own.
      if (bytes[at] === RETURN && at + 1 === bytes.length) break;
      this.readLine(bytes, from, at, offset + from);
      if (bytes[at] === RETURN && bytes[at + 1] === FEED) at += 1;
      from = at + 1;
    }
    return from;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {number} from
   * @param {number} to
   * @param {number} offset the byte of the file at which the line begins
   */
  readLine(bytes, from, to, offset) {
    let first = from;
    while (first < to && (bytes[first] ?? 0) <= SPACE) first += 1;
    const isBlank = first === to;
    if (bytes[first] === BRACKET && !isBlank && this.#readTag(decoded(bytes.subarray(from, to)), offset)) return;
    this.#afterBlank = isBlank;
    if (bytes[from] === PERCENT && !this.#inComment) return;
    for (let at = first; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#inComment) this.#inComment = byte !== CLOSE;
      else if (byte === SEMICOLON) break;
      else if (byte === BRACE) this.#inComment = true;
      else if (byte > SPACE) this.#inMoves = true;
    }
    if (!isBlank) this.#game ??= { start: offset, values: [] };
  }

  /**
   * Takes a line as a tag if it is one. After a blank line a tag begins a game even inside a comment: one that was never
   * closed takes no other game with it.
   * @param {string} line
   * @param {number} offset
   */
  #readTag(line, offset) {
    const [, name = "", value = ""] = TAG.exec(line) ?? [];
    if (!name || (this.#inComment && !this.#afterBlank && name !== "Event")) return false;
    if (this.#inMoves || this.#inComment) this.end(offset);
    this.#game ??= { start: offset, values: [] };
    const place = TAGS.indexOf(name);
    if (place >= 0 && !/^[?.]*$/.test(value)) this.#game.values[place] = value.replace(/\\(.)/g, "$1");
    this.#afterBlank = false;
    return true;
  }

  /** The game that is read ends at a byte of the file. @param {number} end */
  end(end) {
    const { start, values } = this.#game ?? { start: end, values: [] };
    if (start < end)
      this.games.push({ start, end, tags: Array.from(TAGS, (_, place) => values[place] ?? "").join("\n") });
    this.#game = null;
    this.#inMoves = false;
    this.#inComment = false;
  }
}
