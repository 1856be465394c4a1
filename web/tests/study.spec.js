// Studies: by keys alone, by two people at once, from files, with the engine; pictures and barriers.

import { readFile } from "node:fs/promises";
import { expect, SIZES, test } from "./fixtures.js";
import { inspect } from "./inspect.js";

/** @import { Person } from "./person.js" */

const PGN = `[White "Ada"]
[Black "Bob"]

1. e4 {[%csl Ge4][%cal Re7e5] the usual} e5 (1... c5 $1 2. Nf3) 2. Qh5 Nc6 3. Qxe5+ Nxe5 4. d4 Ng6 0-1

[White "Cem"]
[Black "Dora"]

1. d4 d5 1/2-1/2
`;

/** Comes to a new study. @param {Person} person @param {string} [wanted] */
async function study(person, wanted = "") {
  await person.visitStudy(`/#study${wanted}`);
}

/** @param {Person} person @param {string} text */
async function type(person, text) {
  await person.page.getByLabel("Type a move").fill(text);
  await person.page.keyboard.press("Enter");
}

/** The moves as they are read. @param {Person} person */
function moves(person) {
  return person.page.getByRole("group", { name: "Moves" });
}

/** Opens the first game of the file. @param {Person} person */
async function openFile(person) {
  await person.door("Study");
  const file = { name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(PGN) };
  await person.dialog.getByLabel("Or a PGN file").setInputFiles(file);
  // The moves of the variation do not count.
  await person.dialog.getByRole("button", { name: /^Ada – Bob, 0-1, .*, 8 moves$/ }).click();
  await expect(moves(person)).toContainText("Qh5");
}

test("a study is worked on by keys alone and is there after a reload", async ({ guest }) => {
  const anna = await guest();
  await study(anna);
  const { page } = anna;
  for (const text of ["e4", "e5", "Nf3"]) {
    await type(anna, text);
    await expect(moves(anna)).toContainText(text);
  }
  await page.getByLabel("Type a move").blur();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator(".standing")).toContainText("1. e4");
  await type(anna, "c5");
  await expect(moves(anna)).toContainText("(1… c5 )");
  await expect(page.locator(".opening")).toContainText("Sicilian");
  await page.getByRole("button", { name: "interesting" }).press("Enter");
  await expect(moves(anna)).toContainText("c5!?");
  await page.getByLabel("Comment").fill("sharp");
  await page.getByLabel("Comment").blur();
  await expect(moves(anna)).toContainText("sharp");
  await page.getByLabel("Arrow or circle").fill("g1f3");
  await page.keyboard.press("Enter");
  await expect(page.locator(".marks path")).toHaveCount(1);
  await page.getByLabel("Type a move").blur();
  await page.getByRole("button", { name: "Make this the main line" }).press("Enter");
  await expect(moves(anna)).toContainText("1. e4 c5!?");
  await page.getByLabel("Arrow or circle").blur();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(".standing")).toContainText("1… e5");
  await page.getByRole("button", { name: "Remove from here" }).press("Enter");
  await expect(moves(anna)).not.toContainText("e5");
  await page.reload();
  await expect(moves(anna)).toContainText("1. e4 c5!? sharp");
  await type(anna, "Ke5");
  await expect(anna.tooltip).toBeVisible();
});

test("two people work on one study", async ({ guest }) => {
  const anna = await guest("Anna");
  await study(anna);
  await type(anna, "d4");
  await expect(moves(anna)).toContainText("d4");
  const ben = await guest("Ben");
  const code = new URL(anna.page.url()).hash;
  await ben.visitStudy(`/${code}`);
  await expect(ben.page.getByRole("button", { name: "Remove from here" })).toBeHidden();
  await ben.page.getByRole("button", { name: "Take part" }).click();
  await expect(ben.page.getByRole("button", { name: "Remove from here" })).toBeVisible();
  await ben.page.getByRole("button", { name: "1. d4" }).click();
  await type(ben, "Nf6");
  await expect(moves(anna)).toContainText("Nf6");
  await anna.page.getByRole("button", { name: "1. d4" }).click();
  await type(anna, "d5");
  await expect(moves(ben)).toContainText("(1… d5 )");
  await expect(anna.page.getByRole("list", { name: "People" })).toContainText("Ben");
});

test("a game of a file is reviewed, and a mistake tried again", async ({ guest }) => {
  const anna = await guest();
  await anna.visit();
  await openFile(anna);
  const { page } = anna;
  await expect(moves(anna)).toContainText("the usual");
  await page.getByRole("button", { name: "1. e4" }).click();
  await expect(page.locator(".marks circle")).toHaveCount(1);
  await page.getByRole("button", { name: "Review", exact: true }).click();
  await expect(moves(anna)).toContainText("Qxe5+??");
  await expect(page.locator(".accuracy")).toContainText("%");
  await expect(page.locator(".graph")).toBeVisible();
  // Every move has its loss, and the graph is pressed.
  const standing = page.locator(".standing");
  const graph = await page.locator(".graph").boundingBox();
  const press = (/** @type {number} */ share) =>
    page.locator(".graph").click({ position: { x: share * ((graph?.width ?? 0) - 1), y: 20 } });
  await press(1);
  await expect(standing).toContainText("4… Ng6");
  await expect(standing).toContainText("% lost");
  await press(0);
  await expect(standing).toContainText("The start");
  const turning = page.locator(".turning-points");
  await expect(turning).toContainText("Turning points");
  await turning.getByRole("button", { name: "3. Qxe5+" }).focus();
  await page.keyboard.press("Enter");
  await expect(standing).toContainText("better was");
  await expect(standing).toContainText("a turning point");
  await expect(turning.getByRole("button", { name: "3. Qxe5+" })).toBeFocused();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(moves(anna)).not.toContainText("Qxe5+");
  await expect(turning, "the mistake is not named").toBeHidden();
  await type(anna, "Qxe5+");
  await expect(standing).toContainText("blunder too");
  await press(0);
  await expect(standing, "who goes elsewhere has stopped trying").toContainText("The start");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download PGN" }).click();
  const written = await readFile(await (await download).path(), "utf8");
  expect(written).toMatch(/Qxe5\+ \$4/);
  expect(written).toContain("[%eval ");
});

/** A file that a server would not take: tags in comments, a comment that is never closed, Latin-1 in one game. */
function largeFile() {
  const games = Array.from({ length: 6_000 }, (_, number) => {
    const [white, result] = number % 1_000 === 7 ? ["Muñoz, J", "1-0"] : [`Player ${number}`, "1/2-1/2"];
    const tags = `[Event "Open ${number % 9}"]\n[White "${white}"]\n[Black "Other ${number}"]\n[Result "${result}"]\n`;
    const close = number === 20 ? "" : "}";
    return `${tags}[Date "20${10 + (number % 10)}.01.02"]\n\n1. d4 {a line\n[White "Nobody"]\n${close} d5 2. c4 ${result}\n\n`;
  });
  return Buffer.from(games.join(""), "latin1");
}

test("a large file is listed and searched in the browser, and one game of it is opened", async ({ guest }) => {
  const anna = await guest();
  await anna.visit();
  await anna.door("Study");
  const { dialog } = anna;
  const buffer = largeFile();
  expect(buffer.length).toBeGreaterThan(500_000);
  await dialog.getByLabel("Or a PGN file").setInputFiles({ name: "large.pgn", mimeType: "text/plain", buffer });
  await expect(dialog).toContainText("6,000 of 6,000 games, the first 200 shown");
  await expect(dialog.locator(".file-games li")).toHaveCount(200);
  await dialog.getByLabel("Search").fill("muñoz 1-0 2017");
  await expect(dialog).toContainText("6 of 6,000 games");
  await inspect(anna, "large-file");
  await dialog.getByLabel("Search").press("Enter");
  await dialog.getByLabel("Search").fill("player 21 other");
  await dialog.getByRole("button", { name: /Player 21 – Other 21, / }).press("Enter");
  await expect(moves(anna)).toContainText("1. d4");
  await expect(moves(anna)).toContainText("c4");
});

test("the engine shows its lines and a bar, and a finished game is studied from its table", async ({ guest }) => {
  const anna = await guest();
  await anna.sitAtTurns("chess");
  await anna.page.getByRole("button", { name: "Study from here" }).click();
  await expect(moves(anna)).toBeVisible();
  await anna.page.getByRole("button", { name: "Engine", exact: true }).click();
  await expect(anna.page.locator(".lines li")).toHaveCount(3);
  await expect(anna.page.locator(".evaluation")).toBeVisible();
  const right = (/** @type {string} */ part) =>
    anna.page
      .locator(part)
      .first()
      .evaluate((shown) => shown.getBoundingClientRect().right);
  const end = await right(".tree");
  expect(await right(".lines button"), "a long line ends where the moves end").toBeLessThanOrEqual(end + 1);
  const [line, value] = await anna.page
    .locator(".lines button")
    .first()
    .evaluate((one) => [one, one.firstElementChild ?? one].map((part) => part.getBoundingClientRect().left));
  expect(value, "a long line begins with its value").toBeGreaterThanOrEqual(line ?? Number.NaN);
  await anna.page.locator(".lines button").first().click();
  await expect(moves(anna)).toContainText("1. ");
  await anna.page.getByRole("button", { name: "Threat" }).click();
  await expect(anna.page.locator(".lines button").first()).toBeDisabled();
  await anna.page.getByRole("button", { name: "Engine", exact: true }).click();
  await expect(anna.page.locator(".lines li")).toHaveCount(0);
});

for (const [size, colorScheme] of /** @type {const} */ ([
  ["desktop", "light"],
  ["phone", "dark"],
  ["desktop", "dark"],
  ["phone", "light"],
])) {
  test(`a study on a ${size}, ${colorScheme}`, async ({ guest }) => {
    const looks = { viewport: SIZES[size], colorScheme, reducedMotion: /** @type {const} */ ("reduce") };
    const anna = await guest("Anna", looks);
    await anna.visit();
    await anna.door("Study");
    await inspect(anna, `${size}-${colorScheme}-new-study`);
    await anna.page.keyboard.press("Escape");
    await openFile(anna);
    await anna.page.getByRole("button", { name: "Review", exact: true }).click();
    await expect(moves(anna)).toContainText("Qxe5+??");
    await expect(anna.page.getByRole("button", { name: "Review", exact: true })).toBeVisible();
    await anna.page.getByRole("button", { name: "1. e4" }).click();
    await expect(anna.page.locator(".marks path")).toHaveCount(1);
    await inspect(anna, `${size}-${colorScheme}-study`);
  });
}
