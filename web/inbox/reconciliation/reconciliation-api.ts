import type { GapPage, ReconciliationReport, ReconciliationSummary } from "#inbox/reconciliation/contract.ts";
import { api } from "#web/lib/api/api.ts";

export const reconciliationCalls = {
  summaries: () => api.get<readonly ReconciliationSummary[]>("/reconciliation"),
  report: (id: number) => api.get<ReconciliationReport>(`/whatsapp/${id}/reconciliation`),
  /** Throws 409 ERR_RECONCILIATION_RUNNING, 429 ERR_RATE_LIMIT, 400 ERR_WAPP_NOT_INITIALIZED. */
  check: (id: number) => api.post(`/whatsapp/${id}/reconciliation`),
  gaps: (id: number, before?: number) =>
    api.get<GapPage>(`/whatsapp/${id}/gaps`, before === undefined ? {} : { query: { before } }),
};
