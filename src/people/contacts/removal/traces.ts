import type { Traces } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/identities/identity.ts";
import type { Contact } from "#people/contacts/schema.ts";
import type { Db } from "#platform/db/database.ts";

/** Shorter texts would match other people. */
const MIN_LENGTH = 6;
/** Digits that two spellings of a phone share: without country, area and ninth digit. */
const COMMON_DIGITS = 8;

/** Texts that identify this person in rows without a reference to the contact. */
export function tracesOf(db: Db, contact: Contact): Traces {
  const identities = identitiesOf(db, contact.id);
  const names = new Set(identities.flatMap(({ value, address }) => [value, address]));
  const phones = identities.filter(({ kind }) => kind === "pn");
  return {
    names: [...names].filter((name) => name.length >= MIN_LENGTH),
    phoneEndings: phones.map(({ value }) => value.slice(-COMMON_DIGITS)),
    email: contact.email.length >= MIN_LENGTH ? contact.email.toLowerCase() : null,
  };
}
