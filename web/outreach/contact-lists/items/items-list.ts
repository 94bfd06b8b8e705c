import { signal } from "@preact/signals-react";
import type { ContactListItemAnswer, Validity } from "#outreach/contact-lists/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { byName } from "#web/outreach/contact-lists/lists-list.ts";

export type ValidityFilter = Validity | "all";

export const validityOf = ({ isWhatsappValid }: ContactListItemAnswer): Validity =>
  isWhatsappValid === null ? "unknown" : isWhatsappValid ? "valid" : "invalid";

/** The items of one list, sorted by name and filtered by validity; updated by events. */
export function createItems(contactListId: number) {
  const filter = signal<ValidityFilter>("all");
  const rows = new LiveList<ContactListItemAnswer>({
    path: "/contact-list-items",
    name: "contacts",
    channel: "ContactListItem",
    compare: byName,
    query: () => ({ contactListId, validity: filter.peek() === "all" ? null : filter.peek() }),
    fits: (item) =>
      item.contactListId === contactListId && (filter.peek() === "all" || validityOf(item) === filter.peek()),
  });
  return {
    rows,
    filter,
    filterBy(next: ValidityFilter): void {
      filter.value = next;
      rows.list.refilter();
    },
  };
}
export type Items = ReturnType<typeof createItems>;
