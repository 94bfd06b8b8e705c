import { and, asc, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { InvoiceAnswer } from "./contract.ts";
import { presentInvoice } from "./present.ts";
import { type InvoiceRow, invoice, type PaymentRow, payment } from "./schema.ts";

/**
 * An invoice with its lines, the name of its company, and whether that company is in the bin or erased (1) or not (0).
 */
export type InvoiceView = InvoiceRow & {
  readonly companyName: string;
  readonly companyDeleted: number;
  /** JSON. */
  readonly lines: string;
  readonly linesCents: number;
};

/** A company in the bin has its name in `removed_name`. */
const companyName = sql<string>`(SELECT iif(removed_name = '', name, removed_name) FROM company
  WHERE company.id = ${invoice.companyId})`;
const companyDeleted = sql<number>`(SELECT removed_at IS NOT NULL FROM company WHERE company.id = ${invoice.companyId})`;
/**
 * Hand-written table names: drizzle would write `id` without its table, and SQLite would read it as the id of the line.
 */
const lines = sql<string>`(SELECT json_group_array(json_object('period', l.period, 'quantity', l.quantity,
  'cents', l.value_cents, 'detail', json(iif(json_valid(l.detail), l.detail, '{}'))) ORDER BY l.period) FROM invoice_line l WHERE l.invoice_id = invoice.id)`;
const linesCents = sql<number>`(SELECT coalesce(sum(l.value_cents), 0) FROM invoice_line l WHERE l.invoice_id = invoice.id)`;
const view = { ...getTableColumns(invoice), companyName, companyDeleted, lines, linesCents };

/**
 * Filter of a list of invoices: `search` is text without case and accents, "" = all; `companyId` null = all companies.
 */
interface InvoiceFilter {
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

/** Open invoices of the plan, oldest first. */
export const openPlanInvoices = (system: Db, companyId: number): readonly InvoiceView[] =>
  openInvoices(system, companyId).filter(({ kind }) => kind === "plan");

/** The plan invoice of a due date, ignoring cancelled ones. */
export const invoiceOfDate = (system: Db, companyId: number, dueDate: string): InvoiceView | undefined =>
  system
    .select(view)
    .from(invoice)
    .where(
      and(
        eq(invoice.companyId, companyId),
        eq(invoice.dueDate, dueDate),
        eq(invoice.kind, "plan"),
        inArray(invoice.status, ["open", "paid"]),
      ),
    )
    .get();

export const paymentsOf = (system: Db, invoiceId: number): readonly PaymentRow[] =>
  system.select().from(payment).where(eq(payment.invoiceId, invoiceId)).orderBy(asc(payment.id)).all();

/** Maximum number of invoices on the login page. */
const SHOWN = 20;

/**
 * Invoices in the login response of an expired company: newest first, including paid ones
 * (docs/rules/users.md#expired-company).
 */
export const invoicesForLogin = (installation: Installation, companyId: number): InvoiceAnswer[] =>
  listInvoices(installation.system, { companyId, search: "" }, SHOWN).map(presentInvoice);
