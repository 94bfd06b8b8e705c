import type { ContactAnswer } from "#people/contacts/contract.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { fetchContact } from "./contacts-api.ts";

/** Contacts the page has looked at in full, kept right by events. */
export const contactCards = new Collection<ContactAnswer>({ record: "contact", id: "contactId" });

socket.on("contact", (event) => {
  const record = event["contact"] as ContactAnswer | undefined;
  // Only what somebody looked at is kept; everything else would be the whole address book.
  if (record && !contactCards.peek(record.id)) return;
  contactCards.apply(event);
});

/** Reads a contact anew; what is shown meanwhile stays. */
export async function loadContact(contactId: number): Promise<void> {
  contactCards.upsert(await fetchContact(contactId));
}
