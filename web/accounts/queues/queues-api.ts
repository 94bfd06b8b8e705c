import type * as v from "valibot";
import type { QueueAnswer, QueueBody, QueueUses } from "#accounts/queues/contract.ts";
import type { OptionAnswer, OptionBody, UpdateOptionBody } from "#accounts/queues/options/contract.ts";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import { api } from "#web/lib/api/api.ts";

const fileForm = (file: File) => {
  const form = new FormData();
  form.append("file", file);
  return form;
};

/** Calls of the queues page (docs/rules/queue-menu.md#queues). */
export const queueCalls = {
  create: (body: v.InferInput<typeof QueueBody>) => api.post<QueueAnswer>("/queue", body),
  update: (id: number, body: v.InferInput<typeof QueueBody>) => api.put<QueueAnswer>(`/queue/${id}`, body),
  /** Throws 409 ERR_QUEUE_HAS_TICKETS with `details.count` unless `moveTo` names the queue that gets them. */
  remove: (id: number, moveTo: number | null) => api.delete(`/queue/${id}`, { query: { moveTo } }),
  uses: (id: number) => api.get<QueueUses>(`/queue/${id}/uses`),
  putFile: (id: number, file: File) => api.upload<QueueAnswer>(`/queue/${id}/media-upload`, fileForm(file)),
  removeFile: (id: number) => api.delete<QueueAnswer>(`/queue/${id}/media-upload`),
  users: () => api.get<readonly ColleagueAnswer[]>("/users/list"),
};
export type QueueCalls = typeof queueCalls;

/** Calls of the option tree. */
export const optionCalls = {
  tree: (queueId: number) =>
    api.get<readonly OptionAnswer[]>("/queue-options", { query: { queueId, parentId: -1 } }),
  add: (body: v.InferInput<typeof OptionBody>) => api.post<OptionAnswer>("/queue-options", body),
  change: (id: number, body: v.InferInput<typeof UpdateOptionBody>) =>
    api.put<OptionAnswer>(`/queue-options/${id}`, body),
  remove: (id: number) => api.delete(`/queue-options/${id}`),
  putFile: (id: number, file: File) =>
    api.upload<OptionAnswer>(`/queue-options/${id}/media-upload`, fileForm(file)),
  removeFile: (id: number) => api.delete<OptionAnswer>(`/queue-options/${id}/media-upload`),
};
export type OptionCalls = typeof optionCalls;
