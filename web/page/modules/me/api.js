// Requests about the player: account, sessions, games, ratings.

import { readAnswer, send } from "../api.js";
import { player } from "../profile.js";

/** @import { ExplorerBook, GameId, NewCodes, OwnAccount, OwnGames, Profile, SessionLine, TableRatings } from "../../../wire" */

/**
 * Signs up; the account adopts what this browser has played.
 * @param {string} name
 * @param {string} password
 * @returns {Promise<NewCodes>}
 */
export async function signUp(name, password) {
  const codes = await post("signup", { name, password, device: player.device });
  player.adopted();
  player.signedIn(codes.name);
  return codes;
}

/**
 * Signs in, and lets the account adopt what this browser has played.
 * @param {string} name
 * @param {string} password
 */
export async function signIn(name, password) {
  await entered(await post("signin", { name, password }));
}

/**
 * Sets another password by a recovery code, and signs in.
 * @param {string} name
 * @param {string} code
 * @param {string} password
 */
export async function recover(name, code, password) {
  await entered(await post("recover", { name, code, password }));
}

/**
 * Sets another password by a link of the operator, and signs in.
 * @param {string} link
 * @param {string} password
 */
export async function reset(link, password) {
  await entered(await post("reset", { link, password }));
}

export async function signOut() {
  await post("signout", {});
  player.signedIn(null);
}

/** The account that is signed in; null if none is. @returns {Promise<OwnAccount | null>} */
export async function account() {
  const own = /** @type {OwnAccount | null} */ (await get("api/account"));
  player.signedIn(own?.name ?? null);
  return own;
}

/**
 * @param {string} old
 * @param {string} password
 */
export const changePassword = (old, password) => post("password", { old, password });

/** @param {string} password @returns {Promise<NewCodes>} */
export const newCodes = (password) => post("codes", { password });

/** @returns {Promise<SessionLine[]>} */
export const sessions = () => get("api/account/sessions");

/** @param {string} id */
export const endSession = (id) => post(`sessions/${encodeURIComponent(id)}/end`, {});

export const endOtherSessions = () => post("sessions/end-others", {});

/** @param {string} password */
export async function closeAccount(password) {
  await post("close", { password });
  player.signedIn(null);
}

/** @param {URLSearchParams} filter @returns {Promise<OwnGames>} */
export const games = (filter) => get(`api/me/games?${filter}`);

/** @param {string} table */
export const deleteGame = (table) => request(`api/me/games/${encodeURIComponent(table)}/delete`, {});

/** Who asks, with ratings and results. @returns {Promise<Profile>} */
export const ownProfile = () => get("api/me");

/** @param {string} name @returns {Promise<Profile>} */
export const profileOf = (name) => get(`api/players/${encodeURIComponent(name)}/profile`);

/** @param {string} table @returns {Promise<TableRatings>} */
export const ratingsOf = (table) => get(`api/ratings/${encodeURIComponent(table)}`);

/**
 * All games of the player, as a file.
 * @param {"pgn" | "json"} format
 */
export async function download(format) {
  const answer = await send(`api/me/export?format=${format}`, { headers: own() });
  if (!answer.ok) await readAnswer(answer);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `threefold-games.${format}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** The account adopts the anonymous player of this browser. @param {OwnAccount} account */
async function entered({ name }) {
  player.signedIn(name);
  try {
    await post("adopt", { device: player.device });
    player.adopted();
  } catch {
    // The games stay those of this browser's anonymous player.
  }
}

/** The header that says who asks without an account. */
function own() {
  return { "threefold-device": player.device };
}

/**
 * Which moves were played in the player's own games.
 * @param {GameId} game
 * @returns {Promise<ExplorerBook>}
 */
export const exploreOwn = (game) => request("api/explorer", { game, source: { is: "mine" } });

/** @param {string} address */
async function get(address) {
  return readAnswer(await send(address, { headers: own() }));
}

/**
 * @param {string} what below `/api/account`
 * @param {object} body
 */
function post(what, body) {
  return request(`api/account/${what}`, body);
}

/**
 * @param {string} address
 * @param {object} body
 */
async function request(address, body) {
  const headers = { "content-type": "application/json", ...own() };
  return readAnswer(await send(address, { method: "POST", headers, body: JSON.stringify(body) }));
}
