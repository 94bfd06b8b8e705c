import * as v from "valibot";
import { ticketCounts, ticketLoads } from "#inbox/tickets/lists/counts.ts";
import { orphanTickets } from "#inbox/tickets/lists/orphans.ts";
import { kanbanTickets, ticketPage } from "#inbox/tickets/lists/page.ts";
import { FieldValuesBody } from "#people/fields/contract.ts";
import { MessageAnswer, PathId, ShortText } from "#platform/http/contract.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import { route } from "#tenants/route.ts";
import { ticketOfPage } from "./access.ts";
import {
  MarkUnreadBody,
  OpenTicketBody,
  PriorityBody,
  TakeOverBody,
  TicketAnswer,
  TicketCounts,
  TicketListQuery,
  TicketLoads,
  TicketPage,
  UpdateTicketBody,
} from "./contract.ts";
import { openTicket } from "./creation/open.ts";
import { changeTicketFields } from "./fields/change-fields.ts";
import { TicketEvents } from "./history/contract.ts";
import { ticketHistory } from "./history/history.ts";
import { ContactTicketPage } from "./of-contact/contract.ts";
import { ticketsOfContact } from "./of-contact/of-contact.ts";
import { presentTicket } from "./present.ts";
import { deleteTicket } from "./transitions/delete.ts";
import { takeOver } from "./transitions/take-over.ts";
import { undoClose } from "./transitions/undo-close.ts";
import { updateTicket } from "./transitions/update.ts";
import { markUnread } from "./triage/mark-unread.ts";
import { pinnedTickets, pinTicket, unpinTicket } from "./triage/pins.ts";
import { prioritise } from "./triage/prioritise.ts";

const ById = v.object({ id: PathId });
const ByUuid = v.object({ uuid: ShortText });
const Tickets = v.object({ tickets: v.array(TicketAnswer) });

export const ticketRoutes = [
  route({
    method: "GET",
    path: "/tickets",
    apiScope: "tickets:read",
    summary: "Tickets the caller may see, newest first, 40 a page",
    query: TicketListQuery,
    answer: TicketPage,
    handle: ({ ctx, query }) => ticketPage(ctx, query),
  }),
  route({
    method: "GET",
    path: "/tickets/counts",
    summary: "Number of tickets in each list of the caller",
    query: v.object({ showAll: v.optional(ShortText) }),
    answer: TicketCounts,
    handle: ({ ctx, query }) => ticketCounts(ctx, query.showAll === "true"),
  }),
  route({
    method: "GET",
    path: "/tickets/loads",
    summary: "Number of tickets of each colleague and each queue",
    answer: TicketLoads,
    handle: ({ ctx }) => ticketLoads(ctx),
  }),
  route({
    method: "GET",
    path: "/tickets/orphans",
    access: "admin",
    summary: "Waiting tickets without an available user in their queue",
    answer: Tickets,
    handle: ({ ctx }) => orphanTickets(ctx),
  }),
  route({
    method: "GET",
    path: "/tickets/pinned",
    summary: "The tickets that the caller has pinned",
    answer: Tickets,
    handle: ({ ctx }) => pinnedTickets(ctx),
  }),
  route({
    method: "GET",
    path: "/ticket/kanban",
    planFlag: "useKanban",
    summary: "Open and pending tickets for the board",
    query: v.pick(TicketListQuery, ["queueIds", "asleep"]),
    answer: Tickets,
    handle: ({ ctx, query }) => kanbanTickets(ctx, query.queueIds, query.asleep === "true"),
  }),
  route({
    method: "GET",
    path: "/tickets/u/:uuid",
    apiScope: "tickets:read",
    summary: "One ticket by its uuid",
    params: ByUuid,
    answer: TicketAnswer,
    handle: ({ ctx, params }) => presentTicket(ctx.tenant, ticketOfPage(ctx, params.uuid).id),
  }),
  route({
    method: "GET",
    path: "/tickets/:id",
    apiScope: "tickets:read",
    summary: "One ticket",
    params: ById,
    answer: TicketAnswer,
    handle: ({ ctx, params }) => presentTicket(ctx.tenant, ticketOfPage(ctx, params.id).id),
  }),
  route({
    method: "GET",
    path: "/tickets/:id/events",
    summary: "History of a ticket",
    params: ById,
    answer: TicketEvents,
    handle: ({ ctx, params }) => ticketHistory(ctx, params.id),
  }),
  route({
    method: "GET",
    path: "/contacts/:id/tickets",
    summary: "The tickets of one contact, newest first, 20 a page",
    params: ById,
    query: v.object({ before: v.optional(PathId) }),
    answer: ContactTicketPage,
    handle: ({ ctx, params, query }) => ticketsOfContact(ctx, params.id, query.before ?? null),
  }),
  route({
    method: "POST",
    path: "/tickets",
    unaudited: "the history of the ticket records it",
    summary: "Open a ticket for a contact",
    body: OpenTicketBody,
    answer: TicketAnswer,
    handle: ({ ctx, body }) => openTicket(ctx, body),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id",
    unaudited: "the history of the ticket records it",
    summary:
      "Accept, return, close, reopen or transfer a ticket, or switch its bot, by the fields of the body",
    params: ById,
    body: UpdateTicketBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => updateTicket(ctx, params.id, body)),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/fields",
    unaudited: "values of custom fields never stand in the audit trail",
    summary: "Change values of a ticket's custom fields; null removes a value",
    params: ById,
    body: FieldValuesBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) =>
      batchedWrite(ctx.tenant, () => changeTicketFields(ctx, params.id, body.values)),
  }),
  route({
    method: "POST",
    path: "/tickets/:id/undo-close",
    unaudited: "the history of the ticket records it",
    summary: "Undo a close within its undo window",
    params: ById,
    answer: TicketAnswer,
    handle: ({ ctx, params }) => batchedWrite(ctx.tenant, () => undoClose(ctx, params.id)),
  }),
  route({
    method: "POST",
    path: "/tickets/:id/take-over",
    unaudited: "the history of the ticket records it",
    summary: "Take over an open ticket of another attendant",
    params: ById,
    body: TakeOverBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => takeOver(ctx, params.id, body)),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/priority",
    unaudited: "the history of the ticket records it",
    summary: "Set the priority of a ticket: 1 low, 2 normal, 3 high, 4 urgent",
    params: ById,
    body: PriorityBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) =>
      batchedWrite(ctx.tenant, () => prioritise(ctx, params.id, body.priority)),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/unread",
    unaudited: "a mark for its attendant alone",
    summary: "Mark an own open ticket as unread",
    params: ById,
    body: MarkUnreadBody,
    answer: TicketAnswer,
    handle: ({ ctx, params, body }) =>
      batchedWrite(ctx.tenant, () => markUnread(ctx, params.id, body.unread)),
  }),
  route({
    method: "PUT",
    path: "/tickets/:id/pin",
    unaudited: "changes only what the caller sees first",
    summary: "Pin a ticket above the caller's list",
    params: ById,
    answer: Tickets,
    handle: ({ ctx, params }) => pinTicket(ctx, params.id),
  }),
  route({
    method: "DELETE",
    path: "/tickets/:id/pin",
    unaudited: "changes only what the caller sees first",
    summary: "Unpin a ticket",
    params: ById,
    answer: Tickets,
    handle: ({ ctx, params }) => unpinTicket(ctx, params.id),
  }),
  route({
    method: "DELETE",
    path: "/tickets/:id",
    audit: "ticket.removed",
    summary: "Delete a ticket with its messages and files",
    params: ById,
    answer: MessageAnswer,
    handle: async ({ ctx, params }) => {
      await deleteTicket(ctx, params.id);
      return { message: "Ticket deleted" };
    },
  }),
];
