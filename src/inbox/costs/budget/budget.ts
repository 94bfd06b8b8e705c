import { eq } from "drizzle-orm";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { findConnection } from "#channels/connections/index.ts";
import type { BudgetAnswer, BudgetBody } from "#inbox/costs/contract.ts";
import { budgetUsed } from "#inbox/costs/errors.ts";
import { CostBudgetReached } from "#inbox/costs/events.ts";
import { moneyOf } from "#inbox/costs/report/report.ts";
import { type AtEnd, costBudget } from "#inbox/costs/schema.ts";
import * as state from "#inbox/costs/state.sql.ts";
import { dayAt } from "#platform/dates.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./budget.sql.ts";

/** The kinds of messages that a used budget may stop; messages of people are never stopped. */
export type StoppedKind = "campaign" | "automatic";

const BUDGET = "cost-budget";
const monthOf = (tenant: Tenant, atMs = tenant.clock.now()): string =>
  dayAt(atMs, timeZoneOf(tenant)).slice(0, 7);

/** The budget in force; cached, because bots read it for every text. */
const budgetOf = (tenant: Tenant): { readonly micros: number; readonly atEnd: AtEnd } | undefined =>
  tenant.cached(`${BUDGET}:${monthOf(tenant)}`, () =>
    queryOne(tenant.db, sql.current, { month: monthOf(tenant) }),
  );

export const hasBudget = (tenant: Tenant): boolean => budgetOf(tenant) !== undefined;

const usedIn = (tenant: Tenant, month: string): number =>
  queryOne(tenant.db, sql.used, {
    ...{ from: `${month}-01`, to: `${month}-31`, currency: moneyOf(tenant).currency },
  })?.micros ?? 0;

/** The rest of the month's budget, in millionths; null = no budget in this currency. */
export function leftOfBudget(tenant: Tenant, currency: string): number | null {
  const budget = budgetOf(tenant);
  return budget && currency === moneyOf(tenant).currency
    ? Math.max(0, budget.micros - usedIn(tenant, monthOf(tenant)))
    : null;
}

/** Returns the budget of the month and the used part. For admins. */
export function getBudget({ tenant }: UserCtx): BudgetAnswer {
  const { currency, hasMoney } = moneyOf(tenant);
  const month = monthOf(tenant);
  const budget = budgetOf(tenant);
  const used = hasMoney ? usedIn(tenant, month) : null;
  return { month, currency, micros: budget?.micros ?? null, atEnd: budget?.atEnd ?? "warn", used };
}

/** Sets the budget of every month. For admins. */
export function setBudget(ctx: UserCtx, { micros, atEnd }: BudgetBody): BudgetAnswer {
  const { tenant } = ctx;
  tenant.write((unit) => {
    if (micros === null) unit.db.delete(costBudget).where(eq(costBudget.month, "")).run();
    else
      unit.db
        .insert(costBudget)
        .values({ month: "", micros, atEnd })
        .onConflictDoUpdate({ target: costBudget.month, set: { micros, atEnd } })
        .run();
  });
  tenant.drop(`${BUDGET}:${monthOf(tenant)}`);
  tenant.write(noteBudget);
  return getBudget(ctx);
}

/**
 * True when the budget of the month is used up and the company stops this kind of message on this connection
 * (docs/rules/costs.md#budget).
 */
export function isStoppedByBudget(tenant: Tenant, connectionId: number, kind: StoppedKind): boolean {
  const budget = budgetOf(tenant);
  if (!budget || budget.atEnd === "warn") return false;
  if (kind === "automatic" && budget.atEnd === "stop_marketing") return false;
  if (findConnection(tenant.db, connectionId)?.provider !== "cloud") return false;
  return usedIn(tenant, monthOf(tenant)) >= budget.micros;
}

/**
 * Throws 409 ERR_BUDGET_USED when the budget stops this kind of message. A start in a later month (`atMs`) is allowed, because it
 * uses the budget of that month.
 */
export function refuseOverBudget(
  tenant: Tenant,
  connectionId: number,
  kind: StoppedKind,
  atMs = tenant.clock.now(),
): void {
  if (monthOf(tenant, atMs) > monthOf(tenant)) return;
  if (isStoppedByBudget(tenant, connectionId, kind)) throw budgetUsed();
}

/** Percentages of the budget at which admins get a notice. */
const WARNINGS = [100, 80] as const;

/** Notifies admins and webhooks once per month when 80 % and when 100 % of the budget are used. */
export function noteBudget(unit: TenantUnit): void {
  const budget = budgetOf(unit.tenant);
  if (!budget || budget.micros === 0) return;
  const month = monthOf(unit.tenant);
  const used = usedIn(unit.tenant, month);
  const percent = WARNINGS.find((limit) => used * 100 >= budget.micros * limit);
  if (percent === undefined) return;
  const { currency } = moneyOf(unit.tenant);
  const details = { month, percent, currency, micros: budget.micros, used, atEnd: budget.atEnd };
  const key = `cost_budget:${month}:${percent}:${budget.micros}`;
  const reported = `${BUDGET}:${percent}`;
  // Called for each delivered message, but each percentage is reported once per month.
  if (queryOne(unit.db, state.read, { key: reported })?.value === key) return;
  execute(unit.db, state.write, { key: reported, value: key });
  notifyAdmins(unit, {
    code: `cost_budget_${percent}`,
    details: { name: month.split("-").reverse().join("/") },
    key,
  });
  unit.emit(CostBudgetReached, details);
}
