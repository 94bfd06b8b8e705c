import type { RestrictionAnswer } from "#channels/connections/contract.ts";
import type { Connection } from "#web/lib/lists/connections.ts";

/** Effects with which a number cannot start new conversations (docs/rules/reach.md#kinds). */
const HOLDS_NEW_CHATS: ReadonlySet<string> = new Set(["templates", "new_chats", "everything"]);

/** The strongest restriction of a connection; undefined when nothing is blocked. */
export const restrictionOf = (connection: Connection | undefined): RestrictionAnswer | undefined =>
  connection?.restrictions?.find(({ effect }) => effect !== "none");

/** The restriction because of which a connection cannot start new conversations. */
export const newChatRestrictionOf = (connection: Connection | undefined): RestrictionAnswer | undefined =>
  connection?.restrictions?.find(({ effect }) => HOLDS_NEW_CHATS.has(effect));
