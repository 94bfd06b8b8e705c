import { ContactUpdated } from "#people/contacts/events.ts";
import { contactById } from "#people/contacts/read.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { findOrCreateFromNetwork, type KnownContact, type NetworkContact } from "./find-or-create.ts";
import * as sql from "./identities.sql.ts";
import { findIdentity, type Identity, identitiesOf, isWellFormed, retireIdentity } from "./identity.ts";

/**
 * The network replaced ids of a person (docs/rules/contacts.md#changed-ids): the contact of the old or the new ids gets
 * the new ones, and the old ones become former. Contacts of both are merged. Null when none of the ids is known.
 */
export function replaceIdentities(
  unit: TenantUnit,
  former: readonly Identity[],
  person: NetworkContact,
): KnownContact | null {
  const old = former.filter(isWellFormed).flatMap((identity) => findIdentity(unit.db, identity) ?? []);
  const current = old.filter(({ formerAt }) => formerAt === null);
  const isKnown = person.identities.some((identity) => findIdentity(unit.db, identity)?.formerAt === null);
  if (old.length === 0 && !isKnown) return null;
  // The contact with the old id gets the new ones. A repeated notification finds the contact by the new ones only.
  const found = findOrCreateFromNetwork(unit, {
    ...person,
    identities: [
      ...current,
      ...person.identities.filter((one) => !former.some((other) => isSame(one, other))),
    ],
  });
  for (const { id } of current) retireIdentity(unit.db, id, unit.now);
  // A person has one id per business: an older one that the notification did not name is replaced as well.
  for (const { kind, scope = "", value } of person.identities)
    if (kind === "bsuid")
      execute(unit.db, sql.retireOtherIds, { contactId: found.id, scope, kept: value, nowMs: unit.now });
  return { ...found, ...showPhone(unit, found) };
}

const isSame = (a: Identity, b: Identity): boolean =>
  a.kind === b.kind && a.value === b.value && (a.scope ?? "") === (b.scope ?? "");

/** The shown number is that of the current phone; a name that was the old number becomes the new one. */
function showPhone(unit: TenantUnit, { id }: KnownContact): { readonly number: string | null } {
  const before = contactById(unit.db, id);
  const phone = identitiesOf(unit.db, id).find(({ kind, formerAt }) => kind === "pn" && formerAt === null);
  const number = phone?.value ?? before?.number ?? null;
  if (before && before.number !== number) {
    const isNumber = before.nameSource === "phone" && number !== null;
    execute(unit.db, sql.setNumber, {
      contactId: id,
      number,
      name: isNumber ? number : before.name,
      now: unit.now,
    });
    unit.emit(ContactUpdated, { contactId: id });
  }
  return { number };
}
