// The controls of a replay: play, a slider over the whole game with marks at its captures, steps, speed, and a link to
// the moment.

import { notify } from "../announce.js";
import { elapsedText } from "../clock.js";
import { element, iconButton, relabel, select } from "../element.js";

/** @import { Replay } from "./replay.js" */
/** @import { LiveView, ReplayFrame } from "../../../wire" */

const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×", 4: "4×" };
const INTERVAL = 100;

export class ReplayBar {
  #play = iconButton("play", "Play", () => this.toggle());
  #slider = element("input", { type: "range", min: 0, step: 1, "aria-label": "Moment of the game", class: "moment" });
  #speed = select("replay-speed", SPEEDS, "1", () => this.#replay.hurry(Number(this.#speed.value)));
  #marks = element("div", { class: "captures", "aria-hidden": "true" });
  #time = element("span", { class: "muted" });
  body = element("section", { class: "replay", "aria-label": "Replay", hidden: true });
  #replay;
  #table;
  #ticks;

  /**
   * @param {Replay} replay
   * @param {LiveView} view
   * @param {AbortSignal} signal
   */
  constructor(replay, view, signal) {
    this.#replay = replay;
    this.#table = view.table;
    this.#ticks = view["ticks-per-second"];
    this.#speed.setAttribute("aria-label", "Speed");
    this.#slider.addEventListener("input", () => replay.seek(Number(this.#slider.value)));
    const second = this.#ticks;
    this.body.append(
      element("div", { class: "track" }, this.#marks, this.#slider),
      this.#time,
      element(
        "div",
        { class: "row" },
        iconButton("capture-back", "Capture before", () => replay.jump(-1)),
        iconButton("back", "One second back", () => replay.seek(replay.tick - second)),
        this.#play,
        iconButton("forward", "One second forward", () => replay.seek(replay.tick + second)),
        iconButton("capture-forward", "Next capture", () => replay.jump(1)),
        this.#speed,
        iconButton("link", "Link to this moment", () => this.#copy()),
      ),
    );
    const timer = setInterval(() => this.#follow(), INTERVAL);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @param {boolean} may */
  show(may) {
    this.body.hidden = !may;
    const { playing, shown } = this.#replay;
    relabel(this.#play, playing ? "Stand still" : "Play", { picture: playing ? "pause" : "play" });
    if (shown) this.#slider.max = String(shown.ticks);
    if (shown) this.#mark(shown);
    this.#follow();
  }

  /** A mark for every capture; they stay the same for the whole replay. @param {ReplayFrame} shown */
  #mark({ captures, ticks }) {
    if (this.#marks.children.length === captures.length) return;
    const marks = captures.map((tick) => {
      const mark = element("i");
      mark.style.left = `${(tick * 100) / Math.max(1, ticks)}%`;
      return mark;
    });
    this.#marks.replaceChildren(...marks);
  }

  toggle() {
    if (this.#replay.playing) this.#replay.pause();
    else this.#replay.play();
  }

  #follow() {
    const { tick, shown } = this.#replay;
    if (!shown) return;
    this.#slider.value = String(Math.floor(tick));
    const words = `${elapsedText(tick / this.#ticks)} of ${elapsedText(shown.ticks / this.#ticks)}`;
    if (this.#time.textContent !== words) this.#time.textContent = words;
    if (this.#slider.getAttribute("aria-valuetext") !== words) this.#slider.setAttribute("aria-valuetext", words);
  }

  async #copy() {
    const moment = `#${this.#table}?tick=${Math.floor(this.#replay.tick)}`;
    history.replaceState(null, "", moment);
    try {
      await navigator.clipboard.writeText(new URL(moment, document.baseURI).href);
      notify("Link copied");
    } catch {
      notify("The link is in the address line");
    }
  }
}
