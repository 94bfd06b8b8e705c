import type { InboundEvent } from "#channels/connections/index.ts";
import { DONE, type Outcome, skipped, WAITING } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { findOrCreateFromNetwork, replaceIdentities, storeGroupMembers } from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { knownContactId } from "./resolve-contact.ts";

/**
 * Merges identities of one person: adds missing identities to a contact, or merges two contacts
 * (docs/rules/contacts.md#merge). Never creates a contact.
 */
export function receiveIdentity(
  unit: TenantUnit,
  row: InboundEventRow,
  { identities, former, name, at }: Extract<InboundEvent, { kind: "identity" }>,
): Outcome {
  if (former && former.length > 0) {
    const person = { identities, name, isGroup: false, connectionId: row.connectionId };
    // The first message under the old or the new ids may arrive later than the change.
    return replaceIdentities(unit, former, person, at) ? DONE : WAITING;
  }
  if (knownContactId(unit.db, identities) === undefined) return skipped("unknown_contact");
  findOrCreateFromNetwork(unit, { identities, name, isGroup: false, connectionId: row.connectionId });
  return DONE;
}

/** Updates the name and the cached members of a known group; never creates a ticket (docs/rules/inbound.md#special-kinds). */
export function receiveGroup(
  unit: TenantUnit,
  row: InboundEventRow,
  { chat, subject, members }: Extract<InboundEvent, { kind: "group" }>,
): Outcome {
  if (knownContactId(unit.db, chat) === undefined) return skipped("unknown_group");
  const group = findOrCreateFromNetwork(unit, {
    identities: chat,
    name: subject,
    isGroup: true,
    connectionId: row.connectionId,
  });
  const known = members.flatMap((member) => knownContactId(unit.db, [member]) ?? []);
  if (members.length > 0) storeGroupMembers(unit, group.id, [...new Set(known)]);
  return DONE;
}
