import { type ChargeRow, charge } from "#accounts/billing/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns: COLUMNS } = rowReader(charge);
/** Maximum number of charges checked per run (docs/rules/jobs.md#periods). */
const PER_RUN = 200;
/**
 * No payment is needed any more: the invoice is paid, or it was deleted and no open invoice of the same due date
 * replaces it.
 */
const NEEDLESS = `(invoice.status = 'paid' OR invoice.status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM invoice AS heir
  WHERE heir.company_id = invoice.company_id AND heir.due_date = invoice.due_date AND heir.status = 'open'
  AND heir.kind = 'plan' AND invoice.kind = 'plan'))`;
export const liveCharge = query<
  { invoiceId: number; name: string; valueCents: number; now: number },
  ChargeRow
>(`SELECT ${COLUMNS} FROM charge WHERE invoice_id = :invoiceId AND provider = :name AND value_cents = :valueCents
  AND status = 'open' AND expires_at > :now ORDER BY created_at DESC LIMIT 1`);
export const extendChecks = query<{ askUntil: number; txid: string }>(
  "UPDATE charge SET ask_until = :askUntil WHERE txid = :txid",
);
export const insertCharge = query<{
  txid: string;
  invoiceId: number;
  name: string;
  valueCents: number;
  code: string;
  expiresAt: number;
  askUntil: number;
  now: number;
}>(`INSERT INTO charge (txid, invoice_id, provider, value_cents, code, expires_at, ask_until, asked_at,
  created_at) VALUES (:txid, :invoiceId, :name, :valueCents, :code, :expiresAt, :askUntil, :now, :now)`);
export const chargeByTxid = query<{ txid: string }, ChargeRow>(
  `SELECT ${COLUMNS} FROM charge WHERE txid = :txid`,
);
export const setChargeStatus = query<{ status: string; txid: string }>(
  "UPDATE charge SET status = :status WHERE txid = :txid",
);
export const markChargeGone = query<{ txid: string }>(
  "UPDATE charge SET status = 'gone' WHERE txid = :txid AND status = 'open'",
);
/** Charges of an invoice that was paid or deleted after `:since` are also checked every minute. */
export const dueCharges = query<
  { since: number; askedAt: number; updatedAt: number },
  { txid: string; companyId: number; needless: number }
>(`SELECT charge.txid, invoice.company_id AS companyId, ${NEEDLESS} AS needless
  FROM charge JOIN invoice ON invoice.id = charge.invoice_id
  WHERE charge.status = 'open'
    AND (ask_until > :since OR asked_at <= :askedAt OR (invoice.status <> 'open' AND invoice.updated_at > :updatedAt))
  ORDER BY asked_at LIMIT ${PER_RUN}`);
export const setCheckedAt = query<{ now: number; txid: string }>(
  "UPDATE charge SET asked_at = :now WHERE txid = :txid",
);
/** Stores a txid for checking; also for an expired charge, which may have been paid in its last second. */
export const remember = query<{
  until: number;
  txid: string;
}>(`UPDATE charge SET status = 'open', ask_until = max(ask_until, :until)
  WHERE txid = :txid AND status <> 'settled'`);
