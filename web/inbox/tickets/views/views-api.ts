import type * as v from "valibot";
import type { UpdateViewBody, ViewAnswer, ViewBody, ViewCounts } from "#inbox/ticket-views/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the views (docs/rules/views.md). */
export const viewCalls = {
  create: (body: v.InferInput<typeof ViewBody>) => api.post<ViewAnswer>("/ticket-views", body),
  update: (id: number, body: v.InferInput<typeof UpdateViewBody>) =>
    api.put<ViewAnswer>(`/ticket-views/${id}`, body),
  remove: (id: number) => api.delete(`/ticket-views/${id}`),
  counts: async () => (await api.get<v.InferOutput<typeof ViewCounts>>("/ticket-views/counts")).counts,
};
