// From updates to views: the only place that changes a view.

/** @import { AnyEvent, AnyFrame, AnyView, LiveFrame, LiveView, TurnFrame, TurnView } from "../../wire" */

/**
 * Whether a table is one with turns.
 * @param {AnyView} view
 * @returns {view is TurnView}
 */
export function hasTurns(view) {
  return "record" in view;
}

/**
 * @param {AnyView} view
 * @param {AnyEvent[]} events
 * @param {AnyFrame} frame after the events, of the view's kind
 */
export function fold(view, events, frame) {
  if (hasTurns(view)) foldTurn(view, events, /** @type {TurnFrame} */ (frame));
  else foldLive(view, /** @type {LiveFrame} */ (frame));
}

/**
 * @param {TurnView} view
 * @param {AnyEvent[]} events
 * @param {TurnFrame} frame
 */
function foldTurn(view, events, frame) {
  for (const event of events) {
    if (event.event === "moved") view.record.push(event.entry);
    if (event.event === "taken-back") view.record.length = event.plies;
  }
  view.frame = frame;
}

/**
 * @param {LiveView} view
 * @param {LiveFrame} frame
 */
function foldLive(view, frame) {
  view.frame = frame;
}
