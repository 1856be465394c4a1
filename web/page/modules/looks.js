// Runs before the first paint, so that a page in a chosen theme does not flash in the other one, and the lobby shows no board.

import { wearSettings } from "./settings.js";

wearSettings();
if (location.hash === "#lobby") document.querySelector("main")?.remove();
