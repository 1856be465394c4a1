// Opens studies: of a table, of a position, of a game in a file.

import { notify } from "../announce.js";
import { listGames, openStudy } from "../api.js";
import { gameOptions, offerOf } from "../catalog.js";
import { openDialog } from "../dialog.js";
import { element, select } from "../element.js";
import { openingWords } from "../names.js";
import { storeTicket } from "../tickets.js";

/** @import { GameId, ListedGame, StudyFrom } from "../../../wire" */

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
  const file = element("input", { id: "study-file", type: "file", accept: ".pgn,.txt" });
  const fault = element("p", { class: "fault", role: "alert" });
  const games = element("ul", { class: "file-games" });
  const begin = element("button", { class: "primary" }, "Open");
  const cancel = element("button", { type: "button", onclick: () => dialog.close() }, "Cancel");
  const chosen = () => /** @type {GameId} */ (game.value);
  const go = async (/** @type {StudyFrom} */ from) => {
    fault.textContent = "";
    await study(from).then(
      () => dialog.close(),
      (error) => {
        fault.textContent = error.message;
      },
    );
  };
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = position.value.trim();
    go({ is: "position", game: chosen(), start: text ? { text } : "usual" });
  };
  file.addEventListener("change", async () => {
    const [picked] = file.files ?? [];
    if (!picked) return;
    fault.textContent = "";
    const text = await picked.text();
    await listGames(chosen(), text).then(
      (listed) => games.replaceChildren(...listed.map((one, number) => row(one, number, text))),
      (error) => {
        fault.textContent = error.message;
      },
    );
  });
  const row = (/** @type {ListedGame} */ one, /** @type {number} */ number, /** @type {string} */ text) => {
    const onclick = () => go({ is: "file", game: chosen(), text, number });
    const open = element("button", { type: "button", disabled: !one.readable, onclick }, nameOf(one));
    return element(
      "li",
      {},
      open,
      one.notices.length > 0 && element("small", { class: "muted" }, one.notices.join(" ")),
    );
  };
  const field = (/** @type {string} */ id, /** @type {string} */ words, /** @type {HTMLElement} */ input) =>
    element("div", { class: "field" }, element("label", { for: id }, words), input);
  const form = element(
    "form",
    { onsubmit },
    field("study-game", "Game", game),
    field("study-position", "Position as text; empty for the usual start", position),
    field("study-file", "Or a PGN file", file),
    games,
    fault,
    element("div", { class: "buttons" }, cancel, begin),
  );
  const { dialog } = openDialog({ title: "Study", content: [form], kind: "new-study", leaving: "on request" });
}

/** @param {ListedGame} game */
function nameOf({ tags, opening, result, moves }) {
  const tag = new Map(tags);
  const names = `${tag.get("White") ?? "?"} – ${tag.get("Black") ?? "?"}`;
  return [names, result, tag.get("Date"), openingWords(opening), `${moves} moves`].filter(Boolean).join(", ");
}

/** @param {string} game */
function isTurnGame(game) {
  return offerOf(/** @type {GameId} */ (game))?.kind === "turn";
}
