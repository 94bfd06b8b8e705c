import { ContactUpdated } from "#people/contacts/events.ts";
import { mergeRevealed } from "#people/contacts/merge/merge.ts";
import { contactById } from "#people/contacts/read.ts";
import type { ContactIdentity } from "#people/contacts/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { findOrCreateFromNetwork, type KnownContact, type NetworkContact } from "./find-or-create.ts";
import * as sql from "./identities.sql.ts";
import {
  findIdentity,
  type Identity,
  identitiesOf,
  insertIdentity,
  isWellFormed,
  retireIdentity,
  takeOverIdentity,
} from "./identity.ts";

/**
 * The network replaced ids of a person at `atMs` (docs/rules/contacts.md#changed-ids): the contact of the old or the new ids
 * gets the new ones, and the old ones become former, also when no message brought them yet. Contacts of both are merged.
 * Null when none of the ids is known.
 */
export function replaceIdentities(
  unit: TenantUnit,
  former: readonly Identity[],
  person: NetworkContact,
  atMs: number,
): KnownContact | null {
  const replacedAt = Math.min(atMs, unit.now);
  const before = former.filter((one) => isWellFormed(one) && one.kind !== "username");
  const old = before.flatMap((identity) => findIdentity(unit.db, identity) ?? []);
  const current = old.filter(({ formerAt }) => formerAt === null);
  const next = person.identities.flatMap((identity) => findIdentity(unit.db, identity) ?? []);
  const later = next.find((row) => wasReplacedSince(row, replacedAt));
  if (later) return joinFormer(unit, before, current, later, replacedAt);
  if (old.length === 0 && !next.some(({ formerAt }) => formerAt === null)) return null;
  // The contact with the old id gets the new ones. A repeated notification finds the contact by the new ones only.
  const found = findOrCreateFromNetwork(unit, {
    ...person,
    identities: [
      ...current,
      ...person.identities.filter((one) => !former.some((other) => isSame(one, other))),
    ],
  });
  retire(unit, found.id, before, current, replacedAt);
  // A person who changes back has the ids of before again.
  for (const { id, contactId, formerAt, address } of next)
    if (formerAt !== null && contactId === found.id)
      takeOverIdentity(unit.db, id, contactId, address, unit.now);
  // A person has one id per business: an older one that the notification did not name is replaced as well.
  for (const { kind, scope = "", value } of person.identities)
    if (kind === "bsuid" && !before.some((one) => one.kind === kind && (one.scope ?? "") === scope))
      execute(unit.db, sql.retireOtherIds, { contactId: found.id, scope, kept: value, nowMs: replacedAt });
  return { ...found, ...showPhone(unit, found) };
}

/** A later change, reported earlier, replaced this id already. Only ids of a business are never given to another person. */
const wasReplacedSince = ({ kind, formerAt }: ContactIdentity, atMs: number): boolean =>
  kind === "bsuid" && formerAt !== null && formerAt >= atMs;

/** The notification of an earlier change comes after that of a later one: its ids are all former ids of that contact. */
function joinFormer(
  unit: TenantUnit,
  before: readonly Identity[],
  current: readonly ContactIdentity[],
  later: ContactIdentity,
  replacedAt: number,
): KnownContact | null {
  let owner = later.contactId;
  for (const contactId of new Set(current.map((row) => row.contactId)))
    if (contactId !== owner) owner = mergeRevealed(unit, owner, contactId);
  retire(unit, owner, before, current, replacedAt);
  const contact = contactById(unit.db, owner);
  return contact ? { ...contact, identityId: later.id, ...showPhone(unit, contact) } : null;
}

/** Marks ids as former; an id that is not stored yet is stored, because a late message may still contain it. */
function retire(
  unit: TenantUnit,
  contactId: number,
  before: readonly Identity[],
  current: readonly ContactIdentity[],
  replacedAt: number,
): void {
  for (const { id } of current) retireIdentity(unit.db, id, replacedAt);
  for (const identity of before)
    if (!findIdentity(unit.db, identity)) {
      const id = insertIdentity(unit.db, contactId, identity, { exists: "yes", checkedAt: unit.now });
      retireIdentity(unit.db, id, replacedAt);
    }
}

const isSame = (a: Identity, b: Identity): boolean =>
  a.kind === b.kind && a.value === b.value && (a.scope ?? "") === (b.scope ?? "");

/** The shown number is that of the current phone; a name that was the old number becomes the new one. */
function showPhone(unit: TenantUnit, { id }: { readonly id: number }): { readonly number: string | null } {
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
