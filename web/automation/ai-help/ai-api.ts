import type { AssistBody, RunAnswer } from "#automation/prompts/contract.ts";
import { api } from "#web/lib/api/api.ts";

export type AssistRequest = Pick<AssistBody, "kind"> &
  Partial<Pick<AssistBody, "text" | "tone" | "language">>;

export const aiCalls = {
  assist: (ticketId: number, request: AssistRequest) =>
    api.post<{ text: string }>("/prompt/assist", { ticketId, ...request }),
  /** For admins only. */
  runs: (ticketId: number) => api.get<{ runs: readonly RunAnswer[] }>(`/tickets/${ticketId}/ai-runs`),
};
