import type { Db } from "#platform/db/database.ts";
import type { Traces } from "./events.ts";
import { identitiesOf } from "./identity.ts";
import type { Contact } from "./schema.ts";

/** Shorter texts would hit other people. */
const SHORTEST = 6;
/** Figures that two spellings of a phone have in common: without country, area and ninth digit. */
const COMMON_DIGITS = 8;

/** What names this person in rows that do not point to the contact. */
export function tracesOf(db: Db, contact: Contact): Traces {
  const identities = identitiesOf(db, contact.id);
  const names = new Set(identities.flatMap(({ value, address }) => [value, address]));
  const phones = identities.filter(({ kind }) => kind === "pn");
  return {
    names: [...names].filter((name) => name.length >= SHORTEST),
    phoneEndings: phones.map(({ value }) => value.slice(-COMMON_DIGITS)),
    email: contact.email.length >= SHORTEST ? contact.email.toLowerCase() : null,
  };
}
