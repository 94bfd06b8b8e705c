import * as v from "valibot";
import { SnoozeBody, SnoozeTimes, TicketAnswer } from "#inbox/tickets/contract.ts";
import { PathId } from "#platform/http/contract.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import { route } from "#tenants/route.ts";
import { endSnooze, snoozeAgain, snoozeTicket } from "./snooze.ts";
import { snoozeTimes } from "./times.ts";

const ById = v.object({ id: PathId });

/** Routes of docs/rules/tickets.md#snooze. */
export const snoozeRoutes = [
  route({
    method: "GET",
    path: "/tickets/snooze-times",
    summary: "Times in opening hours until which a ticket may be snoozed or a reminder set",
    query: v.object({ ticketId: v.optional(PathId) }),
    answer: SnoozeTimes,
    handle: ({ ctx, query }) => snoozeTimes(ctx, query.ticketId ?? null),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/snooze",
    unaudited: "the history of the ticket records it",
    summary: "Snooze an open ticket until a time or until the customer replies",
    params: ById,
    body: SnoozeBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => snoozeTicket(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/tickets/:id/snooze",
    unaudited: "the history of the ticket records it",
    summary: "Wake a snoozed ticket now",
    params: ById,
    answer: TicketAnswer,
    handle: ({ ctx, params }) => batchedWrite(ctx.tenant, () => endSnooze(ctx, params.id)),
  }),
  route({
    method: "POST",
    path: "/tickets/:id/snooze/again",
    unaudited: "the history of the ticket records it",
    summary: "Snooze a ticket again that was woken by the customer's message",
    params: ById,
    answer: TicketAnswer,
    handle: ({ ctx, params }) => batchedWrite(ctx.tenant, () => snoozeAgain(ctx, params.id)),
  }),
];
