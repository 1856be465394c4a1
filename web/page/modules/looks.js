// Runs before the first paint, so that a page in a chosen theme does not flash in the other one.

import { wearSettings } from "./settings.js";

wearSettings();
