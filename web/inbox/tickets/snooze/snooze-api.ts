import type { SnoozeBody, SnoozeTimes, TicketAnswer } from "#inbox/tickets/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Puts a ticket to sleep. Throws 409 ERR_TICKET_CHANGED when the customer wrote meanwhile, 409 ERR_LIMIT_REACHED. */
export const snooze = (ticketId: number, body: SnoozeBody): Promise<TicketAnswer> =>
  api.put(`/tickets/${ticketId}/snooze`, body);

/** Ends a snooze. Returns the ticket. */
export const endSnooze = (ticketId: number): Promise<TicketAnswer> =>
  api.delete(`/tickets/${ticketId}/snooze`);

/** Puts a ticket back to sleep that the customer's message has shown. */
export const snoozeAgain = (ticketId: number): Promise<TicketAnswer> =>
  api.post(`/tickets/${ticketId}/snooze/again`, {});

/** The times that a picker offers, in opening hours. `ticketId` null = those of the company. */
export const fetchSnoozeTimes = async (
  ticketId: number | null,
  signal: AbortSignal,
): Promise<SnoozeTimes["times"]> =>
  (
    await api.get<SnoozeTimes>("/tickets/snooze-times", {
      query: ticketId === null ? {} : { ticketId },
      signal,
    })
  ).times;
