import type { InboundEvent } from "#channels/connections/index.ts";
import { OURS, setReaction } from "#inbox/messages/change/reactions.ts";
import { DONE, type Outcome, WAITING } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { authorIdOf, targetOf } from "./resolve-contact.ts";

/**
 * Applies a reaction: one per author, and an empty one removes it. No bot runs and nothing becomes unread
 * (docs/rules/inbound.md#special-kinds).
 */
export function receiveReaction(
  unit: TenantUnit,
  row: InboundEventRow,
  event: Extract<InboundEvent, { kind: "reaction" }>,
): Outcome {
  const target = targetOf(unit.db, row, event);
  if (!target) return WAITING;
  const authorId = event.fromMe ? OURS : authorIdOf(event.author);
  setReaction(unit, target, { authorId, emoji: event.emoji, at: Math.min(event.at, unit.now) });
  return DONE;
}
