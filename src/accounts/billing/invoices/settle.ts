import { invoicePaid, noInvoice } from "#accounts/billing/errors.ts";
import { InvoicePaid, PaymentUnclear } from "#accounts/billing/events.ts";
import { findInvoice, type InvoiceView, invoiceOfDate } from "#accounts/billing/queries.ts";
import type { InvoiceRow, PaymentRow } from "#accounts/billing/schema.ts";
import { announce, dayOfMonth, PROVIDER_ID } from "#accounts/companies/index.ts";
import { transaction } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { dueAfterPayment, writeDueDate } from "./due-date-of-company.ts";
import * as sql from "./invoices.sql.ts";
import { moveUncoveredLines } from "./lines.ts";
import { todayOf } from "./today.ts";

/** A payment confirmed by the gateway, or entered by a super user. */
export interface Receipt {
  /** Identifies the payment: it is booked once, however often it is reported. */
  readonly txid: string;
  readonly invoiceId: number;
  readonly amountCents: number;
  readonly source: PaymentRow["source"];
  readonly raw: string;
}
type Outcome = PaymentRow["status"] | "known";

export type Owed = Pick<
  InvoiceRow,
  "id" | "companyId" | "dueDate" | "status" | "valueCents" | "recurrence" | "planId" | "kind"
> & {
  readonly changesPlan: number | boolean;
  readonly linesCents: number;
};

/**
 * Books a payment for an invoice in one transaction: payment stored, invoice paid, due date moved
 * (docs/rules/billing.md#webhooks). A known txid changes nothing. A payment that is too small, or for an
 * invoice that is not open, is stored and the provider gets a notice. Callers pass the gateway's answer,
 * never the body of a webhook. `write`: the caller's transaction.
 */
export function settle(
  installation: Installation,
  receipt: Receipt,
  write: Tenant["writeSystem"] = (work) => transaction(installation.system, work),
): Outcome {
  const { system, tenants, clock } = installation;
  const named = queryOne(system, sql.invoiceToSettle, { id: receipt.invoiceId });
  if (!named) throw noInvoice();
  if (!tenants.exists(named.companyId)) return bookForDeletedCompany(installation, named, receipt);
  const tenant = tenants.open(named.companyId);
  const before = tenant.company;
  const { outcome, owed, paymentId } = write(() => {
    const owed = invoiceSettledBy(installation, named.id, receipt.amountCents);
    const wanted = statusFor(owed, receipt.amountCents);
    const { changes, id } = execute(system, sql.insertPayment, {
      txid: receipt.txid,
      invoiceId: owed.id,
      amountCents: receipt.amountCents,
      status: wanted,
      source: receipt.source,
      raw: receipt.raw,
      now: clock.now(),
    });
    if (changes === 0) return { outcome: "known" as const, owed, paymentId: 0 };
    if (wanted === "paid") moveOn(tenant, owed, receipt.amountCents);
    return { outcome: wanted, owed, paymentId: id };
  });
  if (outcome === "known") return outcome;
  const { id: invoiceId, kind } = owed;
  tenants.refresh(tenant.id);
  if (outcome === "paid" && kind === "plan")
    announce(tenant, before, before.plan.id === tenant.company.plan.id ? ["dueDate"] : ["dueDate", "plan"]);
  tenant.write((unit) => {
    const { dueDate } = tenant.company;
    const { amountCents } = receipt;
    if (outcome === "paid")
      unit.emit(InvoicePaid, { companyId: tenant.id, invoiceId, dueDate: dueDate ?? "" });
    else
      unit.emit(PaymentUnclear, {
        companyId: tenant.id,
        companyName: tenant.company.name,
        invoiceId,
        paymentId,
        kind: outcome,
        amountCents,
      });
  });
  return outcome;
}

/**
 * A payment for a company deleted meanwhile: the company is not opened or renewed, but the payment is stored
 * and the provider gets a notice. Manual payments throw 404 ERR_NOT_FOUND.
 */
function bookForDeletedCompany(installation: Installation, owed: Owed, receipt: Receipt): Outcome {
  const { system, tenants, clock } = installation;
  const { txid, amountCents, source, raw } = receipt;
  if (source === "manual") throw noInvoice();
  const { changes, id } = execute(system, sql.insertPayment, {
    txid,
    invoiceId: owed.id,
    amountCents,
    status: "extra",
    source,
    raw,
    now: clock.now(),
  });
  if (changes === 0) return "known";
  if (tenants.exists(PROVIDER_ID)) {
    const payment = {
      companyId: owed.companyId,
      companyName: queryOne(system, sql.companyName, { id: owed.companyId })?.name ?? "",
      invoiceId: owed.id,
      paymentId: id,
      kind: "extra" as const,
      amountCents,
    };
    tenants.open(PROVIDER_ID).write((unit) => unit.emit(PaymentUnclear, payment));
  }
  return "extra";
}

/**
 * `PUT /invoices/{id}`: super users only (checked by the route). Throws 404 ERR_NOT_FOUND, 409
 * ERR_INVOICE_PAID.
 */
export function payByHand({ tenant, actor }: UserCtx, id: number): InvoiceView {
  const { installation } = tenant;
  const found = findInvoice(installation.system, id, null);
  if (!found) throw noInvoice();
  if (found.status === "paid") throw invoicePaid();
  const receipt: Receipt = {
    txid: `manual-${id}`,
    invoiceId: id,
    amountCents: found.valueCents,
    source: "manual",
    raw: JSON.stringify({ markedBy: actor.id, name: actor.name }),
  };
  settle(installation, receipt, tenant.writeSystem);
  return findInvoice(installation.system, id, null) ?? found;
}

/**
 * The invoice that a payment settles: for a cancelled invoice its replacement, when that is open and the amount
 * covers it; otherwise the invoice itself.
 */
function invoiceSettledBy({ system }: Installation, id: number, amountCents: number): Owed {
  const named = queryOne(system, sql.invoiceToSettle, { id });
  if (!named) throw noInvoice();
  if (named.status !== "cancelled") return named;
  const replacement = invoiceOfDate(system, named.companyId, named.dueDate);
  return replacement?.status === "open" && named.kind === "plan" && amountCents >= leastOf(replacement)
    ? replacement
    : named;
}

/**
 * The smallest amount that settles an invoice. It excludes the lines, because the payer may use a Pix code from before
 * a line was added.
 */
const leastOf = ({
  kind,
  valueCents,
  linesCents,
}: Pick<Owed, "kind" | "valueCents" | "linesCents">): number =>
  kind === "plan" ? valueCents - linesCents : valueCents;

function statusFor(owed: Owed, amountCents: number): PaymentRow["status"] {
  if (owed.status !== "open") return "extra";
  return amountCents >= leastOf(owed) ? "paid" : "short";
}

function moveOn(tenant: Tenant, owed: Owed, amountCents: number): void {
  const { system, clock } = tenant.installation;
  const now = clock.now();
  if (amountCents < owed.valueCents) moveUncoveredLines(tenant, owed.id, amountCents - leastOf(owed));
  execute(system, sql.payInvoice, { now, id: owed.id });
  if (owed.kind === "costs") return;
  if (owed.changesPlan)
    execute(system, sql.setPlan, { planId: owed.planId, id: tenant.id, id2: owed.planId });
  const old = queryOne(system, sql.due, { id: tenant.id });
  if (!old?.date) return;
  const due = { date: old.date, day: old.day ?? dayOfMonth(old.date) };
  writeDueDate(system, tenant.id, dueAfterPayment(todayOf(tenant), due, owed.recurrence), now);
}
