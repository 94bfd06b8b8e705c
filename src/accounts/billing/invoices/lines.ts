import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { openPlanInvoices } from "#accounts/billing/queries.ts";
import { charge, invoice, invoiceLine } from "#accounts/billing/schema.ts";
import { addDays } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { nextInvoiceId } from "./ids.ts";
import { todayOf } from "./today.ts";

/** A line is added to the plan's invoice when that is due within this many days; otherwise it has its own invoice. */
const WITHIN_DAYS = 10;

export interface CostLine {
  /** `YYYY-MM`. */
  readonly period: string;
  /** Charged messages. */
  readonly quantity: number;
  readonly valueCents: number;
  /** How the value was computed: `micros` in millionths of `currency`, `rate` in millionths of reais per unit. */
  readonly detail: {
    readonly micros: number;
    readonly currency: string;
    readonly rate: number;
    readonly marginPercent: number;
  };
}

/**
 * Puts a month of message costs on the plan's next invoice, or on a separate one (docs/rules/billing.md#lines). One
 * transaction of the system file; a month that has its line already is left as it is. Returns whether a line was added.
 */
export function addCostLine(tenant: Tenant, { detail, ...line }: CostLine): boolean {
  const { system, clock } = tenant.installation;
  return tenant.writeSystem(() => {
    const isKnown = and(
      eq(invoiceLine.companyId, tenant.id),
      eq(invoiceLine.kind, "costs"),
      eq(invoiceLine.period, line.period),
    );
    if (system.select({ id: invoiceLine.id }).from(invoiceLine).where(isKnown).get()) return false;
    const invoiceId = nextInvoice(tenant) ?? addCostsInvoice(tenant, line.period);
    const known = { companyId: tenant.id, kind: "costs", createdAt: clock.now() } as const;
    system
      .insert(invoiceLine)
      .values({ ...line, ...known, invoiceId, detail: JSON.stringify(detail) })
      .run();
    addToValue(tenant, invoiceId, line.valueCents);
    return true;
  });
}

/**
 * The plan's open invoice that is due soon. Undefined without one, and when it has a live Pix code, because its amount
 * must not change.
 */
function nextInvoice(tenant: Tenant): number | undefined {
  const { system, clock } = tenant.installation;
  const today = todayOf(tenant);
  const last = addDays(today, WITHIN_DAYS);
  const next = openPlanInvoices(system, tenant.id).find(({ dueDate }) => dueDate >= today && dueDate <= last);
  if (!next) return undefined;
  const isLive = and(
    eq(charge.invoiceId, next.id),
    eq(charge.status, "open"),
    gt(charge.expiresAt, clock.now()),
  );
  return system.select({ txid: charge.txid }).from(charge).where(isLive).get() ? undefined : next.id;
}

function addCostsInvoice(tenant: Tenant, period: string): number {
  const { company, installation } = tenant;
  const now = installation.clock.now();
  const { plan, recurrence } = company;
  const [year, month] = period.split("-");
  const row = installation.system
    .insert(invoice)
    .values({
      id: nextInvoiceId(installation),
      ...{ companyId: tenant.id, kind: "costs", valueCents: 0, recurrence, planId: plan.id },
      dueDate: addDays(todayOf(tenant), WITHIN_DAYS),
      // A name that needs no translation: gateways, reminders and pages show it.
      detail: `WhatsApp ${month}/${year}`,
      plan: JSON.stringify(plan),
      ...{ createdAt: now, updatedAt: now },
    })
    .returning({ id: invoice.id })
    .get();
  return row.id;
}

function addToValue({ installation: { system, clock } }: Tenant, invoiceId: number, cents: number): void {
  system
    .update(invoice)
    .set({ valueCents: sql`${invoice.valueCents} + ${cents}`, updatedAt: clock.now() })
    .where(eq(invoice.id, invoiceId))
    .run();
}

const linesOf = ({ installation: { system } }: Tenant, invoiceId: number) =>
  system
    .select({ id: invoiceLine.id, period: invoiceLine.period, cents: invoiceLine.valueCents })
    .from(invoiceLine)
    .where(eq(invoiceLine.invoiceId, invoiceId))
    .orderBy(asc(invoiceLine.period))
    .all();

/**
 * Moves the lines of an invoice that is replaced to its replacement; null = to their own invoice. Within the
 * caller's transaction of the system file.
 */
export const carryLines = (tenant: Tenant, fromId: number, toId: number | null): void =>
  moveLines(tenant, fromId, toId, linesOf(tenant, fromId));

/** Moves the lines that a payment does not cover to their own invoice. `leftCents`: what remains after the plan's price. */
export function moveUncoveredLines(tenant: Tenant, invoiceId: number, leftCents: number): void {
  let left = leftCents;
  const uncovered = linesOf(tenant, invoiceId).filter(({ cents }) => {
    if (cents > left) return true;
    left -= cents;
    return false;
  });
  moveLines(tenant, invoiceId, null, uncovered);
}

function moveLines(
  tenant: Tenant,
  fromId: number,
  toId: number | null,
  lines: ReturnType<typeof linesOf>,
): void {
  const [first] = lines;
  if (!first) return;
  const target = toId ?? addCostsInvoice(tenant, first.period);
  const ids = lines.map(({ id }) => id);
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  tenant.installation.system
    .update(invoiceLine)
    .set({ invoiceId: target })
    .where(inArray(invoiceLine.id, ids))
    .run();
  addToValue(tenant, fromId, -cents);
  addToValue(tenant, target, cents);
}
