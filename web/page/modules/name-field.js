// A field for a display name: checked while it is typed, with the reason and the room that is left.

import { element } from "./element.js";
import { nameFault, nameRoom } from "./profile.js";

let count = 0;

/**
 * @param {object} what
 * @param {string} what.label
 * @param {string} [what.value]
 * @param {(fault: string | null, typed: string) => void} what.changed called at every change, and once at the beginning
 */
export function nameField({ label, value = "", changed }) {
  const id = `name-${++count}`;
  const fault = element("p", { class: "fault", id: `${id}-fault`, "aria-live": "polite" });
  const room = element("span", { class: "room", id: `${id}-room` });
  const input = element("input", {
    id,
    name: "displayName",
    type: "text",
    value,
    autocomplete: "nickname",
    spellcheck: "false",
    "aria-describedby": `${id}-fault ${id}-room`,
  });
  const check = () => {
    room.textContent = nameRoom(input.value);
    changed(nameFault(input.value), input.value);
  };
  input.addEventListener("input", () => {
    const words = nameFault(input.value);
    fault.textContent = words ?? "";
    input.setAttribute("aria-invalid", String(words !== null));
    check();
  });
  check();
  const field = element(
    "div",
    { class: "field" },
    element("label", { for: id }, label),
    element("div", { class: "with-room" }, input, room),
    fault,
  );
  return { field, input };
}
