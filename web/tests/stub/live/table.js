// A table of the stub without turns: seats with secrets, time that runs, bots that move as it comes, a replay.

import { Room } from "./room.js";
import { arrival, atTheEnd, begin, boardOf, clashes, reach, SPEEDS, spot, TURNED, under } from "./rules.js";

/** @import { End, LiveEvent, LiveFrame, LiveOpening, LivePiece, LiveView, Phase, Place, SeatNumber, Square, Told } from "../../../wire" */
/** @import { Figure } from "./rules.js" */
/** @typedef {{yours: SeatNumber[], tell: (told: Told) => void}} Viewer */

const TICK = 1000 / 30;
const COUNTDOWN = 1500;

export class StubLiveTable {
  /** @type {Set<Viewer>} */
  viewers = new Set();
  version = 1;
  /** @type {End | null} */
  end = null;
  /** @type {StubLiveTable | null} */
  rematch = null;
  tick = 0;
  /** @type {SeatNumber[]} */
  #offers = [];
  /** @type {Phase} */
  #phase = "waiting";
  /** @type {number | null} */
  #since = null;
  /** @type {Map<number, Square>} */
  #premoves = new Map();
  /** The pieces after each tick, and at which ticks one was taken. @type {Figure[][]} */
  #past = [];
  /** @type {number[]} */
  #captures = [];
  /** Nothing is taken any more. */
  #peace = false;
  #beat = setInterval(() => this.#advance(), TICK).unref();

  /**
   * @param {string} id
   * @param {LiveOpening} opening
   * @param {number} seed
   */
  constructor(id, opening, seed) {
    this.id = id;
    this.opening = opening;
    this.seed = seed;
    this.board = boardOf(opening.board);
    this.figures = begin(opening.board);
    this.#past.push(this.figures);
    this.room = new Room(opening);
  }

  get sitters() {
    return this.room.sitters;
  }

  /** @param {string[]} secrets */
  seatsOf(secrets) {
    return this.room.seatsOf(secrets);
  }

  /**
   * @param {Viewer} viewer
   * @param {number | null} seen
   */
  greet(viewer, seen) {
    this.viewers.add(viewer);
    const [mine] = viewer.yours;
    if (mine !== undefined && this.room.people === 1) Object.assign(this.sitters[mine] ?? {}, { ready: true });
    if (seen === this.version) viewer.tell({ told: "live-news", events: [], frame: this.#frame(viewer) });
    else viewer.tell({ told: "live-view", view: this.#view(viewer) });
    this.#settle();
  }

  /** @param {string} name */
  join(name) {
    const held = this.room.join(name);
    if (held) this.news([{ event: "seated", seat: held.seat }]);
    return held;
  }

  /**
   * @param {Viewer} viewer
   * @param {import("../../../wire").Input} input
   * @returns {string | null} why it is refused
   */
  hear(viewer, input) {
    if (input.wish === "seek") return this.#seek(viewer, input.tick);
    const [me] = viewer.yours;
    const sitter = me === undefined ? undefined : this.sitters[me];
    if (input.wish === "pause") return this.#pause(input.on);
    if (me === undefined || !sitter) return "Only who sits at the table can do that.";
    switch (input.wish) {
      case "ready":
        sitter.ready = true;
        this.news([{ event: "seated", seat: me }]);
        this.#settle();
        return null;
      case "replace":
        return this.#replace(input.seat, input.spec);
      case "rename":
        if (input.seat !== me) return "Somebody else sits there.";
        sitter.name = input.name;
        this.news([{ event: "renamed", seat: me }]);
        return null;
      case "choices":
        viewer.tell({ told: "squares", piece: input.piece, squares: this.#reach(input.piece) });
        return null;
      case "command":
        return this.#command(me, input.piece, input.to);
      case "typed":
        return this.#typed(me, input.text);
      case "cancel":
        this.#premoves.delete(input.piece);
        this.news([]);
        return null;
      case "resign":
        this.#lose(me, []);
        return null;
      case "offer":
        this.#offers.push(me);
        if (this.sitters.every(({ spec, alive }, seat) => spec || !alive || this.#offers.includes(seat)))
          this.#finish(null, "agreed", [{ event: "offered", by: me, what: "draw" }]);
        else this.news([{ event: "offered", by: me, what: "draw" }]);
        return null;
      default:
        return "That is for games with turns.";
    }
  }

  /** @param {LiveEvent[]} events */
  news(events) {
    this.version += 1;
    for (const viewer of this.viewers) viewer.tell({ told: "live-news", events, frame: this.#frame(viewer) });
  }

  /** Puts every other piece on a slow way, and lets the others rest: for measuring. */
  stir() {
    const { square, rest } = SPEEDS[this.opening.speed];
    this.figures = this.figures.map((figure, at) => {
      if (figure.place.is !== "standing") return figure;
      const from = figure.place.square;
      const to = `${from[0]}${this.board.height + 1 - Number(from.slice(1))}`;
      const glides = under({ ...figure, shape: "rook" }, from, to, this.tick, square * 12);
      return { ...figure, place: at % 2 === 0 ? glides : { ...figure.place, rests: this.tick + rest } };
    });
    this.#peace = true;
    this.news([]);
  }

  /** @param {Viewer} viewer @returns {LiveView} */
  #view(viewer) {
    const { board, speed } = this.opening;
    const [mine] = viewer.yours;
    return {
      table: this.id,
      board: this.board,
      yours: mine ?? null,
      turned: mine === undefined ? 0 : (TURNED[board][mine] ?? 0),
      speed,
      ticks_a_second: 30,
      ticks_a_square: SPEEDS[speed].square,
      rest: SPEEDS[speed].rest,
      frame: this.#frame(viewer),
    };
  }

  /** @param {Viewer} viewer @returns {LiveFrame} */
  #frame({ yours }) {
    const over = this.end !== null;
    const [mine] = yours;
    const me = mine === undefined ? undefined : this.sitters[mine];
    const plays = me?.alive === true && !over;
    const begun = this.tick > 0 || this.#phase === "running";
    const { people } = this.room;
    return {
      version: this.version,
      now: Date.now(),
      phase: this.#phase,
      tick: this.tick,
      since: this.#since,
      seats: this.sitters.map((_, seat) => this.room.seat(seat)),
      pieces: this.figures.map((figure) => this.#piece(figure, over || figure.seat === mine)),
      premoves: [...this.#premoves].flatMap(([piece, to]) =>
        this.figures.some(({ id, seat }) => id === piece && seat === mine) ? [{ piece, to }] : [],
      ),
      may: {
        ready: plays && !me.ready && this.#phase === "waiting",
        pause: !over && people <= 1 && (people === 0 || plays),
        resign: plays && begun,
        offer_draw: plays && begun && !this.#offers.includes(mine ?? -1),
        replay: over,
      },
      offers: this.#offers,
      end: this.end,
    };
  }

  /**
   * @param {Figure} figure
   * @param {boolean} whole
   * @returns {LivePiece}
   */
  #piece(figure, whole) {
    const { id, army, shape, place } = figure;
    if (place.is === "standing" || whole) return { id, army, shape, place };
    /** @type {Place} */
    const seen = { ...place, to: null };
    if (shape !== "knight") return { id, army, shape, place: seen };
    const [file, rank] = spot(figure, this.tick);
    return { id, army, shape, place: { is: "flying", at: [Math.round(file * 60), Math.round(rank * 60)] } };
  }

  #settle() {
    const here = new Set([...this.viewers].flatMap(({ yours }) => yours));
    const ready = this.sitters.every(({ spec, ready, taken }, seat) => spec || (taken && ready && here.has(seat)));
    if (this.#phase !== "waiting" || !ready || this.end) return;
    this.#phase = "countdown";
    this.#since = Date.now() + COUNTDOWN;
    this.news([]);
  }

  #advance() {
    if (this.#since === null || Date.now() < this.#since) return;
    if (this.#phase === "countdown") {
      this.#phase = "running";
      this.news([{ event: "begun" }]);
    }
    while (this.#phase === "running" && this.#since !== null && Date.now() >= this.#since + TICK) {
      this.#since += TICK;
      this.#pass();
    }
  }

  /** One tick. */
  #pass() {
    this.tick += 1;
    /** @type {LiveEvent[]} */
    const events = [];
    const taken = this.#peace ? [] : clashes(this.figures, this.tick);
    for (const { taken: victim, by } of taken) {
      const words = `${this.room.seat(by.seat).side}'s ${by.shape} takes ${this.room.seat(victim.seat).side}'s ${victim.shape}.`;
      events.push({ event: "captured", piece: victim.id, by: by.id, words });
    }
    const gone = new Set(taken.map(({ taken: { id } }) => id));
    if (gone.size > 0) this.#captures.push(this.tick);
    const changed = this.figures.filter(({ id }) => !gone.has(id)).map((figure) => this.#grow(figure, events));
    if (changed.some((figure, at) => figure !== this.figures[at]) || gone.size > 0) this.figures = changed;
    this.#past.push(this.figures);
    const fallen = this.sitters.flatMap(({ alive }, seat) =>
      alive && !this.figures.some((one) => one.seat === seat && one.shape === "king") ? [seat] : [],
    );
    for (const seat of fallen) this.#lose(seat, events.splice(0));
    if (this.end) return;
    const flies =
      this.tick % 4 === 0 && this.figures.some(({ shape, place }) => shape === "knight" && place.is === "moving");
    if (events.length > 0 || flies) this.news(events);
    this.#wakeBots();
  }

  /**
   * A piece a tick later.
   * @param {Figure} figure
   * @param {LiveEvent[]} events
   * @returns {Figure}
   */
  #grow(figure, events) {
    const { id, place, seat } = figure;
    if (place.is === "moving" && arrival(place) <= this.tick) {
      events.push({ event: "arrived", piece: id, square: place.to });
      const ends = figure.shape === "pawn" && atTheEnd(place.to, this.board, TURNED[this.opening.board][seat] ?? 0);
      if (ends) events.push({ event: "promoted", piece: id });
      const rests = this.tick + SPEEDS[this.opening.speed].rest;
      return { ...figure, shape: ends ? "queen" : figure.shape, place: { is: "standing", square: place.to, rests } };
    }
    if (place.is !== "standing" || place.rests === null || place.rests > this.tick) return figure;
    events.push({ event: "woke", piece: id });
    const awake = { ...figure, place: { ...place, rests: null } };
    const to = this.#premoves.get(id);
    this.#premoves.delete(id);
    if (to === undefined) return awake;
    if (!this.#reach(id).includes(to)) {
      for (const viewer of this.viewers)
        if (viewer.yours.includes(seat)) viewer.tell({ told: "dropped", piece: id, words: "The way is not free." });
      return awake;
    }
    events.push({ event: "started", piece: id });
    return { ...awake, place: under(figure, place.square, to, this.tick, SPEEDS[this.opening.speed].square) };
  }

  /**
   * @param {SeatNumber} me
   * @param {number} piece
   * @param {Square} to
   */
  #command(me, piece, to) {
    const figure = this.figures.find(({ id }) => id === piece);
    if (this.#phase !== "running")
      return this.#phase === "paused" ? "The game is paused." : "The game has not begun yet.";
    if (!figure) return "There is no such piece.";
    if (figure.seat !== me || !this.sitters[me]?.alive) return "That is not yours.";
    if (figure.place.is === "moving") return `That ${figure.shape} is on its way.`;
    if (figure.place.rests !== null) {
      this.#premoves.set(piece, to);
      this.news([]);
      return null;
    }
    if (!this.#reach(piece).includes(to)) return `That is not how a ${figure.shape} moves.`;
    const place = under(figure, figure.place.square, to, this.tick, SPEEDS[this.opening.speed].square);
    this.figures = this.figures.map((one) => (one === figure ? { ...one, place } : one));
    this.#past[this.tick] = this.figures;
    this.news([{ event: "started", piece }]);
    return null;
  }

  /**
   * @param {SeatNumber} me
   * @param {string} text
   */
  #typed(me, text) {
    const [, from = "", to = ""] = /^([a-z]\d+)([a-z]\d+)$/.exec(text) ?? [];
    const figure = this.figures.find(({ place }) => place.is === "standing" && place.square === from);
    return figure ? this.#command(me, figure.id, to) : `'${text}' is not two squares, such as e2e4`;
  }

  /** @param {number} piece */
  #reach(piece) {
    const figure = this.figures.find(({ id }) => id === piece);
    return figure ? reach(this.figures, figure, this.board, TURNED[this.opening.board][figure.seat] ?? 0) : [];
  }

  /** Each bot sends somebody somewhere about once a second. */
  #wakeBots() {
    this.sitters.forEach(({ spec, alive }, seat) => {
      if (!spec || !alive || spec === "slow" || (this.tick + seat * 7) % 24 !== 0) return;
      const own = this.figures.filter((one) => one.seat === seat && one.place.is === "standing" && !one.place.rests);
      this.seed = (this.seed * 1103515245 + 12345) % 2147483648;
      const figure = own[this.seed % own.length];
      const squares = figure ? this.#reach(figure.id) : [];
      const to = squares[(this.seed >> 8) % squares.length];
      if (figure && to !== undefined) this.#command(seat, figure.id, to);
    });
  }

  /**
   * @param {SeatNumber} seat
   * @param {string} spec
   */
  #replace(seat, spec) {
    if (this.#phase !== "waiting" || !this.room.replace(seat, spec)) return "That seat is taken.";
    this.news([{ event: "seated", seat }]);
    this.#settle();
    return null;
  }

  /** @param {boolean} on */
  #pause(on) {
    if (this.#phase !== (on ? "running" : "paused")) return "The game has not begun yet.";
    this.#phase = on ? "paused" : "running";
    this.#since = on ? null : Date.now();
    this.news([]);
    return null;
  }

  /**
   * @param {SeatNumber} seat
   * @param {LiveEvent[]} events
   */
  #lose(seat, events) {
    Object.assign(this.sitters[seat] ?? {}, { alive: false });
    this.figures = this.figures.filter((one) => one.seat !== seat || one.shape !== "king");
    const words = `${this.room.seat(seat).name} is out.`;
    const told = [...events, { event: /** @type {const} */ ("out"), seat, words }];
    const left = this.sitters.flatMap(({ alive }, number) => (alive ? [number] : []));
    if (left.length > 1) return this.news(told);
    const winner = left[0] ?? null;
    this.#finish(winner, "the king is captured", told);
  }

  /**
   * @param {SeatNumber | null} winner
   * @param {string} reason
   * @param {LiveEvent[]} events
   */
  #finish(winner, reason, events) {
    clearInterval(this.#beat);
    const result = winner === null ? "1/2-1/2" : winner === 0 ? "1-0" : "0-1";
    const words = winner === null ? `Draw — ${reason}` : `${this.room.seat(winner).name} wins — ${reason}`;
    this.end = { winner, result, words, reason };
    this.#phase = "over";
    this.#since = null;
    this.#past[this.tick] = this.figures;
    this.news([...events, { event: "ended" }]);
  }

  /**
   * @param {Viewer} viewer
   * @param {number} wanted
   */
  #seek(viewer, wanted) {
    if (!this.end) return "The replay opens when the game is over";
    const tick = Math.min(wanted, this.tick);
    const figures = /** @type {Figure[]} */ (this.#past[tick]);
    const changes = this.#past.findIndex((later, at) => at > tick && later !== figures);
    const frame = {
      ...this.#frame({ yours: [], tell: () => {} }),
      phase: /** @type {const} */ ("paused"),
      tick,
      pieces: figures.map((figure) => this.#piece(figure, true)),
      end: tick === this.tick ? this.end : null,
    };
    const next = changes === -1 ? null : changes;
    viewer.tell({ told: "replayed", replayed: { frame, next, ticks: this.tick, captures: this.#captures } });
    return null;
  }
}
