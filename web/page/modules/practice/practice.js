// Puzzles, lessons, missions and drills: what is offered, and the exercise that was chosen.

import { notify } from "../announce.js";
import { nextPuzzle, practiceOffer } from "../api.js";
import { element, select } from "../element.js";
import { openLesson } from "./coach.js";
import { ExerciseView } from "./exercise-view.js";
import { missionList } from "./mission-list.js";
import { searchOwn } from "./own.js";
import { count, ownPuzzles, progressOf } from "./progress.js";

/** @import { ExerciseCard, DrillOffer, GameId, LessonOffer, PracticeOffer, PuzzleOffer, ExerciseTask } from "../../../wire" */
/** @typedef {"puzzles" | "learn" | "missions" | "drills"} Place */

export const PLACES = /** @type {Record<Place, string>} */ ({
  puzzles: "Puzzles",
  learn: "Lessons",
  missions: "Missions",
  drills: "Drills",
});

export class Practice {
  body = element("main", { class: "practice" });
  #content = element("div", { class: "content" });
  #leave = new AbortController();

  /**
   * @param {Place} place
   * @param {URLSearchParams} query
   */
  constructor(place, query) {
    const links = Object.entries(PLACES).map(([name, words]) =>
      element("a", { class: "button", href: `#${name}`, ...(name === place ? { "aria-current": "page" } : {}) }, words),
    );
    const heading = element("h1", {}, PLACES[place]);
    this.body.append(heading, element("nav", { class: "row", "aria-label": "Practice" }, ...links), this.#content);
    document.title = `${PLACES[place]} · Threefold`;
    this.#begin(place, query);
    // Before the shortcuts of the whole page, which have some of the same keys.
    addEventListener("keydown", (event) => this.#key(event), { signal: this.#leave.signal, capture: true });
  }

  close() {
    this.#leave.abort();
  }

  /**
   * @param {Place} place
   * @param {URLSearchParams} query
   */
  async #begin(place, query) {
    let offer;
    try {
      offer = await practiceOffer();
    } catch (error) {
      return notify(/** @type {Error} */ (error).message);
    }
    const game = /** @type {GameId | null} */ (query.get("game"));
    if (place === "puzzles") this.#puzzles(offer.puzzles, game ?? "chess");
    else if (place === "learn") this.#lessons(offer, game);
    else if (place === "missions") this.#content.replaceChildren(...missionList(offer.missions));
    else this.#drills(offer.drills);
  }

  /** What a key does on the exercise that is shown. @param {KeyboardEvent} event */
  #key(event) {
    const field = /** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog[open]");
    if (field || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const button = this.body.querySelector(`button[data-key="${CSS.escape(event.key)}"]`);
    if (!(button instanceof HTMLButtonElement)) return;
    event.preventDefault();
    event.stopPropagation();
    button.click();
  }

  /**
   * @param {PuzzleOffer[]} offers
   * @param {GameId} game
   * @param {string} [first] the theme that is chosen first
   */
  #puzzles(offers, game, first = "") {
    const offer = offers.find((one) => one.game === game) ?? offers[0];
    if (!offer) return this.#content.replaceChildren(element("p", {}, "There are no puzzles here."));
    const { themes } = offer;
    const games = Object.fromEntries(offers.map((one) => [one.game, one.name]));
    const chosen = select("puzzle-game", games, offer.game, () =>
      this.#puzzles(offers, /** @type {GameId} */ (chosen.value)),
    );
    const own = ownPuzzles(offer.game).length > 0 ? { own: `My own games (${ownPuzzles(offer.game).length})` } : {};
    const list = { "": "All themes", ...own, ...Object.fromEntries(themes.map(({ theme, name }) => [theme, name])) };
    const theme = select("puzzle-theme", list, first, () => this.#nextPuzzle(offer.game, theme.value, status));
    const status = element("p", { class: "muted", id: "puzzle-status" });
    const search = element(
      "button",
      {
        type: "button",
        onclick: async () => {
          search.disabled = true;
          const { words, found } = await searchOwn(offer.game);
          notify(words);
          if (!this.#leave.signal.aborted) this.#puzzles(offers, offer.game, found > 0 ? "own" : "");
        },
      },
      "Search my games",
    );
    this.#content.replaceChildren(
      element(
        "div",
        { class: "row" },
        named("puzzle-game", "Game", chosen),
        named("puzzle-theme", "Theme", theme),
        search,
      ),
      status,
      element("div", { class: "place" }),
    );
    this.#nextPuzzle(offer.game, first, status);
  }

  /**
   * @param {GameId} game
   * @param {string} theme
   * @param {HTMLElement} status
   */
  async #nextPuzzle(game, theme, status) {
    const own = theme === "own" ? { own: ownPuzzles(game) } : {};
    const wanted = theme === "" || theme === "own" ? {} : { theme };
    let found;
    try {
      found = await nextPuzzle({ game, progress: progressOf(game), ...wanted, ...own });
    } catch (error) {
      return notify(/** @type {Error} */ (error).message);
    }
    const { id, rating, task, due } = found;
    showStatus(status, game, due);
    let counted = false;
    const next = element(
      "button",
      {
        type: "button",
        class: "primary",
        hidden: true,
        "data-key": "n",
        onclick: () => this.#nextPuzzle(game, theme, status),
      },
      "Next puzzle",
    );
    const changed = async (/** @type {ExerciseCard} */ card) => {
      const over = card.state === "done";
      if (next.hidden && over) {
        next.hidden = false;
        next.focus();
      }
      if (card.first_try === null || counted) return;
      counted = true;
      try {
        await count(game, { id, rating, solved: card.first_try });
        showStatus(status, game, due);
      } catch (error) {
        notify(/** @type {Error} */ (error).message);
      }
    };
    this.#open(task, { changed, below: [next] });
  }

  /**
   * @param {PracticeOffer} offer
   * @param {GameId | null} game
   */
  #lessons({ lessons }, game) {
    if (game === "kungfu") return this.#liveLesson();
    const wanted = lessons.find((one) => one.game === game);
    if (wanted) return this.#lesson(wanted);
    const all = [...lessons, { game: "kungfu", title: "First lesson: Kung Fu Chess", steps: 6 }];
    const cards = all.map(({ game, title, steps }) =>
      element(
        "li",
        { class: "card" },
        element("span", { class: "name" }, title),
        element("span", { class: "muted" }, `${steps} steps, about five minutes`),
        element(
          "a",
          { class: "button primary", href: `#learn?game=${game}`, "aria-label": `Begin, ${title}` },
          "Begin",
        ),
      ),
    );
    this.#content.replaceChildren(element("ul", { class: "tables" }, ...cards));
  }

  /** The lesson of the live game is at a table of its own. */
  async #liveLesson() {
    try {
      location.hash = await openLesson();
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  }

  /** @param {LessonOffer} lesson */
  #lesson({ game }) {
    const play = element("a", { class: "button primary", href: "#", hidden: true }, "Play a game");
    const changed = (/** @type {ExerciseCard} */ { state }) => {
      play.hidden = state !== "done";
    };
    this.#content.replaceChildren(element("div", { class: "place" }));
    this.#open({ task: "lesson", game }, { changed, below: [play] });
  }

  /** @param {DrillOffer[]} drills */
  #drills(drills) {
    const cards = drills.map((drill) =>
      element(
        "li",
        { class: "card" },
        element("span", { class: "name" }, drill.name),
        element("span", { class: "muted" }, drill.advice),
        element(
          "button",
          {
            type: "button",
            class: "primary",
            "aria-label": `Begin, ${drill.name}`,
            onclick: () => this.#drill(drill, drills),
          },
          "Begin",
        ),
      ),
    );
    this.#content.replaceChildren(element("ul", { class: "tables" }, ...cards));
  }

  /**
   * @param {DrillOffer} drill
   * @param {DrillOffer[]} drills
   */
  #drill(drill, drills) {
    const number = Math.floor(Math.random() * drill.count);
    const again = element("button", { type: "button", "data-key": "r" }, "Again");
    const another = element(
      "button",
      { type: "button", "data-key": "n", onclick: () => this.#drill(drill, drills) },
      "Another position",
    );
    const all = element("button", { type: "button", onclick: () => this.#drills(drills) }, "All drills");
    this.#content.replaceChildren(element("div", { class: "place" }));
    const buttons = element("div", { class: "row" }, again, another, all);
    const view = this.#open({ task: "drill", theme: drill.theme, number }, { changed: () => {}, below: [buttons] });
    again.addEventListener("click", () => view.begin());
  }

  /**
   * @param {ExerciseTask} task
   * @param {{changed: (card: ExerciseCard) => void, below: HTMLElement[]}} around
   */
  #open(task, around) {
    const view = new ExerciseView(task, around);
    this.#content.querySelector(".place")?.replaceChildren(view.body);
    view.begin().then(() => view.focus());
    return view;
  }
}

/**
 * A list with its name, on one row.
 * @param {string} id
 * @param {string} words
 * @param {HTMLElement} list
 */
function named(id, words, list) {
  return element("span", { class: "named" }, element("label", { for: id }, words), list);
}

/**
 * @param {HTMLElement} status
 * @param {GameId} game
 * @param {number} due
 */
function showStatus(status, game, due) {
  const { rating, solved, streak, best_streak } = progressOf(game);
  const back = due > 0 ? ` · ${due} to repeat` : "";
  const unsure = rating.deviation > 110 ? "?" : "";
  status.textContent = `Rating ${Math.round(rating.rating)}${unsure} · ${solved} solved · streak ${streak}, best ${best_streak}${back}`;
}
