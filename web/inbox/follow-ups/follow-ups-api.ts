import type * as v from "valibot";
import type {
  FollowUpAnswer,
  FollowUpBody,
  FollowUpList,
  UpdateFollowUpBody,
} from "#inbox/follow-ups/contract.ts";
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

/** Calls of the tab. */
export const followUpCalls = {
  /** Throws 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED. */
  create: (body: v.InferInput<typeof FollowUpBody>) => api.post<FollowUpAnswer>("/follow-ups", body),
  update: (id: number, body: v.InferInput<typeof UpdateFollowUpBody>) =>
    api.put<FollowUpAnswer>(`/follow-ups/${id}`, body),
  /** Throws 409 ERR_IN_USE while a rule or a shared macro uses it. */
  remove: (id: number) => api.delete(`/follow-ups/${id}`),
  /** `step` is counted from 1. Throws 413 ERR_MEDIA_TOO_LARGE, 415 ERR_MEDIA_TYPE. */
  upload: (id: number, step: number, file: File) => {
    const form = new FormData();
    form.set("file", file, file.name);
    return api.upload<FollowUpAnswer>(`/follow-ups/${id}/steps/${step}/media-upload`, form);
  },
};
