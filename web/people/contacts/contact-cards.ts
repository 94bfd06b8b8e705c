import type { ContactAnswer } from "#people/contacts/contract.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { fetchContact } from "./contacts-api.ts";

/** Contacts loaded in full by the page, updated by events. */
export const contactCards = new Collection<ContactAnswer>({ record: "contact", id: "contactId" });

socket.on("contact", (event) => {
  const record = event["contact"] as ContactAnswer | undefined;
  // Only viewed contacts are cached, never all contacts of the company.
  if (record && !contactCards.peek(record.id)) return;
  contactCards.apply(event);
});

/** Loads a contact again; the old data stay visible meanwhile. */
export async function loadContact(contactId: number): Promise<void> {
  contactCards.upsert(await fetchContact(contactId));
}
