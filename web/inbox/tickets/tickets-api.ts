import type * as v from "valibot";
import type {
  OpenTicketBody,
  Priority,
  TakeOverBody,
  TicketAnswer,
  TicketCounts,
  TicketElsewhere,
  TicketLoads,
  TicketNoteAnswer,
  TicketPage,
  UpdateTicketBody,
} from "#inbox/tickets/contract.ts";
import type { TicketEvents } from "#inbox/tickets/history/contract.ts";
import type { NewValues } from "#people/fields/contract.ts";
import { api } from "#web/lib/api/api.ts";
import type { Page } from "#web/lib/lists/paged-list.ts";

type Tickets = v.InferOutput<typeof TicketPage>;

export async function fetchTickets(
  query: Readonly<Record<string, string>>,
  pageNumber: number,
  signal: AbortSignal,
): Promise<Page<TicketAnswer>> {
  const { tickets, hasMore, count } = await api.get<Tickets>("/tickets", {
    query: { ...query, pageNumber },
    signal,
  });
  return { items: tickets, hasMore, count };
}

export function fetchCounts(): Promise<TicketCounts> {
  return api.get("/tickets/counts");
}

/** Open tickets by user id. */
export function fetchLoads(): Promise<TicketLoads> {
  return api.get("/tickets/loads");
}

/** Throws 403 ERR_NO_PERMISSION outside the caller's queues, 404 ERR_NO_TICKET_FOUND. */
export function fetchTicket(uuid: string): Promise<TicketAnswer> {
  return api.get(`/tickets/u/${uuid}`);
}

/**
 * Accept, return, close, reopen or transfer, depending on the body (docs/rules/tickets.md#update). Returns the
 * ticket.
 */
export function updateTicket(ticketId: number, body: UpdateTicketBody): Promise<TicketAnswer> {
  return api.put(`/tickets/${ticketId}`, body);
}

/**
 * Becomes the attendant of an open ticket of another person. Throws 409 ERR_TICKET_CHANGED with the current
 * attendant.
 */
export function takeOverTicket(ticketId: number, body: TakeOverBody): Promise<TicketAnswer> {
  return api.post(`/tickets/${ticketId}/take-over`, body);
}

/** Sets the priority of a ticket. Returns the ticket. */
export function setPriority(ticketId: number, priority: Priority): Promise<TicketAnswer> {
  return api.put(`/tickets/${ticketId}/priority`, { priority });
}

/** Sets or removes the mark "unread" of an own open ticket. Returns the ticket. */
export function setMarkedUnread(ticketId: number, unread: boolean): Promise<TicketAnswer> {
  return api.put(`/tickets/${ticketId}/unread`, { unread });
}

/** The tickets that the user has pinned. */
export async function fetchPins(): Promise<readonly TicketAnswer[]> {
  return (await api.get<Pick<Tickets, "tickets">>("/tickets/pinned")).tickets;
}

/** Pins or unpins a ticket. Throws 409 ERR_LIMIT_REACHED, 409 ERR_TICKET_CLOSED. Returns the pinned tickets. */
export async function setPinned(ticketId: number, pinned: boolean): Promise<readonly TicketAnswer[]> {
  const path = `/tickets/${ticketId}/pin`;
  const work = pinned
    ? api.put<Pick<Tickets, "tickets">>(path, {})
    : api.delete<Pick<Tickets, "tickets">>(path);
  return (await work).tickets;
}

/** Undoes a close. Throws 409 ERR_UNDO_TOO_LATE once it is settled. Returns the ticket. */
export function undoClose(ticketId: number): Promise<TicketAnswer> {
  return api.post(`/tickets/${ticketId}/undo-close`, {});
}

/** Opens a ticket. Throws 409 ERR_OTHER_OPEN_TICKET with the body of docs/rules/tickets.md#open. */
export function openTicket(body: OpenTicketBody): Promise<TicketAnswer> {
  return api.post("/tickets", body);
}

/** Removes a ticket with its messages and files (admins). */
export function deleteTicket(ticketId: number): Promise<unknown> {
  return api.delete(`/tickets/${ticketId}`);
}

/** The events of a ticket, oldest first. */
export async function fetchEvents(ticketId: number): Promise<v.InferOutput<typeof TicketEvents>["events"]> {
  return (await api.get<v.InferOutput<typeof TicketEvents>>(`/tickets/${ticketId}/events`)).events;
}

/** Running tickets of the same contact on other connections. */
export function fetchElsewhere(ticketId: number): Promise<TicketElsewhere[]> {
  return api.get(`/tickets/${ticketId}/elsewhere`);
}

/** Internal notes on the contact of a ticket. */
export function fetchNotes(ticketId: number, contactId: number): Promise<TicketNoteAnswer[]> {
  return api.get("/ticket-notes/list", { query: { ticketId, contactId } });
}

export function deleteNote(noteId: number): Promise<unknown> {
  return api.delete(`/ticket-notes/${noteId}`);
}

/** Replaces the tags of a ticket. */
export function syncTags(ticketId: number, tagIds: readonly number[]): Promise<unknown> {
  return api.post("/tags/sync", { ticketId, tags: tagIds.map((id) => ({ id })) });
}

/** Changes values of the ticket's custom fields. */
export function changeFields(ticketId: number, values: NewValues): Promise<TicketAnswer> {
  return api.put(`/tickets/${ticketId}/fields`, { values });
}
