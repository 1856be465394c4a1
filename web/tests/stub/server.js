// The stub's doors: the page's files, the HTTP part and the sockets, as `docs/web.md` tells them.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { StubLiveTable } from "./live/table.js";
import { StubTable } from "./table.js";

/** @import { IncomingMessage, ServerResponse } from "node:http" */
/** @import { WebSocket } from "ws" */

const PAGE = fileURLToPath(new URL("../../page/", import.meta.url));
/** @type {Record<string, string>} */
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'";

const LEVELS = [
  { spec: "easy", name: "Easy", words: "Moves as it comes." },
  { spec: "hard", name: "Hard", words: "Moves as it comes, with a frown." },
  { spec: "chatty", name: "Chatty", words: "Talks while it moves." },
  { spec: "slow", name: "Slow", words: "Takes its time." },
  { spec: "broken", name: "Broken", words: "Cannot go on." },
];
const LIVE_LEVELS = [1, 2, 3, 4].map((level) => ({
  spec: `level${level}`,
  name: ["Novice", "Intermediate", "Advanced", "Master"][level - 1],
  words: "Sends a piece somewhere about once a second.",
}));
const OFFERS = [
  { game: "ransom", levels: LEVELS },
  { game: "chess", levels: LEVELS },
  { game: "kungfu", levels: [...LIVE_LEVELS, { spec: "slow", name: "Slow", words: "Stays where it is." }] },
];

/** @type {Map<string, StubTable | StubLiveTable>} */
const tables = new Map();
/** @type {Map<string, Set<WebSocket>>} */
const lines = new Map();
let opened = 0;

/**
 * Starts the stub; the promise tells the port.
 * @param {number} port 0 for any
 * @returns {Promise<number>}
 */
export function serve(port) {
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => send(response, 400, { error: error.message }));
  });
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket, request) =>
    seat(socket, decodeURIComponent((request.url ?? "").replace("/ws/", ""))),
  );
  return new Promise((ready) => {
    server.listen(port, "127.0.0.1", () =>
      ready(/** @type {import("node:net").AddressInfo} */ (server.address()).port),
    );
  });
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function answer(request, response) {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stub");
  const [, api, , id = "", door] = pathname.split("/");
  if (api === "stub") return control(id, door ?? "", response);
  if (api !== "api") return file(pathname, response);
  if (pathname === "/api/levels") return send(response, 200, OFFERS);
  const posted = request.method === "POST" ? JSON.parse(await body(request)) : null;
  if (pathname === "/api/tables") return posted ? send(response, 201, open(posted)) : send(response, 200, lobby());
  const table = tables.get(id);
  if (!table) return send(response, 404, { error: "There is no such table." });
  if (door === "join") {
    const held = table.join(posted.name);
    return held ? send(response, 200, held) : send(response, 409, { error: "Every seat is taken; you are watching." });
  }
  if (door === "rematch") return send(response, 200, again(table, posted.secrets));
  if (door === "export") return exported(table, searchParams.get("format") ?? "", response);
  return send(response, 404, { error: "There is no such door." });
}

/** @param {import("../../wire").Opening | import("../../wire").LiveOpening} opening */
function open(opening) {
  opened += 1;
  const letters = "23456789abcdefghjkmnpqrstuvwxyz";
  const id = Array.from({ length: 6 }, (_, at) => letters[Math.floor(opened * 7919 * (at + 3)) % letters.length]).join(
    "",
  );
  const name = tables.has(id) ? `${id.slice(0, 4)}${opened % 90}` : id;
  const table = "seats" in opening ? new StubLiveTable(name, opening, opened) : new StubTable(name, opening, opened);
  tables.set(table.id, table);
  const secrets = table.sitters.map(({ secret, spec, taken }, seat) => ({ seat, secret, held: taken && !spec }));
  return { table: table.id, secrets: secrets.filter(({ held }) => held).map(({ seat, secret }) => ({ seat, secret })) };
}

/**
 * @param {StubTable | StubLiveTable} table
 * @param {string[]} secrets
 */
function again(table, secrets) {
  const [seat] = table.seatsOf(secrets);
  if (seat === undefined) throw new Error("Only who sits at the table can ask for a rematch.");
  if (table instanceof StubLiveTable) return againLive(table, seat);
  const { opening, sitters } = table;
  if (opening.mode !== "link") {
    const side = opening.side === "black" ? "white" : "black";
    return open({ ...opening, side });
  }
  if (table.rematch) {
    const held = table.rematch.join(sitters[seat]?.name ?? "");
    return { table: table.rematch.id, secrets: held ? [held] : [] };
  }
  const made = open({ ...opening, side: seat === 0 ? "black" : "white", name: sitters[seat]?.name ?? "" });
  table.rematch = /** @type {StubTable} */ (tables.get(made.table));
  table.offer = { by: seat, what: "rematch" };
  table.news([{ event: "offered", by: seat, what: "rematch" }]);
  return made;
}

/**
 * Everybody moves on one seat; who asks after the first gets the seat that is theirs by then.
 * @param {StubLiveTable} table
 * @param {number} seat
 */
function againLive(table, seat) {
  const { opening, sitters } = table;
  const name = sitters[seat]?.name ?? "";
  if (table.rematch) {
    const held = table.rematch.join(name);
    return { table: table.rematch.id, secrets: held ? [held] : [] };
  }
  const seats = sitters.map(({ spec }, at) => spec ?? (at === seat ? "you" : "link"));
  const made = open({ ...opening, name, seats: [...seats.slice(-1), ...seats.slice(0, -1)] });
  table.rematch = /** @type {StubLiveTable} */ (tables.get(made.table));
  table.news([{ event: "offered", by: seat, what: "rematch" }]);
  return made;
}

/** Tables with two seats for people or more. */
function lobby() {
  const open = [...tables.values()].filter(({ sitters }) => sitters.filter(({ spec }) => !spec).length > 1);
  return open.map((table) => ({
    table: table.id,
    game: table.opening.game,
    names: table.sitters.map(({ name, spec }) => spec ?? name),
    open_seats: table.sitters.filter(({ taken }) => !taken).length,
    moves: table instanceof StubTable ? table.record.length : table.tick,
    over: table.end !== null,
    board: "board" in table.opening ? table.opening.board : null,
    speed: "speed" in table.opening ? table.opening.speed : null,
  }));
}

/**
 * @param {StubTable | StubLiveTable} table
 * @param {string} format
 * @param {ServerResponse} response
 */
function exported(table, format, response) {
  if (table instanceof StubLiveTable) return send(response, 400, { error: "This game has no export." });
  if (format === "pgn" && table.opening.game !== "chess")
    return send(response, 400, { error: "PGN is for chess only." });
  const text =
    format === "json"
      ? JSON.stringify(table.record)
      : format === "pgn"
        ? "1. Pa2a3 *"
        : table.scene(table.record.length).text;
  response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(text);
}

/**
 * @param {WebSocket} socket
 * @param {string} id
 */
function seat(socket, id) {
  const table = tables.get(id);
  const tell = (/** @type {object} */ told) => socket.send(JSON.stringify(told));
  if (!table) {
    tell({ told: "bye", words: "There is no such table.", code: 4404 });
    return socket.close(4404);
  }
  lines.set(id, (lines.get(id) ?? new Set()).add(socket));
  /** @type {import("./table.js").Viewer | null} */
  let viewer = null;
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    if (!viewer) {
      viewer = { yours: table.seatsOf(message.hello.secrets), tell };
      return table.greet(viewer, message.hello.seen);
    }
    if ("ping" in message) return tell({ told: "pong", ping: message.ping, now: Date.now() });
    const { request, ...input } = message;
    const words = table.hear(viewer, input);
    tell(words === null ? { told: "done", request } : { told: "refused", request, words });
  });
  socket.on("close", () => {
    if (viewer) table.viewers.delete(viewer);
    lines.get(id)?.delete(socket);
  });
}

/**
 * What a test can do to a table: cut its lines, close it, or stir its pieces.
 * @param {string} id
 * @param {string} what
 * @param {ServerResponse} response
 */
function control(id, what, response) {
  const table = tables.get(id);
  if (what === "close")
    for (const viewer of table?.viewers ?? []) viewer.tell({ told: "closed", words: "The table was closed." });
  if (what === "restart")
    for (const line of lines.get(id) ?? [])
      line.send(JSON.stringify({ told: "bye", words: "Restarting.", code: 1001 }));
  if (what === "drop" || what === "restart") for (const line of lines.get(id) ?? []) line.terminate();
  if (what === "forget") tables.delete(id);
  if (what === "stir" && table instanceof StubLiveTable) table.stir();
  send(response, 200, {});
}

/**
 * @param {string} pathname
 * @param {ServerResponse} response
 */
async function file(pathname, response) {
  const path = normalize(join(PAGE, pathname === "/" ? "index.html" : pathname));
  const content = path.startsWith(PAGE) ? await readFile(path).catch(() => null) : null;
  if (!content) return response.writeHead(404).end();
  response.writeHead(200, {
    "content-type": TYPES[extname(path)] ?? "application/octet-stream",
    "content-security-policy": CSP,
  });
  response.end(content);
}

/**
 * @param {ServerResponse} response
 * @param {number} status
 * @param {unknown} content
 */
function send(response, status, content) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));
}

/** @param {IncomingMessage} request */
async function body(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}
