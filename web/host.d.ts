// The messages between the server and the page, written from the types of the program.
// UPDATE_WIRE=1 cargo test -p server --lib wire writes this file anew.

export type Ability = "resigns" | "answers-draws" | "claims-draws" | "uses-clock" | "explains" | "errs" | "reacts";
export type AbilityOffer = { ability: Ability, 
/**
 * The ability for people.
 */
words: string, };
export type Absence = { 
/**
 * The player's seat.
 */
seat: SeatNumber, 
/**
 * Since when no client of the seat is connected.
 */
since: number, 
/**
 * From when on the game can be claimed or called off.
 */
claim_at: number, };
export type Action = { "does": "move" } | { "does": "promote", "to": PieceKind } | { "does": "upgrade" } | { "does": "return", "to": PieceKind };
export type Adoption = { 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, };
export type AnalysedSide = "mover" | "threat";
export type Analysis = { 
/**
 * The position.
 */
node: NodeId, 
/**
 * The side for which the engine searches.
 */
side: AnalysedSide, 
/**
 * Search depth in plies.
 */
depth: number, 
/**
 * Searched nodes.
 */
nodes: number, 
/**
 * The lines, best first.
 */
lines: Array<AnalysisLine>, 
/**
 * Whether the search has ended.
 */
done: boolean, };
export type AnalysisLine = { 
/**
 * Its value.
 */
value: Value, 
/**
 * The moves for people, with numbers: `3. Nf3 Nc6 4. Bb5`.
 */
words: string, 
/**
 * The squares of the first move.
 */
first: [Square, Square] | null, 
/**
 * The first move by its code.
 */
code: string, };
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
 * Missing squares.
 */
holes: Array<Square>, 
/**
 * How the letters of its files are written for people.
 */
letters: Letters, };
export type BoardOffer = { board: LiveBoard, name: string, 
/**
 * The names of its seats, in order.
 */
seats: Array<string>, };
export type BotKind = "internal" | "uci" | "model";
export type BotOffer = { spec: string, name: string, };
export type BotResults = { 
/**
 * The game.
 */
game: string, 
/**
 * The bot.
 */
bot: string, counts: Counts, };
export type BotSpec = string;
export type Bye = { 
/**
 * The reason.
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
export type ByeReason = "shutting-down" | "reload" | "fault" | "unreadable" | "malformed" | "no-hello" | "refused" | "too-fast" | "too-slow" | "too-long" | "busy" | "full" | "too-much-stored" | "not-stored" | "wrong-token" | "turned-out" | "left" | "not-watched" | "no-table";
export type ChallengeEntry = { 
/**
 * Taking its open seat accepts the challenge.
 */
table: TableId, 
/**
 * The challenger.
 */
name: string, 
/**
 * Whether the challenger has an account.
 */
has_account: boolean, 
/**
 * The challenger's rating at this game, if there is one.
 */
rating: number | null, game: GameId, 
/**
 * The clock of a turn game in minutes and seconds: `3+2`.
 */
clock: string | null, 
/**
 * Of a live game.
 */
board: LiveBoard | null, 
/**
 * Of a live game: `standard` or `lightning`.
 */
speed: "standard" | "lightning" | null, 
/**
 * The reserved seat: of a turn game 0 is White's.
 */
seat: SeatNumber, rated: boolean, 
/**
 * When it expires, in milliseconds since 1970.
 */
until: number, };
export type ChallengeState = "open" | "accepted" | "declined" | "expired";
export type ChallengeStatus = { 
/**
 * The challenged account; null if it was closed.
 */
name: string | null, state: ChallengeState, 
/**
 * When it expires, in milliseconds since 1970.
 */
until: number, };
export type ChatCommand = { "say": { text: string, 
/**
 * The name of somebody who watches; a player is known by the seat.
 */
name: string, } } | "off" | { "report": { line: number, } };
export type ChatLine = { number: number, at: number, 
/**
 * The seat of a player who says it.
 */
seat: SeatNumber | null, 
/**
 * The name of somebody who watches.
 */
name: string, text: string, };
export type ChatMessage = { chat: ChatCommand, };
export type ChatRefusal = "too-fast" | "no-line" | "no-name" | "off" | "not-a-player" | "no-such-line";
export type ChatUpdate = { 
/**
 * New lines, or all that are remembered for somebody who comes.
 */
lines: Array<ChatLine>, 
/**
 * Whether chat is open.
 */
open: boolean, };
export type ClientId = number;
export type ClientMessage<K> = Ping | ChatMessage | CommandMessage<K>;
export type ClockView = { 
/**
 * Milliseconds left.
 */
left: number, 
/**
 * Whether it is counting down.
 */
running: boolean, };
export type CloseReason = "shutting-down" | "reload" | "too-slow" | "turned-out" | "left" | "fault";
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
seat: SeatNumber, } | { "command": "leave" } | { "command": "claim-win" } | { "command": "call-off" };
export type CommonEvent = { "event": "offered", 
/**
 * The seat of the person who did it.
 */
by: SeatNumber, 
/**
 * The offer.
 */
what: OfferKind, } | { "event": "accepted", 
/**
 * What was offered.
 */
what: OfferKind, } | { "event": "declined", 
/**
 * What was offered.
 */
what: OfferKind, } | { "event": "expired", 
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
export type Confirmed = { password: string, };
export type CountRequest = { progress: PuzzleProgress, id: string, rating: number, 
/**
 * Whether it was solved at the first try.
 */
solved: boolean, };
export type Counts = { won: number, drawn: number, lost: number, };
export type CurvePoint = { 
/**
 * Milliseconds since 1970.
 */
at: number, rating: number, };
export type Device = string;
export type DrawColour = "green" | "red" | "yellow" | "blue";
export type Drawing = { 
/**
 * Its colour.
 */
colour: DrawColour, 
/**
 * Where the arrow begins.
 */
from: Square, 
/**
 * Where it ends; equal to `from` for a circle.
 */
to: Square, };
export type DrillOffer = { theme: DrillTheme, name: string, advice: string, 
/**
 * How many positions there are.
 */
count: number, };
export type DrillTheme = "queen" | "rook" | "bishops" | "bishop-knight" | "pawn" | "pawn-defence" | "queen-pawn" | "lucena" | "philidor";
export type EditorCard = { 
/**
 * The squares.
 */
board: Board, 
/**
 * The pieces that can be put on them.
 */
palette: Array<PieceKind>, 
/**
 * The sketch, with a fitting value for every field.
 */
sketch: Sketch, 
/**
 * The fields with their values.
 */
fields: Array<SketchField>, 
/**
 * The position text; it is read as a position if there is no fault.
 */
text: string, 
/**
 * Everything that is wrong, a sentence each.
 */
faults: Array<string>, };
export type EditorRequest = { game: GameId, source: SketchSource, };
export type End = { 
/**
 * `None` for a draw and for a game without a result.
 */
winner: SeatNumber | null, 
/**
 * `1-0`, `0-1` or `1/2-1/2`; of four players the winner's army; `*` of a game that was called off.
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
 * The player's remaining time afterwards, in milliseconds.
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
export type ExerciseAction = { "do": "move", 
/**
 * Its code.
 */
code: string, } | { "do": "reply", 
/**
 * Its code.
 */
code: string, } | { "do": "continue" } | { "do": "hint" } | { "do": "show" };
export type ExerciseAnswer = { card: ExerciseCard, 
/**
 * To be sent with the next action.
 */
log: Array<ExerciseAction>, };
export type ExerciseCard = { 
/**
 * What it is: `Puzzle k3x9a2b`.
 */
title: string, 
/**
 * What to do, or what the last action was.
 */
words: string, 
/**
 * How the words are meant.
 */
tone: ExerciseTone, 
/**
 * How far the learner is, and of how many: turns or steps.
 */
step: [number, number], 
/**
 * The squares of the board.
 */
board: Board, 
/**
 * The pieces.
 */
scene: Scene, 
/**
 * The side of the learner, shown below.
 */
below: "white" | "black", 
/**
 * The moves that the learner may try; none while there is nothing to move.
 */
choices: Array<LegalMove>, 
/**
 * Squares to look at.
 */
marked: Array<Square>, 
/**
 * Whether it is still open.
 */
state: ExerciseState, 
/**
 * Whether it was solved without a wrong move, a hint or the solution; none while that is open.
 */
first_try: boolean | null, 
/**
 * Further actions of the learner.
 */
doors: Array<ExerciseDoor>, };
export type ExerciseDoor = "hint" | "show" | "continue";
export type ExerciseRequest = { task: ExerciseTask, log: Array<ExerciseAction>, action?: ExerciseAction, };
export type ExerciseState = "open" | "done" | "failed";
export type ExerciseTask = { "task": "puzzle", 
/**
 * Its game.
 */
game: GameId, 
/**
 * Its id.
 */
id: string, } | { "task": "own", 
/**
 * The line.
 */
line: string, } | { "task": "lesson", 
/**
 * The game.
 */
game: GameId, } | { "task": "drill", 
/**
 * The theme.
 */
theme: DrillTheme, 
/**
 * The number of the position, from 0.
 */
number: number, };
export type ExerciseTone = "ask" | "right" | "wrong";
export type ExploredMove = { 
/**
 * As programs write it: `g1f3`.
 */
code: string, 
/**
 * As people write it: `Nf3`.
 */
label: string, 
/**
 * How many games have it; those without a result too.
 */
games: number, 
/**
 * Games that White won.
 */
white: number, 
/**
 * Games that were drawn.
 */
draws: number, 
/**
 * Games that Black won.
 */
black: number, 
/**
 * The opening after it, where it leads to a name.
 */
opening: OpeningName | null, };
export type ExplorerBook = { 
/**
 * How many games it counts.
 */
games: number, 
/**
 * Whether moves were left out because there are too many.
 */
is_cut: boolean, 
/**
 * The moves of every position, the most frequent first, by the text of its key.
 */
positions: { [key in string]: Array<ExploredMove> }, };
export type ExplorerRequest = { game: GameId, source: ExplorerSource, };
export type ExplorerSource = { "is": "openings" } | { "is": "mine" } | { "is": "file", "of": string };
export type FieldValues = { "are": "switch" } | { "are": "choice", "of": Array<string> } | { "are": "number", "of": number };
export type FileRequest = { game: GameId, 
/**
 * The content of the file.
 */
text: string, };
export type FinishedGame = { table: string, game: string, seat: number, result: GameResult, 
/**
 * The other side of a game of two.
 */
opponent: Opponent | null, opponent_rating: number | null, 
/**
 * The list in which it was rated.
 */
list: string | null, 
/**
 * The rating before and after it.
 */
ratings: [number, number] | null, opening: string | null, moves: number, 
/**
 * Milliseconds since 1970.
 */
begun: number, ended: number, };
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
speeds: Array<SpeedOffer>, 
/**
 * The highest number of its numbered starts, as Chess960 has; null without.
 */
last_start: number | null, 
/**
 * What can be chosen instead of the usual game.
 */
variants: Array<VariantOffer>, 
/**
 * Whether positions can be set up by hand.
 */
editor: boolean, };
export type GameResult = "won" | "drawn" | "lost";
export type GrantedSeat = { seat: SeatNumber, token: Token, };
export type Greeting = { 
/**
 * The tokens of the seats it speaks for; none to watch.
 */
tokens: Array<Token>, 
/**
 * A random number below 2^53 that the client uses again when it reconnects.
 */
client: ClientId, 
/**
 * The last sequence number it has seen.
 */
seq: number | null, };
export type Happening = "moved" | "moved-another" | "king-moved" | "premoved" | "captured" | "ended";
export type Hello = { 
/**
 * The identity of the client.
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
export type Judgement = { 
/**
 * The loss of expected points, in thousandths.
 */
loss: number, 
/**
 * How bad it was.
 */
mistake: Mistake | null, 
/**
 * The best move instead, if it was another and is known.
 */
better: string | null, };
export type Leaving = "closes-table" | "opens-seat" | "calls-off" | "resigns";
export type LegalMove = { 
/**
 * The square of the piece.
 */
from: Square, 
/**
 * Where it goes; equal to `from` for an upgrade and for a piece that returns.
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
export type LessonOffer = { game: GameId, title: string, steps: number, };
export type Letters = "small" | "capital";
export type LevelOffer = { spec: string, name: string, words: string, 
/**
 * Its strength, as far as it was measured.
 */
rating: number | null, 
/**
 * Its name with its strength: `Medium · about 1870`.
 */
label: string, 
/**
 * Its strength alone: `about 1870`.
 */
strength: string, 
/**
 * Where it comes from.
 */
kind: BotKind, 
/**
 * Who made it; null for a model, whose file may name nobody.
 */
author: string | null, 
/**
 * Its version.
 */
version: string | null, 
/**
 * Its abilities.
 */
abilities: Array<AbilityOffer>, 
/**
 * The same level with another thinking time; empty for one that takes none.
 */
times: Array<TimeOffer>, };
export type ListedGame = { 
/**
 * Its tags by name.
 */
tags: Array<[string, string]>, 
/**
 * By its tags, or else by its moves.
 */
opening: OpeningName | null, result: string, moves: number, 
/**
 * Problems of the game, a sentence each; a game that cannot be read has nothing else.
 */
notices: Array<string>, readable: boolean, };
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
pause: Switch, } | { "command": "ready" } | { "command": "not-ready" } | { "command": "seek", 
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
 * The square.
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
 * When that tick began, or, in a countdown, when time will begin to run; `None` while time is stopped.
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
 * A rematch that not everybody has agreed to.
 */
rematch: Offer | null, 
/**
 * The end, once there is one.
 */
end: End | null, 
/**
 * The next table of the players.
 */
next: TableId | null, 
/**
 * A player for whom the others wait.
 */
absence: Absence | null, 
/**
 * The number of spectators.
 */
watchers: number, 
/**
 * The task of the first seat, where one is played.
 */
scenario?: ScenarioView, };
export type LiveLesson = { 
/**
 * Its title.
 */
title: string, 
/**
 * The steps.
 */
steps: Array<LiveStep>, };
export type LiveMay = { 
/**
 * Say that one is ready.
 */
ready: boolean, 
/**
 * Say that one is not ready after all.
 */
"not-ready": boolean, 
/**
 * Give seats without a person to bots, or open them.
 */
"seat-bots": boolean, 
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
"turn-out": Array<SeatNumber>, 
/**
 * Claim the game from a player who is away.
 */
"claim-win": boolean, 
/**
 * End the game without a result.
 */
"call-off": boolean, 
/**
 * Answer the rematch that others want.
 */
answer: boolean, 
/**
 * Leave the table, and what that does.
 */
leave: Leaving | null, };
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
 * Its lost pieces.
 */
lost: Array<PieceKind>, 
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
connected: boolean, 
/**
 * Since when the person who has this seat is away; only while somebody else is connected.
 */
away_since: number | null, };
export type LiveStep = { 
/**
 * What the learner reads.
 */
words: string, 
/**
 * What ends the step.
 */
done: Happening, };
export type LiveTableRequest = { game: GameId, 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, 
/**
 * The name of the caller.
 */
name: string, board: LiveBoard, speed: "standard" | "lightning", 
/**
 * For every seat of the board `you` (once at most), `link` (for anyone who comes) or a bot.
 */
seats: Array<string>, 
/**
 * `public` to be listed in the lobby; otherwise only those who have the link find the table, and may watch it unless
 * it is `closed`.
 */
visibility?: "private" | "public" | "closed", 
/**
 * Whether it counts for the ratings of its players, who have accounts.
 */
rated?: boolean, 
/**
 * The account for which the open seat is reserved.
 */
challenge?: string, };
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
export type LobbyTable = { table: TableId, game: GameId, kind: "turn" | "live" | "study", 
/**
 * In the order of the seats; empty for an open one.
 */
names: Array<string>, 
/**
 * The ratings of those who have one, in the order of the seats.
 */
ratings: Array<number | null>, 
/**
 * Whether the game counts for ratings; only accounts may sit down.
 */
rated: boolean, open_seats: number, 
/**
 * The open seats: of a turn game 0 is White's.
 */
open: Array<SeatNumber>, 
/**
 * The clock of a turn game in minutes and seconds: `3+2`.
 */
clock: string | null, moves: number, over: boolean, 
/**
 * Of a live game.
 */
board: LiveBoard | null, 
/**
 * Of a live game: `standard` or `lightning`.
 */
speed: "standard" | "lightning" | null, };
export type LobbyView = { 
/**
 * People who are connected to a table, each counted once.
 */
online: number, 
/**
 * People who wait to be paired.
 */
seeking: number, 
/**
 * Public tables, those that wait for somebody first.
 */
tables: Array<LobbyTable>, };
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
 * The reason.
 */
refusal: Refusal, 
/**
 * The same for people.
 */
words: string, } | { "message": "note", 
/**
 * The note.
 */
note: N, } | { "message": "notice", 
/**
 * The notice.
 */
notice: Notice, 
/**
 * The same for people.
 */
words: string, } | { "message": "closed", 
/**
 * The reason.
 */
reason: CloseReason, 
/**
 * The same for people.
 */
words: string, };
export type MissionOffer = { name: string, 
/**
 * The belt for people: `White belt`.
 */
belt: string, title: string, task: string, 
/**
 * After how many seconds time is up.
 */
seconds: number, };
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
export type NewCodes = { name: string, codes: Array<string>, };
export type NewOccupant = { "is": "open" } | { "is": "bot", "spec": BotSpec };
export type NewPassword = { old: string, password: string, };
export type NextPuzzle = { task: ExerciseTask, id: string, rating: number, 
/**
 * How many puzzles are due again.
 */
due: number, };
export type NextPuzzleRequest = { game: GameId, 
/**
 * Only puzzles with this theme.
 */
theme?: string, 
/**
 * About this rating; without it, the solver's own.
 */
rating?: number, 
/**
 * Only these puzzles of the solver's own, as lines of text.
 */
own?: Array<string>, progress: PuzzleProgress, };
export type NodeId = number;
export type Notice = { "code": "not-stored" } | { "code": "stored-again" };
export type OccupantView = { "is": "open" } | { "is": "person" } | { "is": "bot", "spec": BotSpec };
export type Offer = { 
/**
 * Who offers.
 */
by: SeatNumber, 
/**
 * The offer.
 */
what: OfferKind, 
/**
 * When the offer expires.
 */
until: number, };
export type OfferAnswer = "accept" | "decline";
export type OfferKind = "draw" | "take-back" | "rematch";
export type OpenedTable = { table: TableId, seats: Array<GrantedSeat>, };
export type OpeningName = { 
/**
 * Its code, where the game has codes: `C50`.
 */
code: string, 
/**
 * Its name.
 */
name: string, };
export type OpeningResults = { opening: string, counts: Counts, };
export type Opponent = { "is": "person", "who": string } | { "is": "bot", "who": string } | { "is": "open" };
export type OpponentLevel = { 
/**
 * The lower end of 200 points.
 */
from: number, counts: Counts, };
export type OwnAccount = { name: string, 
/**
 * Milliseconds since 1970.
 */
created: number, 
/**
 * Recovery codes that were not used.
 */
codes_left: number, };
export type OwnGames = { 
/**
 * Games that are not over, the last touched first.
 */
unfinished: Array<UnfinishedGame>, 
/**
 * The finished games that are wanted, the newest first.
 */
finished: Array<FinishedGame>, 
/**
 * Whether there are more of them.
 */
more: boolean, };
export type OwnPuzzles = { puzzles: Array<string>, };
export type OwnPuzzlesRequest = { 
/**
 * The seat of the player: 0 or 1.
 */
seat: SeatNumber, };
export type PairingAnswer = { "state": "waiting", 
/**
 * Milliseconds since the search began.
 */
waited: number, 
/**
 * People who want the same game, including this player.
 */
people: number, 
/**
 * The player's rating, if a game with another account will be rated.
 */
rating: number | null, 
/**
 * A bot of about the player's strength, after a long wait.
 */
bot: BotOffer | null, } | { "state": "paired", table: TableId, };
export type PairingRequest = { 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, name: string, 
/**
 * A random number for this search: the same number continues the search, another starts a new one.
 */
ticket: number, game: string, 
/**
 * The clock of a turn game in minutes and seconds, such as `3+2`; none without.
 */
clock?: string, 
/**
 * The speed of a live game.
 */
speed?: "standard" | "lightning", 
/**
 * Whether others may watch the game; a game is listed if both players allow it.
 */
watched?: boolean, };
export type Participant = { 
/**
 * The seat.
 */
seat: SeatNumber, 
/**
 * The name, if one is known.
 */
name: string | null, 
/**
 * Whether the person is connected.
 */
connected: boolean, };
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
 * Its shape.
 */
kind: PieceKind, };
export type PieceKind = "pawn" | "knight" | "bishop" | "rook" | "queen" | "open-queen" | "king";
export type Ping = { 
/**
 * A number that the reply repeats.
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
export type PracticeOffer = { puzzles: Array<PuzzleOffer>, lessons: Array<LessonOffer>, drills: Array<DrillOffer>, missions: Array<MissionOffer>, };
export type Premove = { 
/**
 * The piece.
 */
piece: number, 
/**
 * Where it will be sent.
 */
to: Square, };
export type Profile = { 
/**
 * The name of an account; null for an anonymous player.
 */
account: string | null, 
/**
 * When the account was opened, in milliseconds since 1970.
 */
created: number | null, ratings: Array<RatingBody>, statistics: Statistics, };
export type PuzzleOffer = { game: GameId, name: string, count: number, themes: Array<ThemeOffer>, };
export type PuzzleProgress = { 
/**
 * The rating.
 */
rating: SolverRating, 
/**
 * Puzzles solved at the first try.
 */
solved: number, 
/**
 * Puzzles that were not.
 */
failed: number, 
/**
 * Puzzles solved in a row.
 */
streak: number, 
/**
 * The longest streak.
 */
best_streak: number, 
/**
 * Puzzles that will be repeated.
 */
reviews: Array<PuzzleReview>, 
/**
 * Puzzles that have been tried, the latest last.
 */
seen: string[], };
export type PuzzleReview = { 
/**
 * The puzzle.
 */
puzzle: string, 
/**
 * When it will be repeated, in seconds since 1970.
 */
due: number, 
/**
 * How often it has been solved since it was missed.
 */
solved: number, };
export type RatingBody = { 
/**
 * Its stable name, such as `chess-blitz`.
 */
list: string, 
/**
 * Its name for people.
 */
name: string, rating: number, 
/**
 * Half of the 95 % interval.
 */
margin: number, provisional: boolean, games: number, curve: Array<CurvePoint>, };
export type Recovery = { name: string, code: string, 
/**
 * The new password.
 */
password: string, };
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
seat: SeatNumber, } | { "code": "game-over" } | { "code": "not-over" } | { "code": "not-begun" } | { "code": "already-begun" } | { "code": "nobody-away" } | { "code": "too-late-to-call-off" } | { "code": "waiting-for-player" } | { "code": "move", 
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
text: string, } | { "code": "no-such-node" } | { "code": "comment-changed" } | { "code": "study-full", 
/**
 * How many those are.
 */
most: number, } | { "code": "too-long", 
/**
 * The maximum number of characters.
 */
most: number, } | { "code": "no-such-tag" } | { "code": "no-threat" } | { "code": "not-reviewed" } | { "code": "not-here" } | { "code": "not-stored" } | { "code": "busy" };
export type RefusalCode = Refusal["code"];
export type RematchRequest = { 
/**
 * The tokens of the seats at the finished game.
 */
tokens: Array<Token>, };
export type ReplayFrame = { 
/**
 * The table as it was, with time stopped.
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
export type Reset = { 
/**
 * The secret of the link.
 */
link: string, 
/**
 * The new password.
 */
password: string, };
export type ReviewSummary = { 
/**
 * How many positions of the main line have a value.
 */
done: number, 
/**
 * How many positions it has.
 */
of: number, 
/**
 * Whether the engine is running.
 */
running: boolean, 
/**
 * White and Black.
 */
sides: [SideReview, SideReview], 
/**
 * The moves that changed who was winning, in their order.
 */
turning_points: Array<NodeId>, };
export type RulesText = { game: GameId, 
/**
 * The game's name for people.
 */
name: string, 
/**
 * Headings after `#`, list items after `-`, paragraphs on one line.
 */
text: string, };
export type ScenarioView = { 
/**
 * The name of the mission.
 */
name: string, 
/**
 * The tick at which time is up.
 */
until: number, 
/**
 * How many moves are left, where they are counted.
 */
moves: number | null, 
/**
 * Whether the task was done, once that is known.
 */
won: boolean | null, };
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
connected: boolean, 
/**
 * Since when the person who has this seat is away; only while somebody else is connected.
 */
away_since: number | null, };
export type SeatNumber = number;
export type SeatRating = { list: string, 
/**
 * Its name for people.
 */
name: string, was: number, rating: number, 
/**
 * Half of the 95 % interval.
 */
margin: number, provisional: boolean, };
export type SeatResults = { 
/**
 * The game.
 */
game: string, 
/**
 * 0 is White.
 */
seat: number, counts: Counts, };
export type ServerMessage<M> = M | SocketMessage;
export type SessionLine = { id: string, 
/**
 * Milliseconds since 1970.
 */
created: number, 
/**
 * When it was last used, within ten minutes.
 */
seen: number, 
/**
 * The user agent of the browser.
 */
agent: string, 
/**
 * Whether it is the session of this request.
 */
here: boolean, };
export type SideChoice = "white" | "black" | "random";
export type SideReview = { 
/**
 * In percent, with one decimal; none before its first judged move.
 */
accuracy: string | null, 
/**
 * Moves a little worse than the best.
 */
inaccuracies: number, 
/**
 * Worse moves.
 */
mistakes: number, 
/**
 * Moves that lost the game, or most of it.
 */
blunders: number, };
export type SignIn = { name: string, password: string, };
export type SignUp = { name: string, password: string, 
/**
 * A device whose anonymous player the account adopts with all its games.
 */
device?: Device, };
export type Sketch = { 
/**
 * At most one piece a square: a later one replaces an earlier one.
 */
pieces: Array<SketchPiece>, 
/**
 * Whose move it is.
 */
turn: "white" | "black", 
/**
 * The values of the game's fields, in their order.
 */
fields: Array<string>, };
export type SketchField = { 
/**
 * Its name for people: `White castles short`.
 */
name: string, 
/**
 * Its value.
 */
value: string, 
/**
 * Which values there are.
 */
values: FieldValues, };
export type SketchPiece = { 
/**
 * The square.
 */
square: Square, 
/**
 * The army.
 */
army: Army, 
/**
 * The kind of piece.
 */
kind: PieceKind, };
export type SketchSource = { "is": "usual" } | { "is": "empty" } | { "is": "text", "of": string } | { "is": "sketch", "of": Sketch };
export type SocketMessage = { "message": "pong", 
/**
 * Its number.
 */
ping: number, 
/**
 * The time at the tables.
 */
now: number, } | { "message": "chat" } & ChatUpdate | { "message": "chat-refused", reason: ChatRefusal, 
/**
 * The same for people.
 */
words: string, } | { "message": "bye" } & Bye;
export type SolverRating = { 
/**
 * The rating.
 */
rating: number, 
/**
 * How far the true rating may be from it: a standard deviation.
 */
deviation: number, 
/**
 * How much results differ from what was expected.
 */
volatility: number, };
export type SpeedOffer = { speed: "standard" | "lightning", name: string, };
export type Square = string;
export type Start = "usual" | { "text": string } | { "numbered": number };
export type Statistics = { seats: Array<SeatResults>, levels: Array<OpponentLevel>, bots: Array<BotResults>, 
/**
 * The most played ones.
 */
openings: Array<OpeningResults>, };
export type StopRequest = { 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, };
export type StudyAnswer = { "answer": "done" } | { "answer": "known", 
/**
 * Its position.
 */
node: NodeId, } | { "answer": "position" } & StudyPosition | { "answer": "tried", 
/**
 * The move.
 */
label: string, 
/**
 * How it compares with the best one.
 */
judgement: Judgement, 
/**
 * The same for people.
 */
words: string, };
export type StudyCommand = { "command": "add", 
/**
 * The position.
 */
node: NodeId, 
/**
 * The square of the piece.
 */
from: Square, 
/**
 * Where it goes.
 */
to: Square, 
/**
 * What else it does.
 */
action?: Action, } | { "command": "type", 
/**
 * The position.
 */
node: NodeId, 
/**
 * What was typed.
 */
text: string, } | { "command": "promote", 
/**
 * A move of the line.
 */
node: NodeId, } | { "command": "delete", 
/**
 * The move.
 */
node: NodeId, } | { "command": "comment", 
/**
 * The position.
 */
node: NodeId, 
/**
 * The version of the comment that the sender has seen there. If another stands there by now, nothing is written.
 */
seen: number, 
/**
 * The new comment.
 */
text: string, } | { "command": "sign", 
/**
 * The move.
 */
node: NodeId, 
/**
 * Its number among the numeric annotation glyphs: 1 is `!`, 2 is `?`.
 */
glyph: number, 
/**
 * On or off.
 */
sign: Switch, } | { "command": "draw", 
/**
 * The position.
 */
node: NodeId, 
/**
 * The drawing.
 */
drawing: Drawing, 
/**
 * On or off.
 */
draw: Switch, } | { "command": "tag", 
/**
 * Its name: `Event`.
 */
name: string, 
/**
 * Its value.
 */
value: string, } | { "command": "share", 
/**
 * On or off.
 */
share: Switch, } | { "command": "look", 
/**
 * The position.
 */
node: NodeId, } | { "command": "analyse", 
/**
 * The position.
 */
node: NodeId, 
/**
 * How many lines.
 */
lines: number, 
/**
 * The side for which the engine searches.
 */
side: AnalysedSide, } | { "command": "stop" } | { "command": "review" } | { "command": "stop-review" } | { "command": "try", 
/**
 * The position before the mistake.
 */
node: NodeId, 
/**
 * The square of the piece.
 */
from: Square, 
/**
 * Where it goes.
 */
to: Square, 
/**
 * What else it does.
 */
action?: Action, };
export type StudyCommandMessage = CommandMessage<StudyCommand>;
export type StudyEvent = { "event": "added", 
/**
 * The new position.
 */
node: StudyNode, 
/**
 * The seat of the person who did it.
 */
by: SeatNumber, } | { "event": "changed", 
/**
 * The position as it is now.
 */
node: StudyNode, } | { "event": "deleted", 
/**
 * The move.
 */
node: NodeId, } | { "event": "tagged", 
/**
 * All tags.
 */
tags: Array<[string, string]>, } | CommonEvent;
export type StudyFrame = { 
/**
 * The sequence number of the last stored event in this frame.
 */
seq: number, 
/**
 * The time of this frame.
 */
now: number, 
/**
 * Who takes part, in the order of the seats.
 */
people: Array<Participant>, 
/**
 * Whether everybody who comes may take part.
 */
shared: boolean, 
/**
 * What the viewer may do.
 */
may: StudyMay, 
/**
 * What a review has found out about the main line, as far as it has come.
 */
review: ReviewSummary | null, };
export type StudyFrom = { "is": "position", game: GameId, start: Start, } | { "is": "table", table: TableId, } | { "is": "file", game: GameId, 
/**
 * The content of the file.
 */
text: string, 
/**
 * Which of its games, counted from 0.
 */
number: number, };
export type StudyMay = { 
/**
 * Change the tree.
 */
edit: boolean, 
/**
 * Decide who may take part.
 */
share: boolean, 
/**
 * Take part by taking a seat.
 */
join: boolean, };
export type StudyMessage = ServerMessage<Message<StudyView, StudyFrame, StudyEvent, StudyAnswer, StudyNote>>;
export type StudyMove = { 
/**
 * Its number as score sheets have it: `3.`, `3…`.
 */
number: string, 
/**
 * As people write it: `Nf3`.
 */
label: string, 
/**
 * As programs write it; `--` if the side to move passed.
 */
code: string, 
/**
 * Who played it.
 */
seat: SeatNumber, 
/**
 * The squares it touched; none if the side to move passed.
 */
squares: [Square, Square] | null, };
export type StudyNode = { 
/**
 * Its number.
 */
id: NodeId, 
/**
 * The position before the move; the start has none.
 */
parent: NodeId | null, 
/**
 * The positions after it: the main continuation first, then its alternatives.
 */
children: Array<NodeId>, 
/**
 * The move; the start has none.
 */
mv: StudyMove | null, 
/**
 * Comments before the first move of a variation.
 */
before: Array<string>, 
/**
 * The comment.
 */
comment: string, 
/**
 * Changes whenever somebody writes the comment.
 */
comment_version: number, 
/**
 * Numeric annotation glyphs.
 */
glyphs: Array<number>, 
/**
 * The same for people: `!?`.
 */
signs: string, 
/**
 * Arrows and circles.
 */
drawings: Array<Drawing>, 
/**
 * The mover's remaining time, as text.
 */
clock: string | null, 
/**
 * The value of the position.
 */
value: Value | null, 
/**
 * How the move compares with the best one, where both are known.
 */
judgement: Judgement | null, 
/**
 * The opening that has been played so far.
 */
opening: OpeningName | null, };
export type StudyNote = { "note": "analysis" } & Analysis | { "note": "engine-failed" };
export type StudyPosition = { 
/**
 * The position.
 */
node: NodeId, 
/**
 * The board.
 */
scene: Scene, 
/**
 * The legal moves.
 */
choices: Array<LegalMove>, 
/**
 * How the game ended there, for people.
 */
end: string | null, 
/**
 * Equal for equal positions; an explorer has its moves by it.
 */
key: string, };
export type StudyRequest = { 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, 
/**
 * The name of the caller.
 */
name: string, 
/**
 * What it begins with.
 */
from: StudyFrom, };
export type StudyView = { 
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
 * The viewer's seats: none for somebody who only looks on.
 */
yours: Array<SeatNumber>, 
/**
 * The tags by name.
 */
tags: Array<[string, string]>, 
/**
 * Every position, in the order of their numbers.
 */
nodes: Array<StudyNode>, 
/**
 * What changes with people and the engine.
 */
frame: StudyFrame, };
export type Switch = "on" | "off";
export type TableId = string;
export type TableRatings = { 
/**
 * Whether it was opened for a rated game.
 */
rated: boolean, 
/**
 * The rating changes of the game by seat; null where there is none.
 */
seats: Array<SeatRating | null>, };
export type ThemeOffer = { theme: string, name: string, count: number, };
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
 * Search depth in plies.
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
 * Searched nodes.
 */
nodes: number, 
/**
 * The expected moves.
 */
line: Array<string>, };
export type TimeOffer = { spec: string, 
/**
 * The level with its time: `Master, 3 s`.
 */
name: string, 
/**
 * The time alone: `at most 3 s a move`.
 */
words: string, };
export type Token = string;
export type TurnAnswer = { "answer": "done" } | { "answer": "scene", 
/**
 * As it was.
 */
scene: Scene, 
/**
 * The seats as they were, White first.
 */
seats: Array<PastSeat>, 
/**
 * The opening that had been played by then.
 */
opening: OpeningName | null, 
/**
 * Equal for equal positions; an explorer has its moves by it.
 */
key: string, } | { "answer": "hint", 
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
 * The opening that has been played so far, in games whose openings have names.
 */
opening: OpeningName | null, 
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
 * The next table of the players.
 */
next: TableId | null, 
/**
 * A player for whom the others wait.
 */
absence: Absence | null, 
/**
 * The number of spectators.
 */
watchers: number, };
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
"turn-out": Array<SeatNumber>, 
/**
 * Claim the game from a player who is away.
 */
"claim-win": boolean, 
/**
 * End the game without a result.
 */
"call-off": boolean, 
/**
 * Leave the table, and what that does.
 */
leave: Leaving | null, };
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
connected: boolean, 
/**
 * Since when the person who has this seat is away; only while somebody else is connected.
 */
away_since: number | null, };
export type TurnTableRequest = { game: GameId, 
/**
 * The secret of the device: 32 hexadecimal digits.
 */
device: Device, 
/**
 * The name of the caller.
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
 * `public` to be listed in the lobby; otherwise only those who have the link find the table, and may watch it unless
 * it is `closed`.
 */
visibility?: "private" | "public" | "closed", 
/**
 * Whether it counts for the ratings of its players, who have accounts.
 */
rated?: boolean, 
/**
 * Whether a bot answers at once, without pauses and small talk.
 */
brisk?: boolean, 
/**
 * The account for which the open seat is reserved.
 */
challenge?: string, };
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
 * The number of the first move, where a turn of each player makes one move.
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
export type UnfinishedGame = { table: TableId, game: string, 
/**
 * The player's seat.
 */
seat: SeatNumber, 
/**
 * The others, in the order of their seats.
 */
opponents: Array<Opponent>, opening: string | null, moves: number, 
/**
 * Whose turn it is, in a turn game with all its players.
 */
turn: SeatNumber | null, 
/**
 * Milliseconds since 1970.
 */
begun: number, touched: number, };
export type Value = { 
/**
 * For White, in centipawns; a forced win is beyond 29,000.
 */
score: number, 
/**
 * The same for people, for White: `+0.35`.
 */
words: string, 
/**
 * White's expected share of the point, in thousandths.
 */
share: number, 
/**
 * Search depth in plies, if known.
 */
depth: number | null, };
export type VariantOffer = { id: string, name: string, words: string, 
/**
 * The position text at which its games begin.
 */
start: string, };
