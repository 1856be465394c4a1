// What the player's own views have in common: the way from one to the other, avatars, dates, fields and messages.

import { sentence } from "../announce.js";
import { element } from "../element.js";

/** @import { Child } from "../element.js" */

const SVG = "http://www.w3.org/2000/svg";

/** The views, by their addresses. */
const VIEWS = { "#games": "My games", "#player": "Profile", "#account": "Account" };

/**
 * A view with the ways to the others.
 * @param {string} title
 * @param {string} address the one among them that this is
 * @param {...Child} content
 */
export function view(title, address, ...content) {
  const links = Object.entries(VIEWS).map(([href, words]) =>
    element("a", { class: "button", href, ...(href === address ? { "aria-current": "page" } : {}) }, words),
  );
  return element(
    "main",
    { class: "me" },
    element("nav", { class: "views", "aria-label": "You" }, ...links),
    element("h1", {}, title),
    ...content,
  );
}

/**
 * A picture that belongs to a name: five by five squares, the right half as the left.
 * @param {string} name
 */
export function avatar(name) {
  const random = numbers(name);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "avatar");
  svg.setAttribute("viewBox", "0 0 7 7");
  svg.setAttribute("aria-hidden", "true");
  const hue = Math.floor(random() * 360);
  svg.append(square(0, 0, 7, `hsl(${hue} 35% 88%)`));
  const ink = `hsl(${(hue + 20) % 360} 45% 34%)`;
  for (let row = 0; row < 5; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      if (random() < 0.45) continue;
      svg.append(square(column + 1, row + 1, 1, ink));
      if (column < 2) svg.append(square(5 - column, row + 1, 1, ink));
    }
  }
  return svg;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} side
 * @param {string} fill
 */
function square(x, y, side, fill) {
  return drawn("rect", { x, y, width: side, height: side, fill });
}

/**
 * @param {string} name of an element of a drawing
 * @param {Record<string, string | number>} attributes
 */
export function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Numbers from 0 to 1 that follow from a text. @param {string} text */
function numbers(text) {
  let state = 2166136261;
  for (const letter of text.normalize("NFC")) state = Math.imul(state ^ Number(letter.codePointAt(0)), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    state ^= state >>> 13;
    return (state >>> 0) / 4294967296;
  };
}

const DAY = new Intl.DateTimeFormat("en", { dateStyle: "medium" });
const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** @param {number} milliseconds */
export function day(milliseconds) {
  return element("time", { datetime: new Date(milliseconds).toISOString() }, DAY.format(milliseconds));
}

/** @param {number} milliseconds */
export function moment(milliseconds) {
  return element("time", { datetime: new Date(milliseconds).toISOString() }, MOMENT.format(milliseconds));
}

let count = 0;

/**
 * A field with its label.
 * @param {string} label
 * @param {Record<string, string>} attributes of the input
 * @param {string} [hint]
 */
export function field(label, attributes, hint = "") {
  const id = `field-${++count}`;
  const input = element("input", { id, ...attributes, ...(hint ? { "aria-describedby": `${id}-hint` } : {}) });
  const words = hint ? element("p", { id: `${id}-hint`, class: "muted" }, hint) : null;
  return { input, body: element("div", { class: "field" }, element("label", { for: id }, label), input, words) };
}

/**
 * A form that shows its error and is not sent again while a request is under way.
 * @param {object} what
 * @param {string} what.title
 * @param {Child[]} what.content
 * @param {string} what.button
 * @param {string} [what.kind] a class of the button
 * @param {() => Promise<void>} what.send
 */
export function form({ title, content, button, kind = "primary", send }) {
  const fault = element("p", { class: "fault", role: "alert" });
  const submit = element("button", { class: kind }, button);
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    fault.textContent = "";
    submit.disabled = true;
    try {
      await send();
    } catch (error) {
      fault.textContent = sentence(/** @type {Error} */ (error).message);
    }
    submit.disabled = false;
  };
  return element(
    "form",
    { class: "panel", onsubmit },
    element("h2", {}, title),
    ...content,
    fault,
    element("div", { class: "buttons" }, submit),
  );
}
