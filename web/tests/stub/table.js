// A table of the stub: seats with secrets, a record of positions, viewers, bots that choose by a seed, clocks, offers.

import { randomBytes } from "node:crypto";
import { ARMIES, BOARDS, begin, check, choices, play, refusal, verdict, write } from "./rules.js";

/** @import { Asked, Choice, End, Entry, Event, Frame, Input, Opening, Piece, Scene, Seat, SeatNumber, Shape, Told, View } from "../../wire" */
/** @import { Position } from "./rules.js" */
/** @typedef {{yours: SeatNumber[], tell: (told: Told) => void}} Viewer */
/** @typedef {{name: string, spec: string | null, taken: boolean, secret: string, left: number}} Sitter */

const UNDOS = 3;
const VALUES = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, "open-queen": 7, king: 0 };

export class StubTable {
  /** @type {Set<Viewer>} */
  viewers = new Set();
  version = 1;
  /** @type {End | null} */
  end = null;
  /** @type {{by: SeatNumber, what: Asked} | null} */
  offer = null;
  /** @type {Entry[]} */
  record = [];
  /** @type {StubTable | null} */
  rematch = null;
  /** @type {{version: number, events: Event[]}[]} */
  #log = [];
  #undos = UNDOS;
  #thinking = false;
  /** @type {number | null} */
  #increment = null;
  #turnBegan = Date.now();
  /** @type {NodeJS.Timeout | undefined} */
  #flag;

  /**
   * @param {string} id
   * @param {Opening} opening
   * @param {number} seed
   */
  constructor(id, opening, seed) {
    this.id = id;
    this.opening = opening;
    this.seed = seed;
    const text = typeof opening.start === "object" && "text" in opening.start ? opening.start.text : undefined;
    /** @type {Position[]} */
    this.positions = [begin(/** @type {any} */ (opening.game), text)];
    const [minutes, seconds] = (opening.clock ?? "").split("+").map(Number);
    if (opening.clock) this.#increment = (seconds ?? 0) * 1000;
    const left = (minutes ?? 0) * 60_000;
    const me = opening.side === "black" ? 1 : 0;
    /** @type {Sitter[]} */
    this.sitters = [0, 1].map((seat) => {
      const own = seat === me;
      const bot = !own && opening.mode === "machine" ? (opening.level ?? "easy") : null;
      const name = own ? opening.name : (opening.opponent ?? "");
      return { name, spec: bot, taken: own || opening.mode !== "link", secret: randomBytes(9).toString("hex"), left };
    });
    this.#wakeBot();
  }

  get position() {
    return /** @type {Position} */ (this.positions.at(-1));
  }

  /** @param {string[]} secrets */
  seatsOf(secrets) {
    return [0, 1].filter((seat) => secrets.includes(this.sitters[seat]?.secret ?? ""));
  }

  /**
   * What a viewer missed since a version, or everything.
   * @param {Viewer} viewer
   * @param {number | null} seen
   */
  greet(viewer, seen) {
    this.viewers.add(viewer);
    const missed = this.#log.filter(({ version }) => seen !== null && version > seen);
    const known = seen !== null && missed.length === this.version - seen;
    if (known)
      viewer.tell({ told: "news", events: missed.flatMap(({ events }) => events), frame: this.frame(viewer.yours) });
    else viewer.tell({ told: "view", view: this.view(viewer.yours) });
  }

  /**
   * @param {SeatNumber[]} yours
   * @returns {View}
   */
  view(yours) {
    const { game } = this.opening;
    return {
      table: this.id,
      game,
      board: BOARDS[/** @type {"chess" | "ransom"} */ (game)],
      yours,
      record: this.record,
      frame: this.frame(yours),
    };
  }

  /**
   * @param {SeatNumber[]} yours
   * @returns {Frame}
   */
  frame(yours) {
    const { turn } = this.position;
    const playing = this.end === null && this.sitters.every(({ taken }) => taken);
    const plays = yours.length > 0 && playing;
    const asked = this.offer !== null && !yours.includes(this.offer.by) && yours.length > 0;
    return {
      version: this.version,
      now: Date.now(),
      seats: this.sitters.map((_, seat) => this.#seat(seat)),
      scene: this.scene(this.positions.length - 1),
      choices: playing && yours.includes(turn) ? choices(this.position) : [],
      may: {
        undo: plays && this.#undos > 0 && this.record.length > 0,
        resign: plays,
        offer_draw: plays && this.opening.mode !== "here" && this.offer === null,
        claim: plays && this.record.length >= 40 ? "forty turns" : null,
        answer: asked,
        hint: plays && yours.includes(turn),
      },
      thinking: this.#thinking ? turn : null,
      offer: this.offer,
      end: this.end,
    };
  }

  /**
   * @param {number} ply
   * @returns {Scene}
   */
  scene(ply) {
    const position = this.positions[ply] ?? this.position;
    const { pieces, purses, turn } = position;
    const over = this.end !== null && ply === this.positions.length - 1;
    return {
      ply,
      pieces,
      turn: over ? null : turn,
      last: this.record[ply - 1]?.squares ?? null,
      check: check(position),
      purses: this.opening.game === "ransom" ? purses : [],
      text: write(position),
    };
  }

  /**
   * @param {Viewer} viewer
   * @param {Input} input
   * @returns {string | null} why it is refused
   */
  hear(viewer, input) {
    const me = viewer.yours.includes(this.position.turn) ? this.position.turn : viewer.yours[0];
    if (input.wish === "look") {
      viewer.tell({ told: "scene", scene: this.scene(input.ply) });
      return null;
    }
    if (me === undefined) return "Only who sits at the table can do that.";
    if (input.wish === "review") return this.#review(viewer);
    if (input.wish === "rename") {
      if (!viewer.yours.includes(input.seat)) return "Somebody else sits there.";
      Object.assign(this.sitters[input.seat] ?? {}, { name: input.name });
      this.news([{ event: "renamed", seat: input.seat }]);
      return null;
    }
    if (input.wish === "answer" || input.wish === "offer") return this.#bargain(me, input);
    if (this.end) return "Invalid: game over";
    switch (input.wish) {
      case "move":
        return this.#move(viewer, input.from, input.to, input.kind);
      case "typed":
        return this.#typed(viewer, input.text);
      case "resign":
        this.#finish(me === 0 ? 1 : 0, `${me === 0 ? "White" : "Black"} resigns.`);
        return null;
      case "undo":
        return this.#undo(me);
      case "hint":
        return this.#hint(viewer);
      case "replace":
        Object.assign(this.sitters[input.seat] ?? {}, { spec: input.spec });
        this.news([{ event: "seated", seat: input.seat }]);
        this.#wakeBot();
        return null;
      case "listen":
        return "There is no engine here.";
      default:
        return "Nothing moves here without its turn.";
    }
  }

  /** @param {Event[]} events */
  news(events) {
    this.version += 1;
    this.#log.push({ version: this.version, events });
    for (const viewer of this.viewers) viewer.tell({ told: "news", events, frame: this.frame(viewer.yours) });
  }

  /**
   * @param {string} name
   * @returns {{seat: SeatNumber, secret: string} | null}
   */
  join(name) {
    const seat = this.sitters.findIndex(({ taken }) => !taken);
    const sitter = this.sitters[seat];
    if (!sitter) return null;
    Object.assign(sitter, { name, taken: true });
    this.news([{ event: "seated", seat }]);
    return { seat, secret: sitter.secret };
  }

  /**
   * @param {SeatNumber} number
   * @returns {Seat}
   */
  #seat(number) {
    const { name, spec, taken, left } = /** @type {Sitter} */ (this.sitters[number]);
    const captured = this.#captured(number);
    const worth = (/** @type {Shape[]} */ shapes) => shapes.reduce((sum, shape) => sum + VALUES[shape], 0);
    const lead = Math.max(0, worth(captured) - worth(this.#captured(1 - number)));
    const runs = this.#increment !== null && this.record.length > 0 && !this.end && this.position.turn === number;
    const spent = runs ? Date.now() - this.#turnBegan : 0;
    return {
      side: number === 0 ? "White" : "Black",
      army: /** @type {any} */ (ARMIES[number]),
      name: spec ?? name,
      sitter: spec ? { is: "bot", spec } : taken ? { is: "person" } : { is: "nobody" },
      clock: this.#increment === null ? null : { left: Math.max(0, left - spent), runs },
      purse: this.opening.game === "ransom" ? (this.position.purses[number] ?? 0) : null,
      captured,
      lead,
    };
  }

  /** @param {SeatNumber} seat */
  #captured(seat) {
    const left = new Set(this.position.pieces.map(({ id }) => id));
    const start = this.positions[0]?.pieces ?? [];
    return start.filter((piece) => piece.army === ARMIES[1 - seat] && !left.has(piece.id)).map(({ shape }) => shape);
  }

  /**
   * @param {Viewer} viewer
   * @param {string} from
   * @param {string} to
   * @param {import("../../wire").Kind} kind
   */
  #move(viewer, from, to, kind) {
    if (!viewer.yours.includes(this.position.turn)) return "Invalid: not your turn";
    const words = refusal(this.position, from, to, kind);
    if (words) return words;
    const same = choices(this.position).filter((one) => one.from === from && one.to === to);
    const chosen = same.find((one) => JSON.stringify(one.kind) === JSON.stringify(kind)) ?? same[0];
    if (!chosen) return "Invalid: illegal move for piece type";
    this.#play(chosen);
    return null;
  }

  /**
   * @param {Viewer} viewer
   * @param {string} text
   */
  #typed(viewer, text) {
    const squares = /^([a-z]\d+)([a-z]\d+)q?$/.exec(text.toLowerCase());
    if (!squares) return `'${text}' is not a move`;
    const [, from = "", to = ""] = squares;
    return this.#move(viewer, from, to, from === to ? { does: "upgrade" } : { does: "move" });
  }

  /** @param {Choice} chosen */
  #play(chosen) {
    const { turn } = this.position;
    const sitter = /** @type {Sitter} */ (this.sitters[turn]);
    if (this.#increment !== null && this.record.length > 0)
      sitter.left += this.#increment - (Date.now() - this.#turnBegan);
    this.#turnBegan = Date.now();
    this.positions.push(play(this.position, chosen));
    const { label, code, from, to, captures } = chosen;
    /** @type {Entry} */
    const entry = { seat: turn, label, code, squares: [from, to], captures, moment: Date.now(), left: null };
    this.record.push(entry);
    if (!this.sitters[turn]?.spec) this.#undos = UNDOS;
    this.offer = null;
    this.#thinking = false;
    const over = verdict(this.position);
    if (over) return this.#finish(over.winner, over.words, [{ event: "played", entry }]);
    this.#thinking = this.sitters[this.position.turn]?.spec != null;
    this.news([{ event: "played", entry }]);
    this.#windClock();
    this.#wakeBot();
  }

  #windClock() {
    clearTimeout(this.#flag);
    if (this.#increment === null) return;
    const loser = this.position.turn;
    const words = `${loser === 0 ? "White" : "Black"} is out of time.`;
    this.#flag = setTimeout(() => this.#finish(loser === 0 ? 1 : 0, words), this.sitters[loser]?.left).unref();
  }

  #wakeBot() {
    const spec = this.sitters[this.position.turn]?.spec;
    if (!spec || this.end) return;
    const { turn, ply } = this.position;
    const act = () => {
      if (this.end || this.position.ply !== ply || this.position.turn !== turn) return;
      if (spec === "broken") {
        this.#thinking = false;
        return this.news([{ event: "bot-failed", seat: turn, words: "It has lost its thread." }]);
      }
      const all = choices(this.position);
      this.seed = (this.seed * 1103515245 + 12345) % 2147483648;
      const chosen = all[this.seed % all.length];
      if (chosen) this.#play(chosen);
      if (spec === "chatty") this.news([{ event: "said", seat: turn, words: "Your turn, friend." }]);
    };
    setTimeout(act, spec === "slow" ? 1500 : 30).unref();
  }

  /** @param {SeatNumber} me */
  #undo(me) {
    if (this.#undos === 0 || this.record.length === 0) return "There is nothing to take back.";
    if (this.opening.mode === "link") {
      this.offer = { by: me, what: "undo" };
      this.news([{ event: "offered", by: me, what: "undo" }]);
      return null;
    }
    this.#takeBack(me);
    return null;
  }

  /** @param {SeatNumber} me */
  #takeBack(me) {
    const both = this.opening.mode === "machine" && this.position.turn === me;
    const turns = Math.max(0, this.record.length - (both ? 2 : 1));
    this.record.length = turns;
    this.positions.length = turns + 1;
    this.#undos -= 1;
    this.#thinking = false;
    this.#turnBegan = Date.now();
    this.news([{ event: "taken-back", turns }]);
    this.#windClock();
  }

  /**
   * @param {SeatNumber} me
   * @param {Extract<Input, {wish: "offer" | "answer"}>} input
   */
  #bargain(me, input) {
    if (input.wish === "offer") {
      if (this.end) return "Invalid: game over";
      if (this.record.length >= 40) {
        this.#finish(null, "Forty turns were played, and a draw was claimed.");
        return null;
      }
      const machine = this.opening.mode === "machine";
      this.offer = machine ? null : { by: me, what: input.what };
      this.news([machine ? { event: "declined", what: input.what } : { event: "offered", by: me, what: input.what }]);
      return null;
    }
    const offer = this.offer;
    if (!offer || offer.by === me) return "There is nothing to answer.";
    this.offer = null;
    if (!input.yes) this.news([{ event: "declined", what: offer.what }]);
    else if (offer.what === "draw") this.#finish(null, "Both agreed to a draw.");
    else this.#takeBack(offer.by);
    return null;
  }

  /** @param {Viewer} viewer */
  #hint(viewer) {
    const choice = choices(this.position)[0];
    if (!choice) return "There is no move.";
    viewer.tell({ told: "hint", choice, score: "+0.35" });
    return null;
  }

  /** @param {Viewer} viewer */
  #review(viewer) {
    this.record.forEach((_, at) => {
      const mistake = at === 0 ? "blunder" : null;
      const judged = {
        ply: at + 1,
        of: this.record.length,
        score: 0,
        words: "0.00",
        better: mistake && "another",
        mistake,
      };
      viewer.tell({ told: "judged", judged: /** @type {any} */ (judged) });
    });
    return null;
  }

  /**
   * @param {SeatNumber | null} winner
   * @param {string} words
   * @param {Event[]} before
   */
  #finish(winner, words, before = []) {
    clearTimeout(this.#flag);
    this.#thinking = false;
    this.offer = null;
    this.end = { winner, result: winner === null ? "1/2-1/2" : winner === 0 ? "1-0" : "0-1", words, reason: words };
    this.news([...before, { event: "ended" }]);
  }
}
