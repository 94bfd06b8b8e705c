import { signal } from "@preact/signals-react";
import type { ContactAnswer, ContactSort } from "#people/contacts/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

type Compare = (a: ContactAnswer, b: ContactAnswer) => number;

/** The server's order: case is ignored, accented letters follow z. */
const byName: Compare = (a, b) => {
  const [left, right] = [a.name.toLowerCase(), b.name.toLowerCase()];
  return left < right ? -1 : left > right ? 1 : a.id - b.id;
};
const byCreation: Compare = (a, b) =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;

const COMPARE: Readonly<Record<ContactSort, Compare>> = {
  name: byName,
  "-name": (a, b) => byName(b, a),
  created: byCreation,
  "-created": (a, b) => byCreation(b, a),
};

/** The company's contacts page by page in the chosen order, updated by the events of the channel `contact`. */
export function createContactList() {
  const sort = signal<ContactSort>("name");
  const tagId = signal<number | null>(null);
  const rows = new LiveList<ContactAnswer>({
    path: "/contacts",
    name: "contacts",
    channel: "contact",
    record: "contact",
    id: "contactId",
    compare: (a, b) => COMPARE[sort.peek()](a, b),
    query: () => {
      const tag = tagId.peek();
      return {
        ...(sort.peek() === "name" ? {} : { sort: sort.peek() }),
        ...(tag === null ? {} : { tagId: tag }),
      };
    },
    fits: ({ tags }) => tagId.peek() === null || tags.some(({ id }) => id === tagId.peek()),
  });
  return Object.assign(rows, {
    sort,
    tagId,
    sortBy(next: ContactSort): void {
      sort.value = next;
      void rows.list.reload();
    },
    /** null = contacts with and without tags. */
    narrowTo(tag: number | null): void {
      tagId.value = tag;
      void rows.list.reload();
    },
  });
}
export type ContactList = ReturnType<typeof createContactList>;
