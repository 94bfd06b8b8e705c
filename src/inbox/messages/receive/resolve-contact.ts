import type { InboundEvent, NetworkIdentity } from "#channels/connections/index.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow, Message } from "#inbox/messages/schema.ts";
import { findIdentity } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";

/** Returns the contact with one of these identities, else undefined: events of special kinds never create a contact. */
export function knownContactId(db: Db, identities: readonly NetworkIdentity[]): number | undefined {
  for (const identity of identities) {
    const found = findIdentity(db, identity);
    if (found) return found.contactId;
  }
  return undefined;
}

/**
 * Returns the stored message that an event of a special kind refers to, within its chat; undefined while it is not
 * stored.
 */
export function targetOf(
  db: Db,
  row: InboundEventRow,
  event: Extract<InboundEvent, { kind: "edit" | "revoke" | "reaction" }>,
): Message | undefined {
  const contactId = knownContactId(db, event.chat);
  return contactId === undefined
    ? undefined
    : messageOfChat(db, row.connectionId, contactId, event.providerId);
}

/** The author shown with a reaction: the phone number when known, else the first identity. */
export const authorIdOf = (identities: readonly NetworkIdentity[]): string =>
  (identities.find(({ kind }) => kind === "pn") ?? identities[0])?.value ?? "";
