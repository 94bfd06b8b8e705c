import { duplicatedContact, invalidContact } from "#people/contacts/errors.ts";
import type { NumberAnswer } from "#people/contacts/number-check/port.ts";
import type { Existence } from "#people/contacts/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { findIdentity, type Identity } from "./identity.ts";

/** The identities of a typed number. */
export interface TypedIdentity {
  readonly identities: readonly Identity[];
  readonly exists: Existence;
}

/**
 * The identities to store for a typed number; `answer` null = the network could not be queried. The number is
 * shown as typed, the address is the network's. Throws 400 ERR_WAPP_INVALID_CONTACT when the number does not
 * exist.
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
