import type { RunAnswer, RunOutcome, RunPage } from "#automation/rules/contract.ts";
import { KEPT_MS, RUNS_OLD } from "#automation/rules/engine/fire.ts";
import { presentRun } from "#automation/rules/present.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { ruleById } from "#automation/rules/queries.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { writeNotMatched } from "./not-matched.ts";

const PAGE = 40;
const AT_A_TIME = 500;
/** Runs that a ticket shows. */
const MOST_OF_TICKET = 100;

/** `GET /rules/{id}/runs`, by admins, newest first. Throws 404 ERR_NOT_FOUND. */
export function runsOf(
  { tenant }: UserCtx,
  ruleId: number,
  outcome: RunOutcome | undefined,
  page: number,
): RunPage {
  if (!ruleById(tenant.db, ruleId)) throw notFound();
  writeNotMatched(tenant.base, ruleId);
  const which = { ruleId, outcome: outcome ?? "" };
  const count = queryOne(tenant.db, sql.countOfRule, which)?.n ?? 0;
  const rows = queryAll(tenant.db, sql.runsOfRule, { ...which, offset: (page - 1) * PAGE, limit: PAGE });
  return { runs: rows.map(presentRun), count, hasMore: page * PAGE < count };
}

/** `GET /tickets/{id}/rule-runs`, by admins, newest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function runsOfTicket(ctx: UserCtx, ticketId: number): RunAnswer[] {
  visibleTicket(ctx, ticketId);
  return queryAll(ctx.tenant.db, sql.runsOfTicket, { ticketId, limit: MOST_OF_TICKET }).map(presentRun);
}

/** Every hour: deletes runs that are older than 30 days (docs/rules/rules.md#log). */
export const deleteOldRuns = defineDueJob({
  job: RUNS_OLD,
  every: { seconds: 3600 },
  whileHeld: true,
  failure: "old runs of rules not deleted; retry in 1 h",
  run: deleteOld,
});

async function deleteOld(tenant: Tenant): Promise<number | null> {
  const before = tenant.clock.now() - KEPT_MS;
  while (
    tenant.write((unit) => execute(unit.db, sql.deleteOldRuns, { before, limit: AT_A_TIME }).changes) >=
    AT_A_TIME
  )
    await yieldToEventLoop(tenant);
  const oldest = queryOne(tenant.db, sql.oldestRun)?.at ?? null;
  return oldest === null ? null : oldest + KEPT_MS;
}
