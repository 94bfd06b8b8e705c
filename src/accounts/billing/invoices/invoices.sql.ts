import type { IdRange } from "#platform/cells.ts";
import { query } from "#platform/db/query.ts";
import type { Recurrence } from "#tenants/tenant.ts";
import type { Owed } from "./settle.ts";

export const setDueDate = query<{ dueDate: string; billingDay: number; nowMs: number; companyId: number }>(
  "UPDATE company SET due_date = :dueDate, billing_day = :billingDay, updated_at = :nowMs WHERE id = :companyId",
);
export const moveInvoice = query<{ dueDate: string; now: number; id: number }>(
  "UPDATE invoice SET due_date = :dueDate, updated_at = :now WHERE id = :id AND status = 'open'",
);
export const deleteReminders = query<{ invoiceId: number }>(
  "DELETE FROM invoice_reminder WHERE invoice_id = :invoiceId",
);
export const cancelInvoice = query<{ now: number; id: number }>(
  "UPDATE invoice SET status = 'cancelled', updated_at = :now WHERE id = :id AND status = 'open'",
);
export const paidDates = query<{ companyId: number }, { due_date: string }>(
  "SELECT due_date FROM invoice WHERE company_id = :companyId AND status = 'paid' AND kind = 'plan'",
);
export const lastInvoiceId = query<IdRange, { readonly id: number | null }>(
  // Invoices of moved companies are in other cells.
  `SELECT max(id) AS id FROM (SELECT id FROM invoice UNION ALL SELECT last_invoice_id FROM company_move)
   WHERE id BETWEEN :from AND :to`,
);
export const insertInvoice = query<{
  id: number;
  companyId: number;
  dueDate: string | null;
  detail: string;
  valueCents: number;
  recurrence: Recurrence;
  planId: number;
  plan: string;
  changesPlan: number;
  now: number;
}>(`INSERT INTO invoice (id, company_id, due_date, detail, value_cents, recurrence, plan_id, plan, changes_plan,
  created_at, updated_at) VALUES (:id, :companyId, :dueDate, :detail, :valueCents, :recurrence, :planId, :plan, :changesPlan, :now, :now)
  ON CONFLICT (company_id, due_date) WHERE status <> 'cancelled' AND kind = 'plan' DO NOTHING`);
export const claimReminder = query<{
  invoiceId: number;
  day: number;
  now: number;
}>(`INSERT INTO invoice_reminder (invoice_id, days, created_at) VALUES (:invoiceId, :day, :now)
  ON CONFLICT (invoice_id, days) DO NOTHING`);
export const invoiceToSettle = query<
  { id: number },
  Owed
>(`SELECT id, company_id AS companyId, due_date AS dueDate, status, value_cents AS valueCents, recurrence,
  plan_id AS planId, changes_plan AS changesPlan, kind,
  (SELECT coalesce(sum(value_cents), 0) FROM invoice_line WHERE invoice_id = invoice.id) AS linesCents FROM invoice WHERE id = :id`);
export const insertPayment = query<{
  txid: string;
  invoiceId: number;
  amountCents: number;
  status: string;
  source: string;
  raw: string;
  now: number;
}>(`INSERT INTO payment (txid, invoice_id, amount_cents, status, source, raw, created_at)
  VALUES (:txid, :invoiceId, :amountCents, :status, :source, :raw, :now) ON CONFLICT (txid) DO NOTHING`);

/** A deleted company keeps its name in `removed_name` until its files are erased. */
export const companyName = query<{ id: number }, { name: string }>(
  "SELECT coalesce(nullif(removed_name, ''), name) AS name FROM company WHERE id = :id",
);
export const payInvoice = query<{ now: number; id: number }>(
  "UPDATE invoice SET status = 'paid', paid_at = :now, updated_at = :now WHERE id = :id AND status = 'open'",
);
export const setPlan = query<{ planId: number; id: number; id2: number }>(
  "UPDATE company SET plan_id = :planId WHERE id = :id AND EXISTS (SELECT 1 FROM plan WHERE id = :id2)",
);
export const due = query<{ id: number }, { date: string | null; day: number | null }>(
  "SELECT due_date AS date, billing_day AS day FROM company WHERE id = :id",
);
