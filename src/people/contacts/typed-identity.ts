import type { Db } from "#platform/db/database.ts";
import { duplicatedContact, invalidContact } from "./errors.ts";
import { findIdentity, type Identity } from "./identity.ts";
import type { NumberAnswer } from "./number-check-port.ts";
import type { Existence } from "./schema.ts";

/** The identities a typed number stands for. */
export interface TypedIdentity {
  readonly identities: readonly Identity[];
  readonly exists: Existence;
}

/**
 * What to store for a typed number after the network was asked (`answer` null = it could not be asked). The number
 * is shown as typed, the address is the network's. Throws 400 ERR_WAPP_INVALID_CONTACT when it does not exist.
 */
export function identitiesOfNumber(number: string, answer: NumberAnswer | null): TypedIdentity {
  const guess: Identity = { kind: "pn", value: number, address: `${number}@s.whatsapp.net` };
  if (!answer) return { identities: [guess], exists: "unknown" };
  if (!answer.exists) throw invalidContact();
  const phone = answer.identities.find(({ kind }) => kind === "pn");
  const others = answer.identities.filter(({ kind }) => kind !== "pn");
  return { identities: [{ ...guess, address: phone?.address ?? guess.address }, ...others], exists: "yes" };
}

/** Throws 409 ERR_DUPLICATED_CONTACT when one of the identities belongs to another contact than `ownId`. */
export function refuseTaken(db: Db, identities: readonly Identity[], ownId: number | null): void {
  for (const identity of identities) {
    const taken = findIdentity(db, identity);
    if (taken && taken.contactId !== ownId) throw duplicatedContact(taken.contactId);
  }
}
