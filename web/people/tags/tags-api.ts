import type * as v from "valibot";
import type { TagAnswer, TagBody, UpdateTagBody } from "#people/tags/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the tags page (docs/rules/tickets.md#board). */
export const tagCalls = {
  create: (body: v.InferInput<typeof TagBody>) => api.post<TagAnswer>("/tags", body),
  update: (id: number, body: v.InferInput<typeof UpdateTagBody>) => api.put<TagAnswer>(`/tags/${id}`, body),
  remove: (id: number) => api.delete(`/tags/${id}`),
};
