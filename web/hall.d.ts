// The words between the server and the page, written from the types of the program.
// UPDATE_WIRE=1 cargo test -p server wire writes this file anew.

export type Game = "chess" | "ransom" | "kungfu";
export type TableId = string;
export type Square = string;
export type SeatNumber = number;
export type Army = "ivory" | "ink" | "vermilion" | "cobalt";
export type Shape = "pawn" | "knight" | "bishop" | "rook" | "queen" | "open-queen" | "king";
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
export type Piece = { 
/**
 * The same from the start of the game to its capture, so that a front end can let it slide.
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
shape: Shape, };
export type View = { 
/**
 * The table.
 */
table: TableId, 
/**
 * Which game is played.
 */
game: Game, 
/**
 * Its board.
 */
board: Board, 
/**
 * The seats this viewer speaks for: none for a spectator, both at one keyboard.
 */
yours: Array<SeatNumber>, 
/**
 * Every turn so far.
 */
record: Array<Entry>, 
/**
 * What changes from turn to turn.
 */
frame: Frame, };
export type Frame = { 
/**
 * Counts every change of the table.
 */
version: number, 
/**
 * When this was so, for clocks.
 */
now: number, 
/**
 * Who sits here, and what they have.
 */
seats: Array<Seat>, 
/**
 * The board.
 */
scene: Scene, 
/**
 * What the viewer may do with pieces now: empty for spectators, out of turn and after the end.
 */
choices: Array<Choice>, 
/**
 * What the viewer may do besides.
 */
may: May, 
/**
 * Who is thinking, of the bots.
 */
thinking: SeatNumber | null, 
/**
 * A draw or a take-back that waits for somebody's answer.
 */
offer: Offer | null, 
/**
 * The end, once there is one.
 */
end: End | null, };
export type Seat = { 
/**
 * The side in words: `White`.
 */
side: string, 
/**
 * The colour of its pieces.
 */
army: Army, 
/**
 * Who sits there, in words.
 */
name: string, 
/**
 * A person or a bot.
 */
sitter: Sitting, 
/**
 * Time left in milliseconds at [`Frame::now`], and whether it runs.
 */
clock: ClockFace | null, 
/**
 * Points of ransom.
 */
purse: number | null, 
/**
 * What this seat has captured.
 */
captured: Array<Shape>, 
/**
 * How many pawns' worth of material this seat is ahead; never below zero.
 */
lead: number, };
export type Sitting = { "is": "nobody" } | { "is": "person" } | { "is": "bot", "spec": string };
export type ClockFace = { 
/**
 * Milliseconds left.
 */
left: number, 
/**
 * Whether it is counting down.
 */
runs: boolean, };
export type Scene = { 
/**
 * After how many turns.
 */
ply: number, 
/**
 * What stands where.
 */
pieces: Array<Piece>, 
/**
 * Whose turn it is; nobody's after the end.
 */
turn: SeatNumber | null, 
/**
 * The squares of the last turn.
 */
last: [Square, Square] | null, 
/**
 * The square of a king in check.
 */
check: Square | null, 
/**
 * Points of ransom by seat; empty where there are none.
 */
purses: Array<number>, 
/**
 * The position as text.
 */
text: string, };
export type Choice = { 
/**
 * Where the piece stands.
 */
from: Square, 
/**
 * Where it goes; the same square for an upgrade.
 */
to: Square, 
/**
 * What kind of turn it is.
 */
kind: Kind, 
/**
 * Whether something is captured.
 */
captures: boolean, 
/**
 * As people write it.
 */
label: string, 
/**
 * As programs write it.
 */
code: string, };
export type Kind = { "does": "move" } | { "does": "promote", "to": Shape } | { "does": "upgrade" };
export type May = { 
/**
 * Take back; by link this asks the other.
 */
undo: boolean, 
/**
 * Give up.
 */
resign: boolean, 
/**
 * Offer a draw.
 */
offer_draw: boolean, 
/**
 * Claim the draw of these words.
 */
claim: string | null, 
/**
 * Answer the offer on the table.
 */
answer: boolean, 
/**
 * Ask for a hint.
 */
hint: boolean, };
export type Asked = "draw" | "undo" | "rematch";
export type Offer = { 
/**
 * Who asks.
 */
by: SeatNumber, 
/**
 * For what.
 */
what: Asked, };
export type End = { 
/**
 * Nobody for a draw.
 */
winner: SeatNumber | null, 
/**
 * `1-0`, `0-1` or `1/2-1/2`.
 */
result: string, 
/**
 * Who won and why, in words.
 */
words: string, 
/**
 * Why alone.
 */
reason: string, };
export type Entry = { 
/**
 * Who played it.
 */
seat: SeatNumber, 
/**
 * As people write it: `Nf3`, `Pawn A1→A3`.
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
moment: number | null, 
/**
 * What the player had left afterwards, in milliseconds.
 */
left: number | null, };
export type Input = { "wish": "move", 
/**
 * From here.
 */
from: Square, 
/**
 * To there.
 */
to: Square, 
/**
 * What else it does.
 */
kind: Kind, } | { "wish": "typed", 
/**
 * What was typed.
 */
text: string, } | { "wish": "resign" } | { "wish": "offer", 
/**
 * For what.
 */
what: Asked, } | { "wish": "answer", 
/**
 * Agreed.
 */
yes: boolean, } | { "wish": "undo" } | { "wish": "look", 
/**
 * After how many turns.
 */
ply: number, } | { "wish": "hint" } | { "wish": "listen", 
/**
 * On or off.
 */
on: boolean, } | { "wish": "review" } | { "wish": "replace", 
/**
 * The seat.
 */
seat: SeatNumber, 
/**
 * The new bot, or `link` for a free seat.
 */
spec: string, } | { "wish": "rename", 
/**
 * On which of the viewer's own seats.
 */
seat: SeatNumber, 
/**
 * The new name.
 */
name: string, } | { "wish": "command", 
/**
 * Which.
 */
piece: number, 
/**
 * Where.
 */
to: Square, } | { "wish": "choices", 
/**
 * Which.
 */
piece: number, } | { "wish": "cancel", 
/**
 * Which.
 */
piece: number, } | { "wish": "pause", 
/**
 * On or off.
 */
on: boolean, } | { "wish": "ready" } | { "wish": "seek", 
/**
 * Which.
 */
tick: number, };
export type Told = { "told": "view", 
/**
 * The table as this viewer sees it.
 */
view: View, } | { "told": "news", 
/**
 * In the order it happened.
 */
events: Array<Event>, 
/**
 * The table afterwards.
 */
frame: Frame, } | { "told": "done", 
/**
 * The number the wish came with.
 */
request: number, } | { "told": "refused", 
/**
 * The number the wish came with.
 */
request: number, 
/**
 * Why, for people.
 */
words: string, } | { "told": "scene", 
/**
 * As it was.
 */
scene: Scene, } | { "told": "hint", 
/**
 * Which.
 */
choice: Choice, 
/**
 * What it is worth, in words: `+0.35`, `mate in 3`.
 */
score: string, } | { "told": "thought", 
/**
 * Its thought.
 */
thought: Thought, } | { "told": "judged", 
/**
 * The judgement.
 */
judged: Judged, } | { "told": "live-view", 
/**
 * The table as this viewer sees it.
 */
view: LiveView, } | { "told": "live-news", 
/**
 * In the order it happened.
 */
events: Array<LiveEvent>, 
/**
 * The table afterwards.
 */
frame: LiveFrame, } | { "told": "squares", 
/**
 * Which piece.
 */
piece: number, 
/**
 * The squares.
 */
squares: Array<Square>, } | { "told": "dropped", 
/**
 * Which piece.
 */
piece: number, 
/**
 * Why, for people.
 */
words: string, } | { "told": "replayed", 
/**
 * As it was.
 */
replayed: Replayed, } | { "told": "closed", 
/**
 * Why, for people.
 */
words: string, };
export type Event = { "event": "played", 
/**
 * The new last entry of the record.
 */
entry: Entry, } | { "event": "taken-back", 
/**
 * So many entries are left.
 */
turns: number, } | { "event": "offered", 
/**
 * By whom.
 */
by: SeatNumber, 
/**
 * For what.
 */
what: Asked, } | { "event": "agreed", 
/**
 * What was asked for.
 */
what: Asked, } | { "event": "declined", 
/**
 * What was asked for.
 */
what: Asked, } | { "event": "seated", 
/**
 * Where.
 */
seat: SeatNumber, } | { "event": "renamed", 
/**
 * Who.
 */
seat: SeatNumber, } | { "event": "bot-failed", 
/**
 * Whose.
 */
seat: SeatNumber, 
/**
 * What happened, for people.
 */
words: string, } | { "event": "said", 
/**
 * Who.
 */
seat: SeatNumber, 
/**
 * What.
 */
words: string, } | { "event": "ended" } | { "event": "not-saved", 
/**
 * What happened, for people.
 */
words: string, };
export type Thought = { 
/**
 * The bot on this seat, about its own turn; the adviser otherwise.
 */
by: SeatNumber | null, 
/**
 * After how many turns.
 */
ply: number, 
/**
 * Plies looked ahead.
 */
depth: number, 
/**
 * For White, in centipawns; a mate is beyond 29,000.
 */
score: number, 
/**
 * The same in words.
 */
words: string, 
/**
 * Positions looked at.
 */
nodes: number, 
/**
 * The expected moves.
 */
line: Array<string>, };
export type Judged = { 
/**
 * The position after so many turns; 0 is the start.
 */
ply: number, 
/**
 * Of how many positions in all.
 */
of: number, 
/**
 * For White, in centipawns; a mate is beyond 29,000.
 */
score: number, 
/**
 * The same in words.
 */
words: string, 
/**
 * What should have been played instead of the turn that led here, if it was worse.
 */
better: string | null, 
/**
 * How bad that turn was.
 */
mistake: Mistake | null, };
export type Mistake = "inaccuracy" | "mistake" | "blunder";
export type Start = "usual" | { "text": string } | { "chess960": number };
export type LiveView = { 
/**
 * The table.
 */
table: TableId, 
/**
 * Its board.
 */
board: Board, 
/**
 * The seat this viewer speaks for; none for a spectator.
 */
yours: SeatNumber | null, 
/**
 * Quarter turns, clockwise, that bring the viewer's own army to the lower edge.
 */
turned: number, 
/**
 * How fast it is.
 */
speed: "standard" | "lightning", 
/**
 * Ticks of a second.
 */
ticks_a_second: number, 
/**
 * Ticks that a piece takes for a square.
 */
ticks_a_square: number, 
/**
 * Ticks that a piece rests after a move.
 */
rest: number, 
/**
 * What changes.
 */
frame: LiveFrame, };
export type LiveFrame = { 
/**
 * Counts every change of the table.
 */
version: number, 
/**
 * When this was so.
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
 * When the counter came to that tick, or, in a countdown, from when on it will run; nothing while time stands.
 */
since: number | null, 
/**
 * Who sits here.
 */
seats: Array<LiveSeat>, 
/**
 * The living pieces.
 */
pieces: Array<LivePiece>, 
/**
 * What waits for the viewer's own resting pieces.
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
end: End | null, };
export type Phase = "waiting" | "countdown" | "running" | "paused" | "over";
export type LiveSeat = { 
/**
 * The side in words: `White`.
 */
side: string, 
/**
 * The colour of its pieces.
 */
army: Army, 
/**
 * Who sits there, in words.
 */
name: string, 
/**
 * A person or a bot.
 */
sitter: Sitting, 
/**
 * Still has a king.
 */
alive: boolean, 
/**
 * Has nothing against beginning.
 */
ready: boolean, };
export type LivePiece = { 
/**
 * The same from the start of the game to its capture.
 */
id: number, 
/**
 * Whose it is.
 */
army: Army, 
/**
 * What it looks like.
 */
shape: Shape, 
/**
 * Where it is.
 */
place: Place, };
export type Place = { "is": "standing", 
/**
 * Which.
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
 * Ticks that a step takes.
 */
ticks: number, 
/**
 * Where it stops, if the viewer may know.
 */
to: Square | null, } | { "is": "flying", 
/**
 * File and rank where it is at the tick of the frame, in sixtieths of a square from the centre of a1.
 */
at: [number, number], };
export type Premove = { 
/**
 * The piece.
 */
piece: number, 
/**
 * Where it will be sent.
 */
to: Square, };
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
 * Offer a draw, or agree to one.
 */
offer_draw: boolean, 
/**
 * Look at any tick of the game.
 */
replay: boolean, };
export type LiveEvent = { "event": "begun" } | { "event": "started", 
/**
 * Which.
 */
piece: number, } | { "event": "arrived", 
/**
 * Which.
 */
piece: number, 
/**
 * Where.
 */
square: Square, } | { "event": "captured", 
/**
 * Which.
 */
piece: number, 
/**
 * By which, if by any; several may have taken it.
 */
by: number | null, 
/**
 * What happened, for people.
 */
words: string, } | { "event": "promoted", 
/**
 * Which.
 */
piece: number, } | { "event": "woke", 
/**
 * Which.
 */
piece: number, } | { "event": "out", 
/**
 * Who.
 */
seat: SeatNumber, 
/**
 * The same for people.
 */
words: string, } | { "event": "seated", 
/**
 * Where.
 */
seat: SeatNumber, } | { "event": "renamed", 
/**
 * Who.
 */
seat: SeatNumber, } | { "event": "offered", 
/**
 * By whom.
 */
by: SeatNumber, 
/**
 * Which.
 */
what: Asked, } | { "event": "agreed", 
/**
 * What.
 */
what: Asked, } | { "event": "ended" } | { "event": "not-saved", 
/**
 * What happened, for people.
 */
words: string, };
export type Replayed = { 
/**
 * The table as it was; time stands.
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
 * Those at which something was captured.
 */
captures: Array<number>, };
