// Opens studies: of a table, of a position, of a game in a file.

import { notify } from "../announce.js";
import { openStudy } from "../api.js";
import { gameOptions, offerOf } from "../catalog.js";
import { openDialog } from "../dialog.js";
import { element, select } from "../element.js";
import { storeTicket } from "../tickets.js";
import { fileList } from "./file-list.js";

/** @import { GameId, StudyFrom } from "../../../wire" */

/**
 * Opens a study and goes there; a failure is thrown.
 * @param {StudyFrom} from
 * @param {number} [at] the position that is shown first
 */
export async function study(from, at = 0) {
  const { table, seats } = await openStudy(from);
  storeTicket(table, { seats, me: 0, counted: true });
  location.hash = at > 0 ? `${table}?at=${at}` : table;
}

/**
 * A study of what is played at a table, from a position on.
 * @param {string} table
 * @param {number} ply
 */
export async function studyTable(table, ply) {
  await study({ is: "table", table }, ply).catch((error) => notify(error.message));
}

/** Asks what is to be studied. */
export function askStudy() {
  const turnGames = Object.fromEntries(Object.entries(gameOptions()).filter(([game]) => isTurnGame(game)));
  const game = select("study-game", turnGames, Object.keys(turnGames)[0] ?? "");
  const position = element("input", { id: "study-position", type: "text", spellcheck: "false", autocomplete: "off" });
  const fault = element("p", { class: "fault", role: "alert" });
  const begin = element("button", { class: "primary" }, "Open");
  const cancel = element("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const chosen = () => /** @type {GameId} */ (game.value);
  const fail = (/** @type {Error | null} */ error) => {
    fault.textContent = error?.message ?? "";
  };
  const go = async (/** @type {StudyFrom} */ from) => {
    fail(null);
    await study(from).then(() => dialog.close(), fail);
  };
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = position.value.trim();
    go({ is: "position", game: chosen(), start: text ? { text } : "usual" });
  };
  const field = (/** @type {string} */ id, /** @type {string} */ words, /** @type {HTMLElement} */ input) =>
    element("div", { class: "field" }, element("label", { for: id }, words), input);
  const form = element(
    "form",
    { onsubmit },
    field("study-game", "Game", game),
    field("study-position", "Position as text; empty for the usual start", position),
    ...fileList({ game: chosen, open: go, fail }),
    fault,
    element("div", { class: "buttons" }, cancel, begin),
  );
  const { dialog } = openDialog({ title: "Study", content: [form], kind: "new-study", leaving: "on request" });
}

/** @param {string} game */
function isTurnGame(game) {
  return offerOf(/** @type {GameId} */ (game))?.kind === "turn";
}
