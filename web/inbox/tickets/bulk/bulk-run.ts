import type { BulkReport } from "#automation/bulk-actions/contract.ts";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { shownRun } from "./selection.ts";

export type Selection =
  | { readonly ids: readonly number[] }
  | { readonly query: Readonly<Record<string, string>> };

/** Starts a run (docs/rules/bulk-actions.md#start). Throws 409 ERR_BULK_RUNNING, 409 ERR_LIMIT_REACHED. */
export async function startRun(selection: Selection, actions: readonly TicketAction[]): Promise<void> {
  const requestId = crypto.randomUUID();
  const { runId } = await api.post<{ runId: number }>("/tickets/bulk", { selection, actions, requestId });
  shownRun.value = await fetchReport(runId);
}

export const fetchReport = (runId: number): Promise<BulkReport> => api.get(`/tickets/bulk/${runId}`);

/** Cancels, retries or undoes a run. Throws 409 ERR_UNDO_TOO_LATE, 409 ERR_BULK_RUNNING. */
export async function changeRun(runId: number, how: "cancel" | "retry" | "undo"): Promise<void> {
  shownRun.value = await api.post<BulkReport>(`/tickets/bulk/${runId}/${how}`);
}

/** Events may have been missed: reads the run again. */
async function reread(): Promise<void> {
  const run = shownRun.peek();
  if (run) shownRun.value = await fetchReport(run.id).catch(() => run);
}

socket.onResync(() => void reread());
