import type { ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The server's order: case-insensitive, accented letters after z. */
export const byName = (
  a: { readonly id: number; readonly name: string },
  b: { readonly id: number; readonly name: string },
): number => {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : a.id - b.id;
};

/** The rows of the page, sorted by name. */
export const contactLists = new LiveList<ContactListAnswer>({
  path: "/contact-lists",
  name: "records",
  channel: "ContactList",
  compare: byName,
});
