// The pieces on a board: one element each, kept from its first appearance to its capture, so that it can slide.
//
// In live games a piece may glide between two places while time passes, and rest under a cover that drains.
// Both are animations of transforms, which the browser runs without this script.

import { element, figure } from "../element.js";
import { read } from "./geometry.js";
import { apart, joined, pace, sameGlide, sameSpan, spotAt } from "./glide.js";

/** @import { Army, PieceKind, Square } from "../../../wire" */
/** @import { Geometry } from "./geometry.js" */
/** @import { Glide, Span, Spot } from "./glide.js" */

/**
 * A piece as a board draws it.
 * @typedef {object} Shown
 * @property {number} id
 * @property {Army} army
 * @property {PieceKind} kind
 * @property {Square | null} square where it stands; nowhere while it is under way
 * @property {Glide | null} [glide]
 * @property {Span | null} [rest]
 */
/** @typedef {"motion" | "at once" | "glide"} How */
/**
 * @typedef {object} Standing
 * @property {Shown} piece
 * @property {HTMLElement} body
 * @property {Glide | null} way as it is drawn, which may differ from the view by a small correction
 * @property {Animation | null} run
 * @property {HTMLElement | null} cover
 */

const SLIDE = { duration: 180, easing: "ease-out" };
const FADE = { duration: 120, easing: "ease-in" };
const SHINE = { duration: 300, easing: "ease-out" };
/** A piece that is shown a little elsewhere than in the view goes there in so many milliseconds. */
const CORRECTION = 90;

export class PieceLayer {
  layer = element("div", { class: "pieces", "aria-hidden": "true" });
  #set = "figures";
  /** @type {Map<number, Standing>} */
  #standing = new Map();

  /**
   * Shows these pieces and no others; with `motion` they slide, fade and shine to what is new, with `glide` they go as
   * the view says.
   * @param {Shown[]} pieces
   * @param {Geometry} geometry
   * @param {How} how
   */
  show(pieces, geometry, how) {
    const left = new Set(this.#standing.keys());
    for (const piece of pieces) {
      left.delete(piece.id);
      const known = this.#standing.get(piece.id);
      const body = known?.body ?? this.layer.appendChild(element("div", { class: "piece" }));
      if (known?.piece.kind !== piece.kind || known.piece.army !== piece.army) {
        this.#dress(body, piece);
        if (known && how === "motion") body.animate({ filter: ["brightness(2.2)", "none"] }, SHINE);
      }
      const standing = known ?? { piece, body, way: null, run: null, cover: null };
      this.#standing.set(piece.id, standing);
      const before = known ? known.piece : null;
      standing.piece = piece;
      this.#rest(standing, before, how);
      if (piece.glide) this.#glide(standing, before, piece.glide, geometry, how);
      else this.#stand(standing, before, geometry, how);
    }
    for (const id of left) this.#remove(id, how);
  }

  /**
   * Puts a piece somewhere before the table has said so.
   * @param {Square} from
   * @param {Square} to
   * @param {Geometry} geometry
   * @param {How} how
   */
  expect(from, to, geometry, how) {
    const moved = this.#find(from);
    if (!moved) return;
    moved.body.classList.add("moved");
    this.#put(moved.body, spot(read(to), geometry), how);
  }

  /** Lets a piece shine, for it has become another. @param {number} id */
  shine(id) {
    this.#standing.get(id)?.body.animate({ filter: ["brightness(2.2)", "none"] }, SHINE);
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
    for (const { piece, body } of this.#standing.values()) this.#dress(body, piece);
  }

  /**
   * @param {HTMLElement} body
   * @param {Shown} piece
   */
  #dress(body, { army, kind }) {
    body.querySelector(".figure")?.remove();
    body.append(figure(this.#set, kind));
    Object.assign(body.dataset, { army, kind });
  }

  /** @param {Square} square */
  #find(square) {
    for (const standing of this.#standing.values()) {
      if (standing.piece.square === square) return standing;
    }
    return null;
  }

  /**
   * @param {Standing} standing
   * @param {Shown | null} before
   * @param {Geometry} geometry
   * @param {How} how
   */
  #stand(standing, before, geometry, how) {
    const { body, piece } = standing;
    if (piece.square === null) return;
    // A piece in somebody's hand stays there while the board changes around it.
    if (body.classList.contains("dragged") && before?.square === piece.square) return;
    const there = read(piece.square);
    const end = /** @type {Spot} */ ([there.file, there.rank]);
    const shown = standing.way && how === "glide" ? spotAt(standing.way, performance.now()) : null;
    standing.run?.cancel();
    standing.run = null;
    standing.way = null;
    body.classList.remove("moved");
    this.#put(body, spot(there, geometry), before && how === "motion" ? how : "at once");
    if (shown && apart(shown, end) === "near") {
      const [file, rank] = shown;
      const transform = [spot({ file, rank }, geometry), spot(there, geometry)];
      body.animate({ transform }, { duration: CORRECTION });
    }
  }

  /**
   * @param {Standing} standing
   * @param {Shown | null} before
   * @param {Glide} glide
   * @param {Geometry} geometry
   * @param {How} how
   */
  #glide(standing, before, glide, geometry, how) {
    if (how === "glide" && standing.run && sameGlide(before?.glide, glide)) return;
    const now = performance.now();
    const stood = before?.square ? read(before.square) : null;
    const shown = standing.way ? spotAt(standing.way, now) : stood && /** @type {Spot} */ ([stood.file, stood.rank]);
    const way = shown && how === "glide" ? joined(glide, shown, now) : glide;
    const [from, to] = [way.from, way.to].map(([file, rank]) => spot({ file, rank }, geometry));
    standing.run?.cancel();
    standing.way = way;
    standing.body.classList.add("moved");
    standing.body.style.transform = String(to);
    const transform = [String(from), String(to)];
    standing.run = standing.body.animate({ transform }, { duration: way.lasts, fill: "both" });
    pace(standing.run, way);
  }

  /**
   * The cover that drains while a piece rests.
   * @param {Standing} standing
   * @param {Shown | null} before
   * @param {How} how
   */
  #rest(standing, before, how) {
    const { rest } = standing.piece;
    if (how === "glide" && before && sameSpan(before.rest, rest)) return;
    standing.cover?.remove();
    standing.cover = null;
    if (!rest) return;
    standing.cover = element("div", { class: "rest" });
    standing.body.prepend(standing.cover);
    const drain = { transform: ["scaleY(1)", "scaleY(0)"] };
    pace(standing.cover.animate(drain, { duration: rest.lasts, fill: "both" }), rest);
  }

  /**
   * @param {HTMLElement} body
   * @param {string} transform
   * @param {How} how
   */
  #put(body, transform, how) {
    const before = body.style.transform;
    if (before === transform) return;
    body.style.transform = transform;
    if (how !== "motion" || before === "") return;
    body.classList.add("moved");
    const slide = body.animate({ transform: [before, transform] }, SLIDE);
    slide.onfinish = () => body.classList.remove("moved");
  }

  /**
   * @param {number} id
   * @param {How} how
   */
  #remove(id, how) {
    const gone = this.#standing.get(id);
    this.#standing.delete(id);
    if (!gone) return;
    if (how === "at once") return gone.body.remove();
    gone.run?.pause();
    gone.cover?.remove();
    gone.body.classList.add("taken");
    gone.body.animate({ opacity: [1, 0] }, { ...FADE, fill: "forwards" }).onfinish = () => gone.body.remove();
  }
}

/**
 * @param {{file: number, rank: number}} where
 * @param {Geometry} geometry
 */
function spot({ file, rank }, geometry) {
  const { column, row } = geometry.spot(file, rank);
  return `translate(${column * 100}%, ${row * 100}%)`;
}
