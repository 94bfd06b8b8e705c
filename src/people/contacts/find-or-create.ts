import { run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { ContactCreated, ContactPictureWanted, ContactUpdated } from "./events.ts";
import { confirmIdentity, findIdentity, type Identity, inLookupOrder, insertIdentity } from "./identity.ts";
import { mergeContacts, survivorOf } from "./merge.ts";
import { cleanName, standInName } from "./network-name.ts";
import { contactById } from "./read.ts";
import type { Contact } from "./schema.ts";

/** A person or group as the network names it. */
export interface NetworkContact {
  /** Everything the driver knows of this one person or group; at least one. */
  readonly identities: readonly Identity[];
  /** Profile name of the contact or subject of the group; null when unknown, and never our own name. */
  readonly name: string | null;
  readonly isGroup: boolean;
  readonly connectionId: number;
  /** `unknown`: typed by somebody while the network could not be asked; it is asked before the first send. */
  readonly exists?: "yes" | "unknown";
}

/** The contact, and the identity it was found by: kept on messages, so that the undo of a merge can follow it. */
export type KnownContact = Contact & { readonly identityId: number };

/** docs/rules/contacts.md#identities: a picture older than 7 days is fetched again when the contact writes. */
const PICTURE_AGE_MS = 7 * 24 * 60 * 60_000;

const INSERT = `INSERT INTO contact (uuid, name, name_source, number, is_group, picture_checked_at, connection_id, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const FOLLOW = `UPDATE contact SET name = ?, name_source = ?, number = ?, updated_at = ? WHERE id = ?`;
const PICTURE_ASKED = "UPDATE contact SET picture_checked_at = ? WHERE id = ?";

/**
 * Finds the contact behind the identities of an inbound event, or creates it; contacts that the network shows to
 * be one person are merged (docs/rules/contacts.md#find-or-create). Called by the lanes inside their transaction.
 */
export function findOrCreateFromNetwork(unit: TenantUnit, person: NetworkContact): KnownContact {
  const identities = inLookupOrder(person.identities);
  const stored = identities.map((identity) => findIdentity(unit.db, identity));
  const first = stored.find((found) => found !== undefined);
  if (!first) return create(unit, { ...person, identities });
  const owner = oneOwner(
    unit,
    stored.flatMap((found) => found?.contactId ?? []),
  );
  identities.forEach((identity, index) => {
    const known = stored[index];
    if (!known) insertIdentity(unit.db, owner, identity, stateOf(unit, person));
    else if (person.exists !== "unknown") confirmIdentity(unit.db, known, identity.address, unit.now);
  });
  return { ...refresh(unit, owner, person), identityId: first.id };
}

/** All of them are one person now: merges until one is left. */
function oneOwner(unit: TenantUnit, contactIds: readonly number[]): number {
  let [owner = 0, ...others] = new Set(contactIds);
  for (const other of others) {
    const { survivor, loser } = survivorOf(unit.db, owner, other);
    mergeContacts(unit, survivor, loser, null);
    owner = survivor.id;
  }
  return owner;
}

function create(unit: TenantUnit, person: NetworkContact): KnownContact {
  const { identities, connectionId } = person;
  const name = cleanName(person.name);
  const number = identities.find(({ kind }) => kind === "pn")?.value ?? null;
  const { id } = run(
    unit.db,
    INSERT,
    newUuid(),
    name ?? standInName(identities),
    name === null ? "phone" : "network",
    number,
    person.isGroup ? 1 : 0,
    unit.now,
    connectionId,
    unit.now,
    unit.now,
  );
  const ids = identities.map((identity) => insertIdentity(unit.db, id, identity, stateOf(unit, person)));
  unit.emit(ContactCreated, { contactId: id });
  unit.emit(ContactPictureWanted, { contactId: id, connectionId });
  return { ...stored(unit, id), identityId: ids[0] ?? 0 };
}

const stateOf = (unit: TenantUnit, { exists = "yes" }: NetworkContact) => ({
  exists,
  checkedAt: exists === "yes" ? unit.now : null,
});

/** Follows the profile name, fills in a phone that has become known, and asks for an old picture again. */
function refresh(unit: TenantUnit, id: number, person: NetworkContact): Contact {
  const before = stored(unit, id);
  const number = before.number ?? person.identities.find(({ kind }) => kind === "pn")?.value ?? null;
  const network = before.nameSource === "manual" ? null : cleanName(person.name);
  const name = network ?? (before.nameSource === "phone" && number !== null ? number : before.name);
  const nameSource = network === null ? before.nameSource : "network";
  const changed = name !== before.name || number !== before.number;
  if (changed || nameSource !== before.nameSource) {
    run(unit.db, FOLLOW, name, nameSource, number, unit.now, id);
    unit.emit(ContactUpdated, { contactId: id });
  }
  if (unit.now - (before.pictureCheckedAt ?? 0) > PICTURE_AGE_MS) {
    // Marked at once: a burst of messages asks one time.
    run(unit.db, PICTURE_ASKED, unit.now, id);
    unit.emit(ContactPictureWanted, { contactId: id, connectionId: person.connectionId });
  }
  return changed ? { ...before, name, nameSource, number, updatedAt: unit.now } : before;
}

function stored(unit: TenantUnit, id: number): Contact {
  const found = contactById(unit.db, id);
  if (!found) throw new Error(`contact ${id} vanished inside its transaction`);
  return found;
}
