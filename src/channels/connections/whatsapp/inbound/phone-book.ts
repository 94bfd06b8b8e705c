import type { WASocket } from "@whiskeysockets/baileys";
import type { PhoneBookNews } from "#channels/connections/whatsapp/store/phone-book.ts";
import type { SessionStore } from "#channels/connections/whatsapp/store/session-store.ts";

/** Stores names that the phone sends: from its history, its address book and profiles. */
export function keepPhoneBook(sock: WASocket, store: SessionStore, guard: (work: () => void) => void): void {
  sock.ev.on("messaging-history.set", ({ contacts }) => guard(() => store.phoneBook.learn(contacts)));
  sock.ev.on("contacts.upsert", (contacts) => guard(() => store.phoneBook.learn(contacts)));

  // Every message contains a profile name: the names of one turn of the event loop share a transaction. A name lost
  // when the socket ends arrives again with the next message.
  let names: PhoneBookNews[] = [];
  const write = () => {
    const batch = names;
    names = [];
    guard(() => store.phoneBook.learn(batch));
  };
  sock.ev.on("contacts.update", (changes) => {
    if (names.length === 0) setImmediate(write);
    for (const change of changes) if (change.id) names.push({ ...change, id: change.id });
  });
}
