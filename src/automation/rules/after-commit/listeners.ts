import type { StatusChange } from "#automation/rules/contract.ts";
import { RatingCommented, TicketRated } from "#inbox/ratings/events.ts";
import { SlaMissed, SlaWarned } from "#inbox/sla/events.ts";
import {
  TagAdded,
  TicketAccepted,
  TicketCloseSettled,
  TicketQueued,
  TicketReopened,
  TicketReturned,
  TicketTransferred,
  TicketWoken,
} from "#inbox/tickets/events.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { ContactCreated } from "#people/contacts/events.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { type Raised, raiseRuleEvent } from "./raise.ts";

/** Kinds of close that do not end an attendance. */
const NO_END: readonly string[] = ["import", "merged"];

/**
 * Stores the events whose rules run after the commit. For an event of a feature that rules may import, a line is added
 * here; a feature that imports the rules calls `raiseRuleEvent`.
 */
export function listenForRuleEvents({ bus }: Installation): void {
  const raise = (
    unit: TenantUnit,
    ticket: Ticket,
    event: Raised["event"],
    more: Pick<Raised, "change" | "tagId" | "about" | "facts"> = {},
  ) => {
    const { id: ticketId, contactId } = ticket;
    const key = `${event}:${ticketId}:${unit.now}:${more.change ?? more.tagId ?? more.about ?? ""}`;
    raiseRuleEvent(unit, { event, key, ticketId, contactId, ...more });
  };
  const changed = (unit: TenantUnit, ticket: Ticket, change: StatusChange) =>
    raise(unit, ticket, "status_changed", { change });

  bus.within(TicketQueued, (unit, { ticket }) => raise(unit, ticket, "queue_entered"));
  bus.within(TicketAccepted, (unit, { ticket }) => changed(unit, ticket, "accepted"));
  bus.within(TicketReturned, (unit, { ticket }) => changed(unit, ticket, "returned"));
  bus.within(TicketTransferred, (unit, { ticket }) => changed(unit, ticket, "transferred"));
  bus.within(TicketReopened, (unit, { ticket }) => changed(unit, ticket, "reopened"));
  bus.within(TicketCloseSettled, (unit, { ticket, reason }) => {
    if (!NO_END.includes(reason)) changed(unit, ticket, "resolved");
  });
  bus.within(TagAdded, (unit, { ticket, tagId }) => raise(unit, ticket, "tag_added", { tagId }));
  bus.within(TicketWoken, (unit, { ticket }) => raise(unit, ticket, "woken"));
  const clock = (unit: TenantUnit, event: "sla_warning" | "sla_missed", ticket: Ticket, clockId: number) =>
    raiseRuleEvent(unit, {
      event,
      key: `${event}:${clockId}`,
      ticketId: ticket.id,
      contactId: ticket.contactId,
    });
  bus.within(SlaWarned, (unit, { ticket, clockId }) => clock(unit, "sla_warning", ticket, clockId));
  bus.within(SlaMissed, (unit, { ticket, clockId }) => clock(unit, "sla_missed", ticket, clockId));
  bus.within(TicketRated, (unit, { ticketId, rate }) => {
    const ticket = ticketById(unit.db, ticketId);
    if (ticket) raise(unit, ticket, "rated", { facts: { "rating.rate": rate, "rating.has_comment": false } });
  });
  // The comment follows the rating later. This second event concerns only rules with a condition on the comment.
  bus.within(RatingCommented, (unit, { ticketId, rate }) => {
    const ticket = ticketById(unit.db, ticketId);
    const facts = { "rating.rate": rate, "rating.has_comment": true };
    if (ticket) raise(unit, ticket, "rated", { about: "rating.has_comment", facts });
  });
  bus.within(ContactCreated, (unit, { contactId, byHand }) => {
    if (byHand)
      raiseRuleEvent(unit, {
        event: "contact_created",
        key: `contact:${contactId}`,
        ticketId: null,
        contactId,
      });
  });
}
