import { setting } from "#accounts/settings/index.ts";
import { TicketChanged, TicketCloseSettled } from "#inbox/tickets/events.ts";
import { endRatingsOfContact } from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { asksRating } from "./reply-words.ts";
import { askForRating, sayCompletion, sayInactive } from "./texts.ts";
import { openWindow } from "./window.ts";

/** Sends the rating request, or the completion text, once a close is settled. */
export function listenForCloses({ bus }: Installation): void {
  bus.within(TicketCloseSettled, (unit, closing) => {
    const { ticket, tracking, texts, reason } = closing;
    if (!texts) return;
    if (reason === "inactivity") return sayInactive(unit, ticket);
    if (!tracking || !asksRating(closing, setting(unit.tenant, "userRating"))) {
      return sayCompletion(unit, ticket);
    }
    openWindow(unit, tracking.id, ticket.connectionId);
    askForRating(unit, ticket);
  });

  bus.within(TicketChanged, (unit, { before, after }) => {
    const begins = after.status !== "closed" && (before === null || before.status === "closed");
    if (begins && !after.isGroup) endRatingsOfContact(unit, after.contactId);
  });
}
