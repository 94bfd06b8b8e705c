import type { RunAnswer, Trace } from "#automation/prompts/contract.ts";
import { auditRead } from "#inbox/messages/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./runs.sql.ts";

/** `GET /tickets/{id}/ai-runs`: the model calls of a ticket, newest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function runsOfTicket(ctx: UserCtx, ticketId: number): RunAnswer[] {
  // A trace contains the messages of the conversation.
  auditRead(ctx, ticketId, visibleTicket(ctx, ticketId));
  return queryAll(ctx.tenant.db, sql.ofTicket, { ticketId }).map(present);
}

const present = ({ promptId, promptName, userId, userName, trace, at, ...rest }: sql.RunRow): RunAnswer => ({
  ...rest,
  prompt: promptId === null ? null : { id: promptId, name: promptName ?? "" },
  user: userId === null ? null : { id: userId, name: userName ?? "" },
  trace: parsed(trace),
  at: new Date(at).toISOString(),
});

function parsed(trace: string | null): Trace | null {
  try {
    return trace === null ? null : (JSON.parse(trace) as Trace);
  } catch {
    return null;
  }
}

/** Older traces are deleted, because they repeat the messages of customers; the counts stay. */
const TRACE_MS = 90 * 24 * 60 * 60_000;
const ROWS = 500;

/** Part of the daily clean-up; other work runs between two batches. */
async function deleteOldTraces(tenant: Tenant): Promise<void> {
  const before = tenant.clock.now() - TRACE_MS;
  for (const statement of [sql.clearOldTraces, sql.deleteOldTurns])
    while (execute(tenant.db, statement, { before, limit: ROWS }).changes === ROWS)
      await yieldToEventLoop(tenant);
}

/** docs/rules/jobs.md#periods, daily. */
export const promptCleanUpJob = defineJob<Installation>({
  name: "prompt_clean_up",
  every: "0 20 3 * * *",
  async run({ tenants, log }) {
    for (const tenant of tenants.openTenants()) {
      try {
        await deleteOldTraces(tenant);
      } catch (error) {
        log.error({ company: tenant.id, err: error }, "old AI traces not deleted");
      }
    }
  },
});
