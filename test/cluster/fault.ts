import type { ClusterWorld, Surroundings } from "./cluster-world.ts";
import type { NodeProcess } from "./node-process.ts";

/** Kinds of takeovers with a promised length: the owner fails, alone or with the leader of the log, or gives the cell away. */
export type Pause = "takeover" | "with the leader" | "planned";

/**
 * One kind of fault. `make` resolves when the fault was made and, if necessary, repaired. `takesOver`: another node must own
 * the cell afterwards; false for a killed owner, which is started again immediately and may take the lease again.
 */
export interface FaultKind {
  readonly name: string;
  readonly takesOver: boolean;
  /** How long the cell may be without an owner (`PAUSES` of faults.test.ts). */
  readonly pause?: Pause;
  /** What this computer must provide. */
  readonly needs?: keyof Surroundings;
  /** Only in long runs. */
  readonly isLong?: boolean;
  /** Part of the short run. */
  readonly isQuick?: boolean;
  make(world: ClusterWorld, owner: NodeProcess): Promise<void>;
}

export const otherNode = ({ nodes }: Pick<ClusterWorld, "nodes">, owner: NodeProcess): NodeProcess =>
  nodes[0] === owner ? nodes[1] : nodes[0];

/** The entry of a list that belongs to this node. Kinds of faults are only chosen when the world has what they need. */
export function of<T>({ nodes }: ClusterWorld, node: NodeProcess, all: readonly T[] | string): T {
  return at(all, nodes.indexOf(node));
}

export function at<T>(all: readonly T[] | string, index: number): T {
  const found = typeof all === "string" ? undefined : all[index];
  if (!found) throw new Error(`not possible here: ${all}`);
  return found;
}
