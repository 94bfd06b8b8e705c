import type { InboundEvent } from "#channels/connections/index.ts";
import { replaceBody } from "#inbox/messages/change/replace-body.ts";
import { DONE, type Outcome, skipped, WAITING } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { redactEdit } from "./redact.ts";
import { knownContactId, targetOf } from "./resolve-contact.ts";

/**
 * Applies an edit by the author and keeps the earlier text. No bot runs and nothing becomes unread
 * (docs/rules/inbound.md#special-kinds).
 */
export function receiveEdit(
  unit: TenantUnit,
  row: InboundEventRow,
  event: Extract<InboundEvent, { kind: "edit" }>,
): Outcome {
  const target = targetOf(unit.db, row, event);
  if (!target) return WAITING;
  // Only the author may edit; in a group others could name its id.
  if (target.fromMe !== event.fromMe) return skipped("not_author");
  if (event.author && target.participantId !== null) {
    if (knownContactId(unit.db, event.author) !== target.participantId) return skipped("not_author");
  }
  const body = event.fromMe ? event.body : redactEdit(unit, target.ticketId, event.body, row.id);
  replaceBody(unit, target, body, Math.min(event.at, unit.now));
  return DONE;
}
