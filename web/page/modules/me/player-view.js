// A profile: ratings with their curves, results by game, colour, opponent and opening; the players of this browser.

import { notify, sentence } from "../announce.js";
import { gameName, levelName } from "../catalog.js";
import { question } from "../dialog.js";
import { element } from "../element.js";
import { later } from "../later.js";
import { nameField } from "../name-field.js";
import { player } from "../profile.js";
import * as api from "./api.js";
import { avatar, day, drawn, view } from "./parts.js";

/** @import { Counts, CurvePoint, GameId, Profile, RatingBody } from "../../../wire" */

export class PlayerView {
  #content = element("div", { class: "panels" });
  #name;
  body;
  #leave = new AbortController();

  /** @param {string} name empty for one's own */
  constructor(name) {
    this.#name = name;
    this.body = view(name || "Profile", name ? "" : "#player", this.#content);
    player.addEventListener("change", () => this.#show(), { signal: this.#leave.signal });
    this.#show();
  }

  close() {
    this.#leave.abort();
  }

  async #show() {
    try {
      const profile = await (this.#name ? api.profileOf(this.#name) : api.ownProfile());
      const own = this.#name === "";
      this.#content.replaceChildren(...parts(profile, own), ...(own && !profile.account ? [localPlayers()] : []));
    } catch (error) {
      const words = sentence(/** @type {Error} */ (error).message);
      this.#content.replaceChildren(element("p", { class: "fault" }, words));
    }
  }
}

/**
 * @param {Profile} profile
 * @param {boolean} own
 */
function parts(profile, own) {
  const name = profile.account ?? player.name;
  const { seats, levels, bots, openings } = profile.statistics;
  const games = seats.reduce((sum, { counts }) => sum + played(counts), 0);
  const since = profile.created === null ? "without an account" : "since ";
  return [
    element(
      "div",
      { class: "panel head wide" },
      avatar(name),
      element(
        "div",
        {},
        element("h2", {}, name),
        element(
          "p",
          { class: "muted" },
          `${games === 1 ? "1 finished game" : `${games} finished games`}, ${since}`,
          profile.created === null ? null : day(profile.created),
        ),
      ),
      own && !profile.account && element("a", { class: "button", href: "#account" }, "Open an account"),
      !own && name !== player.account && challengeButton(name),
    ),
    ...profile.ratings.map(ratingPart),
    profile.ratings.length === 0 &&
      element(
        "p",
        { class: "panel muted wide" },
        "No rating yet. A game of chess against Elo 400 to Elo 3200 shows your level; games between accounts can be rated.",
      ),
    results("By game and colour", seats, ({ game, seat, counts }) => [
      `${gameName(/** @type {GameId} */ (game))}, ${["White", "Black"][seat] ?? `seat ${seat + 1}`}`,
      counts,
    ]),
    results("By the opponent's rating", levels, ({ from, counts }) => [`${from}–${from + 199}`, counts]),
    results("Against bots", bots, ({ game, bot, counts }) => [
      `${gameName(/** @type {GameId} */ (game))}, ${levelName(/** @type {GameId} */ (game), bot)}`,
      counts,
    ]),
    results("Openings", openings, ({ opening, counts }) => [opening, counts]),
  ].filter((part) => part instanceof HTMLElement);
}

/** @param {string} name */
function challengeButton(name) {
  const onclick = async () => (await later.challenge()).askChallenge(name);
  return element("button", { type: "button", class: "primary", onclick: () => void onclick() }, "Challenge");
}

/** @param {RatingBody} rating */
function ratingPart({ name, rating, margin, provisional, games, curve }) {
  const sure = provisional ? ", provisional" : "";
  return element(
    "section",
    { class: "panel" },
    element("h2", {}, name),
    element("p", { class: "rating" }, element("strong", {}, String(rating)), ` ± ${margin}`),
    element("p", { class: "muted" }, `${games === 1 ? "1 game" : `${games} games`}${sure}`),
    curve.length > 1 && curveOf(name, curve),
  );
}

/** A rating over time as a line. @param {string} name @param {CurvePoint[]} curve */
function curveOf(name, curve) {
  const [width, height, edge] = [300, 90, 4];
  const ratings = curve.map(({ rating }) => rating);
  const low = Math.floor(Math.min(...ratings) / 50) * 50;
  const high = Math.max(Math.ceil(Math.max(...ratings) / 50) * 50, low + 50);
  const x = (/** @type {number} */ at) => edge + ((width - 2 * edge) * at) / (curve.length - 1);
  const y = (/** @type {number} */ rating) => height - edge - ((height - 2 * edge) * (rating - low)) / (high - low);
  const svg = drawn("svg", {
    class: "curve",
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": `${name}: from ${Math.round(ratings[0] ?? 0)} to ${Math.round(ratings.at(-1) ?? 0)}`,
  });
  for (const rating of [low, high]) {
    svg.append(drawn("line", { x1: edge, x2: width - edge, y1: y(rating), y2: y(rating) }));
  }
  const points = ratings.map((rating, at) => `${x(at).toFixed(1)},${y(rating).toFixed(1)}`).join(" ");
  svg.append(drawn("polyline", { points }));
  const words = `Between ${low} and ${high}`;
  return element("figure", { class: "course" }, svg, element("figcaption", { class: "muted" }, words));
}

/**
 * A table of results.
 * @template T
 * @param {string} title
 * @param {T[]} rows
 * @param {(row: T) => [string, Counts]} read
 */
function results(title, rows, read) {
  if (rows.length === 0) return false;
  const line = (/** @type {T} */ row) => {
    const [name, counts] = read(row);
    const cells = [counts.won, counts.drawn, counts.lost].map((count) => element("td", {}, count));
    return element("tr", {}, element("th", { scope: "row" }, name), ...cells, element("td", {}, bar(counts)));
  };
  const counted = ["Won", "Drawn", "Lost"].map((head) => element("th", { scope: "col" }, head));
  const heads = [element("td"), ...counted, element("td")];
  return element(
    "section",
    { class: "panel wide" },
    element("h2", {}, title),
    element(
      "table",
      { class: "results" },
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows.map(line)),
    ),
  );
}

/** The shares of won, drawn and lost games. @param {Counts} counts */
function bar({ won, drawn: even, lost }) {
  const all = Math.max(won + even + lost, 1);
  const svg = drawn("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  let from = 0;
  for (const [share, kind] of /** @type {[number, string][]} */ ([
    [won, "won"],
    [even, "drawn"],
    [lost, "lost"],
  ])) {
    const width = (100 * share) / all;
    svg.append(drawn("rect", { x: from, y: 0, width, height: 10, class: kind }));
    from += width;
  }
  return svg;
}

/** @param {Counts} counts */
function played({ won, drawn: even, lost }) {
  return won + even + lost;
}

/** The players of this browser: one plays, the others wait. */
function localPlayers() {
  const others = player.others.map(({ profile: { id, displayName } }) => {
    const forget = async () => {
      const sure = await question({
        title: `Forget ${displayName}?`,
        words: "This browser loses the secret of this player: the games cannot be continued.",
        yes: "Forget",
      });
      if (sure) player.forgetOther(id);
    };
    const switchTo = () => {
      player.switchTo(id);
      notify(`${player.name} plays now.`);
    };
    return element(
      "li",
      {},
      avatar(displayName),
      element("span", { class: "name" }, displayName),
      element("button", { type: "button", "aria-label": `Play as ${displayName}`, onclick: switchTo }, "Play as"),
      element("button", { type: "button", "aria-label": `Forget ${displayName}`, onclick: forget }, "Forget"),
    );
  });
  const add = element("button", { class: "primary" }, "Add");
  let typed = "";
  const { field } = nameField({
    label: "Another player",
    changed: (fault, now) => {
      typed = now;
      add.disabled = fault !== null;
    },
  });
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    player.add(typed);
    notify(`${player.name} plays now.`);
  };
  return element(
    "section",
    { class: "panel wide" },
    element("h2", {}, "Players of this browser"),
    element("ul", { class: "locals" }, ...others),
    element("form", { class: "line", onsubmit }, field, add),
  );
}
