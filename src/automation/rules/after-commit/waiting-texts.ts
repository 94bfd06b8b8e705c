import { mayWork } from "#accounts/companies/index.ts";
import type { RuleAction } from "#automation/rules/actions/contract.ts";
import { sendWaitingText, TEXTS_DUE } from "#automation/rules/actions/texts.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { ruleById } from "#automation/rules/queries.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** After downtime a text is not sent when the company opened longer ago, ms. */
const LATE_MS = 60 * 60_000;

type Reply = Extract<RuleAction, { action: "reply" }>;

/** Every 30 s: sends texts of rules that waited for the opening (docs/rules/rules.md#texts). */
export const sendWaitingTexts = defineDueJob({
  job: TEXTS_DUE,
  every: { seconds: 30 },
  failure: "texts of rules not sent; retry in 30 s",
  run: sendDue,
});

async function sendDue(tenant: Tenant): Promise<number | null> {
  // Rules do not run in an expired company; texts that are too late when it has paid are dropped.
  if (!mayWork(tenant)) return tenant.clock.now() + LATE_MS;
  for (const row of queryAll(tenant.db, sql.dueTexts, { now: tenant.clock.now() })) {
    try {
      tenant.write((unit) => {
        execute(unit.db, sql.deleteText, { id: row.id });
        const [rule, ticket] = [ruleById(unit.db, row.ruleId), ticketById(unit.db, row.ticketId)];
        if (rule?.active && ticket && unit.now - row.dueAt <= LATE_MS)
          sendWaitingText(unit, rule, ticket, JSON.parse(row.action) as Reply);
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      tenant.log.warn(
        { rule: row.ruleId, ticket: row.ticketId, err: error },
        "text of a rule was refused and is not sent",
      );
      tenant.write((unit) => execute(unit.db, sql.deleteText, { id: row.id }));
    }
    await yieldToEventLoop(tenant);
  }
  return queryOne(tenant.db, sql.nextText)?.at ?? null;
}
