// The account: signing in and up, recovery, sessions, closing. Playing needs none.

import { notify } from "../announce.js";
import { openDialog } from "../dialog.js";
import { element } from "../element.js";
import { nameFault, player } from "../profile.js";
import * as api from "./api.js";
import { avatar, day, field, form, moment, view } from "./parts.js";

/** @import { OwnAccount, SessionLine } from "../../../wire" */

export class AccountView {
  #content = element("div", { class: "panels" });
  body = view("Account", "#account", this.#content);

  constructor() {
    this.#show();
  }

  close() {}

  async #show() {
    try {
      const account = await api.account();
      this.#content.replaceChildren(...(account ? await this.#signedIn(account) : this.#signedOut()));
    } catch (error) {
      this.#content.replaceChildren(element("p", { class: "fault" }, /** @type {Error} */ (error).message));
    }
  }

  #signedOut() {
    const why = element(
      "p",
      { class: "wide" },
      "You can play everything without an account. With one your games and ratings follow you to every device, and your games can be rated.",
    );
    return [why, this.#signInForm(), this.#signUpForm(), this.#recoveryForm()];
  }

  #signInForm() {
    const name = nameInput();
    const password = passwordInput("Password", "current-password");
    return form({
      title: "Sign in",
      content: [name.body, password.body],
      button: "Sign in",
      send: async () => {
        await api.signIn(name.input.value, password.input.value);
        notify(`Welcome back, ${player.name}!`);
        await this.#show();
      },
    });
  }

  #signUpForm() {
    const name = nameInput(player.name);
    const password = passwordInput("New password", "new-password", "At least 8 characters");
    return form({
      title: "Open an account",
      content: [
        name.body,
        password.body,
        element("p", { class: "muted" }, "What you have played in this browser becomes part of it."),
      ],
      button: "Open account",
      send: async () => {
        const fault = nameFault(name.input.value);
        if (fault) throw new Error(fault);
        const { codes } = await api.signUp(name.input.value, password.input.value);
        await this.#show();
        showCodes(codes);
      },
    });
  }

  #recoveryForm() {
    const name = nameInput();
    const code = field("Recovery code", { type: "text", autocomplete: "off", autocapitalize: "off", required: "" });
    const password = passwordInput("New password", "new-password", "At least 8 characters");
    const shown = form({
      title: "Use a recovery code",
      content: [name.body, code.body, password.body],
      button: "Set password",
      send: async () => {
        await api.recover(name.input.value, code.input.value, password.input.value);
        notify("Your password is changed, and all other sessions have ended.");
        await this.#show();
      },
    });
    return element("details", { class: "wide" }, element("summary", {}, "Password forgotten?"), shown);
  }

  /** @param {OwnAccount} account */
  async #signedIn(account) {
    const { name, created, codes_left } = account;
    const head = element(
      "div",
      { class: "panel head wide" },
      avatar(name),
      element("div", {}, element("h2", {}, name), element("p", { class: "muted" }, "Since ", day(created))),
      element("button", { type: "button", onclick: () => this.#do(api.signOut, "You are signed out.") }, "Sign out"),
    );
    return [
      head,
      await this.#sessions(),
      this.#passwordForm(),
      this.#codesForm(codes_left),
      exportPart(),
      this.#closeForm(),
    ];
  }

  async #sessions() {
    const sessions = await api.sessions();
    const others = sessions.length > 1;
    return element(
      "section",
      { class: "panel" },
      element("h2", {}, "Sessions"),
      element("ul", { class: "sessions" }, ...sessions.map((session) => this.#session(session))),
      others &&
        element(
          "div",
          { class: "buttons" },
          element(
            "button",
            { type: "button", onclick: () => this.#do(api.endOtherSessions, "All other sessions have ended.") },
            "End all others",
          ),
        ),
    );
  }

  /** @param {SessionLine} session */
  #session({ id, agent, seen, here }) {
    const name = browserName(agent);
    const end = element(
      "button",
      {
        type: "button",
        "aria-label": `End ${name}`,
        onclick: () => this.#do(() => api.endSession(id), "The session has ended."),
      },
      "End",
    );
    return element(
      "li",
      {},
      element(
        "div",
        {},
        element("span", { class: "name" }, name),
        element("span", { class: "muted" }, here ? "this browser" : "last used ", here ? null : moment(seen)),
      ),
      here ? null : end,
    );
  }

  #passwordForm() {
    const old = passwordInput("Present password", "current-password");
    const next = passwordInput("New password", "new-password", "All other sessions end");
    return form({
      title: "Change password",
      content: [old.body, next.body],
      button: "Change",
      send: async () => {
        await api.changePassword(old.input.value, next.input.value);
        notify("Your password is changed.");
        await this.#show();
      },
    });
  }

  /** @param {number} left */
  #codesForm(left) {
    const password = passwordInput("Password", "current-password");
    const words = left === 1 ? "1 code is left." : `${left} codes are left.`;
    return form({
      title: "Recovery codes",
      content: [element("p", {}, `${words} New ones replace them.`), password.body],
      button: "Make new codes",
      kind: "",
      send: async () => {
        const { codes } = await api.newCodes(password.input.value);
        await this.#show();
        showCodes(codes);
      },
    });
  }

  #closeForm() {
    const password = passwordInput("Password", "current-password");
    return form({
      title: "Close the account",
      content: [
        element(
          "p",
          {},
          "Name, password, ratings and lists are deleted at once and cannot be restored. Your games stay, without your name, because they are also your opponents'.",
        ),
        password.body,
      ],
      button: "Close account",
      kind: "danger",
      send: async () => {
        await api.closeAccount(password.input.value);
        notify("Your account is closed.");
        await this.#show();
      },
    });
  }

  /**
   * @param {() => Promise<unknown>} act
   * @param {string} words
   */
  async #do(act, words) {
    try {
      await act();
      notify(words);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
    await this.#show();
  }
}

/** A link of the operator: another password. */
export class ResetView {
  body;

  /** @param {string} link */
  constructor(link) {
    const password = passwordInput("New password", "new-password", "At least 8 characters");
    this.body = view(
      "Another password",
      "#account",
      element(
        "div",
        { class: "panels" },
        form({
          title: "Set your password",
          content: [password.body],
          button: "Set password",
          send: async () => {
            await api.reset(link, password.input.value);
            notify(`Welcome back, ${player.name}!`);
            location.hash = "account";
          },
        }),
      ),
    );
  }

  close() {}
}

function exportPart() {
  /** @param {"pgn" | "json"} format */
  const save = async (format) => {
    try {
      await api.download(format);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  };
  return element(
    "section",
    { class: "panel" },
    element("h2", {}, "Your data"),
    element("p", {}, "All that is stored about you, and all your games."),
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", onclick: () => save("pgn") }, "Games as PGN"),
      element("button", { type: "button", onclick: () => save("json") }, "Everything as JSON"),
    ),
  );
}

/** @param {string[]} codes */
function showCodes(codes) {
  const list = element("ol", { class: "codes" }, ...codes.map((code) => element("li", {}, code)));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      notify("Copied");
    } catch {
      notify("This browser cannot copy here; write the codes down.");
    }
  };
  const close = element(
    "button",
    { type: "button", class: "primary", onclick: () => dialog.close() },
    "I have kept them",
  );
  const { dialog } = openDialog({
    title: "Your recovery codes",
    content: [
      element(
        "p",
        {},
        "Each sets a new password once if you lose yours. Keep them apart from this device. They are never shown again.",
      ),
      list,
      element("div", { class: "buttons" }, element("button", { type: "button", onclick: copy }, "Copy"), close),
    ],
    kind: "recovery",
    focus: "title",
    leaving: "on request",
  });
}

/** @param {string} [value] */
function nameInput(value = "") {
  return field("Name", { type: "text", autocomplete: "username", spellcheck: "false", value, required: "" });
}

/**
 * @param {string} label
 * @param {"current-password" | "new-password"} kind
 * @param {string} [hint]
 */
function passwordInput(label, kind, hint = "") {
  return field(label, { type: "password", autocomplete: kind, required: "" }, hint);
}

/** What browsers call themselves, and what people call them. @type {[string, string][]} */
const BROWSERS = [
  ["Firefox/", "Firefox"],
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
/** @type {[string, string][]} */
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Linux", "Linux"],
];

/** @param {string} agent */
function browserName(agent) {
  const known = (/** @type {[string, string][]} */ names) => names.find(([sign]) => agent.includes(sign))?.[1];
  const browser = known(BROWSERS);
  const system = known(SYSTEMS);
  if (!browser) return agent.split(" ")[0] || "A program";
  return system ? `${browser} on ${system}` : browser;
}
