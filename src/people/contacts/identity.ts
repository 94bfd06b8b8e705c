import { all, type Db, one, run } from "#platform/db/database.ts";
import { ContactChannel } from "./contract.ts";
import { matchKey } from "./match-key.ts";
import type { ContactIdentity, Existence, IdentityKind } from "./schema.ts";

/** An identity as a network or a person names it; a driver's identities fit as they are. */
export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
  /** The id to send to, in the network's own form. */
  readonly address: string;
  /** Business, page or account id, for the kinds that have one (docs/rules/contacts.md#identities). */
  readonly scope?: string;
}

/** docs/rules/contacts.md#find-or-create: the order in which identities are looked up. */
const LOOKUP: readonly IdentityKind[] = ["pn", "bsuid", "lid", "psid", "igsid", "username", "group"];
/** Kinds by which a contact can be reached on a channel. */
const KINDS_OF_CHANNEL = {
  whatsapp: ["pn", "lid", "bsuid", "username", "group"],
  facebook: ["psid"],
  instagram: ["igsid"],
} as const satisfies Record<ContactChannel, readonly IdentityKind[]>;

const CHANNELS = ContactChannel.options;
/** The channels on which a contact with identities of these kinds can be written to; pure. */
export const channelsOf = (kinds: readonly string[]): ContactChannel[] =>
  CHANNELS.filter((channel) => KINDS_OF_CHANNEL[channel].some((kind) => kinds.includes(kind)));

const COLUMNS = `id, contact_id AS contactId, kind, scope, value, match_key AS matchKey, address,
  checked_at AS checkedAt, exists_state AS existsState`;
const FIND = `SELECT ${COLUMNS} FROM contact_identity WHERE kind = ? AND scope = ? AND match_key = ?`;
const OF_CONTACT = `SELECT ${COLUMNS} FROM contact_identity WHERE contact_id = ? ORDER BY id`;
const INSERT = `INSERT INTO contact_identity (contact_id, kind, scope, value, match_key, address, checked_at, exists_state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const CONFIRM = `UPDATE contact_identity SET address = ?, checked_at = ?, exists_state = 'yes' WHERE id = ?`;

/** What the unique index compares. */
const keyOf = ({ kind, value }: Pick<Identity, "kind" | "value">): string =>
  kind === "pn" ? matchKey(value) : kind === "username" ? value.toLowerCase() : value;

/** Identities in the order of docs/rules/contacts.md#find-or-create. */
export const inLookupOrder = (identities: readonly Identity[]): readonly Identity[] =>
  identities.length < 2
    ? identities
    : identities.toSorted((a, b) => LOOKUP.indexOf(a.kind) - LOOKUP.indexOf(b.kind));

/** The stored identity that is the same as this one, whoever has it. */
export function findIdentity(db: Db, identity: Identity): ContactIdentity | undefined {
  return one<ContactIdentity>(db, FIND, identity.kind, identity.scope ?? "", keyOf(identity));
}

/** All identities of a contact, oldest first. */
export function identitiesOf(db: Db, contactId: number): readonly ContactIdentity[] {
  return all<ContactIdentity>(db, OF_CONTACT, contactId);
}

/** Stores an identity nobody has. `checkedAt` (ms) when the network itself named or confirmed it. Answers its id. */
export function insertIdentity(
  db: Db,
  contactId: number,
  identity: Identity,
  state: { readonly exists: Existence; readonly checkedAt: number | null },
): number {
  return run(
    db,
    INSERT,
    contactId,
    identity.kind,
    identity.scope ?? "",
    identity.kind === "username" ? identity.value.toLowerCase() : identity.value,
    keyOf(identity),
    identity.address,
    state.checkedAt,
    state.exists,
  ).id;
}

/** The network named this identity: its form of the address is the right one, and it exists. */
export function confirmIdentity(db: Db, known: ContactIdentity, address: string, nowMs: number): void {
  if (known.existsState === "yes" && known.address === address) return;
  run(db, CONFIRM, address, nowMs, known.id);
}

/** Which identities of a channel count. */
export interface Reach {
  /** Of this page, account or business alone. */
  readonly scope?: string | undefined;
  readonly without?: readonly IdentityKind[];
}

/**
 * Where to send to a contact on a channel: the address the network confirmed, phone first. Undefined when the
 * contact has no identity there (ERR_WAPP_INVALID_CONTACT for callers that need one).
 */
export function addressOn(
  db: Db,
  contactId: number,
  channel: keyof typeof KINDS_OF_CHANNEL,
  { scope, without = [] }: Reach = {},
): ContactIdentity | undefined {
  const kinds: readonly IdentityKind[] = KINDS_OF_CHANNEL[channel];
  const usable = identitiesOf(db, contactId).filter(
    (identity) =>
      kinds.includes(identity.kind) &&
      !without.includes(identity.kind) &&
      identity.existsState !== "no" &&
      (scope === undefined || identity.scope === scope),
  );
  return usable.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))[0];
}
