import { computed, signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { fetchTickets } from "#web/inbox/tickets/tickets-api.ts";
import { hasDigits, hasWords } from "#web/lib/format/typed-match.ts";
import { SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";
import { createContactSearch } from "#web/people/contacts/contact-search-model.ts";
import { findContacts } from "#web/people/contacts/contacts-api.ts";
import { formatNumber } from "#web/people/contacts/phone-number.ts";

/** A target of forwarding: an open ticket of the user, or a contact. */
export type ForwardTarget = {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
} & (
  | { readonly kind: "ticket"; readonly ticket: TicketAnswer }
  | { readonly kind: "contact"; readonly contact: ContactAnswer }
);

/** Finds targets while the user types: own open tickets from the first letter, contacts from the third. */
export function createForwardSearch() {
  const contacts = createContactSearch(findContacts);
  const open = signal<readonly TicketAnswer[]>([]);
  const typed = signal("");
  let request: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(searchParam: string): Promise<void> {
    request?.abort();
    request = new AbortController();
    try {
      open.value = (await fetchTickets({ status: "open", searchParam }, 1, request.signal)).items;
    } catch {
      // The list stays as it was; further typing searches again.
    }
  }

  return {
    /** True while the text is too short to search contacts. */
    isShort: computed(() => typed.value.trim().length < 3),
    /**
     * Matching tickets, then contacts without a ticket among them. Only results of the current text are listed, never
     * those of an earlier one.
     */
    found: computed<readonly ForwardTarget[]>(() => {
      const fits = (name: string, number: string) =>
        hasWords(name, typed.value) || hasDigits(number, typed.value);
      const own = open.value
        .filter(({ contact }) => fits(contact.name, contact.number))
        .map(
          (ticket): ForwardTarget => ({
            kind: "ticket",
            id: `ticket-${ticket.id}`,
            name: ticket.contact.name,
            detail: ticket.whatsapp.name,
            ticket,
          }),
        );
      const known = new Set(open.value.map(({ contactId }) => contactId));
      const others = contacts.found.value
        .filter(({ id, name, number }) => !known.has(id) && fits(name, number))
        .map(
          (contact): ForwardTarget => ({
            kind: "contact",
            id: `contact-${contact.id}`,
            name: contact.name,
            detail: formatNumber(contact.number),
            contact,
          }),
        );
      return [...own, ...others];
    }),
    type(text: string): void {
      typed.value = text;
      contacts.type(text);
      clearTimeout(timer);
      timer = setTimeout(() => void ask(text.trim()), text === "" ? 0 : SEARCH_DELAY_MS);
    },
    stop(): void {
      clearTimeout(timer);
      request?.abort();
      contacts.stop();
    },
  };
}
