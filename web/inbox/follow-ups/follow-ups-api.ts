import type { FollowUpList } from "#inbox/follow-ups/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** The shared follow-ups and the user's own ones, by name. */
export const fetchFollowUps = async (signal?: AbortSignal): Promise<FollowUpList["followUps"]> =>
  (await api.get<FollowUpList>("/follow-ups", signal ? { signal } : {})).followUps;

/** Starts a follow-up in a ticket. Throws the errors of docs/rules/follow-ups.md#start. */
export const startFollowUp = (ticketId: number, followUpId: number, snooze: boolean): Promise<TicketAnswer> =>
  api.post(`/tickets/${ticketId}/follow-up`, { followUpId, snooze });

/** Stops the follow-up of a ticket. */
export const stopFollowUp = (ticketId: number): Promise<TicketAnswer> =>
  api.delete(`/tickets/${ticketId}/follow-up`);
