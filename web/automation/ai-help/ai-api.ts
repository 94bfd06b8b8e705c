import type { AssistBody, RunAnswer } from "#automation/prompts/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** What an attendant asks of a model. */
export type Wish = Pick<AssistBody, "kind"> & Partial<Pick<AssistBody, "text" | "tone" | "language">>;

export const aiCalls = {
  assist: (ticketId: number, wish: Wish) =>
    api.post<{ text: string }>("/prompt/assist", { ticketId, ...wish }),
  /** For admins. */
  runs: (ticketId: number) => api.get<{ runs: readonly RunAnswer[] }>(`/tickets/${ticketId}/ai-runs`),
};
