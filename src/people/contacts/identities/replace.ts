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
 * Applies a notification that the network replaced ids of a person at `atMs` (docs/rules/contacts.md#changed-ids): the contact gets
 * the new ids, and the old ids become former, including those that no message has used. If the old and new ids belong to different
 * contacts, these are merged. Returns null when none of the ids is known.
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
  // The contact with the old id gets the new ids. When the notification is repeated, only the new ids find the contact.
  const found = findOrCreateFromNetwork(unit, {
    ...person,
    identities: [
      ...current,
      ...person.identities.filter((one) => !former.some((other) => isSame(one, other))),
    ],
  });
  retire(unit, found.id, before, current, replacedAt);
  // When a person changes back to an earlier number, its former ids become current again.
  for (const { id, contactId, formerAt, address } of next)
    if (formerAt !== null && contactId === found.id)
      takeOverIdentity(unit.db, id, contactId, address, unit.now);
  // A person has one id per business, so an older id that the notification did not name is also replaced.
  for (const { kind, scope = "", value } of person.identities)
    if (kind === "bsuid" && !before.some((one) => one.kind === kind && (one.scope ?? "") === scope))
      execute(unit.db, sql.retireOtherIds, { contactId: found.id, scope, kept: value, nowMs: replacedAt });
  return { ...found, ...showPhone(unit, found) };
}

/**
 * True when a change after `atMs` has already replaced this id (notifications may arrive out of order). Checked for business-scoped
 * ids only: other ids may be given to another person.
 */
const wasReplacedSince = ({ kind, formerAt }: ContactIdentity, atMs: number): boolean =>
  kind === "bsuid" && formerAt !== null && formerAt >= atMs;

/** Handles a notification that arrives after the notification of a later change: all its ids are former ids of that contact. */
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

/** Updates the shown number to the current phone. If the number was also shown as the name, the name is updated as well. */
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
