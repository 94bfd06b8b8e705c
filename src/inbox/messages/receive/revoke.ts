import type { InboundEvent } from "#channels/connections/index.ts";
import { markDeleted } from "#inbox/messages/change/mark-deleted.ts";
import { DONE, type Outcome, skipped, WAITING } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { targetOf } from "./resolve-contact.ts";

/**
 * Marks a message as deleted by its author: body and file stay, and people see that it was deleted
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
