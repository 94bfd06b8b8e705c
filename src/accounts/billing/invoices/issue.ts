import {
  type InvoiceView,
  invoiceOfDate,
  openInvoices,
  openPlanInvoices,
} from "#accounts/billing/queries.ts";
import { announce, dayOfMonth, monthsOf } from "#accounts/companies/index.ts";
import { offeredPlan } from "#accounts/plans/index.ts";
import { addDays } from "#platform/dates.ts";
import { transaction } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Company, Plan, Tenant } from "#tenants/tenant.ts";
import { dueAfterPayment, writeDueDate } from "./due-date-of-company.ts";
import { nextInvoiceId } from "./ids.ts";
import * as sql from "./invoices.sql.ts";
import { carryLines } from "./lines.ts";
import { todayOf } from "./today.ts";

/** An invoice is issued this many days before its due date (docs/rules/billing.md#invoices). */
const DAYS_BEFORE = 20;

/**
 * Daily run for one company: issues the invoice of its due date at today's price when that date is near; for a free
 * plan, moves the due date instead.
 */
export function issueInvoice(tenant: Tenant): void {
  const { company } = tenant;
  if (company.dueDate === null || !isNear(tenant)) return;
  // A company that was closed when its plan changed gets the change here.
  replaceStale(tenant, ({ changesPlan }) => !changesPlan);
  if (priceOf(company.plan, company) === 0) extendFree(tenant, company.dueDate, todayOf(tenant));
  else insertInvoice(tenant, company.dueDate, company.plan, false);
}

/**
 * Moves the open invoice of the old due date when the provider moved the due date, so that no period is billed twice;
 * its reminders start again.
 */
export function moveInvoice({ company, installation }: Tenant, from: string): void {
  const { system, clock } = installation;
  const { id: companyId, dueDate } = company;
  if (dueDate === null || invoiceOfDate(system, companyId, dueDate)) return;
  const open = openPlanInvoices(system, companyId).find((invoice) => invoice.dueDate === from);
  if (!open) return;
  transaction(system, () => {
    execute(system, sql.moveInvoice, { dueDate, now: clock.now(), id: open.id });
    execute(system, sql.deleteReminders, { invoiceId: open.id });
  });
}

/**
 * Issues an invoice that is due soon at once, after the provider created a company or moved its due date; the daily
 * run would issue it the next morning.
 */
export function issueAtOnce(tenant: Tenant): void {
  const { company } = tenant;
  if (company.dueDate !== null && isNear(tenant) && priceOf(company.plan, company) > 0)
    insertInvoice(tenant, company.dueDate, company.plan, false);
}

const isNear = (tenant: Tenant): boolean =>
  tenant.company.active && (tenant.company.dueDate ?? "") <= addDays(todayOf(tenant), DAYS_BEFORE);

/**
 * Cancels open invoices that do not match the company's plan, recurrence or price any more, and issues them again. This
 * includes an invoice for another plan that the company chose at the payment: the provider's decision takes precedence.
 */
export function reissueInvoices(tenant: Tenant): void {
  replaceStale(tenant, () => true);
  issueInvoice(tenant);
}

function replaceStale(tenant: Tenant, which: (open: InvoiceView) => boolean): void {
  const { company, installation } = tenant;
  const { system, clock } = installation;
  const stale = openPlanInvoices(system, company.id).filter((open) => {
    const { dueDate, planId, recurrence, valueCents, linesCents } = open;
    return (
      which(open) &&
      dueDate === company.dueDate &&
      (planId !== company.plan.id ||
        recurrence !== company.recurrence ||
        valueCents - linesCents !== priceOf(company.plan, company))
    );
  });
  transaction(system, () => {
    for (const { id, dueDate } of stale) {
      execute(system, sql.cancelInvoice, { now: clock.now(), id });
      if (priceOf(company.plan, company) > 0) insertInvoice(tenant, dueDate, company.plan, false);
      carryLines(tenant, id, invoiceOfDate(system, company.id, dueDate)?.id ?? null);
    }
  });
}

/**
 * The open invoice of a company, issued now when there is none (sign-up; an expired company that wants to
 * pay). With `planId` it is an invoice for that plan, which the company gets by paying. Undefined when it
 * costs nothing or the company never expires. `write`: the caller's transaction. Throws 404 ERR_NOT_FOUND for
 * a plan that is not on offer.
 */
export function ensureOpenInvoice(
  installation: Installation,
  companyId: number,
  planId?: number,
  write: Tenant["writeSystem"] = (work) => transaction(installation.system, work),
): InvoiceView | undefined {
  const { system, clock } = installation;
  const tenant = installation.tenants.open(companyId);
  const { company } = tenant;
  if (company.dueDate === null) return undefined;
  const oldest = openPlanInvoices(system, companyId)[0];
  const plan =
    planId === undefined || planId === company.plan.id ? company.plan : planOnOffer(tenant, planId);
  if (oldest && (planId === undefined || oldest.planId === plan.id)) return oldest;
  if (priceOf(plan, company) === 0) return undefined;
  return write(() => {
    const dueDate = oldest?.dueDate ?? freeDate(tenant, company.dueDate ?? "");
    if (oldest) execute(system, sql.cancelInvoice, { now: clock.now(), id: oldest.id });
    insertInvoice(tenant, dueDate, plan, plan.id !== company.plan.id);
    const made = invoiceOfDate(system, companyId, dueDate);
    if (!oldest || oldest.linesCents === 0) return made;
    carryLines(tenant, oldest.id, made?.id ?? null);
    return invoiceOfDate(system, companyId, dueDate);
  });
}

/** The oldest invoice that waits for its payment. */
export const openInvoiceOf = (installation: Installation, companyId: number): InvoiceView | undefined =>
  openInvoices(installation.system, companyId)[0];

const priceOf = (plan: Plan, company: Company): number => plan.valueCents * monthsOf(company.recurrence);

/**
 * The first due date without a paid invoice. No date is billed twice, even after a provider moved the due date back by
 * hand.
 */
function freeDate(tenant: Tenant, dueDate: string): string {
  const { system } = tenant.installation;
  const taken = new Set(queryAll(system, sql.paidDates, { companyId: tenant.id }).map((row) => row.due_date));
  let free = dueDate;
  while (taken.has(free)) free = addDays(free, 1);
  return free;
}

function planOnOffer({ installation: { system } }: Tenant, planId: number): Plan {
  const plan = offeredPlan(system, planId);
  if (!plan) throw notFound();
  return plan;
}

function insertInvoice(tenant: Tenant, dueDate: string, plan: Plan, changesPlan: boolean): void {
  const { company, installation } = tenant;
  const now = installation.clock.now();
  execute(installation.system, sql.insertInvoice, {
    id: nextInvoiceId(installation),
    companyId: company.id,
    dueDate,
    detail: plan.name,
    valueCents: priceOf(plan, company),
    recurrence: company.recurrence,
    planId: plan.id,
    plan: JSON.stringify(plan),
    changesPlan: changesPlan ? 1 : 0,
    now,
  });
}

function extendFree(tenant: Tenant, dueDate: string, today: string): void {
  const { installation, company } = tenant;
  const { system, clock, tenants } = installation;
  const day = company.billingDay ?? dayOfMonth(dueDate);
  const next = dueAfterPayment(today, { date: dueDate, day }, company.recurrence);
  transaction(system, () => writeDueDate(system, company.id, next, clock.now()));
  tenants.refresh(company.id);
  announce(tenant, company, ["dueDate"]);
}
