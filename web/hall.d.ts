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
words: string, };
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
 * The new bot.
 */
spec: string, };
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
judged: Judged, } | { "told": "closed", 
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
