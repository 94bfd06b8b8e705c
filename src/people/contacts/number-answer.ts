import { run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { findOrCreateFromNetwork, type KnownContact } from "./find-or-create.ts";
import { identitiesOf } from "./identity.ts";
import type { NumberAnswer } from "./number-check-port.ts";
import { contactById } from "./read.ts";

const UNKNOWN = `UPDATE contact_identity SET exists_state = 'no', checked_at = ?
  WHERE contact_id = ? AND kind = 'pn'`;

/**
 * A number saved as unknown was asked again before the first send (docs/rules/contacts.md#number-check): keeps the
 * network's form of the address and the person's other identities, or that there is nobody. Answers the contact to send
 * to (another one when the network shows that they are one person), null when the number does not exist.
 */
export function keepNumberAnswer(
  unit: TenantUnit,
  contactId: number,
  connectionId: number,
  answer: NumberAnswer,
): KnownContact | null {
  if (!answer.exists) {
    run(unit.db, UNKNOWN, unit.now, contactId);
    return null;
  }
  const typed = identitiesOf(unit.db, contactId).find(({ kind }) => kind === "pn");
  const isGroup = contactById(unit.db, contactId)?.isGroup ?? false;
  const phone = answer.identities.find(({ kind }) => kind === "pn");
  const identities = typed
    ? [
        { kind: typed.kind, value: typed.value, address: phone?.address ?? typed.address },
        ...answer.identities.filter(({ kind }) => kind !== "pn"),
      ]
    : answer.identities;
  return findOrCreateFromNetwork(unit, { identities, name: null, isGroup, connectionId });
}
