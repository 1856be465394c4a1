// From updates to views: the only place that changes a view.

/** @import { AnyEvent, AnyFrame, AnyView, LiveFrame, LiveView, StudyEvent, StudyFrame, StudyView, TurnFrame, TurnView } from "../../wire" */

/**
 * Whether a table is one with turns.
 * @param {AnyView} view
 * @returns {view is TurnView}
 */
export function hasTurns(view) {
  return "record" in view;
}

/**
 * The view as one of a study, if it is one.
 * @param {AnyView} view
 */
export function asStudy(view) {
  return "nodes" in view ? /** @type {StudyView} */ (/** @type {unknown} */ (view)) : null;
}

/**
 * @param {AnyView} view
 * @param {AnyEvent[]} events
 * @param {AnyFrame} frame after the events, of the view's kind
 */
export function fold(view, events, frame) {
  const study = asStudy(view);
  if (study) return foldStudy(study, events, /** @type {StudyFrame} */ (/** @type {unknown} */ (frame)));
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

/**
 * @param {StudyView} view
 * @param {AnyEvent[]} events
 * @param {StudyFrame} frame
 */
function foldStudy(view, events, frame) {
  for (const event of /** @type {StudyEvent[]} */ (events)) {
    if (event.event === "added") {
      view.nodes.push(event.node);
      view.nodes.find(({ id }) => id === event.node.parent)?.children.push(event.node.id);
    }
    if (event.event === "changed")
      view.nodes = view.nodes.map((node) => (node.id === event.node.id ? event.node : node));
    if (event.event === "deleted") removeNode(view, event.node);
    if (event.event === "tagged") view.tags = event.tags;
  }
  view.frame = frame;
}

/**
 * Removes a position with all that follows it.
 * @param {StudyView} view
 * @param {number} removed
 */
function removeNode(view, removed) {
  const children = new Map(view.nodes.map((node) => [node.id, node.children]));
  const gone = new Set([removed]);
  for (const id of gone) for (const child of children.get(id) ?? []) gone.add(child);
  view.nodes = view.nodes.filter(({ id }) => !gone.has(id));
  for (const node of view.nodes) node.children = node.children.filter((id) => id !== removed);
}
