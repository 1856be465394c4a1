// The pieces on a board: one element each, kept from its first appearance to its capture, so that it can slide.

import { element, figure } from "../element.js";

/** @import { Piece, Square } from "../../../wire" */
/** @import { Geometry } from "./geometry.js" */

const SLIDE = { duration: 180, easing: "ease-out" };
const FADE = { duration: 120, easing: "ease-in" };
const SHINE = { duration: 300, easing: "ease-out" };

/** @typedef {{piece: Piece, body: HTMLElement}} Standing */

export class PieceLayer {
  layer = element("div", { class: "pieces", "aria-hidden": "true" });
  #set = "figures";
  /** @type {Map<number, Standing>} */
  #standing = new Map();

  /**
   * Shows these pieces and no others; with `motion` they slide, fade and shine to what is new.
   * @param {Piece[]} pieces
   * @param {Geometry} geometry
   * @param {"motion" | "at once"} how
   */
  show(pieces, geometry, how) {
    const left = new Set(this.#standing.keys());
    for (const piece of pieces) {
      left.delete(piece.id);
      const known = this.#standing.get(piece.id);
      const body = known?.body ?? this.layer.appendChild(element("div", { class: "piece" }));
      if (known?.piece.shape !== piece.shape || known.piece.army !== piece.army) {
        body.replaceChildren(figure(this.#set, piece.shape));
        Object.assign(body.dataset, { army: piece.army, shape: piece.shape });
        if (known && how === "motion") body.animate({ filter: ["brightness(2.2)", "none"] }, SHINE);
      }
      this.#standing.set(piece.id, { piece, body });
      // A piece in somebody's hand stays there while the board changes around it.
      if (body.classList.contains("dragged") && known?.piece.square === piece.square) continue;
      body.classList.remove("moved");
      this.#put(body, spot(piece.square, geometry), known && how === "motion" ? how : "at once");
    }
    for (const id of left) this.#remove(id, how);
  }

  /**
   * Puts a piece somewhere before the table has said so.
   * @param {Square} from
   * @param {Square} to
   * @param {Geometry} geometry
   * @param {"motion" | "at once"} how
   */
  foresee(from, to, geometry, how) {
    const moved = this.#find(from);
    if (!moved) return;
    moved.body.classList.add("moved");
    this.#put(moved.body, spot(to, geometry), how);
  }

  /**
   * The element of the piece on a square.
   * @param {Square} square
   */
  body(square) {
    return this.#find(square)?.body ?? null;
  }

  /**
   * Draws every piece from another sprite.
   * @param {string} set
   */
  wear(set) {
    if (set === this.#set) return;
    this.#set = set;
    for (const { piece, body } of this.#standing.values()) body.replaceChildren(figure(set, piece.shape));
  }

  /** @param {Square} square */
  #find(square) {
    for (const standing of this.#standing.values()) {
      if (standing.piece.square === square) return standing;
    }
    return null;
  }

  /**
   * @param {HTMLElement} body
   * @param {string} transform
   * @param {"motion" | "at once"} how
   */
  #put(body, transform, how) {
    const before = body.style.transform;
    if (before === transform) return;
    body.style.transform = transform;
    if (how === "at once" || before === "") return;
    body.classList.add("moved");
    const slide = body.animate({ transform: [before, transform] }, SLIDE);
    slide.onfinish = () => body.classList.remove("moved");
  }

  /**
   * @param {number} id
   * @param {"motion" | "at once"} how
   */
  #remove(id, how) {
    const body = this.#standing.get(id)?.body;
    this.#standing.delete(id);
    if (!body) return;
    if (how === "at once") return body.remove();
    body.classList.add("taken");
    body.animate({ opacity: [1, 0] }, { ...FADE, fill: "forwards" }).onfinish = () => body.remove();
  }
}

/**
 * @param {Square} square
 * @param {Geometry} geometry
 */
function spot(square, geometry) {
  const { column, row } = geometry.cell(square);
  return `translate(${column * 100}%, ${row * 100}%)`;
}
