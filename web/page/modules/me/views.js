// Which of the player's own views an address names: games, a profile, the account, a link of the operator.

import { later } from "../later.js";

/** @typedef {{body: HTMLElement, close: () => void}} View */

/**
 * The view of an address; null if it names something else.
 * @param {string} name
 * @returns {Promise<View> | null}
 */
export function viewOf(name) {
  const [first, ...rest] = name.split("/");
  const argument = decode(rest.join("/"));
  if (first === "games") return later.games().then(({ GamesView }) => new GamesView());
  if (first === "player") return later.player().then(({ PlayerView }) => new PlayerView(argument));
  if (first === "account") return later.account().then(({ AccountView }) => new AccountView());
  if (first === "reset") return later.account().then(({ ResetView }) => new ResetView(argument));
  return null;
}

/** @param {string} text of an address */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent escape: no player has such a name.
    return text;
  }
}
