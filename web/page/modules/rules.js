// The rules of a game in a dialog: the text of the program, with pictures where there are some.

import { notify } from "./announce.js";
import { rulesOf } from "./api.js";
import { openDialog } from "./dialog.js";
import { element } from "./element.js";

/** @import { GameId } from "../../wire" */

const PAGE = new URL("..", import.meta.url);

/**
 * Pictures by game: below which heading each is placed, and what it shows.
 * @type {Partial<Record<GameId, {below: string, file: string, words: string}[]>>}
 */
const PICTURES = {
  ransom: [
    {
      below: "Ransom",
      file: "ransom-start.svg",
      words: "The start: pawns and knights on the first row, bishops before them",
    },
    { below: "The pieces", file: "ransom-pawn.svg", words: "Where pawns may go: one or two squares from the home row" },
    {
      below: "The pieces",
      file: "ransom-queen.svg",
      words: "Where a white queen may go: diagonals and straight ahead",
    },
    { below: "The end", file: "ransom-stuck.svg", words: "Black is to move and has no legal move: Black has lost" },
  ],
};

/**
 * Shows how a game is played.
 * @param {GameId} game
 */
export async function showRules(game) {
  let rules;
  try {
    rules = await rulesOf(game);
  } catch (error) {
    return notify(/** @type {Error} */ (error).message);
  }
  const lessons = element("a", { href: `#learn?game=${game}`, class: "button" }, "Play the first lesson");
  const form = element(
    "form",
    { method: "dialog" },
    ...contentOf(rules.text, game),
    element("div", { class: "buttons" }, lessons, element("button", { class: "primary" }, "Close")),
  );
  const { dialog } = openDialog({ title: `How to play ${rules.name}`, content: [form], kind: "rules", focus: "title" });
  lessons.addEventListener("click", () => dialog.close());
}

/**
 * The elements of a text: headings after `#`, items after `-`, paragraphs. Everything else stays text.
 * @param {string} text
 * @param {GameId} game
 */
export function contentOf(text, game) {
  /** @type {HTMLElement[]} */
  const content = [];
  /** @type {HTMLUListElement | null} */
  let list = null;
  for (const line of text.split("\n")) {
    const item = /^- (.*)/.exec(line);
    if (item) {
      if (!list) {
        list = element("ul", {});
        content.push(list);
      }
      list.append(element("li", {}, item[1] ?? ""));
      continue;
    }
    list = null;
    const heading = /^(#{1,2}) (.*)/.exec(line);
    // The dialog has the title already.
    if (heading?.[1] === "##") content.push(element("h3", {}, heading[2] ?? ""));
    else if (!heading && line.trim() !== "") content.push(element("p", {}, line));
    if (heading) content.push(...picturesBelow(heading[2] ?? "", game));
  }
  return content;
}

/**
 * @param {string} heading
 * @param {GameId} game
 */
function picturesBelow(heading, game) {
  const pictures = (PICTURES[game] ?? []).filter(({ below }) => below === heading);
  if (pictures.length === 0) return [];
  const figures = pictures.map(({ file, words }) =>
    element(
      "figure",
      {},
      element("img", { src: `${PAGE}pictures/${file}`, alt: words, width: 200, height: 200, loading: "lazy" }),
      element("figcaption", { class: "muted" }, words),
    ),
  );
  return [element("div", { class: "pictures" }, ...figures)];
}
