// Dragging pieces with mouse, pen or finger. Reports presses, drags and drops; checks no rules.

/** @import { Square } from "../../../wire" */

/**
 * What a board does with a pointer.
 * @typedef {object} Hand
 * @property {(point: Point) => Square} square the square under a point; a name beside the board if outside
 * @property {(event: PointerEvent) => Square} aim the square that a press means
 * @property {(square: Square) => HTMLElement | null} press a square was pressed: the piece that follows, if one does
 * @property {(square: Square) => void} hover a dragged piece is over a square
 * @property {(from: Square, to: Square) => void} drop
 * @property {(square: Square) => void} release pressed and let go without a drag
 * @property {(from: Square) => void} cancel the drag came to nothing
 */
/** @typedef {{clientX: number, clientY: number}} Point */

/** A press becomes a drag after so many pixels: a finger is never quite still. */
const SLACK = { mouse: 3, pen: 5, touch: 8 };

/**
 * @param {HTMLElement} board
 * @param {Hand} hand
 */
export function followPointer(board, hand) {
  /** @type {{from: Square, piece: HTMLElement, start: PointerEvent, home: string, dragging: boolean} | null} */
  let held = null;

  board.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || held || /** @type {Element} */ (event.target).closest("button"))
      return;
    const from = hand.aim(event);
    const piece = hand.press(from);
    if (!piece) return;
    held = { from, piece, start: event, home: piece.style.transform, dragging: false };
    board.setPointerCapture(event.pointerId);
  });

  board.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.start.pointerId) return;
    const [right, down] = [event.clientX - held.start.clientX, event.clientY - held.start.clientY];
    const kind = /** @type {keyof typeof SLACK} */ (held.start.pointerType);
    if (!held.dragging && Math.hypot(right, down) < (SLACK[kind] ?? SLACK.mouse)) return;
    held.dragging = true;
    held.piece.classList.add("dragged");
    held.piece.dataset.pointer = kind;
    follow(held.piece, event);
    hand.hover(hand.square(event));
  });

  board.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.start.pointerId) return;
    const { from, dragging } = held;
    const to = hand.square(event);
    const put = letGo();
    if (!dragging) hand.release(from);
    else if (from === to) put();
    else hand.drop(from, to);
  });

  // Also when the system takes the pointer away, or a dialog comes over the board; after a release nothing is held.
  board.addEventListener("lostpointercapture", (event) => {
    if (!held || event.pointerId !== held.start.pointerId) return;
    letGo()();
  });

  // A finger that rests on a piece is about to drag it, not asking for a menu.
  board.addEventListener("contextmenu", (event) => event.preventDefault());

  /** Ends the hold; what it returns puts the piece back. */
  function letGo() {
    const ended = held;
    held = null;
    ended?.piece.classList.remove("dragged");
    return () => {
      if (!ended) return;
      ended.piece.style.transform = ended.home;
      hand.cancel(ended.from);
    };
  }

  /**
   * Centres a piece on the pointer.
   * @param {HTMLElement} piece
   * @param {Point} point
   */
  function follow(piece, point) {
    const box = board.getBoundingClientRect();
    const x = point.clientX - box.left - piece.offsetWidth / 2;
    const y = point.clientY - box.top - piece.offsetHeight / 2;
    piece.style.transform = `translate(${x}px, ${y}px)`;
  }
}
