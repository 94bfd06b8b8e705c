import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { Position } from "#platform/db/ship/position.ts";

export interface RebaseFacts {
  readonly cell: number;
  readonly node: string;
  readonly position: Pick<Position, "isOwner" | "sequence" | "epoch">;
  /** When the position was stored, ms. */
  readonly storedMs: number;
  /** The servers have no log of the cell. */
  readonly isLogGone: boolean;
  /** The last heartbeats of all nodes; null = the servers lost them too. */
  readonly heartbeats: readonly Heartbeat[] | null;
}

/**
 * What would be lost if the log was made again from the files of this node; null = nothing that is known
 * (docs/rules/cluster.md#rebase). Pure.
 */
export function lossOf(facts: RebaseFacts): string | null {
  const { cell, node, position, isLogGone } = facts;
  const mine = `message ${position.sequence} of epoch ${position.epoch} (${at(facts.storedMs)})`;
  const heartbeats = facts.heartbeats ?? [];
  const others = heartbeats.filter((beat) => beat.node !== node);
  if (position.isOwner) {
    const own = heartbeats.find((beat) => beat.node === node);
    const later = others.find(({ role, atMs }) => role === "owner" && atMs > (own?.atMs ?? 0));
    if (later)
      return `${later.node} owned the cell later, until ${at(later.atMs)}: what it acknowledged after ${mine} is lost`;
    return isLogGone && !own
      ? `the servers lost the log and the names of the nodes: if another node owned the cell after this one, what it acknowledged after ${mine} is lost`
      : null;
  }
  const appliedBy = ({ applied }: Heartbeat) => applied[cell] ?? 0;
  const [ahead] = others.toSorted((a, b) => appliedBy(b) - appliedBy(a));
  if (ahead && appliedBy(ahead) > position.sequence)
    return `${ahead.node} has ${appliedBy(ahead) - position.sequence} messages more (up to ${appliedBy(ahead)}, ${at(ahead.atMs)}); this node, a standby, ends at ${mine}: the commits in them are lost`;
  return isLogGone && !ahead
    ? `the servers lost the log and the names of the nodes, and this node was a standby: what the owner acknowledged after ${mine} is lost`
    : null;
}

const at = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
