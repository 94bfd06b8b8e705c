import type { ClusterWorld, Surroundings } from "./cluster-world.ts";
import type { NodeProcess } from "./node-process.ts";

/** Kinds of takeovers with a promised length: the owner fails, alone or with the leader of the log, or gives the cell away. */
export type Pause = "takeover" | "with the leader" | "planned";

/**
 * One failure; resolves when it was made and, where it needs that, repaired. `takesOver`: another node must own the cell. A killed
 * owner is started again at once and may win the free lease itself.
 */
export interface FaultKind {
  readonly name: string;
  readonly takesOver: boolean;
  /** How long the cell may be without an owner (`PAUSES` of faults.test.ts). */
  readonly pause?: Pause;
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
