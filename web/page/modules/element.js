// Elements in one expression: `element("button", { class: "quiet", onclick: f }, "Undo")`.
//
// Names that begin with `on` are listeners, `true` sets an attribute without a value, `false` and `null` leave it out.
// Text is always text: nothing that came over a socket is ever read as markup.

/** @typedef {string | number | Node | null | false} Child */
/** @typedef {Record<string, string | number | boolean | null | ((event: any) => void)>} Attributes */

const SVG = "http://www.w3.org/2000/svg";
/** Drawings lie beside the modules, wherever those were loaded from. */
const PAGE = new URL("..", import.meta.url);

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  dress(made, attributes, children);
  return made;
}

/**
 * A piece of the sprite, drawn in the colours of an army by `styles/pieces.css`.
 * @param {string} set the piece look
 * @param {import("../../wire").PieceKind} kind
 */
export function figure(set, kind) {
  return drawing(`pieces/${set}.svg#${kind}`, "figure");
}

/**
 * An icon of the page; words for it are on the element that holds it.
 * @param {string} name
 */
export function icon(name) {
  return drawing(`icons.svg#${name}`, "icon");
}

/**
 * A button with a picture and its words.
 * @param {string} picture
 * @param {string} words
 * @param {() => void} onclick
 * @param {string} [short] the words that are shown, if they are fewer
 */
export function iconButton(picture, words, onclick, short = words) {
  const shown = element("span", { class: "words" }, short);
  return element("button", { type: "button", "aria-label": words, title: words, onclick }, icon(picture), shown);
}

/**
 * Gives such a button other words, and another picture.
 * @param {HTMLElement} button
 * @param {string} words
 * @param {{picture?: string, short?: string}} [more]
 */
export function relabel(button, words, { picture, short = words } = {}) {
  if (button.title === words) return;
  button.setAttribute("aria-label", words);
  button.title = words;
  const shown = button.querySelector(".words");
  if (shown) shown.textContent = short;
  if (picture) button.querySelector("use")?.setAttribute("href", `${PAGE}icons.svg#${picture}`);
}

/**
 * A choice among words.
 * @param {string} id
 * @param {Record<string, string>} options
 * @param {string} value
 * @param {() => void} [changed]
 */
export function select(id, options, value, changed = () => {}) {
  const list = Object.entries(options).map(([key, words]) => element("option", { value: key }, words));
  const made = element("select", { id, onchange: changed }, ...list);
  made.value = value;
  return made;
}

/**
 * @param {string} address in the page's folder
 * @param {string} kind
 */
function drawing(address, kind) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", PAGE + address);
  dress(svg, { class: kind, viewBox: kind === "figure" ? "0 0 45 45" : "0 0 24 24", "aria-hidden": "true" }, [use]);
  return svg;
}

/**
 * @param {Element} made
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function dress(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null) made.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child instanceof Node) made.append(child);
    else if (child !== null && child !== false) made.append(String(child));
  }
}
