// The part of the server that is asked over HTTP.

/** @import { LiveOpening, Opening, Opened, SeatSecret, GameLevels, LobbyTable } from "../../wire" */

/** A request that was refused or got no answer; the message is for people. */
export class ApiError extends Error {}

/** @returns {Promise<GameLevels[]>} */
export const levels = () => ask("api/levels");

/** @returns {Promise<LobbyTable[]>} */
export const openTables = () => ask("api/tables");

/**
 * @param {Opening | LiveOpening} opening
 * @returns {Promise<Opened>}
 */
export const openTable = (opening) => ask("api/tables", opening);

/**
 * Takes the free seat of a table.
 * @param {string} table
 * @param {string} name
 * @returns {Promise<SeatSecret>}
 */
export const joinTable = (table, name) => ask(`api/tables/${encodeURIComponent(table)}/join`, { name });

/**
 * The same game again with sides swapped; by link the second to ask gets the table of the first.
 * @param {string} table
 * @param {string[]} secrets
 * @returns {Promise<Opened>}
 */
export const rematch = (table, secrets) => ask(`api/tables/${encodeURIComponent(table)}/rematch`, { secrets });

/**
 * Where a table's record can be downloaded.
 * @param {string} table
 * @param {"pgn" | "json" | "position"} format
 */
export const exportAddress = (table, format) => `api/tables/${encodeURIComponent(table)}/export?format=${format}`;

/**
 * @param {string} address relative to the page
 * @param {object} [body] makes it a POST
 */
async function ask(address, body) {
  const request = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(address, request || {});
  } catch {
    throw new ApiError("The hall does not answer. Is it still running?");
  }
  const content = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(content?.error ?? `The hall answers with ${answer.status}.`);
  return content;
}
