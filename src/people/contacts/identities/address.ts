import { duplicatedContact, invalidContact } from "#people/contacts/errors.ts";
import { queryThrough } from "#people/contacts/number-check/check-number.ts";
import type { NumberAnswer } from "#people/contacts/number-check/port.ts";
import type { Existence } from "#people/contacts/schema.ts";
import type { Db } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { findOrCreateFromNetwork, type KnownContact } from "./find-or-create.ts";
import { findIdentity, type Identity } from "./identity.ts";

/** Digits or the id of a group ending in `@g.us`, with the answer of the network (null = not requested). */
interface Addressee {
  readonly identity: Identity;
  readonly isGroup: boolean;
  readonly answer: NumberAnswer | null;
}

const GROUP = /^[\d-]{5,40}@g\.us$/;
export const isGroupAddress = (typed: string): boolean => GROUP.test(typed);

/**
 * Resolves typed digits or a group id. An unknown number is checked through this connection
 * (docs/rules/contacts.md#number-check); when that is not possible now, it stays unknown and is checked again
 * before the first send. Throws 400 ERR_WAPP_INVALID_CONTACT when the network does not know the number.
 */
export async function addresseeOf(tenant: Tenant, connectionId: number, number: string): Promise<Addressee> {
  if (isGroupAddress(number))
    return { identity: { kind: "group", value: number, address: number }, isGroup: true, answer: null };
  const identity: Identity = { kind: "pn", value: number, address: `${number}@s.whatsapp.net` };
  if (findIdentity(tenant.db, identity)?.existsState === "yes")
    return { identity, isGroup: false, answer: null };
  const answer = await queryThrough(tenant, connectionId, number);
  if (answer && !answer.exists) throw invalidContact();
  return { identity, isGroup: false, answer };
}

/** The contact of an addressee; created when the number is new. */
export function contactOfAddressee(
  unit: TenantUnit,
  { identity, isGroup, answer }: Addressee,
  connectionId: number,
): KnownContact {
  const person = { name: null, isGroup, connectionId } as const;
  const identities = answer ? identitiesOfNumber(identity.value, answer).identities : [identity];
  const known = answer || isGroup ? undefined : findIdentity(unit.db, identity);
  return findOrCreateFromNetwork(unit, {
    ...person,
    identities: known ? [{ ...identity, address: known.address }] : identities,
    exists: answer || isGroup ? "yes" : "unknown",
  });
}

/** The identities of a typed number. */
export interface TypedIdentity {
  readonly identities: readonly Identity[];
  readonly exists: Existence;
}

/**
 * The identities to store for a typed number; `answer` null = the network could not be queried. The value keeps the typed number for
 * display; the address is the one that the network returned. Throws 400 ERR_WAPP_INVALID_CONTACT when the number does not exist.
 */
export function identitiesOfNumber(number: string, answer: NumberAnswer | null): TypedIdentity {
  const guess: Identity = { kind: "pn", value: number, address: `${number}@s.whatsapp.net` };
  if (!answer) return { identities: [guess], exists: "unknown" };
  if (!answer.exists) throw invalidContact();
  const phone = answer.identities.find(({ kind }) => kind === "pn");
  const others = answer.identities.filter(({ kind }) => kind !== "pn");
  return { identities: [{ ...guess, address: phone?.address ?? guess.address }, ...others], exists: "yes" };
}

/** Throws 409 ERR_DUPLICATED_CONTACT when an identity belongs to another contact than `ownId`. */
export function rejectTaken(db: Db, identities: readonly Identity[], ownId: number | null): void {
  for (const identity of identities) {
    const taken = findIdentity(db, identity);
    if (taken && taken.contactId !== ownId) throw duplicatedContact(taken.contactId);
  }
}
