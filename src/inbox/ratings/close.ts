import { setting } from "#accounts/settings/index.ts";
import { TicketChanged, TicketCloseSettled } from "#inbox/tickets/events.ts";
import { endRatingsOfContact } from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { endCommentsOfContact } from "./comment.ts";
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
    const scale = setting(unit.tenant, "ratingKind");
    if (askForRating(unit, ticket, scale)) openWindow(unit, tracking.id, ticket.connectionId, scale);
  });

  bus.within(TicketChanged, (unit, { before, after }) => {
    const begins = after.status !== "closed" && (before === null || before.status === "closed");
    if (!begins || after.isGroup) return;
    endRatingsOfContact(unit, after.contactId);
    endCommentsOfContact(unit, after.contactId);
  });
}
