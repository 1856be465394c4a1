// A field of a position in the editor: a switch, a choice or a number, as its game says.

import { element, select } from "../element.js";

/** @import { SketchField } from "../../../wire" */

const [ON, OFF] = ["on", "off"];

/**
 * @param {SketchField} field
 * @param {number} place
 * @param {(value: string) => void} changed
 */
export function fieldRow({ name, value, values }, place, changed) {
  const id = `editor-field-${place}`;
  const label = element("label", { for: id }, name);
  if (values.are === "switch") {
    const box = element("input", { id, type: "checkbox", onchange: () => changed(box.checked ? ON : OFF) });
    box.checked = value === ON;
    return element("div", { class: "switch" }, box, label);
  }
  if (values.are === "choice") {
    const options = Object.fromEntries(values.of.map((one) => [one, one]));
    const list = select(id, options, value, () => changed(list.value));
    list.disabled = values.of.length < 2;
    return element("div", { class: "field" }, label, list);
  }
  const onchange = () => changed(number.value);
  const number = element("input", { id, type: "number", min: 0, max: values.of, value, onchange });
  return element("div", { class: "field" }, label, number);
}
