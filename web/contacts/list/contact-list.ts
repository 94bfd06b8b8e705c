import type { ContactAnswer } from "#contacts/contract.ts";
import { LiveList } from "#web/lib/live-list.ts";

/** The server's order: letters without regard to case, accents behind z. */
const byName = (a: ContactAnswer, b: ContactAnswer): number => {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : a.id - b.id;
};

/** The company's contacts page by page, kept right by the events of the channel `contact`. */
export const createContactList = () =>
  new LiveList<ContactAnswer>({
    path: "/contacts",
    name: "contacts",
    channel: "contact",
    record: "contact",
    id: "contactId",
    compare: byName,
  });
export type ContactList = ReturnType<typeof createContactList>;
