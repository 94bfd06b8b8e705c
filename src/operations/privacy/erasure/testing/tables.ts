import { CONVERSATIONS } from "./conversations.ts";
import { OTHERS } from "./others.ts";
import type { Tables } from "./person.ts";
import { THEMSELVES } from "./themselves.ts";

/**
 * Every table that can tell of a person, with how the person comes into it. A table that is new must be written into one of these
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
