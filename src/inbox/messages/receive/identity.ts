import type { InboundEvent } from "#channels/connections/index.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { findOrCreateFromNetwork } from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { knownContactId } from "./resolve-contact.ts";

/**
 * Merges identities of one person: adds what is missing, or merges contacts (docs/rules/contacts.md#merge). Never
 * creates a contact.
 */
export function receiveIdentity(
  unit: TenantUnit,
  row: InboundEventRow,
  { identities, name }: Extract<InboundEvent, { kind: "identity" }>,
): Outcome {
  if (knownContactId(unit.db, identities) === undefined) return skipped("unknown_contact");
  findOrCreateFromNetwork(unit, { identities, name, isGroup: false, connectionId: row.connectionId });
  return DONE;
}
