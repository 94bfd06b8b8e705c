import type * as v from "valibot";
import type { QueueAnswer } from "#accounts/queues/contract.ts";
import type { BenchAnswer, BenchBody, PromptAnswer, PromptBody } from "#automation/prompts/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the prompts page (docs/rules/prompts.md#fields). */
export const promptCalls = {
  create: (body: v.InferInput<typeof PromptBody>) => api.post<PromptAnswer>("/prompt", body),
  update: (id: number, body: v.InferInput<typeof PromptBody>) => api.put<PromptAnswer>(`/prompt/${id}`, body),
  remove: (id: number) => api.delete(`/prompt/${id}`),
  queues: () => api.get<readonly QueueAnswer[]>("/queue"),
  bench: (id: number, body: BenchBody) => api.post<BenchAnswer>(`/prompt/${id}/bench`, body),
};
export type PromptCalls = typeof promptCalls;
