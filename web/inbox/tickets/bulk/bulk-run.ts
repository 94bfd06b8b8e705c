import type { BulkReport } from "#automation/bulk-actions/contract.ts";
import type { TicketAction } from "#automation/ticket-actions/contract.ts";
import { api } from "#web/lib/api/api.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { isWorking, STARTING, shownRun } from "./selection.ts";

export type Selection =
  | { readonly ids: readonly number[] }
  | { readonly query: Readonly<Record<string, string>>; readonly except: readonly number[] };

/**
 * Starts a run (docs/rules/bulk-actions.md#start); its progress is shown at once. `total`: number of selected tickets.
 * Throws 409 ERR_BULK_RUNNING, 409 ERR_LIMIT_REACHED.
 */
export async function startRun(
  selection: Selection,
  actions: readonly TicketAction[],
  total: number,
): Promise<void> {
  const before = shownRun.peek();
  const counts = { done: 0, unchanged: 0, failed: 0, undone: 0, kept: 0 };
  const starting = { id: STARTING, state: "running", total, waiting: total, ...counts } as const;
  // The server refuses a second run while another run of the user works, so the progress of that run stays.
  if (!before || !isWorking(before)) shownRun.value = { ...starting, undoUntil: null };
  try {
    const requestId = crypto.randomUUID();
    const { runId } = await api.post<{ runId: number }>("/tickets/bulk", { selection, actions, requestId });
    const report = await fetchReport(runId);
    // An event may have overtaken the response.
    const now = shownRun.peek();
    if (now?.id !== runId || isWorking(now)) shownRun.value = report;
  } catch (error) {
    if (shownRun.peek()?.id === STARTING) shownRun.value = before;
    throw error;
  }
}

export const fetchReport = (runId: number): Promise<BulkReport> => api.get(`/tickets/bulk/${runId}`);

/** Cancels, retries or undoes a run. Throws 409 ERR_UNDO_TOO_LATE, 409 ERR_BULK_RUNNING. */
export async function changeRun(runId: number, how: "cancel" | "retry" | "undo"): Promise<void> {
  shownRun.value = await api.post<BulkReport>(`/tickets/bulk/${runId}/${how}`);
}

/** Events may have been missed: reads the run again. */
async function reread(): Promise<void> {
  const run = shownRun.peek();
  if (run && run.id !== STARTING) shownRun.value = await fetchReport(run.id).catch(() => run);
}

socket.onResync(() => void reread());
