// The words between the server and the page, as serde writes the enums and structs of `crates/hall`.
// Types only: nothing of this reaches the browser.

export type Game = "chess" | "ransom" | "kungfu";
export type Army = "ivory" | "ink" | "vermilion" | "cobalt";
export type Shape = "pawn" | "knight" | "bishop" | "rook" | "queen" | "open-queen" | "king";
/** A file letter and a rank number: `e4`. */
export type Square = string;
export type SeatNumber = number;
/** Milliseconds since the beginning of 1970, UTC. */
export type Moment = number;

export interface Board {
  width: number;
  height: number;
  holes: Square[];
}

export interface Piece {
  id: number;
  square: Square;
  army: Army;
  shape: Shape;
}

export interface View {
  table: string;
  game: Game;
  board: Board;
  yours: SeatNumber[];
  record: Entry[];
  frame: Frame;
}

export interface Frame {
  version: number;
  now: Moment;
  seats: Seat[];
  scene: Scene;
  choices: Choice[];
  may: May;
  thinking: SeatNumber | null;
  offer: Offer | null;
  end: End | null;
}

export interface Seat {
  side: string;
  army: Army;
  name: string;
  sitter: Sitting;
  clock: ClockFace | null;
  purse: number | null;
  captured: Shape[];
  lead: number;
}

export type Sitting = { is: "nobody" } | { is: "person" } | { is: "bot"; spec: string };

export interface ClockFace {
  left: number;
  runs: boolean;
}

export interface Scene {
  ply: number;
  pieces: Piece[];
  turn: SeatNumber | null;
  last: [Square, Square] | null;
  check: Square | null;
  purses: number[];
  text: string;
}

export interface Choice {
  from: Square;
  to: Square;
  kind: Kind;
  captures: boolean;
  label: string;
  code: string;
}

export type Kind = { does: "move" } | { does: "promote"; to: Shape } | { does: "upgrade" };

export interface May {
  undo: boolean;
  resign: boolean;
  offer_draw: boolean;
  claim: string | null;
  answer: boolean;
  hint: boolean;
}

export type Asked = "draw" | "undo" | "rematch";

export interface Offer {
  by: SeatNumber;
  what: Asked;
}

export interface End {
  winner: SeatNumber | null;
  result: string;
  words: string;
}

export interface Entry {
  seat: SeatNumber;
  label: string;
  code: string;
  squares: [Square, Square];
  captures: boolean;
  moment: Moment | null;
  left: number | null;
}

export type Input =
  | { wish: "move"; from: Square; to: Square; kind: Kind }
  | { wish: "typed"; text: string }
  | { wish: "resign" }
  | { wish: "offer"; what: Asked }
  | { wish: "answer"; yes: boolean }
  | { wish: "undo" }
  | { wish: "look"; ply: number }
  | { wish: "hint" }
  | { wish: "listen"; on: boolean }
  | { wish: "review" }
  | { wish: "replace"; seat: SeatNumber; spec: string };

export type Told =
  | { told: "view"; view: View }
  | { told: "news"; events: Event[]; frame: Frame }
  | { told: "done"; request: number }
  | { told: "refused"; request: number; words: string }
  | { told: "scene"; scene: Scene }
  | { told: "hint"; choice: Choice; score: string }
  | { told: "thought"; thought: Thought }
  | { told: "judged"; judged: Judged }
  | { told: "closed"; words: string };

export type Event =
  | { event: "played"; entry: Entry }
  | { event: "taken-back"; turns: number }
  | { event: "offered"; by: SeatNumber; what: Asked }
  | { event: "declined"; what: Asked }
  | { event: "seated"; seat: SeatNumber }
  | { event: "bot-failed"; seat: SeatNumber; words: string }
  | { event: "said"; seat: SeatNumber; words: string }
  | { event: "ended" };

export interface Thought {
  ply: number;
  depth: number;
  score: number;
  words: string;
  line: string[];
}

export interface Judged {
  ply: number;
  of: number;
  score: number;
  words: string;
  better: string | null;
  mistake: "inaccuracy" | "mistake" | "blunder" | null;
}

export type Start = "usual" | { text: string } | { chess960: number };

// Around the hall's words: what the server adds.

/** The first message on a socket. */
export interface Hello {
  hello: { secrets: string[]; seen: number | null };
}

/** Every later message of the page. */
export type Asking = Input & { request: number };

/** The last message before the server closes a socket; `code` is its close code. */
export interface Bye {
  told: "bye";
  words: string;
  code: number;
}

export type Mode = "here" | "machine" | "link";

/** The body of `POST /api/tables`. */
export interface Opening {
  game: Game;
  mode: Mode;
  level?: string;
  side?: "white" | "black" | "random";
  name: string;
  opponent?: string;
  clock?: string | null;
  start?: Start;
}

export interface SeatSecret {
  seat: SeatNumber;
  secret: string;
}

/** The answer to opening a table or to a rematch. */
export interface Opened {
  table: string;
  secrets: SeatSecret[];
}

export interface Level {
  spec: string;
  name: string;
  words: string;
}

export interface GameLevels {
  game: Game;
  levels: Level[];
}

export interface LobbyTable {
  table: string;
  game: Game;
  names: string[];
  open_seats: number;
  moves: number;
  over: boolean;
}
