// The change of the player's rating by a finished game, on one line.

import { element } from "../element.js";
import { ownSeat } from "../names.js";
import { ratingsOf } from "./api.js";

/** @import { AnyView, SeatRating } from "../../../wire" */

/**
 * A line that fills itself when the server knows; it stays empty where nothing is rated.
 * @param {AnyView} view
 */
export function ratingLine(view) {
  const line = element("p", { class: "rated", role: "status" });
  const own = ownSeat(view);
  ratingsOf(view.table).then(
    ({ seats }) => {
      const rated = own === null ? null : seats[own];
      if (rated) line.textContent = words(rated);
    },
    // Without ratings the result is still shown.
    () => {},
  );
  return line;
}

/** @param {SeatRating} rated */
function words({ list, name, was, rating, margin, provisional }) {
  if (list === "training") return `Your level: about ${rating} ± ${margin}`;
  const change = rating - was;
  const sign = change < 0 ? "−" : "+";
  return `${name}: ${rating} (${sign}${Math.abs(change)})${provisional ? ", provisional" : ""}`;
}
