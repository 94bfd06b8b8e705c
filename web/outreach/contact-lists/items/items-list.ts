import { signal } from "@preact/signals-react";
import type { ContactListItemAnswer, Validity } from "#outreach/contact-lists/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import { byName } from "#web/outreach/contact-lists/lists-list.ts";

/** Which numbers are shown. */
export type Shown = Validity | "all";

export const validityOf = ({ isWhatsappValid }: ContactListItemAnswer): Validity =>
  isWhatsappValid === null ? "unknown" : isWhatsappValid ? "valid" : "invalid";

/** The people of one list by name, with the filter of their numbers, kept right by events. */
export function createItems(contactListId: number) {
  const shown = signal<Shown>("all");
  const rows = new LiveList<ContactListItemAnswer>({
    path: "/contact-list-items",
    name: "contacts",
    channel: "ContactListItem",
    compare: byName,
    query: () => ({ contactListId, validity: shown.peek() === "all" ? null : shown.peek() }),
    fits: (item) =>
      item.contactListId === contactListId && (shown.peek() === "all" || validityOf(item) === shown.peek()),
  });
  return {
    rows,
    shown,
    show(next: Shown): void {
      shown.value = next;
      rows.list.refilter();
    },
  };
}
export type Items = ReturnType<typeof createItems>;
