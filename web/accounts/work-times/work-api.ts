import type { PauseReasonAnswer, PauseReasonList } from "#accounts/work-times/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of working times and pauses (docs/rules/work-times.md). */
export const workCalls = {
  reasons: async () => (await api.get<PauseReasonList>("/pause-reasons")).reasons,
  create: (name: string) => api.post<PauseReasonAnswer>("/pause-reasons", { name }),
  update: (id: number, change: { readonly name?: string; readonly active?: boolean }) =>
    api.put<PauseReasonAnswer>(`/pause-reasons/${id}`, change),
  remove: (id: number) => api.delete(`/pause-reasons/${id}`),
  setAway: (userId: number, away: boolean, reasonId: number | null) =>
    api.put(`/users/${userId}/away`, { away, reasonId }),
};
