// Invented games. Their boards, moves and ends are nobody's, so that a page which works here knows no rule.
//
// Every piece jumps by the steps of its shape. Captures pay a point, two points upgrade a pawn, the far row promotes.
// Who loses three pieces loses; sixty turns are a draw. A position as text: `Pa2 kb8 | w | 2 0`, ivory in capitals.

/** @import { Army, Board, Choice, Kind, Piece, Shape, Square } from "../../wire" */
/** @typedef {"chess" | "ransom"} Game */

/** @type {Record<Game, Board>} */
export const BOARDS = {
  chess: { width: 6, height: 7, holes: ["a4", "f4"] },
  ransom: { width: 8, height: 8, holes: [] },
};

/** @type {Record<Game, string>} */
const STARTS = {
  chess: "Pa2 Pb2 Pe2 Pf2 Rc1 Kd1 Ne1 Bb1 pa6 pb6 pe6 pf6 rc7 kd7 ne7 bb7 | w | 0 0",
  ransom: "Pa1 Pb1 Nc1 Nd1 Ne1 Nf1 Bc2 Bd2 Be2 Bf2 Pg1 Ph1 pa8 pb8 nc8 nd8 ne8 nf8 bc7 bd7 be7 bf7 pg8 ph8 | w | 0 0",
};

/** @type {Record<string, Shape>} */
const LETTERS = { P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", O: "open-queen", K: "king" };
/** @type {Army[]} */
export const ARMIES = ["ivory", "ink"];
const TURNS = 60;
const LOSSES = 3;

/** Steps as [right, forward]. @type {Record<Shape, [number, number][]>} */
const STEPS = {
  pawn: [
    [0, 1],
    [0, 2],
  ],
  knight: around([1, 0], [1, 1]),
  bishop: around([2, 0], [2, 1]),
  rook: around([3, 1], [1, 0]),
  queen: around([2, 2], [3, 0]),
  "open-queen": around([1, 1], [2, 2], [3, 3]),
  king: around([1, 0]),
};

/** @typedef {{game: Game, pieces: Piece[], turn: 0 | 1, purses: [number, number], ply: number, start: [number, number]}} Position */

/**
 * @param {Game} game
 * @param {string} [text]
 * @returns {Position}
 */
export function begin(game, text = STARTS[game]) {
  const [placed = "", side, purses] = text.split("|").map((part) => part.trim());
  const pieces = placed.split(" ").map((word, id) => {
    const shape = LETTERS[word.charAt(0).toUpperCase()];
    const square = word.slice(1);
    if (!shape || !onBoard(game, square)) throw new Error(`'${word}' is no piece on a square`);
    return { id, square, army: word.charAt(0) < "a" ? ARMIES[0] : ARMIES[1], shape };
  });
  const points = (purses ?? "0 0").split(" ").map(Number);
  const counted = ARMIES.map((army) => pieces.filter((piece) => piece.army === army).length);
  return {
    game,
    pieces: /** @type {Piece[]} */ (pieces),
    turn: side === "b" ? 1 : 0,
    purses: [points[0] ?? 0, points[1] ?? 0],
    ply: 0,
    start: [counted[0] ?? 0, counted[1] ?? 0],
  };
}

/** @param {Position} position */
export function write({ pieces, turn, purses }) {
  const letter = (/** @type {Shape} */ shape) => Object.keys(LETTERS).find((key) => LETTERS[key] === shape) ?? "?";
  const words = pieces.map(({ shape, square, army }) =>
    army === "ivory" ? letter(shape) + square : letter(shape).toLowerCase() + square,
  );
  return `${words.join(" ")} | ${turn === 0 ? "w" : "b"} | ${purses.join(" ")}`;
}

/**
 * @param {Position} position
 * @returns {Choice[]}
 */
export function choices(position) {
  const { pieces, turn } = position;
  const own = pieces.filter(({ army }) => army === ARMIES[turn]);
  return own.flatMap((piece) => {
    const moves = reach(position, piece).flatMap((to) =>
      kinds(position, piece, to).map((kind) => choice(position, piece, to, kind)),
    );
    return upgradable(position, piece) ? [...moves, choice(position, piece, piece.square, { does: "upgrade" })] : moves;
  });
}

/**
 * Why a wish is refused; null if it is not.
 * @param {Position} position
 * @param {Square} from
 * @param {Square} to
 * @param {Kind} kind
 */
export function refusal(position, from, to, kind) {
  const { game, pieces, turn, purses } = position;
  if (!onBoard(game, from) || !onBoard(game, to)) return "Invalid: out of bounds";
  const piece = pieces.find(({ square }) => square === from);
  if (!piece) return "Invalid: no piece there";
  if (piece.army !== ARMIES[turn]) return "Invalid: not your turn";
  if (kind.does === "upgrade") {
    if (piece.shape !== "pawn") return "Invalid: only pawns can be upgraded";
    if (onEdge(game, from)) return "Invalid: pawn cannot be upgraded on row 1 or 8";
    return purses[turn] < 2 ? "Invalid: not enough points" : null;
  }
  if (pieces.some(({ square, army }) => square === to && army === piece.army)) return "Invalid: blocked";
  return reach(position, piece).includes(to) ? null : "Invalid: illegal move for piece type";
}

/**
 * @param {Position} before
 * @param {Choice} played
 * @returns {Position}
 */
export function play(before, { from, to, kind }) {
  const taken = from === to ? undefined : before.pieces.find(({ square }) => square === to);
  const pieces = before.pieces
    .filter((piece) => piece !== taken)
    .map((piece) => (piece.square === from ? { ...piece, square: to, shape: becomes(piece, kind) } : piece));
  const purses = /** @type {[number, number]} */ ([...before.purses]);
  if (taken) purses[before.turn] += 1;
  if (kind.does === "upgrade") purses[before.turn] -= 2;
  return { ...before, pieces, purses, turn: before.turn === 0 ? 1 : 0, ply: before.ply + 1 };
}

/**
 * @param {Position} position
 * @returns {{winner: 0 | 1 | null, words: string} | null}
 */
export function verdict(position) {
  for (const loser of /** @type {(0 | 1)[]} */ ([0, 1])) {
    const left = position.pieces.filter(({ army }) => army === ARMIES[loser]).length;
    const words = `${loser === 0 ? "White" : "Black"} has lost ${LOSSES} pieces.`;
    if (left <= position.start[loser] - LOSSES) return { winner: loser === 0 ? 1 : 0, words };
  }
  if (position.ply >= TURNS) return { winner: null, words: `${TURNS} turns were played.` };
  return choices(position).length > 0 ? null : { winner: position.turn === 0 ? 1 : 0, words: "No move is left." };
}

/** The king that the last mover could jump onto. @param {Position} position */
export function check(position) {
  const king = position.pieces.find(({ army, shape }) => shape === "king" && army === ARMIES[position.turn]);
  const attackers = position.pieces.filter(({ army }) => army === ARMIES[1 - position.turn]);
  return king && attackers.some((piece) => reach(position, piece).includes(king.square)) ? king.square : null;
}

/**
 * @param {Position} position
 * @param {Piece} piece
 */
function reach({ game, pieces }, { square, army, shape }) {
  const forward = army === "ivory" ? 1 : -1;
  const { file, rank } = place(square);
  const squares = STEPS[shape].map(([right, up]) => name(file + right, rank + up * forward));
  return squares.filter(
    (to) => onBoard(game, to) && !pieces.some((other) => other.square === to && blocks(other.army, army)),
  );
}

/** Furniture is in everybody's way. @param {Army} there @param {Army} mover */
function blocks(there, mover) {
  return there === mover || !ARMIES.includes(there);
}

/**
 * @param {Position} position
 * @param {Piece} piece
 * @param {Square} to
 * @returns {Kind[]}
 */
function kinds({ game }, { shape, army }, to) {
  const last = army === "ivory" ? BOARDS[game].height - 1 : 0;
  if (shape !== "pawn" || place(to).rank !== last) return [{ does: "move" }];
  const shapes = /** @type {Shape[]} */ (game === "ransom" ? ["open-queen"] : ["queen", "rook", "knight"]);
  return shapes.map((become) => ({ does: "promote", to: become }));
}

/**
 * @param {Position} position
 * @param {Piece} piece
 */
function upgradable({ game, purses, turn }, { shape, square }) {
  return shape === "pawn" && purses[turn] >= 2 && !onEdge(game, square);
}

/**
 * @param {Position} position
 * @param {Piece} piece
 * @param {Square} to
 * @param {Kind} kind
 * @returns {Choice}
 */
function choice({ pieces }, { square: from, shape }, to, kind) {
  const captures = from !== to && pieces.some(({ square }) => square === to);
  const noun = shape.replace("open-", "").replace(/^./, (letter) => letter.toUpperCase());
  const after = kind.does === "promote" ? " (promotes)" : captures ? " (capture)" : "";
  const label =
    kind.does === "upgrade"
      ? `${noun} ${from.toUpperCase()} upgraded`
      : `${noun} ${from.toUpperCase()}→${to.toUpperCase()}${after}`;
  return { from, to, kind, captures, label, code: from + to + (kind.does === "move" ? "" : "q") };
}

/**
 * @param {Piece} piece
 * @param {Kind} kind
 */
function becomes({ shape }, kind) {
  return kind.does === "promote" ? kind.to : kind.does === "upgrade" ? "open-queen" : shape;
}

/**
 * @param {Game} game
 * @param {Square} square
 */
function onBoard(game, square) {
  const { file, rank } = place(square);
  const { width, height, holes } = BOARDS[game];
  return file >= 0 && rank >= 0 && file < width && rank < height && !holes.includes(square);
}

/**
 * @param {Game} game
 * @param {Square} square
 */
function onEdge(game, square) {
  const { rank } = place(square);
  return rank === 0 || rank === BOARDS[game].height - 1;
}

/** @param {Square} square */
function place(square) {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

/**
 * @param {number} file
 * @param {number} rank
 */
function name(file, rank) {
  return `${String.fromCharCode(97 + file)}${rank + 1}`;
}

/**
 * Steps in all eight ways of the board.
 * @param {...[number, number]} steps
 * @returns {[number, number][]}
 */
function around(...steps) {
  const all = steps.flatMap(([a, b]) =>
    [1, -1].flatMap((x) =>
      [1, -1].flatMap((y) => [
        [a * x, b * y],
        [b * x, a * y],
      ]),
    ),
  );
  return /** @type {[number, number][]} */ ([...new Map(all.map((step) => [step.join(), step])).values()]);
}
