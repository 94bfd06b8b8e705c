import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { type InvoiceRow, invoice, type PaymentRow, payment } from "./schema.ts";

/** An invoice with the name of its company, and whether that company is in the bin or erased (1) or not (0). */
export type InvoiceView = InvoiceRow & { readonly companyName: string; readonly companyDeleted: number };

/** A company in the bin has its name in `removed_name`. */
const companyName = sql<string>`(SELECT iif(removed_name = '', name, removed_name) FROM company
  WHERE company.id = ${invoice.companyId})`;
const companyDeleted = sql<number>`(SELECT removed_at IS NOT NULL FROM company WHERE company.id = ${invoice.companyId})`;
const view = { ...getTableColumns(invoice), companyName, companyDeleted };

/** Filter of a list of invoices: `search` is folded text, "" = all; `companyId` null = all companies. */
export interface InvoiceFilter {
  readonly companyId: number | null;
  readonly search: string;
}

function matching({ companyId, search }: InvoiceFilter): SQL | undefined {
  const found =
    search === ""
      ? undefined
      : sql`(instr(fold(${invoice.detail}), ${search}) > 0 OR instr(${invoice.dueDate}, ${search}) > 0
          OR instr(strftime('%d/%m/%Y', ${invoice.dueDate}), ${search}) > 0
          OR instr(fold(${companyName}), ${search}) > 0)`;
  const own = companyId === null ? undefined : eq(invoice.companyId, companyId);
  return and(ne(invoice.status, "cancelled"), own, found);
}

/** Newest due date first. */
export const listInvoices = (
  system: Db,
  filter: InvoiceFilter,
  limit: number,
  offset = 0,
): readonly InvoiceView[] =>
  system
    .select(view)
    .from(invoice)
    .where(matching(filter))
    .orderBy(desc(invoice.dueDate), desc(invoice.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countInvoices = (system: Db, filter: InvoiceFilter): number =>
  system.select({ n: sql<number>`count(*)` }).from(invoice).where(matching(filter)).get()?.n ?? 0;

/** The invoice; undefined when it does not exist or is cancelled. `companyId` null = of any company. */
export const findInvoice = (system: Db, id: number, companyId: number | null): InvoiceView | undefined =>
  system
    .select(view)
    .from(invoice)
    .where(
      and(
        eq(invoice.id, id),
        ne(invoice.status, "cancelled"),
        companyId === null ? undefined : eq(invoice.companyId, companyId),
      ),
    )
    .get();

/** Open invoices of a company, oldest first. */
export const openInvoices = (system: Db, companyId: number): readonly InvoiceView[] =>
  system
    .select(view)
    .from(invoice)
    .where(and(eq(invoice.companyId, companyId), eq(invoice.status, "open")))
    .orderBy(asc(invoice.dueDate), asc(invoice.id))
    .all();

/** The invoice of a due date, ignoring cancelled ones. */
export const invoiceOfDate = (system: Db, companyId: number, dueDate: string): InvoiceView | undefined =>
  system
    .select(view)
    .from(invoice)
    .where(
      and(
        eq(invoice.companyId, companyId),
        eq(invoice.dueDate, dueDate),
        inArray(invoice.status, ["open", "paid"]),
      ),
    )
    .get();

export const paymentsOf = (system: Db, invoiceId: number): readonly PaymentRow[] =>
  system.select().from(payment).where(eq(payment.invoiceId, invoiceId)).orderBy(asc(payment.id)).all();
