import type { ClusterWorld, Surroundings } from "./cluster-world.ts";
import type { NodeProcess } from "./node-process.ts";

/**
 * One failure; resolves when it was made and, where it needs that, repaired. `takesOver`: another node must own the cell. A killed
 * owner is started again at once and may win the free lease itself.
 */
export interface FaultKind {
  readonly name: string;
  readonly takesOver: boolean;
  /** What this computer has to allow. */
  readonly needs?: keyof Surroundings;
  /** Only in long runs. */
  readonly isLong?: boolean;
  /** Part of the short run. */
  readonly isQuick?: boolean;
  make(world: ClusterWorld, owner: NodeProcess): Promise<void>;
}

export const otherNode = ({ nodes }: ClusterWorld, owner: NodeProcess): NodeProcess =>
  nodes[0] === owner ? nodes[1] : nodes[0];

/** What belongs to this node; a kind is not chosen where the world does not have what it needs. */
export function of<T>({ nodes }: ClusterWorld, node: NodeProcess, all: readonly T[] | string): T {
  return at(all, nodes.indexOf(node));
}

export function at<T>(all: readonly T[] | string, index: number): T {
  const found = typeof all === "string" ? undefined : all[index];
  if (!found) throw new Error(`not possible here: ${all}`);
  return found;
}
