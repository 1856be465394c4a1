// The entry point: loads the offer of the server, then shows the view of the address: the front page, the lobby or a
// table. At a table the board is shown first; the rest is loaded after it.

import { place } from "./address.js";
import { isPractice, lead } from "./ahead.js";
import { notify, setUpAnnouncements } from "./announce.js";
import { loadCatalog } from "./catalog.js";
import { element } from "./element.js";
import { Entrance } from "./entrance.js";
import { fetchLater, later } from "./later.js";
import { viewOf } from "./me/views.js";
import { player } from "./profile.js";
import { storage } from "./storage.js";

/** @import { Home } from "./home.js" */
/** @import { GameId } from "../../wire" */
/** @import { Header } from "./header.js" */
/** @import { AnyScreen } from "./entrance.js" */

/** @typedef {{body: HTMLElement, close: () => void}} View */
/** @type {View | null} */
let shown = null;
/** What is shown, if it is a table. @type {AnyScreen | null} */
let table = null;
/** @type {Promise<Header> | null} */
let header = null;
const known = player.profile !== null;

setUpAnnouncements();
storage.addEventListener("full", (event) => {
  const lost = /** @type {CustomEvent<string>} */ (event).detail;
  notify(`The storage of this browser is full: ${lost} will not be remembered after this visit`);
});
await loadCatalog().then(enter, (error) => trouble(error.message));

async function enter() {
  addEventListener("hashchange", route);
  await route();
}

/** Shows what the address names: the front page, the lobby, a table by its code, or the last table or a new one. */
async function route() {
  if (place().name === "") {
    const [{ Home }] = await Promise.all([later.home(), surround()]);
    if (place().name === "") show(new Home());
    return;
  }
  // A table is for people with a name; the lobby can be looked at without.
  if (!player.profile && place().name !== "lobby") await later.welcome().then(({ welcome }) => welcome());
  try {
    await lead();
  } catch (error) {
    surround();
    return trouble(/** @type {Error} */ (error).message);
  }
  const { name, query, tick } = place();
  if (name === "lobby") {
    const [{ Lobby }] = await Promise.all([later.lobby(), surround()]);
    // Somebody may have gone on while it was fetched.
    if (place().name === "lobby") show(new Lobby(async () => (await surround()).newGame()));
    return;
  }
  if (name === "study") return openFromLink();
  if (isPractice(name)) {
    const [{ Practice }] = await Promise.all([later.practice(), surround()]);
    if (place().name === name) show(new Practice(name, query));
    return;
  }
  if (name === "editor") {
    const [{ EditorView }] = await Promise.all([later.editor(), surround()]);
    if (place().name === name) show(new EditorView(query));
    return;
  }
  const own = viewOf(name);
  if (own) {
    const [view] = await Promise.all([own, surround()]);
    if (place().name === name) show(view);
    return;
  }
  const changed = async () => (await header)?.show();
  const newGame = async () => (await surround()).newGame();
  show(new Entrance(name, tick, { surround, changed, newGame }, enterTable));
}

/** An address such as `#study?table=CODE` or `#study?game=chess&position=FEN` opens a study. */
async function openFromLink() {
  const [{ study }] = await Promise.all([later.openStudy(), surround()]);
  const wanted = new URLSearchParams(location.hash.split("?")[1] ?? "");
  const [code, text] = [wanted.get("table"), wanted.get("position")];
  const game = /** @type {GameId} */ (wanted.get("game") ?? "chess");
  const start = text ? { text } : /** @type {const} */ ("usual");
  await study(code ? { is: "table", table: code } : { is: "position", game, start }).catch((error) =>
    trouble(error.message, "That cannot be studied"),
  );
}

/** Puts the frame around what is shown, once. */
function surround() {
  header ??= later.frame().then(({ setUpFrame }) => {
    const made = setUpFrame(() => table);
    if (known) notify(`Welcome back, ${player.name}!`);
    return made;
  });
  return header;
}

/** @param {AnyScreen} entered */
function enterTable(entered) {
  show(entered);
  table = entered;
  table.begin();
  fetchLater();
}

/** @param {View} view */
function show(view) {
  shown?.close();
  table = null;
  const before = shown?.body ?? document.querySelector("main");
  shown = view;
  if (!("view" in view)) document.title = "Threefold";
  header?.then((made) => made.show());
  // A table takes over what its entrance has shown.
  if (before === view.body) return;
  if (before) before.replaceWith(view.body);
  else document.body.append(view.body);
}

// Opens without a network and can be installed; browsers have it on secure addresses only.
if ("serviceWorker" in navigator && isSecureContext) void navigator.serviceWorker.register("sw.js").catch(() => {});

/**
 * @param {string} words
 * @param {string} [title]
 */
function trouble(words, title = "Threefold cannot be reached") {
  const again = element("button", { type: "button", class: "primary", onclick: () => location.reload() }, "Try again");
  const main = element("main", { class: "trouble" }, element("h1", {}, title), element("p", {}, words), again);
  document.querySelector("main")?.remove();
  document.body.append(main);
}
