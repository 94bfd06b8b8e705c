import type { OptionAnswer } from "#accounts/queues/options/contract.ts";
import { MAX_DEPTH } from "#accounts/queues/options/contract.ts";

export type Node = OptionAnswer;
export type Nodes = readonly Node[];

/** A node as a row of the tree. */
export interface Row {
  readonly node: Node;
  /** Depth, from 1. */
  readonly level: number;
  /** Position among its siblings, from 0. */
  readonly index: number;
  readonly siblings: Nodes;
  /** Parent; null = the queue itself. */
  readonly parent: Node | null;
  readonly isOpen: boolean;
}

/** Target of a move: `position` counts the new siblings without the node itself. */
export interface Place {
  readonly parentId: number | null;
  readonly position: number;
}

/** The rows from top to bottom, without descendants of collapsed nodes. */
export function rowsOf(nodes: Nodes, closed: ReadonlySet<number>): readonly Row[] {
  const walk = (siblings: Nodes, parent: Node | null, level: number): Row[] =>
    siblings.flatMap((node, index) => {
      const isOpen = !closed.has(node.id);
      const row: Row = { node, level, index, siblings, parent, isOpen };
      return [row, ...(isOpen ? walk(node.children, node, level + 1) : [])];
    });
  return walk(nodes, null, 1);
}

const everyRow = (nodes: Nodes) => rowsOf(nodes, new Set());
export const rowOf = (nodes: Nodes, id: number): Row | undefined =>
  everyRow(nodes).find(({ node }) => node.id === id);

/** Number of descendants of this node. */
export const countBelow = (node: Node): number =>
  node.children.reduce((sum, child) => sum + 1 + countBelow(child), 0);
/** Number of levels of a node with its descendants. */
const heightOf = (node: Node): number => 1 + Math.max(0, ...node.children.map(heightOf));

export type Move = "up" | "down" | "in" | "out";

/** Target of a move by key; null when no move is possible. */
export function placeAfter(nodes: Nodes, id: number, move: Move): Place | null {
  const row = rowOf(nodes, id);
  if (!row) return null;
  const { index, siblings, parent, level } = row;
  const parentId = parent?.id ?? null;
  if (move === "up") return index === 0 ? null : { parentId, position: index - 1 };
  if (move === "down") return index === siblings.length - 1 ? null : { parentId, position: index + 1 };
  if (move === "in") {
    const before = siblings[index - 1];
    if (!before || level + heightOf(row.node) > MAX_DEPTH) return null;
    return { parentId: before.id, position: before.children.length };
  }
  if (!parent) return null;
  const above = rowOf(nodes, parent.id);
  return above ? { parentId: above.parent?.id ?? null, position: above.index + 1 } : null;
}

/** The part of a row under the pointer: upper edge, middle or lower edge. */
export type Zone = "before" | "into" | "after";
export const zoneAt = (share: number): Zone => (share < 0.28 ? "before" : share > 0.72 ? "after" : "into");

/** Target of a drop; null when it is not allowed: on itself, on a descendant, or deeper than eight levels. */
export function placeOfDrop(nodes: Nodes, id: number, targetId: number, zone: Zone): Place | null {
  const dragged = rowOf(nodes, id);
  const target = rowOf(nodes, targetId);
  if (!dragged || !target || id === targetId) return null;
  if (everyRow(dragged.node.children).some(({ node }) => node.id === targetId)) return null;
  const level = zone === "into" ? target.level + 1 : target.level;
  if (level + heightOf(dragged.node) - 1 > MAX_DEPTH) return null;
  if (zone === "into")
    return { parentId: targetId, position: target.node.children.filter((child) => child.id !== id).length };
  const others = target.siblings.filter((sibling) => sibling.id !== id);
  const at = others.findIndex((sibling) => sibling.id === targetId);
  const place = { parentId: target.parent?.id ?? null, position: zone === "before" ? at : at + 1 };
  const stays = place.parentId === (dragged.parent?.id ?? null) && place.position === dragged.index;
  return stays ? null : place;
}
