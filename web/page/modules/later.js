// Modules that the first board does not need. Most are loaded when the page is idle, or earlier when needed.

import { notify } from "./announce.js";

export const later = {
  tableScreen: part(() => import("./table-screen.js")),
  turnMode: part(() => import("./turn/turn-mode.js")),
  liveMode: part(() => import("./live/live-mode.js")),
  studyScreen: part(() => import("./study/study-screen.js")),
  editor: part(() => import("./editor/editor-view.js")),
  explorer: part(() => import("./study/explorer-panel.js")),
  openStudy: part(() => import("./study/open-study.js")),
  frame: part(() => import("./frame.js")),
  newGame: part(() => import("./new-game.js")),
  settings: part(() => import("./settings-dialog.js")),
  lobby: part(() => import("./lobby.js")),
  home: part(() => import("./home.js")),
  challenge: part(() => import("./challenge-dialog.js")),
  pairing: part(() => import("./pairing.js")),
  rules: part(() => import("./rules.js")),
  coach: part(() => import("./practice/coach.js")),
  mission: part(() => import("./practice/mission.js")),
  practice: part(() => import("./practice/practice.js")),
  welcome: part(() => import("./welcome.js")),
  account: part(() => import("./me/account-view.js")),
  games: part(() => import("./me/games-view.js")),
  player: part(() => import("./me/player-view.js")),
  botCard: part(() => import("./bot-card.js")),
  replacement: part(() => import("./replacement.js")),
};

/** Fetches what a table may need, so that nobody waits for it in a game. Views of their own come when they are opened. */
export function fetchLater() {
  const { studyScreen, explorer, openStudy, editor, practice, coach, mission, account, games, player, ...ahead } =
    later;
  const idle = window.requestIdleCallback ?? setTimeout;
  idle(() => Object.values(ahead).forEach((wanted) => void wanted("ahead")));
}

/**
 * @template T
 * @param {() => Promise<T>} fetched
 */
function part(fetched) {
  return async (/** @type {"now" | "ahead"} */ when = "now") => {
    try {
      return await fetched();
    } catch {
      // The server is away, or has another version of the page by now.
      if (when === "now") notify("A part of the page is missing. Please load it again.");
      // Nothing that waits for the part can go on.
      return /** @type {Promise<T>} */ (new Promise(() => {}));
    }
  };
}
