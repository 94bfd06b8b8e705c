import type { WASocket } from "@whiskeysockets/baileys";
import type { SessionStore } from "#connections/whatsapp/store/session-store.ts";

/** Writes down the names the phone tells of people: from its history, its address book, and their own profiles. */
export function keepPhoneBook(sock: WASocket, store: SessionStore, guard: (work: () => void) => void): void {
  sock.ev.on("messaging-history.set", ({ contacts }) => guard(() => store.phoneBook.learn(contacts)));
  sock.ev.on("contacts.upsert", (contacts) => guard(() => store.phoneBook.learn(contacts)));
  sock.ev.on("contacts.update", (changes) =>
    guard(() =>
      store.phoneBook.learn(changes.flatMap((change) => (change.id ? [{ ...change, id: change.id }] : []))),
    ),
  );
}
