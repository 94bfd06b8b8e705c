import type { Fact, Facts } from "#inbox/conditions/evaluate/contract.ts";
import { customKeyOf } from "#inbox/conditions/shape/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { priorityOf } from "#inbox/tickets/lists/contract.ts";
import { isParticipant, type Person } from "#inbox/tickets/policy.ts";
import type { FieldAnswer } from "#people/fields/contract.ts";

type Definition = Pick<FieldAnswer, "key" | "of" | "active">;

const minutesSince = (at: string | null, now: number): number | null =>
  at === null ? null : (now - Date.parse(at)) / 60_000;

/**
 * What a page knows of a ticket; undefined for what only the server knows (docs/rules/conditions.md#evaluation). `fields`:
 * the custom fields of the company.
 */
export function factsOnPage(
  ticket: TicketAnswer,
  user: Person,
  fields: readonly Definition[],
  now: number,
): Facts {
  const known: Readonly<Record<string, Fact>> = {
    status: ticket.status,
    queue: ticket.queueId,
    connection: ticket.whatsappId,
    channel: ticket.channel,
    attendant: ticket.userId,
    priority: priorityOf(ticket),
    resolution: ticket.resolution?.id ?? null,
    tags: ticket.tags.map(({ id }) => id),
    unread: ticket.unreadMessages > 0 || ticket.markedUnread === true,
    asleep: ticket.snooze?.asleep === true,
    bot_active: ticket.status === "pending" && (ticket.chatbot || ticket.useIntegration),
    group: ticket.isGroup,
    participating: isParticipant(user, ticket),
    sla: ticket.sla?.state ?? "none",
    waiting_minutes: minutesSince(ticket.waitingSince, now),
    age_minutes: minutesSince(ticket.createdAt, now),
    last_message_by:
      ticket.lastMessageFromMe || ticket.lastCustomerMessageAt === null ? undefined : "customer",
    "contact.number": ticket.contact.number || null,
    "contact.name": ticket.contact.name,
  };
  return {
    me: user.id,
    of(field) {
      const key = customKeyOf(field);
      if (key === undefined) return known[field];
      if (fields.some((one) => one.of === "contact" && one.key === key)) return undefined;
      const isKnown = fields.some((one) => one.key === key && one.active);
      return isKnown ? (ticket.fields?.[key] ?? null) : undefined;
    },
  };
}
