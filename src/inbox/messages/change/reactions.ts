import { announceUpdate } from "#inbox/messages/events.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./reactions.sql.ts";

/** Author id of our side's reaction: all users of a connection share it. */
export const OURS = "me";

export interface StoredReaction {
  readonly authorId: string;
  /** Empty removes the reaction. */
  readonly emoji: string;
  /** ms. */
  readonly at: number;
}

/** One reaction per author: a new one replaces the earlier one. */
function withReaction(
  reactions: readonly StoredReaction[],
  reaction: StoredReaction,
): readonly StoredReaction[] {
  const others = reactions.filter((other) => other.authorId !== reaction.authorId);
  return reaction.emoji === "" ? others : [...others, reaction];
}

export function setReaction(unit: TenantUnit, target: Message, reaction: StoredReaction): void {
  const before = JSON.parse(target.reactions) as StoredReaction[];
  const after = JSON.stringify(withReaction(before, reaction));
  if (after === target.reactions) return;
  execute(unit.db, sql.setReactions, { reactions: after, updatedAt: unit.now, id: target.id });
  announceUpdate(unit, target.id);
}
