// The client of the HTTP API.

import { player } from "./profile.js";

/** @import { ChallengeEntry, ChallengeStatus, Choices, CountRequest, EditorCard, ErrorBody, ExerciseAction, ExerciseAnswer, ExerciseTask, ExplorerBook, GameId, GameOffer, GrantedSeat, ListedGame, LiveLesson, LobbyView, NextPuzzle, NextPuzzleRequest, OpenedTable, OwnPuzzles, PairingAnswer, PairingRequest, PracticeOffer, PuzzleProgress, RulesText, SeatNumber, SketchSource, StudyFrom } from "../../wire" */

/** A request that was refused or got no answer; the message is for people. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} words
   */
  constructor(code, words) {
    super(words);
    this.code = code;
  }
}

/** What is offered to this player: the usual level follows the player's level. @returns {Promise<GameOffer[]>} */
export const levels = async () =>
  readAnswer(await send("api/levels", { headers: { "threefold-device": player.device } }));

/** Who is here, and what they play. @returns {Promise<LobbyView>} */
export const lobby = () => request("api/lobby");

/**
 * Looks for an opponent; polled with the same ticket.
 * @param {Omit<PairingRequest, "device" | "name">} terms
 * @returns {Promise<PairingAnswer>}
 */
export const seekOpponent = (terms) => request("api/pairing", { ...terms, ...player.asker });

export const stopPairing = () => request("api/pairing/stop", { device: player.asker.device });

/** Open challenges to the account that is signed in. @returns {Promise<ChallengeEntry[]>} */
export const challenges = () => request("api/challenges");

/** The state of a table's challenge; null if it has none. @param {string} table @returns {Promise<ChallengeStatus | null>} */
export const challengeAt = (table) => request(`api/challenges/${encodeURIComponent(table)}`);

/** @param {string} table */
export const declineChallenge = (table) => request(`api/challenges/${encodeURIComponent(table)}/decline`, {});

/**
 * @param {GameId} game
 * @returns {Promise<RulesText>}
 */
export const rulesOf = (game) => request(`api/rules/${encodeURIComponent(game)}`);

/** @returns {Promise<PracticeOffer>} */
export const practiceOffer = () => request("api/practice");

/** @returns {Promise<LiveLesson>} */
export const liveLesson = () => request("api/lessons/kungfu");

/**
 * @param {string} table
 * @param {SeatNumber} seat whose mistakes are searched for
 * @returns {Promise<OwnPuzzles>}
 */
export const ownPuzzlesOf = (table, seat) => request(`${address(table)}/puzzles`, { seat });

/**
 * An exercise after an action, or as it is.
 * @param {ExerciseTask} task
 * @param {ExerciseAction[]} log
 * @param {ExerciseAction | null} action
 * @returns {Promise<ExerciseAnswer>}
 */
export const exercise = (task, log, action) => request("api/practice", { task, log, ...(action ? { action } : {}) });

/**
 * @param {NextPuzzleRequest} wanted
 * @returns {Promise<NextPuzzle>}
 */
export const nextPuzzle = (wanted) => request("api/puzzles/next", wanted);

/**
 * @param {CountRequest} tried
 * @returns {Promise<PuzzleProgress>}
 */
export const countPuzzle = (tried) => request("api/puzzles/count", tried);

/**
 * @param {Choices} choices
 * @returns {Promise<OpenedTable>}
 */
export const openTable = (choices) => request("api/tables", { ...choices, ...player.asker });

/**
 * Opens a table for a mission.
 * @param {string} mission its name
 * @returns {Promise<OpenedTable>}
 */
export const openMission = (mission) => request("api/tables", { game: "kungfu", mission, ...player.asker });

/**
 * Opens a study.
 * @param {StudyFrom} from
 * @returns {Promise<OpenedTable>}
 */
export const openStudy = (from) => request("api/studies", { from, ...player.asker });

/**
 * The games of a file.
 * @param {GameId} game
 * @param {string} text
 * @returns {Promise<ListedGame[]>}
 */
export const listGames = (game, text) => request("api/games/list", { game, text });

/**
 * A position that is set up by hand, with everything that is wrong with it.
 * @param {GameId} game
 * @param {SketchSource} source
 * @returns {Promise<EditorCard>}
 */
export const editPosition = (game, source) => request("api/editor", { game, source });

/**
 * Which moves lead to named openings.
 * @param {GameId} game
 * @returns {Promise<ExplorerBook>}
 */
export const exploreOpenings = (game) => request("api/explorer", { game, source: { is: "openings" } });

/**
 * Which moves were played in the games of a file.
 * @param {GameId} game
 * @param {string} text
 * @returns {Promise<ExplorerBook>}
 */
export const exploreFile = (game, text) => request("api/explorer", { game, source: { is: "file", of: text } });

/**
 * Takes the open seat of a table.
 * @param {string} table
 * @returns {Promise<GrantedSeat>}
 */
export const joinTable = (table) => request(`${address(table)}/join`, player.asker);

/**
 * The same game again with sides swapped; the second player to ask gets the table of the first.
 * @param {string} table
 * @param {string[]} tokens
 * @returns {Promise<OpenedTable>}
 */
export const rematch = (table, tokens) => request(`${address(table)}/rematch`, { tokens });

/** Gives this browser's player their present name, at every table. */
export const rename = () => request("api/players/name", player.asker);

/**
 * Where a table's record can be downloaded.
 * @param {string} table
 * @param {"pgn" | "json" | "position"} format
 */
export const exportAddress = (table, format) => `${address(table)}/export?format=${format}`;

/** @param {string} table */
const address = (table) => `api/tables/${encodeURIComponent(table)}`;

/**
 * What a faulty answer says to people.
 * @param {Response} answer
 * @param {ErrorBody | null} content
 */
export function faultOf(answer, content) {
  const { code = `http-${answer.status}`, words = `The server answers with ${answer.status}.` } = content?.error ?? {};
  return new ApiError(code, words);
}

/**
 * @param {string} address relative to the page
 * @param {object} [body] makes it a POST
 */
async function request(address, body) {
  const options = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return readAnswer(await send(address, options || {}));
}

/**
 * Sends a request; a missing response is an error with a message.
 * @param {string} address relative to the page
 * @param {RequestInit} options
 */
export async function send(address, options) {
  try {
    return await fetch(address, options);
  } catch {
    throw new ApiError("no-answer", "The server does not answer. Is it still running?");
  }
}

/**
 * The content of a response; a refusal is an error with a message.
 * @param {Response} answer
 */
export async function readAnswer(answer) {
  const content = await answer.json().catch(() => null);
  if (!answer.ok) throw faultOf(answer, content);
  return content;
}
