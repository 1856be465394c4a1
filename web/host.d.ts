// The messages between the server and the page, written from the types of the program.
// UPDATE_WIRE=1 cargo test -p server --lib wire writes this file anew.

export type Action = { "does": "move" } | { "does": "promote", "to": PieceKind } | { "does": "upgrade" };
export type Army = "ivory" | "ink" | "vermilion" | "cobalt";
export type Board = { 
/**
 * Files, from left to right as the first seat sees them.
 */
width: number, 
/**
 * Ranks, upwards.
 */
height: number, 
/**
 * Squares that are not there.
 */
holes: Array<Square>, };
export type BoardOffer = { board: LiveBoard, name: string, 
/**
 * What its seats are called, in their order.
 */
seats: Array<string>, };
export type BotSpec = string;
export type Bye = { 
/**
 * Why.
 */
reason: ByeReason, 
/**
 * The close code of the socket.
 */
code: number, 
/**
 * For people.
 */
words: string, };
export type ByeReason = "shutting-down" | "reload" | "fault" | "unreadable" | "malformed" | "no-hello" | "refused" | "too-fast" | "too-slow" | "too-long" | "busy" | "full" | "too-much-stored" | "not-stored" | "wrong-token" | "turned-out" | "no-table";
export type ClientId = number;
export type ClientMessage<K> = Ping | CommandMessage<K>;
export type ClockView = { 
/**
 * Milliseconds left.
 */
left: number, 
/**
 * Whether it is counting down.
 */
running: boolean, };
export type CloseReason = "shutting-down" | "reload" | "too-slow" | "turned-out" | "fault";
export type Command<K> = { "kind": "common" } & CommonCommand | { "kind": "own" } & K;
export type CommandId = number;
export type CommandMessage<K> = { 
/**
 * The client's own number, which the answer carries; later commands have higher ones.
 */
id: CommandId, } & ({ "kind": "common" } & CommonCommand | { "kind": "own" } & K);
export type CommonCommand = { "command": "resign" } | { "command": "offer", 
/**
 * What is offered.
 */
what: OfferKind, } | { "command": "answer", 
/**
 * Accepted or declined.
 */
answer: OfferAnswer, } | { "command": "set-seat", 
/**
 * Which seat.
 */
seat: SeatNumber, 
/**
 * Who gets it.
 */
occupant: NewOccupant, } | { "command": "turn-out", 
/**
 * The guest's seat.
 */
seat: SeatNumber, };
export type CommonEvent = { "event": "offered", 
/**
 * By whom.
 */
by: SeatNumber, 
/**
 * What.
 */
what: OfferKind, } | { "event": "accepted", 
/**
 * What was offered.
 */
what: OfferKind, } | { "event": "declined", 
/**
 * What was offered.
 */
what: OfferKind, } | { "event": "seat-changed", 
/**
 * Which seat.
 */
seat: SeatNumber, } | { "event": "bot-failed", 
/**
 * The bot's seat.
 */
seat: SeatNumber, 
/**
 * What happened, for people.
 */
words: string, } | { "event": "said", 
/**
 * The bot's seat.
 */
seat: SeatNumber, 
/**
 * What it says.
 */
words: string, } | { "event": "ended" } | { "event": "rematch", 
/**
 * Which table.
 */
next: TableId, };
export type Device = string;
export type End = { 
/**
 * `None` for a draw.
 */
winner: SeatNumber | null, 
/**
 * `1-0`, `0-1` or `1/2-1/2`; of four players the winner's army.
 */
result: string, 
/**
 * Who won and why, for people.
 */
words: string, 
/**
 * The reason alone, for people.
 */
reason: string, };
export type Entry = { 
/**
 * Who played it.
 */
seat: SeatNumber, 
/**
 * As people write it: `Nf3`.
 */
label: string, 
/**
 * As programs write it.
 */
code: string, 
/**
 * The squares it touched.
 */
squares: [Square, Square], 
/**
 * Whether it captured.
 */
captures: boolean, 
/**
 * When it was played.
 */
at: number | null, 
/**
 * What the player had left afterwards, in milliseconds.
 */
left: number | null, };
export type ErrorBody = { error: ErrorFacts, };
export type ErrorFacts = { 
/**
 * Stable, in kebab case.
 */
code: string, 
/**
 * For people.
 */
words: string, };
export type GameId = "chess" | "ransom" | "kungfu";
export type GameOffer = { game: GameId, 
/**
 * The game's name for people.
 */
name: string, kind: "turn" | "live", 
/**
 * Its bots, weakest first.
 */
levels: Array<LevelOffer>, 
/**
 * The level for somebody who has never played, by its spec.
 */
usual: string, 
/**
 * Of a live game.
 */
boards: Array<BoardOffer>, 
/**
 * Of a live game.
 */
speeds: Array<SpeedOffer>, };
export type GrantedSeat = { seat: SeatNumber, token: Token, };
export type Greeting = { 
/**
 * The tokens of the seats it speaks for; none to watch.
 */
tokens: Array<Token>, 
/**
 * A random number below 2^53 that the client keeps when it reconnects.
 */
client: ClientId, 
/**
 * The last sequence number it has seen.
 */
seq: number | null, };
export type Hello = { 
/**
 * Who it is.
 */
hello: Greeting, };
export type Judged = { 
/**
 * The position after so many plies; 0 is the start.
 */
ply: number, 
/**
 * Of how many positions in all.
 */
of: number, 
/**
 * For White, in centipawns; a forced win is beyond 29,000.
 */
score: number, 
/**
 * The same for people.
 */
words: string, 
/**
 * The best move instead of the one that led here, if that was worse.
 */
better: string | null, 
/**
 * How bad the move was.
 */
mistake: Mistake | null, };
export type LegalMove = { 
/**
 * The square of the piece.
 */
from: Square, 
/**
 * Where it goes; equal to `from` for an upgrade.
 */
to: Square, 
/**
 * What else the move does.
 */
action: Action, 
/**
 * Whether something is captured.
 */
captures: boolean, 
/**
 * As people write it: `Nf3`.
 */
label: string, 
/**
 * As programs write it: `g1f3`.
 */
code: string, };
export type LevelOffer = { spec: string, name: string, words: string, 
/**
 * Its strength, as far as it was measured.
 */
rating: number | null, 
/**
 * Its name with its strength: `Medium · about 1920`.
 */
label: string, };
export type LiveAnswer = { "answer": "done" } | { "answer": "squares", 
/**
 * The piece.
 */
piece: number, 
/**
 * The squares.
 */
squares: Array<Square>, } | { "answer": "replay", 
/**
 * As it was.
 */
replay: ReplayFrame, };
export type LiveBoard = "standard" | "four";
export type LiveCommand = { "command": "go", 
/**
 * The piece.
 */
piece: number, 
/**
 * Where it goes.
 */
to: Square, } | { "command": "move", 
/**
 * The square of the piece.
 */
from: Square, 
/**
 * Where it goes.
 */
to: Square, } | { "command": "type", 
/**
 * What was typed.
 */
text: string, } | { "command": "cancel", 
/**
 * The piece.
 */
piece: number, } | { "command": "targets", 
/**
 * The piece.
 */
piece: number, } | { "command": "pause", 
/**
 * On or off.
 */
pause: Switch, } | { "command": "ready" } | { "command": "seek", 
/**
 * The tick.
 */
tick: number, };
export type LiveCommandMessage = CommandMessage<LiveCommand>;
export type LiveEvent = { "event": "started" } | { "event": "departed", 
/**
 * The piece.
 */
piece: number, } | { "event": "arrived", 
/**
 * The piece.
 */
piece: number, 
/**
 * Where.
 */
square: Square, } | { "event": "captured", 
/**
 * The piece.
 */
piece: number, 
/**
 * The piece that took it, if one did.
 */
by: number | null, 
/**
 * What happened, for people.
 */
words: string, } | { "event": "promoted", 
/**
 * The piece.
 */
piece: number, } | { "event": "rested", 
/**
 * The piece.
 */
piece: number, } | { "event": "out", 
/**
 * The player's seat.
 */
seat: SeatNumber, 
/**
 * The same for people.
 */
words: string, } | CommonEvent;
export type LiveFrame = { 
/**
 * How many events of the log this viewer has seen something of; the last may not be stored yet. Beats and the
 * premoves of others are not counted: a gap would show that one was given.
 */
seq: number, 
/**
 * The time of this frame.
 */
now: number, 
/**
 * Whether time runs.
 */
phase: Phase, 
/**
 * How many ticks have passed.
 */
tick: number, 
/**
 * When that tick began, or, in a countdown, when time will begin to run; `None` while time stands.
 */
since: number | null, 
/**
 * The seats.
 */
seats: Array<LiveSeat>, 
/**
 * The living pieces.
 */
pieces: Array<LivePiece>, 
/**
 * The viewer's own premoves.
 */
premoves: Array<Premove>, 
/**
 * What the viewer may do besides moving.
 */
may: LiveMay, 
/**
 * Who has offered a draw.
 */
offers: Array<SeatNumber>, 
/**
 * The end, once there is one.
 */
end: End | null, 
/**
 * The table where the players go on.
 */
next: TableId | null, };
export type LiveMay = { 
/**
 * Say that one is ready.
 */
ready: boolean, 
/**
 * Stop time, or let it run again.
 */
pause: boolean, 
/**
 * Give up.
 */
resign: boolean, 
/**
 * Offer a draw, or accept one.
 */
"offer-draw": boolean, 
/**
 * Look at any tick of the game.
 */
replay: boolean, 
/**
 * Offer or accept a rematch.
 */
rematch: boolean, 
/**
 * Turn out the guests on these seats.
 */
"turn-out": Array<SeatNumber>, };
export type LiveMessage = ServerMessage<Message<LiveView, LiveFrame, LiveEvent, LiveAnswer, LiveNote>>;
export type LiveNote = { "note": "premove-dropped", 
/**
 * The piece.
 */
piece: number, 
/**
 * Why, for people.
 */
words: string, };
export type LivePiece = { 
/**
 * Constant from the start of the game to the piece's capture.
 */
id: number, 
/**
 * Whose it is.
 */
army: Army, 
/**
 * What it is.
 */
kind: PieceKind, 
/**
 * Where it is.
 */
place: Place, };
export type LiveSeat = { 
/**
 * Still has a king.
 */
alive: boolean, 
/**
 * Is ready to begin.
 */
ready: boolean, 
/**
 * The side's name: `White`.
 */
side: string, 
/**
 * The colour of its pieces.
 */
army: Army, 
/**
 * The occupant's name, or the side's where nobody has given one.
 */
name: string, 
/**
 * Who sits there.
 */
occupant: OccupantView, 
/**
 * Whether somebody who may play for this seat is connected; always for bots.
 */
connected: boolean, };
export type LiveTableRequest = { game: GameId, 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, 
/**
 * The name of whoever asks.
 */
name: string, board: LiveBoard, speed: "standard" | "lightning", 
/**
 * For every seat of the board `you` (once at most), `link` (for anyone who comes) or a bot.
 */
seats: Array<string>, 
/**
 * `public` to be listed in the lobby; otherwise only those who have the link find the table.
 */
visibility?: "private" | "public", };
export type LiveView = { 
/**
 * The table.
 */
table: TableId, 
/**
 * The game.
 */
game: GameId, 
/**
 * Its board.
 */
board: Board, 
/**
 * The viewer's seats: one at the most, since players see different things.
 */
yours: Array<SeatNumber>, 
/**
 * Quarter turns, clockwise, that bring the viewer's own army to the lower edge.
 */
turned: number, 
/**
 * The speed.
 */
speed: "standard" | "lightning", 
/**
 * Ticks in a second.
 */
"ticks-per-second": number, 
/**
 * Ticks a piece needs for a square.
 */
"ticks-per-square": number, 
/**
 * Ticks a piece rests after a move.
 */
rest: number, 
/**
 * What changes.
 */
frame: LiveFrame, };
export type LobbyTable = { table: TableId, game: GameId, kind: "turn" | "live", 
/**
 * In the order of the seats; empty for an open one.
 */
names: Array<string>, open_seats: number, moves: number, over: boolean, 
/**
 * Of a live game.
 */
board: LiveBoard | null, 
/**
 * Of a live game: `standard` or `lightning`.
 */
speed: "standard" | "lightning" | null, };
export type Message<V, F, E, A, N> = { "message": "snapshot", 
/**
 * The table as this viewer sees it.
 */
view: V, } | { "message": "update", 
/**
 * In the order it happened; empty where only the frame changed.
 */
events: Array<E>, 
/**
 * The table afterwards.
 */
frame: F, } | { "message": "reply", 
/**
 * The command.
 */
id: CommandId, 
/**
 * What it asked for.
 */
answer: A, } | { "message": "refused", 
/**
 * The command.
 */
id: CommandId, 
/**
 * Why.
 */
refusal: Refusal, 
/**
 * The same for people.
 */
words: string, } | { "message": "note", 
/**
 * What.
 */
note: N, } | { "message": "notice", 
/**
 * What.
 */
notice: Notice, 
/**
 * The same for people.
 */
words: string, } | { "message": "closed", 
/**
 * Why.
 */
reason: CloseReason, 
/**
 * The same for people.
 */
words: string, };
export type Mistake = "inaccuracy" | "mistake" | "blunder";
export type Mode = "here" | "machine" | "link";
export type MoveRefusal = { 
/**
 * Stable, in kebab case: `own-piece`.
 */
code: string, 
/**
 * For people.
 */
words: string, };
export type NamedDevice = { 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, name: string, };
export type NewOccupant = { "is": "open" } | { "is": "bot", "spec": BotSpec };
export type Notice = { "code": "not-stored" } | { "code": "stored-again" };
export type OccupantView = { "is": "open" } | { "is": "person" } | { "is": "bot", "spec": BotSpec };
export type Offer = { 
/**
 * Who offers.
 */
by: SeatNumber, 
/**
 * What.
 */
what: OfferKind, };
export type OfferAnswer = "accept" | "decline";
export type OfferKind = "draw" | "take-back" | "rematch";
export type OpenedTable = { table: TableId, seats: Array<GrantedSeat>, };
export type PastSeat = { 
/**
 * What it had captured, in order.
 */
captured: Array<PieceKind>, 
/**
 * Material it was ahead, in pawns; never below zero.
 */
lead: number, 
/**
 * Milliseconds left on its clock.
 */
left: number | null, };
export type Phase = "waiting" | "countdown" | "running" | "paused" | "over";
export type Piece = { 
/**
 * Constant from the start of the game to the piece's capture, so that a front end can animate it.
 */
id: number, 
/**
 * Where it stands.
 */
square: Square, 
/**
 * Whose it is.
 */
army: Army, 
/**
 * What it looks like.
 */
kind: PieceKind, };
export type PieceKind = "pawn" | "knight" | "bishop" | "rook" | "queen" | "open-queen" | "king";
export type Ping = { 
/**
 * Comes back as it is.
 */
ping: number, };
export type Place = { "is": "standing", 
/**
 * Which square.
 */
square: Square, 
/**
 * The tick until which it rests.
 */
rests: number | null, } | { "is": "moving", 
/**
 * The square it left.
 */
from: Square, 
/**
 * The tick at which it was still there.
 */
since: number, 
/**
 * Files and ranks of a step.
 */
step: [number, number], 
/**
 * Ticks of a step.
 */
ticks: number, 
/**
 * Where it stops, if the viewer may know.
 */
to: Square | null, } | { "is": "flying", 
/**
 * File and rank at the tick of the frame, in sixtieths of a square from the centre of a1.
 */
at: [number, number], };
export type PlayerName = { name: string, };
export type Premove = { 
/**
 * The piece.
 */
piece: number, 
/**
 * Where it will be sent.
 */
to: Square, };
export type Refusal = { "code": "watching" } | { "code": "no-such-seat", 
/**
 * The seat.
 */
seat: SeatNumber, } | { "code": "seat-of-person", 
/**
 * The seat.
 */
seat: SeatNumber, } | { "code": "not-the-opener" } | { "code": "no-guest", 
/**
 * The seat.
 */
seat: SeatNumber, } | { "code": "game-over" } | { "code": "not-over" } | { "code": "not-begun" } | { "code": "already-begun" } | { "code": "waiting-for-player" } | { "code": "move", 
/**
 * Why, with the game's own code and words.
 */
refusal: MoveRefusal, } | { "code": "nothing-to-take-back" } | { "code": "no-take-back-left", 
/**
 * How many in a row are allowed.
 */
allowed: number, } | { "code": "already-offered" } | { "code": "nothing-offered" } | { "code": "bot-is-thinking", 
/**
 * The bot's name.
 */
name: string, } | { "code": "draw-declined", 
/**
 * The bot's name.
 */
name: string, } | { "code": "offer-lasts" } | { "code": "no-help" } | { "code": "too-much-help", 
/**
 * How many those are.
 */
tables: number, } | { "code": "hint-out-of-turn" } | { "code": "outdated" } | { "code": "engine-failed" } | { "code": "no-such-ply", 
/**
 * How many it has.
 */
plies: number, } | { "code": "no-such-bot", 
/**
 * The spec.
 */
spec: string, } | { "code": "pause-against-people" } | { "code": "no-such-piece" } | { "code": "empty-square", 
/**
 * The square.
 */
square: Square, } | { "code": "nobody-goes-there", 
/**
 * The square.
 */
square: Square, } | { "code": "several-go-there", 
/**
 * The square.
 */
square: Square, 
/**
 * Where they stand.
 */
from: Array<Square>, } | { "code": "not-two-squares", 
/**
 * The text, shortened.
 */
text: string, } | { "code": "not-here" } | { "code": "not-stored" } | { "code": "busy" };
export type RefusalCode = Refusal["code"];
export type RematchRequest = { 
/**
 * The tokens of the seats at the finished game.
 */
tokens: Array<Token>, };
export type ReplayFrame = { 
/**
 * The table as it was, with time standing.
 */
frame: LiveFrame, 
/**
 * The next tick at which more happens than gliding and resting.
 */
next: number | null, 
/**
 * How many ticks the game has.
 */
ticks: number, 
/**
 * The ticks of captures.
 */
captures: Array<number>, };
export type Scene = { 
/**
 * After how many plies.
 */
ply: number, 
/**
 * The pieces with their squares.
 */
pieces: Array<Piece>, 
/**
 * Whose move it is; `None` after the end.
 */
turn: "white" | "black" | null, 
/**
 * The squares of the last move.
 */
last: [Square, Square] | null, 
/**
 * The square of a king in check.
 */
check: Square | null, 
/**
 * Points by side; empty in games without points.
 */
purses: Array<number>, 
/**
 * The position text.
 */
text: string, };
export type Seat = { 
/**
 * The side's name: `White`.
 */
side: string, 
/**
 * The colour of its pieces.
 */
army: Army, 
/**
 * The occupant's name, or the side's where nobody has given one.
 */
name: string, 
/**
 * Who sits there.
 */
occupant: OccupantView, 
/**
 * Whether somebody who may play for this seat is connected; always for bots.
 */
connected: boolean, };
export type SeatNumber = number;
export type ServerMessage<M> = M | SocketMessage;
export type SideChoice = "white" | "black" | "random";
export type SocketMessage = { "message": "pong", 
/**
 * Its number.
 */
ping: number, 
/**
 * The time at the tables.
 */
now: number, } | { "message": "bye" } & Bye;
export type SpeedOffer = { speed: "standard" | "lightning", name: string, };
export type Square = string;
export type Start = "usual" | { "text": string } | { "numbered": number };
export type Switch = "on" | "off";
export type TableId = string;
export type Thought = { 
/**
 * The bot on this seat, about its own move; `None` for the engine that advises.
 */
by: SeatNumber | null, 
/**
 * After how many plies.
 */
ply: number, 
/**
 * Plies looked ahead.
 */
depth: number, 
/**
 * For White, in centipawns; a forced win is beyond 29,000.
 */
score: number, 
/**
 * The same for people.
 */
words: string, 
/**
 * Positions visited.
 */
nodes: number, 
/**
 * The expected moves.
 */
line: Array<string>, };
export type Token = string;
export type TurnAnswer = { "answer": "done" } | { "answer": "scene", 
/**
 * As it was.
 */
scene: Scene, 
/**
 * The seats as they were, White first.
 */
seats: Array<PastSeat>, } | { "answer": "hint", 
/**
 * The move.
 */
choice: LegalMove, 
/**
 * Its value for people, as White's side counts: `+0.35`, `Black mates in 3`.
 */
score: string, };
export type TurnCommand = { "command": "move", 
/**
 * The square of the piece.
 */
from: Square, 
/**
 * Where it goes.
 */
to: Square, 
/**
 * What else the move does.
 */
action: Action, } | { "command": "type", 
/**
 * What was typed.
 */
text: string, } | { "command": "take-back" } | { "command": "look", 
/**
 * After how many plies.
 */
ply: number, } | { "command": "hint" } | { "command": "analyse", 
/**
 * On or off.
 */
analysis: Switch, } | { "command": "review" };
export type TurnCommandMessage = CommandMessage<TurnCommand>;
export type TurnEvent = { "event": "moved", 
/**
 * The new last entry of the record.
 */
entry: Entry, } | { "event": "taken-back", 
/**
 * How many entries are left.
 */
plies: number, } | CommonEvent;
export type TurnFrame = { 
/**
 * The sequence number of the last stored event in this frame.
 */
seq: number, 
/**
 * The time of this frame, for clocks.
 */
now: number, 
/**
 * The seats, White first.
 */
seats: Array<TurnSeat>, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The viewer's legal moves: empty for spectators, out of turn and after the end.
 */
choices: Array<LegalMove>, 
/**
 * What the viewer may do besides moving.
 */
may: TurnMay, 
/**
 * The bot that is thinking.
 */
thinking: SeatNumber | null, 
/**
 * An offer that waits for an answer.
 */
offer: Offer | null, 
/**
 * The end, once there is one.
 */
end: End | null, 
/**
 * The table where the players go on.
 */
next: TableId | null, };
export type TurnMay = { 
/**
 * Take back; if another person plays, this asks them.
 */
"take-back": boolean, 
/**
 * Give up.
 */
resign: boolean, 
/**
 * Offer a draw.
 */
"offer-draw": boolean, 
/**
 * Claim the draw of this reason.
 */
claim: string | null, 
/**
 * Answer the offer on the table.
 */
answer: boolean, 
/**
 * Ask for a hint.
 */
hint: boolean, 
/**
 * Offer or accept a rematch.
 */
rematch: boolean, 
/**
 * Turn out the guests on these seats.
 */
"turn-out": Array<SeatNumber>, };
export type TurnMessage = ServerMessage<Message<TurnView, TurnFrame, TurnEvent, TurnAnswer, TurnNote>>;
export type TurnNote = { "note": "thought" } & Thought | { "note": "judged" } & Judged | { "note": "review-stopped" };
export type TurnSeat = { 
/**
 * The clock at [`TurnFrame::now`].
 */
clock: ClockView | null, 
/**
 * Points, in games that have them.
 */
purse: number | null, 
/**
 * What this seat has captured, in order.
 */
captured: Array<PieceKind>, 
/**
 * Material this seat is ahead, in pawns; never below zero.
 */
lead: number, 
/**
 * The side's name: `White`.
 */
side: string, 
/**
 * The colour of its pieces.
 */
army: Army, 
/**
 * The occupant's name, or the side's where nobody has given one.
 */
name: string, 
/**
 * Who sits there.
 */
occupant: OccupantView, 
/**
 * Whether somebody who may play for this seat is connected; always for bots.
 */
connected: boolean, };
export type TurnTableRequest = { game: GameId, 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, 
/**
 * The name of whoever asks.
 */
name: string, mode: Mode, 
/**
 * The bot, against the machine.
 */
level?: string, side?: SideChoice, 
/**
 * The name of the second person, for two at one screen.
 */
opponent?: string, 
/**
 * Minutes and seconds a move, as `5+3`; none without.
 */
clock?: string | null, start?: Start, 
/**
 * `public` to be listed in the lobby; otherwise only those who have the link find the table.
 */
visibility?: "private" | "public", };
export type TurnView = { 
/**
 * The table.
 */
table: TableId, 
/**
 * The game.
 */
game: GameId, 
/**
 * The game's board.
 */
board: Board, 
/**
 * The viewer's seats: none for a spectator, both at one screen.
 */
yours: Array<SeatNumber>, 
/**
 * The number of the first move, as records count.
 */
first: number, 
/**
 * Milliseconds that each side begins with, or has for every move; `None` without a clock.
 */
time: number | null, 
/**
 * Every move so far.
 */
record: Array<Entry>, 
/**
 * What changes from move to move.
 */
frame: TurnFrame, };
