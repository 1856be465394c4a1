// The front page: a description, the three games with the ways to play each, and current activity.

import { notify } from "./announce.js";
import * as api from "./api.js";
import { games, gameWords, levelsOf } from "./catalog.js";
import { element, figure } from "./element.js";
import { later } from "./later.js";
import { peopleAtTables, Tables } from "./lobby.js";
import { fitting, open, rememberedSecondName } from "./opening.js";
import { player } from "./profile.js";
import { settings } from "./settings.js";
import { lastTable } from "./tickets.js";

/** @import { GameId, GameOffer, LobbyView, PieceKind } from "../../wire" */
/** @import { Loose } from "./opening.js" */

/** How often the lobby is asked for, in milliseconds. */
const INTERVAL = 5000;
/** Open tables on the front page. */
const SHOWN = 3;

/** The pieces on a game's card. @type {Record<string, PieceKind[]>} */
const FIGURES = {
  chess: ["king", "queen", "bishop"],
  ransom: ["queen", "pawn", "knight"],
  kungfu: ["knight", "king", "knight"],
};

export class Home {
  #counts = element("p", { class: "muted", role: "status" });
  #tables = new Tables(SHOWN);
  #open = element("section", { class: "open-tables", "aria-labelledby": "open-tables", hidden: true });
  #timer = setInterval(() => this.#ask(), INTERVAL);

  constructor() {
    this.#open.append(
      element("h2", { id: "open-tables" }, "Open tables"),
      this.#tables.body,
      element("a", { href: "#lobby", class: "button" }, "All tables, and games to watch"),
    );
    this.body = element(
      "main",
      { class: "home" },
      element(
        "div",
        { class: "about" },
        element("h1", {}, "Three games of the chess family"),
        element("p", {}, "Play against people or bots, at one screen or by a link. No account, nothing to install."),
        back(),
      ),
      element("div", { class: "games" }, ...games().map((game) => card(game))),
      this.#counts,
      this.#open,
    );
    this.#ask();
  }

  close() {
    clearInterval(this.#timer);
  }

  async #ask() {
    try {
      this.#show(await api.lobby());
    } catch (error) {
      this.#counts.textContent = /** @type {Error} */ (error).message;
    }
  }

  /** @param {LobbyView} view */
  #show({ online, seeking, tables }) {
    const running = tables.filter(({ over, open_seats }) => !over && open_seats === 0).length;
    const words = [
      peopleAtTables(online),
      ...(seeking > 0 ? [`${seeking} looking for an opponent`] : []),
      `${running} ${running === 1 ? "game" : "games"} to watch`,
    ].join(" · ");
    if (this.#counts.textContent !== words) this.#counts.textContent = words;
    const open = tables.filter(({ over, open_seats }) => !over && open_seats > 0);
    this.#open.hidden = open.length === 0;
    this.#tables.show(open);
  }
}

/** The way back to a table that was left. */
function back() {
  const table = lastTable();
  if (table === null) return null;
  return element("p", {}, element("a", { class: "button", href: `#${table}` }, "Back to your last table"));
}

/** @param {GameOffer} offer */
function card({ game, name, kind }) {
  const first = levelsOf(game)[0]?.spec;
  const live = kind === "live";
  const bot = first ?? "link";
  /** @type {[string, () => void | Promise<void>][]} */
  const ways = [
    ["Against the machine", () => begin(live ? { game, seats: ["you", bot] } : { game, mode: "machine" })],
    ["With a friend", () => begin(live ? { game, seats: ["you", "link"] } : { game, mode: "link", side: "random" })],
    ...(live ? [] : /** @type {[string, () => Promise<void>][]} */ ([["Two here", () => beginHere(game)]])),
  ];
  const buttons = ways.map(([words, run]) =>
    element("button", { type: "button", "aria-label": `${name}: ${words}`, onclick: () => void run() }, words),
  );
  const heading = `game-${game}`;
  return element(
    "section",
    { class: "game", "aria-labelledby": heading },
    element(
      "div",
      { class: "figures", "aria-hidden": "true" },
      ...(FIGURES[game] ?? ["king"]).map((piece, at) =>
        element("span", { "data-army": at % 2 === 0 ? "ivory" : "ink" }, figure(settings.now.pieces, piece)),
      ),
    ),
    element("h2", { id: heading }, name),
    element("p", { class: "muted" }, gameWords(game)),
    element(
      "button",
      { type: "button", class: "primary", "aria-label": `${name}: Play now`, onclick: () => void pair(game) },
      "Play now",
    ),
    element("div", { class: "ways" }, ...buttons),
    element(
      "div",
      { class: "links" },
      element("a", { href: `#lobby?game=${game}`, "aria-label": `Watch ${name}` }, "Watch"),
      element(
        "button",
        { type: "button", class: "quiet", "aria-label": `Rules of ${name}`, onclick: () => void showRules(game) },
        "Rules",
      ),
    ),
  );
}

/** Asks a player without a name for one. */
async function named() {
  if (!player.profile) await (await later.welcome()).welcome();
}

/** @param {Loose} choices */
async function begin(choices) {
  await named();
  try {
    await open(fitting(choices));
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}

/** @param {GameId} game */
async function beginHere(game) {
  await named();
  const opponent = await (await later.welcome()).askSecondName(rememberedSecondName());
  if (opponent !== null) await begin({ game, mode: "here", opponent, side: "white" });
}

/** @param {GameId} game */
async function pair(game) {
  await named();
  (await later.pairing()).findOpponent(game);
}

/** @param {GameId} game */
async function showRules(game) {
  (await later.rules()).showRules(game);
}
