// What goes between the server and the page: the host's types, generated, and what the server adds to them.
// Types only: nothing of this reaches the browser.

import type {
  ClientId,
  Command,
  CommandId,
  GameId,
  LiveAnswer,
  LiveCommand,
  LiveEvent,
  LiveFrame,
  LiveNote,
  LiveView,
  Message,
  SeatNumber,
  Start,
  TableId,
  TurnAnswer,
  TurnCommand,
  TurnEvent,
  TurnFrame,
  TurnNote,
  TurnView,
} from "./host";

export * from "./host";

/** The first message on a socket. */
export interface Hello {
  /** `client` numbers its commands; `seq` is the last sequence number seen, null before the first snapshot. */
  hello: { tokens: string[]; client: ClientId; seq: number | null };
}

export type AnyCommand = Command<TurnCommand> | Command<LiveCommand>;
/** A command as it is sent; a repeated id is answered again and not executed again. */
export type SentCommand = AnyCommand & { id: CommandId };

/** A question about the time, answered at once by a `Pong`. */
export interface Ping {
  ping: number;
}

export interface Pong {
  message: "pong";
  ping: number;
  /** The server's clock, in milliseconds. */
  now: number;
}

/** The last message before the server closes a socket; `code` is its close code. */
export interface Bye {
  message: "bye";
  reason: string;
  code: number;
  words: string;
}

export type AnyView = TurnView | LiveView;
export type AnyFrame = TurnFrame | LiveFrame;
export type AnyEvent = TurnEvent | LiveEvent;
export type AnyAnswer = TurnAnswer | LiveAnswer;
export type AnyNote = TurnNote | LiveNote;
export type TableMessage = Message<AnyView, AnyFrame, AnyEvent, AnyAnswer, AnyNote>;
export type ServerMessage = TableMessage | Pong | Bye;

export type Mode = "here" | "machine" | "link";

/** The body of `POST /api/tables` for a turn game, without who asks. */
export interface TurnChoices {
  game: GameId;
  mode: Mode;
  level?: string;
  side?: "white" | "black" | "random";
  opponent?: string;
  /** Minutes and seconds a move: `5+3`. */
  clock?: string | null;
  start?: Start;
}

/** The body of `POST /api/tables` for a live game, without who asks. */
export interface LiveChoices {
  game: GameId;
  board: string;
  speed: string;
  /** One for each seat: `you`, `link`, or the spec of a bot. */
  seats: string[];
}

export type Choices = TurnChoices | LiveChoices;

/** Who asks: the secret of this browser, and the name of its player. */
export interface Asker {
  device: string;
  name: string;
}

export interface SeatToken {
  seat: SeatNumber;
  token: string;
}

/** The answer to opening a table or to a rematch. */
export interface OpenedTable {
  table: TableId;
  seats: SeatToken[];
}

export interface ApiFault {
  error: { code: string; words: string };
}

export interface Level {
  spec: string;
  name: string;
  words: string;
}

/** A board of a live game. */
export interface BoardOffer {
  board: string;
  name: string;
  /** What its seats are called, in their order. */
  seats: string[];
}

export interface SpeedOffer {
  speed: string;
  name: string;
}

/** A game as `GET /api/levels` offers it; the first is the default. */
export interface GameOffer {
  game: GameId;
  name: string;
  kind: "turn" | "live";
  levels: Level[];
  /** Empty for turn games, as are the speeds. */
  boards: BoardOffer[];
  speeds: SpeedOffer[];
}

export interface LobbyTable {
  table: TableId;
  game: GameId;
  names: string[];
  open_seats: number;
  moves: number;
  over: boolean;
  /** Null for turn games. */
  board: string | null;
  speed: string | null;
}
