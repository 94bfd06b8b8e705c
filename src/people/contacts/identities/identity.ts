import { ContactChannel } from "#people/contacts/contract.ts";
import type { ContactIdentity, Existence, IdentityKind } from "#people/contacts/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./identities.sql.ts";

/**
 * Brazilian mobile number: country 55, area of two digits, the ninth digit 9, then eight digits
 * (docs/rules/contacts.md#ninth-digit).
 */
const WITH_NINTH = /^(55\d{2})9([6-9]\d{7})$/;

/**
 * The key that all spellings of one phone number share: Brazilian mobile numbers lose their ninth digit, any
 * other number is its own key. `pn` is digits with the country code first. Which spelling the network uses is
 * never guessed; the network is queried.
 */
export const matchKey = (pn: string): string => pn.replace(WITH_NINTH, "$1$2");

/** An identity as named by a network or typed by a user; the identities of drivers have this shape. */
export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
  /** The id to send to, in the network's format. */
  readonly address: string;
  /** Business, page or account id, for the kinds that have one (docs/rules/contacts.md#identities). */
  readonly scope?: string;
}

/** Lookup order of identities (docs/rules/contacts.md#find-or-create). */
const LOOKUP: readonly IdentityKind[] = ["pn", "bsuid", "lid", "psid", "igsid", "username", "group"];
/** Kinds of identities that can be written to on each channel. */
const KINDS_OF_CHANNEL = {
  whatsapp: ["pn", "lid", "bsuid", "username", "group"],
  facebook: ["psid"],
  instagram: ["igsid"],
} as const satisfies Record<ContactChannel, readonly IdentityKind[]>;

const CHANNELS = ContactChannel.options;
/** The channels on which a contact with identities of these kinds can be written to. Pure. */
export const channelsOf = (kinds: readonly string[]): ContactChannel[] =>
  CHANNELS.filter((channel) => KINDS_OF_CHANNEL[channel].some((kind) => kinds.includes(kind)));

/** The value that the unique index compares. */
export const keyOf = ({ kind, value }: Pick<Identity, "kind" | "value">): string =>
  kind === "pn" ? matchKey(value) : kind === "username" ? value.toLowerCase() : value;

/** False for a phone with anything but digits: an id of another kind must never be shown or used as a phone. */
export const isWellFormed = ({ kind, value }: Pick<Identity, "kind" | "value">): boolean =>
  kind === "pn" ? /^\d{5,20}$/.test(value) : value !== "";

/** Identities in the order of docs/rules/contacts.md#find-or-create. */
export const inLookupOrder = (identities: readonly Identity[]): readonly Identity[] =>
  identities.length < 2
    ? identities
    : identities.toSorted((a, b) => LOOKUP.indexOf(a.kind) - LOOKUP.indexOf(b.kind));

/** The stored identity equal to this one, of any contact. */
export function findIdentity(db: Db, identity: Identity): ContactIdentity | undefined {
  return queryOne(db, sql.findIdentity, {
    kind: identity.kind,
    scope: identity.scope ?? "",
    matchKey: keyOf(identity),
  });
}

/** All identities of a contact, oldest first. */
export function identitiesOf(db: Db, contactId: number): readonly ContactIdentity[] {
  return queryAll(db, sql.identitiesOf, { contactId });
}

/**
 * Stores a new identity. `checkedAt` (ms) is set when the network itself named or confirmed it. Returns its
 * id.
 */
export function insertIdentity(
  db: Db,
  contactId: number,
  identity: Identity,
  state: { readonly exists: Existence; readonly checkedAt: number | null },
): number {
  return execute(db, sql.insertIdentity, {
    contactId,
    kind: identity.kind,
    scope: identity.scope ?? "",
    value: identity.kind === "username" ? identity.value.toLowerCase() : identity.value,
    matchKey: keyOf(identity),
    address: identity.address,
    checkedAt: state.checkedAt,
    existsState: state.exists,
  }).id;
}

/** Gives a former identity to the contact that has it now. */
export function takeOverIdentity(
  db: Db,
  id: number,
  contactId: number,
  address: string,
  nowMs: number,
): void {
  execute(db, sql.takeOverIdentity, { id, contactId, address, nowMs });
}

/** Marks an identity as replaced by another one: it still finds the contact, and nothing is sent to it. */
export function retireIdentity(db: Db, id: number, nowMs: number): void {
  execute(db, sql.retireIdentity, { id, nowMs });
}

/** Marks the usernames that a contact had before as replaced. */
export function retireUsernames(db: Db, contactId: number, nowMs: number): void {
  execute(db, sql.retireUsernames, { contactId, nowMs });
}

/** Stores the network's form of the address and marks the identity as existing. */
export function confirmIdentity(db: Db, known: ContactIdentity, address: string, nowMs: number): void {
  if (known.existsState === "yes" && known.address === address) return;
  execute(db, sql.confirmIdentity, { address, nowMs, id: known.id });
}

/** Whether a contact has any WhatsApp id, even one that the current connection cannot write to. */
export const isOnWhatsApp = (db: Db, contactId: number): boolean =>
  identitiesOf(db, contactId).some(({ kind }) => KINDS_OF_WHATSAPP.includes(kind));
const KINDS_OF_WHATSAPP: readonly IdentityKind[] = KINDS_OF_CHANNEL.whatsapp;

/** Restricts which identities of a channel are used. */
interface Reach {
  /** Only identities of this page, account or business. */
  readonly scope?: string | undefined;
  readonly without?: readonly IdentityKind[];
}

/**
 * The identity to send to on a channel: the address confirmed by the network, phone first. Undefined when the
 * contact has no identity there (callers that need one throw ERR_WAPP_INVALID_CONTACT).
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
      identity.formerAt === null &&
      (scope === undefined || identity.scope === scope),
  );
  return usable.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))[0];
}
