import { eq } from "drizzle-orm";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { needsTicket } from "#automation/rules/actions/contract.ts";
import { performAction } from "#automation/rules/actions/perform.ts";
import { RuleSaved } from "#automation/rules/events.ts";
import { missingFeature } from "#automation/rules/plan.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { forgetActiveRules, ruleById } from "#automation/rules/queries.ts";
import { type Rule, rule as table } from "#automation/rules/schema.ts";
import type { Evaluation } from "#inbox/conditions/index.ts";
import { recordTicketEvent, ticketById } from "#inbox/tickets/index.ts";
import { isDiskFull } from "#platform/db/constraint.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { causedBy } from "./cause.ts";
import { shownConditions } from "./evaluate-rule.ts";
import { isFiringLimitReached, isWebhookLimitReached, noteLimit } from "./limits.ts";
import { onceKeyOf } from "./once.ts";
import type { RuleTrigger } from "./trigger.ts";

/** Failed runs in a row after which a rule is switched off. */
const MOST_FAILURES = 20;
/** Retention of the log, ms. */
export const KEPT_MS = 30 * 24 * 60 * 60_000;
/** Name of the wake-up of companies whose log has old runs. */
export const RUNS_OLD = "rule_runs_old";

/** The actions of the rule were rolled back; its log has the reason. */
class Skipped extends Error {
  override readonly name = "Skipped";
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

export interface Fired {
  readonly outcome: "fired" | "skipped" | "failed";
  /** The rule fired and all its texts were sent. */
  readonly wrote: boolean;
}

/**
 * Fires a rule whose conditions hold, in one transaction with the run that makes it unique (docs/rules/rules.md#firing). A
 * failure undoes the transaction and is stored; it never throws, unless the disk is full.
 */
export function fire(tenant: Tenant, rule: Rule, trigger: RuleTrigger, evaluation: Evaluation): Fired {
  const note = (outcome: "skipped" | "failed", reason: string) =>
    tenant.write((unit) => {
      insertRun(unit, rule, trigger, evaluation, { outcome, reason, onceKey: null });
      if (outcome === "failed") countFailure(unit, rule.id, reason);
      if (reason === "limit") noteLimit(unit, rule);
    });
  try {
    const wrote = tenant.write((unit) => act(unit, rule, trigger, evaluation));
    return { outcome: "fired", wrote };
  } catch (error) {
    if (isDiskFull(error)) throw error;
    if (error instanceof Skipped) {
      note("skipped", error.reason);
      return { outcome: "skipped", wrote: false };
    }
    if (!(error instanceof AppError))
      tenant.log.error({ rule: rule.id, err: error }, "rule failed with an internal error");
    note("failed", error instanceof AppError ? error.code : "ERR_INTERNAL");
    return { outcome: "failed", wrote: false };
  }
}

/** Returns whether texts were written and none was left out. */
function act(unit: TenantUnit, rule: Rule, trigger: RuleTrigger, evaluation: Evaluation): boolean {
  const onceKey = onceKeyOf(unit, rule, trigger);
  checkMayFire(unit, rule, trigger, onceKey);
  const runId = insertRun(unit, rule, trigger, evaluation, { outcome: "fired", reason: null, onceKey });
  const ticket = trigger.ticketId === null ? undefined : ticketById(unit.db, trigger.ticketId);
  if (ticket) recordTicketEvent(unit, "rule", ticket, ticket, null, { rule: rule.name, ruleId: rule.id });
  const unsent: string[] = [];
  causedBy(unit, [...trigger.chain, rule.id], () => {
    for (const action of rule.actions) {
      const reason = performAction(unit, { rule, trigger }, action);
      if (reason !== null) unsent.push(reason);
    }
  });
  const [reason] = unsent;
  // The rule has only texts, and none of them may be sent: it did nothing.
  if (reason !== undefined && unsent.length === rule.actions.length) throw new Skipped(reason);
  if (reason !== undefined) execute(unit.db, sql.setReason, { id: runId, reason });
  if (ruleById(unit.db, rule.id)?.failures) {
    unit.db.update(table).set({ failures: 0 }).where(eq(table.id, rule.id)).run();
    saved(unit, rule);
  }
  return reason === undefined && rule.actions.some(({ action }) => action === "reply");
}

function checkMayFire(unit: TenantUnit, rule: Rule, trigger: RuleTrigger, onceKey: string | null): void {
  if (onceKey !== null && queryOne(unit.db, sql.firedOnce, { ruleId: rule.id, onceKey }))
    throw new Skipped("once");
  if (trigger.ticketId === null && rule.actions.some(needsTicket)) throw new Skipped("no_ticket");
  if (missingFeature(unit.tenant, rule.actions)) throw new Skipped("plan");
  const calls = rule.actions.some(({ action }) => action === "webhook");
  if (isFiringLimitReached(unit) || (calls && isWebhookLimitReached(unit))) throw new Skipped("limit");
}

function insertRun(
  unit: TenantUnit,
  rule: Rule,
  { key, ticketId, contactId, chain }: RuleTrigger,
  evaluation: Evaluation,
  run: {
    readonly outcome: "fired" | "skipped" | "failed";
    readonly reason: string | null;
    readonly onceKey: string | null;
  },
): number {
  unit.scheduleWake(RUNS_OLD, unit.now + KEPT_MS);
  return execute(unit.db, sql.insertRun, {
    ruleId: rule.id,
    eventKey: key,
    ticketId,
    contactId,
    at: unit.now,
    depth: chain.length,
    conditions: JSON.stringify(shownConditions(evaluation)),
    ...run,
  }).id;
}

/** After many failures in a row the rule is switched off, and the admins get a notice. */
function countFailure(unit: TenantUnit, ruleId: number, code: string): void {
  const before = ruleById(unit.db, ruleId);
  if (!before) return;
  const failures = before.failures + 1;
  const active = before.active && failures < MOST_FAILURES;
  unit.db.update(table).set({ failures, active }).where(eq(table.id, ruleId)).run();
  saved(unit, before);
  if (active || !before.active) return;
  notifyAdmins(unit, {
    code: "rule_off",
    details: { ruleId, name: before.name, error: code },
    key: `rule_off:${ruleId}:${unit.now}`,
  });
}

function saved(unit: TenantUnit, before: Rule): void {
  forgetActiveRules(unit);
  const after = ruleById(unit.db, before.id);
  if (after) unit.emit(RuleSaved, { before, after });
}
