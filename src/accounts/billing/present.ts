import { WIRE_RECURRENCE } from "#accounts/companies/contract.ts";
import type { InvoiceAnswer, InvoiceDetail, InvoiceLine } from "./contract.ts";
import type { InvoiceView } from "./queries.ts";
import type { PaymentRow } from "./schema.ts";

const instant = (ms: number) => new Date(ms).toISOString();

interface StoredLine {
  readonly period: string;
  readonly quantity: number;
  readonly cents: number;
  readonly detail: Pick<InvoiceLine, "micros" | "currency" | "marginPercent">;
}

const presentLine = ({ period, quantity, cents, detail }: StoredLine): InvoiceLine => ({
  ...{ period, quantity, value: cents / 100 },
  ...{ micros: detail.micros, currency: detail.currency, marginPercent: detail.marginPercent },
});

/** Only for invoices that are not cancelled. */
export const presentInvoice = (row: InvoiceView): InvoiceAnswer => ({
  id: row.id,
  companyId: row.companyId,
  companyName: row.companyName,
  companyDeleted: row.companyDeleted === 1,
  kind: row.kind,
  lines: (JSON.parse(row.lines) as StoredLine[]).map(presentLine),
  detail: row.detail,
  value: row.valueCents / 100,
  dueDate: row.dueDate,
  status: row.status === "paid" ? "paid" : "open",
  recurrence: WIRE_RECURRENCE[row.recurrence],
  paidAt: row.paidAt === null ? null : instant(row.paidAt),
  createdAt: instant(row.createdAt),
});

export const presentPayment = (row: PaymentRow): InvoiceDetail["payments"][number] => ({
  id: row.id,
  txid: row.txid,
  amount: row.amountCents / 100,
  status: row.status,
  source: row.source,
  createdAt: instant(row.createdAt),
});

/** Cents as gateways and codes write them: `99.90`. */
export const asDecimal = (cents: number): string => (cents / 100).toFixed(2);
