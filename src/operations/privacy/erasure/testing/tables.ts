import { CONVERSATIONS } from "./conversations.ts";
import { OTHERS } from "./others.ts";
import type { Tables } from "./person.ts";
import { THEMSELVES } from "./themselves.ts";

/**
 * Every table with data of a person, with a row to insert. A new table must be added to one of these lists (and to
 * the erasure), or to `tables-without-contacts.ts` with the reason why it has no personal data.
 */
export const ABOUT_PEOPLE: Tables = {
  ...THEMSELVES,
  ...CONVERSATIONS,
  ...OTHERS,
  // Indexes: they are filled in batches, and their entries are deleted with the indexed rows.
  contact_search: () => undefined,
  contact_initial: () => undefined,
  message_search: () => undefined,
};
