import {
  ContactCreated,
  ContactIdentified,
  ContactPictureWanted,
  ContactUpdated,
} from "#people/contacts/events.ts";
import { mergeRevealed } from "#people/contacts/merge/merge.ts";
import { contactById } from "#people/contacts/read.ts";
import type { Contact, ContactIdentity } from "#people/contacts/schema.ts";
import { noteStoredRow } from "#platform/db/late-index.ts";
import { execute } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./identities.sql.ts";
import {
  confirmIdentity,
  findIdentity,
  type Identity,
  inLookupOrder,
  insertIdentity,
  isWellFormed,
  keyOf,
  retireUsernames,
  takeOverIdentity,
} from "./identity.ts";

/** A person or group as reported by the network. */
export interface NetworkContact {
  /** All identities the driver knows of this person or group; at least one. */
  readonly identities: readonly Identity[];
  /** Profile name of the contact or subject of the group; null when unknown, never our own name. */
  readonly name: string | null;
  /** True when the name may be outdated; it is used only while the contact has no name. */
  readonly isPastName?: boolean;
  readonly isGroup: boolean;
  readonly connectionId: number;
  /** `unknown`: typed while the network could not be queried; checked before the first send. */
  readonly exists?: "yes" | "unknown";
}

/**
 * The contact and the identity it was found by. Messages store the identity, so that undoing a merge can move
 * them back.
 */
export type KnownContact = Contact & { readonly identityId: number };

/**
 * docs/rules/contacts.md#identities: a picture older than 7 days is fetched again when the contact writes. In
 * ms.
 */
const PICTURE_AGE_MS = 7 * 24 * 60 * 60_000;

/** How long a replaced id still finds its contact, ms (docs/rules/contacts.md#changed-ids). */
const LATE_MS = 30 * 24 * 60 * 60_000;

/**
 * Finds the contact that has the identities of an inbound event, or creates it. Contacts that turn out to be
 * one person are merged (docs/rules/contacts.md#find-or-create). Called by the inbox workers inside their
 * transaction. Throws `LongMerge` when a merge has to move its messages in steps first.
 */
export function findOrCreateFromNetwork(unit: TenantUnit, person: NetworkContact): KnownContact {
  const identities = inLookupOrder(person.identities.filter(isWellFormed));
  const rows = identities.map((identity) => findIdentity(unit.db, identity));
  const found = withoutRecycled(unit, rows);
  const isUsed = identities.map(({ kind }) => kind !== "username");
  // A username can be given up and taken by another person, so a contact is never identified by it.
  const stored = isUsed.includes(true) ? found.map((one, index) => (isUsed[index] ? one : undefined)) : found;
  const first = stored.find((one) => one !== undefined);
  if (!first) return create(unit, { ...person, identities }, rows);
  const owner = oneOwner(
    unit,
    stored.flatMap((one) => one?.contactId ?? []),
  );
  let isIdentified = new Set(stored.flatMap((one) => one?.contactId ?? [])).size > 1;
  identities.forEach((identity, index) => {
    const known = isUsed[index] ? stored[index] : found[index];
    if (known?.contactId !== owner && (!known || !isUsed[index])) {
      storeIdentity(unit, owner, identity, person, formerOf(unit, identities, index, rows));
      if (isUsed[index]) isIdentified = true;
    } else if (known.formerAt !== null) return;
    else if (person.exists !== "unknown") confirmIdentity(unit.db, known, identity.address, unit.now);
  });
  const contact = refresh(unit, owner, { ...person, identities });
  if (isIdentified) unit.emit(ContactIdentified, { contactId: owner, connectionId: person.connectionId });
  return { ...contact, identityId: first.id };
}

/**
 * Removes former ids from the rows, except those of a late message: all its ids are known, none is current, and they were replaced
 * at most 30 days ago. Later the network may have given the number to another person.
 */
function withoutRecycled(
  unit: TenantUnit,
  stored: readonly (ContactIdentity | undefined)[],
): readonly (ContactIdentity | undefined)[] {
  if (!stored.some((found) => found && found.formerAt !== null)) return stored;
  const isCurrent = stored.some((found) => found?.formerAt === null);
  const isUnknown = stored.some((found) => found === undefined);
  const isOfCurrent = ({ contactId }: ContactIdentity) =>
    stored.some((other) => other?.formerAt === null && other.contactId === contactId);
  return stored.map((found) => {
    if (!found || found.formerAt === null) return found;
    // Kept, so that the caller does not make it current again: the contact has a newer id of that business.
    if (found.kind === "bsuid" && isOfCurrent(found)) return found;
    const isLate = !isUnknown && unit.now - found.formerAt <= LATE_MS;
    return isLate && !isCurrent ? found : undefined;
  });
}

type Found = ContactIdentity | undefined;

/**
 * Returns the stored row of an identity. It is read again if another spelling of the identity came earlier in the list and has just
 * been stored.
 */
function formerOf(
  unit: TenantUnit,
  identities: readonly Identity[],
  index: number,
  rows: readonly Found[],
): Found {
  const identity = identities[index];
  const isRepeated = identities.some(
    (other, before) =>
      before < index && identity && other.kind === identity.kind && keyOf(other) === keyOf(identity),
  );
  return identity && isRepeated ? findIdentity(unit.db, identity) : rows[index];
}

/** Stores a new identity. If another contact had it before (`former`), it now belongs to this contact. */
function storeIdentity(
  unit: TenantUnit,
  owner: number,
  identity: Identity,
  person: NetworkContact,
  former: Found,
): number {
  if (identity.kind === "username") retireUsernames(unit.db, owner, unit.now);
  if (!former) return insertIdentity(unit.db, owner, identity, stateOf(unit, person));
  takeOverIdentity(unit.db, former.id, owner, identity.address, unit.now);
  return former.id;
}

/** Merges these contacts until one is left. */
function oneOwner(unit: TenantUnit, contactIds: readonly number[]): number {
  let [owner = 0, ...others] = new Set(contactIds);
  for (const other of others) owner = mergeRevealed(unit, owner, other);
  return owner;
}

/** `rows`: the stored rows of the identities, as read in this transaction. */
function create(unit: TenantUnit, person: NetworkContact, rows: readonly Found[]): KnownContact {
  const { identities, connectionId } = person;
  const name = cleanName(person.name);
  const number = identities.find(({ kind }) => kind === "pn")?.value ?? null;
  const { id } = execute(unit.db, sql.insertContact, {
    uuid: newUuid(),
    name: name ?? placeholderName(identities),
    nameSource: name === null ? "phone" : "network",
    number,
    isGroup: person.isGroup ? 1 : 0,
    now: unit.now,
    connectionId,
  });
  noteStoredRow(unit.db, "contact");
  const ids = identities.map((identity, index) =>
    storeIdentity(unit, id, identity, person, formerOf(unit, identities, index, rows)),
  );
  unit.emit(ContactCreated, { contactId: id });
  unit.emit(ContactPictureWanted, { contactId: id, connectionId });
  return { ...stored(unit, id), identityId: ids[0] ?? 0 };
}

const stateOf = (unit: TenantUnit, { exists = "yes" }: NetworkContact) => ({
  exists,
  checkedAt: exists === "yes" ? unit.now : null,
});

/** Updates the profile name, fills in a newly known phone, and requests an old picture again. */
function refresh(unit: TenantUnit, id: number, person: NetworkContact): Contact {
  const before = stored(unit, id);
  const number = before.number ?? person.identities.find(({ kind }) => kind === "pn")?.value ?? null;
  const mayName = before.nameSource === "phone" || (before.nameSource === "network" && !person.isPastName);
  const network = mayName ? cleanName(person.name) : null;
  const name = network ?? (before.nameSource === "phone" && number !== null ? number : before.name);
  const nameSource = network === null ? before.nameSource : "network";
  const changed = name !== before.name || number !== before.number;
  if (changed || nameSource !== before.nameSource) {
    execute(unit.db, sql.updateFromNetwork, { name, nameSource, number, now: unit.now, id });
    unit.emit(ContactUpdated, { contactId: id });
  }
  if (unit.now - (before.pictureCheckedAt ?? 0) > PICTURE_AGE_MS) {
    // Stored before the fetch, so that a burst of messages requests the picture once.
    execute(unit.db, sql.setPictureCheckedAt, { now: unit.now, id });
    unit.emit(ContactPictureWanted, { contactId: id, connectionId: person.connectionId });
  }
  return changed ? { ...before, name, nameSource, number, updatedAt: unit.now } : before;
}

function stored(unit: TenantUnit, id: number): Contact {
  const found = contactById(unit.db, id);
  if (!found) throw new Error(`contact ${id} vanished inside its transaction`);
  return found;
}

/** Maximum length of a typed name (docs/rules/forms.md#lengths); longer profile names are cut. */
const MAX_NAME = 50;

/**
 * A profile name in displayable form: one line, no control characters, at most 50 characters; null when
 * empty.
 */
function cleanName(name: string | null): string | null {
  const clean = (name ?? "").replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
  return clean === "" ? null : [...clean].slice(0, MAX_NAME).join("").trim();
}

/**
 * Placeholder for an unknown name: the phone, else `Contato` and the end of the identity
 * (docs/rules/contacts.md#identities).
 */
function placeholderName(identities: readonly Identity[]): string {
  const phone = identities.find(({ kind }) => kind === "pn");
  return phone?.value ?? `Contato ${identities[0]?.value.slice(-6) ?? ""}`.trim();
}
