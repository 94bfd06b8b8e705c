import type { InboundEvent } from "#channels/connections/index.ts";
import { replaceBody } from "#inbox/messages/change/edit.ts";
import { markDeleted } from "#inbox/messages/change/mark-deleted.ts";
import { OURS, setReaction } from "#inbox/messages/change/reactions.ts";
import { DONE, type Outcome, skipped, WAITING } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { redactEdit } from "./redact.ts";
import { authorIdOf, knownContactId, targetOf } from "./resolve-contact.ts";

/**
 * Applies an edit by the author and keeps the earlier text. The edit triggers no bot and does not count as unread
 * (docs/rules/inbound.md#special-kinds).
 */
export function receiveEdit(
  unit: TenantUnit,
  row: InboundEventRow,
  event: Extract<InboundEvent, { kind: "edit" }>,
): Outcome {
  const target = targetOf(unit.db, row, event);
  if (!target) return WAITING;
  // Only the author may edit: another member of a group could send the id of someone else's message.
  if (target.fromMe !== event.fromMe) return skipped("not_author");
  if (event.author && target.participantId !== null) {
    if (knownContactId(unit.db, event.author) !== target.participantId) return skipped("not_author");
  }
  const body = event.fromMe ? event.body : redactEdit(unit, target.ticketId, event.body, row.id);
  replaceBody(unit, target, body, Math.min(event.at, unit.now));
  return DONE;
}

/**
 * Marks a message as deleted by its author. Its body and file are kept, and the page shows that it was deleted
 * (docs/rules/inbound.md#special-kinds).
 */
export function receiveRevoke(
  unit: TenantUnit,
  row: InboundEventRow,
  event: Extract<InboundEvent, { kind: "revoke" }>,
): Outcome {
  const target = targetOf(unit.db, row, event);
  if (!target) return WAITING;
  if (target.fromMe !== event.fromMe) return skipped("not_author");
  markDeleted(unit, target, event.fromMe ? "phone" : "contact");
  return DONE;
}

/**
 * Applies a reaction: one per author; an empty one removes it. It triggers no bot and does not count as unread
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
