// Opens the table of a mission. The last choices for a usual game do not change.

import { notify } from "../announce.js";
import * as api from "../api.js";
import { storeTicket } from "../tickets.js";

/** Opens a mission and goes there. @param {string} name */
export async function openMission(name) {
  try {
    const { table, seats } = await api.openMission(name);
    // A mission counts for no statistics, and its card announces the end.
    storeTicket(table, { seats, me: 0, counted: true });
    location.hash = table;
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}
