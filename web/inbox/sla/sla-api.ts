import type * as v from "valibot";
import type {
  CreateSlaPolicyBody,
  SlaPolicyAnswer,
  SlaTestBody,
  UpdateSlaPolicyBody,
} from "#inbox/sla/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** Calls of the SLA policies (docs/rules/sla.md#policies). */
export const slaCalls = {
  list: async () => (await api.get<{ policies: readonly SlaPolicyAnswer[] }>("/sla-policies")).policies,
  create: (body: v.InferInput<typeof CreateSlaPolicyBody>) =>
    api.post<SlaPolicyAnswer>("/sla-policies", body),
  update: (id: number, body: v.InferInput<typeof UpdateSlaPolicyBody>) =>
    api.put<SlaPolicyAnswer>(`/sla-policies/${id}`, body),
  remove: (id: number) => api.delete(`/sla-policies/${id}`),
  order: (ids: readonly number[]) => api.put("/sla-policies/order", { ids }),
  test: (body: v.InferInput<typeof SlaTestBody>) => api.post<{ dueAt: string }>("/sla-policies/test", body),
};
