// Runs before the first paint, so that a page in a chosen theme does not flash in the other one, and the front page and
// the lobby show no board.

import { wearSettings } from "./settings.js";

wearSettings();
if (location.hash.length < 2 || location.hash.startsWith("#lobby")) document.querySelector("main")?.remove();
