// Queries on the tree of a study: its positions, its main line, and the notes on a move.

/** @import { StudyNode, StudyPosition, StudyView } from "../../../wire" */

/** @param {StudyView} view @param {number} id @returns {StudyNode | undefined} */
export function nodeOf({ nodes }, id) {
  return nodes.find((node) => node.id === id);
}

/** The positions of the main line, the start first. @param {StudyView} view */
export function mainLine(view) {
  const line = [0];
  for (let node = nodeOf(view, 0); node?.children[0] !== undefined; node = nodeOf(view, node.children[0])) {
    line.push(node.children[0]);
  }
  return line;
}

/** The place in the main line of the position where the line to this one branches off. @param {StudyView} view @param {number} id */
export function placeInMainLine(view, id) {
  const line = mainLine(view);
  for (let node = nodeOf(view, id); node; node = node.parent === null ? undefined : nodeOf(view, node.parent)) {
    const place = line.indexOf(node.id);
    if (place >= 0) return place;
  }
  return 0;
}

/** The moves that changed who was winning. @param {StudyView} view */
export function turningPoints({ frame }) {
  return frame.review?.turning_points ?? [];
}

/** A move with its number: `3. Qxe5+`. @param {StudyNode | undefined} node */
export function numberedMove(node) {
  return node?.mv ? `${node.mv.number} ${node.mv.label}` : "The start";
}

/**
 * A move with its value, what it lost and what was better.
 * @param {StudyView} view
 * @param {StudyNode | undefined} node
 * @param {StudyPosition | null} position the board after it, once it has come
 */
export function moveWords(view, node, position) {
  const { value, judgement } = node ?? {};
  const parts = [`${numberedMove(node)}${node?.signs ?? ""}`];
  if (value) parts.push(value.words);
  if (judgement) {
    const better = judgement.mistake && judgement.better ? `, better was ${judgement.better}` : "";
    parts.push(`${Math.round(judgement.loss / 10)} % lost${better}`);
  }
  if (node && turningPoints(view).includes(node.id)) parts.push("a turning point");
  if (position?.end) parts.push(position.end);
  return parts.join(" · ");
}

/** @param {StudyView} view */
export function titleOf({ tags }) {
  const tag = new Map(tags);
  const [white, black] = [tag.get("White"), tag.get("Black")];
  return white && black ? `${white} – ${black}` : (tag.get("Event") ?? "Study");
}
