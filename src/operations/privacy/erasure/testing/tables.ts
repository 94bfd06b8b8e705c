import { CONVERSATIONS } from "./conversations.ts";
import { OTHERS } from "./others.ts";
import type { Tables } from "./person.ts";
import { THEMSELVES } from "./themselves.ts";

/**
 * Every table with data of a person, with a row to insert. A new table must be added to one of these lists
 * (and be erased), or in `nobody.ts`, with why it tells of nobody.
 */
export const ABOUT_PEOPLE: Tables = {
  ...THEMSELVES,
  ...CONVERSATIONS,
  ...OTHERS,
  // Filled by triggers, emptied with what they are made of.
  contact_search: () => undefined,
  contact_initial: () => undefined,
  message_search: () => undefined,
};
