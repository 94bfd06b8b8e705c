import { announceUpdate } from "#inbox/messages/events.ts";
import type { Message } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./reactions.sql.ts";

/** Author of our side's reaction: the number, whoever of us it was. */
export const OURS = "me";

export interface StoredReaction {
  readonly authorId: string;
  /** Empty takes it back. */
  readonly emoji: string;
  /** ms. */
  readonly at: number;
}

/** One per author: the newest one counts, whatever the order they arrive in. */
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
