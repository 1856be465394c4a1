// The types of the wire as the page uses them: those generated from the program, and unions over the kinds of table. A
// study has views and frames of its own, which only its screen reads.
// Types only: nothing of this reaches the browser.

import type {
  Command,
  CommandMessage,
  LiveAnswer,
  LiveCommand,
  LiveEvent,
  LiveFrame,
  LiveNote,
  LiveTableRequest,
  LiveView,
  Message,
  SocketMessage,
  StudyAnswer,
  StudyCommand,
  StudyEvent,
  StudyNote,
  TurnAnswer,
  TurnCommand,
  TurnEvent,
  TurnFrame,
  TurnNote,
  TurnTableRequest,
  TurnView,
} from "./host";

export * from "./host";

export type AnyView = TurnView | LiveView;
export type AnyFrame = TurnFrame | LiveFrame;
export type AnyEvent = TurnEvent | LiveEvent | StudyEvent;
export type AnyAnswer = TurnAnswer | LiveAnswer | StudyAnswer;
export type AnyNote = TurnNote | LiveNote | StudyNote;
export type AnyCommand = Command<TurnCommand> | Command<LiveCommand> | Command<StudyCommand>;
/** A command with its id; a repeated id is answered again and not executed again. */
export type SentCommand = CommandMessage<TurnCommand> | CommandMessage<LiveCommand> | CommandMessage<StudyCommand>;

/** The answer to a `Ping`, on the clock of the frames. */
export type Pong = Extract<SocketMessage, { message: "pong" }>;
/** The last message before the server closes a socket. */
export type Goodbye = Extract<SocketMessage, { message: "bye" }>;
export type AnyMessage = Message<AnyView, AnyFrame, AnyEvent, AnyAnswer, AnyNote> | SocketMessage;

/** What is chosen for a game: the body of `POST /api/tables` without who asks. */
export type TurnChoices = Omit<TurnTableRequest, "device" | "name">;
export type LiveChoices = Omit<LiveTableRequest, "device" | "name">;
export type Choices = TurnChoices | LiveChoices;
