// The words between the server and the page: those of the hall, written from its types, and what the server adds.
// Types only: nothing of this reaches the browser.

import type { Game, Input, SeatNumber, Start } from "./hall";

export * from "./hall";

/** The first message on a socket. */
export interface Hello {
  hello: { secrets: string[]; seen: number | null };
}

/** Every later message of the page. */
export type Asking = Input & { request: number };

/** A question about the time, answered at once by a `Pong`. */
export interface Ping {
  ping: number;
}

/** The answer to a `Ping`: the same number, and the moment of the server's clock. */
export interface Pong {
  told: "pong";
  ping: number;
  now: number;
}

/** The last message before the server closes a socket; `code` is its close code. */
export interface Bye {
  told: "bye";
  words: string;
  code: number;
}

export type Mode = "here" | "machine" | "link";

/** The body of `POST /api/tables` for a game with turns. */
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

export type LiveBoard = "standard" | "four";
export type Speed = "standard" | "lightning";

/** The body of `POST /api/tables` for a game without turns. */
export interface LiveOpening {
  game: "kungfu";
  board: LiveBoard;
  speed: Speed;
  name: string;
  /** One for each player: `you`, `link`, or the spec of a bot. */
  seats: string[];
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
  /** Nothing for games with turns. */
  board: LiveBoard | null;
  speed: Speed | null;
}
