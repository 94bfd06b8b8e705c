import { findOrCreateFromNetwork, type KnownContact } from "#people/contacts/identities/find-or-create.ts";
import { identitiesOf } from "#people/contacts/identities/identity.ts";
import { contactById } from "#people/contacts/read.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./number-check.sql.ts";
import type { NumberAnswer } from "./port.ts";

/**
 * Stores the answer for a number that was saved as unknown, before the first send
 * (docs/rules/contacts.md#number-check): the network's form of the address and the person's other identities,
 * or that the number does not exist. Returns the contact to send to (another one when the network shows that
 * they are one person), null when the number does not exist.
 */
export function storeNumberAnswer(
  unit: TenantUnit,
  contactId: number,
  connectionId: number,
  answer: NumberAnswer,
): KnownContact | null {
  if (!answer.exists) {
    execute(unit.db, sql.markPhoneUnknown, { now: unit.now, contactId });
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
