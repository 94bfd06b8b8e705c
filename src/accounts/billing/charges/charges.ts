import { gatewayOf } from "#accounts/billing/gateways/index.ts";
import type { GatewayName, NewCharge } from "#accounts/billing/gateways/port.ts";
import { settle } from "#accounts/billing/invoices/settle.ts";
import type { ChargeRow } from "#accounts/billing/schema.ts";
import { all, one, run } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** A charge is asked for every minute at most so long, ms; one that lives longer every hour afterwards. */
const ASKED_MS = 24 * 3_600_000;
const SELDOM_MS = 3_600_000;
/** Asked once more after its end: it may have been paid in the last second, ms. */
const LAST_LOOK_MS = 120_000;
/** Rows of one run (docs/rules/jobs.md#periods). */
const PER_RUN = 200;

const COLUMNS = `txid, invoice_id AS invoiceId, provider, value_cents AS valueCents, code, status,
  expires_at AS expiresAt, ask_until AS askUntil, asked_at AS askedAt, created_at AS createdAt`;
const LIVE = `SELECT ${COLUMNS} FROM charge WHERE invoice_id = ? AND provider = ? AND value_cents = ?
  AND status = 'open' AND expires_at > ? ORDER BY created_at DESC LIMIT 1`;
const BY_TXID = `SELECT ${COLUMNS} FROM charge WHERE txid = ?`;
/** Paid, or deleted without another one in its place, to which the charge's money would go. */
const NEEDLESS = `(invoice.status = 'paid' OR invoice.status = 'cancelled' AND NOT EXISTS (SELECT 1 FROM invoice AS heir
  WHERE heir.company_id = invoice.company_id AND heir.due_date = invoice.due_date AND heir.status = 'open'))`;
/** `?3`: an invoice that needed its charges no more since then has them looked at every minute as well. */
const DUE = `SELECT charge.txid, ${NEEDLESS} AS needless
  FROM charge JOIN invoice ON invoice.id = charge.invoice_id
  WHERE charge.status = 'open'
    AND (ask_until > ?1 OR asked_at <= ?2 OR (invoice.status <> 'open' AND invoice.updated_at > ?3))
  ORDER BY asked_at LIMIT ${PER_RUN}`;
const INSERT = `INSERT INTO charge (txid, invoice_id, provider, value_cents, code, expires_at, ask_until, asked_at,
  created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const ASK_LONGER = "UPDATE charge SET ask_until = ? WHERE txid = ?";

const making = new WeakMap<Installation, Map<string, Promise<ChargeRow>>>();

/**
 * The live charge of an invoice and its value, or a new one; two clicks at once get the same. Throws
 * 400 ERR_PAYMENT_NOT_CONFIGURED, 400 ERR_VALIDATION (the gateway wants a document), 502 ERR_PAYMENT_GATEWAY.
 */
export async function chargeFor(
  { installation, writeSystem }: Tenant,
  name: GatewayName,
  wanted: NewCharge,
): Promise<ChargeRow> {
  const { system, clock } = installation;
  const now = clock.now();
  const live = one<ChargeRow>(system, LIVE, wanted.invoiceId, name, wanted.valueCents, now);
  if (live) {
    // Somebody looks at it again: the gateway is asked for another day.
    writeSystem(() => run(system, ASK_LONGER, Math.min(live.expiresAt, now + ASKED_MS), live.txid));
    return live;
  }
  const running = making.get(installation) ?? new Map<string, Promise<ChargeRow>>();
  making.set(installation, running);
  const key = `${name}:${wanted.invoiceId}:${wanted.valueCents}`;
  const mine =
    running.get(key) ?? make(installation, writeSystem, name, wanted).finally(() => running.delete(key));
  running.set(key, mine);
  return mine;
}

async function make(
  installation: Installation,
  write: Tenant["writeSystem"],
  name: GatewayName,
  wanted: NewCharge,
): Promise<ChargeRow> {
  const { system, clock } = installation;
  const { txid, code, expiresAt } = await gatewayOf(installation, name).create(wanted);
  const now = clock.now();
  const askUntil = Math.min(expiresAt, now + ASKED_MS);
  const { invoiceId, valueCents } = wanted;
  write(() => run(system, INSERT, txid, invoiceId, name, valueCents, code, expiresAt, askUntil, now, now));
  const made = one<ChargeRow>(system, BY_TXID, txid);
  if (!made) throw new Error("a charge vanished");
  return made;
}

/**
 * Asks the gateway what became of a charge of ours and takes the money when it is there. A txid nobody knows, or one
 * that is settled, changes nothing. Throws 502 ERR_PAYMENT_GATEWAY.
 */
export async function checkCharge(installation: Installation, txid: string): Promise<void> {
  const { system, clock } = installation;
  const known = one<ChargeRow>(system, BY_TXID, txid);
  if (!known || known.status === "settled") return;
  const { state, amountCents, raw } = await gatewayOf(installation, known.provider).read(txid);
  if (state === "settled")
    settle(installation, { txid, invoiceId: known.invoiceId, amountCents, source: known.provider, raw });
  const over = state === "open" && known.expiresAt <= clock.now();
  const status = over ? "gone" : state;
  // Should the power take it, the gateway is asked once more, and the payment is known.
  if (status !== "open")
    withSyncNormal(system, () => run(system, "UPDATE charge SET status = ? WHERE txid = ?", status, txid));
}

/** Takes a charge back at its gateway unless it is settled or gone. Throws 502 ERR_PAYMENT_GATEWAY. */
async function cancelCharge(installation: Installation, txid: string): Promise<void> {
  const { system, log } = installation;
  const known = one<ChargeRow>(system, BY_TXID, txid);
  if (known?.status !== "open") return;
  await gatewayOf(installation, known.provider).cancel(txid);
  run(system, "UPDATE charge SET status = 'gone' WHERE txid = ? AND status = 'open'", txid);
  log.info({ invoice: known.invoiceId, provider: known.provider }, "a charge nobody needs was cancelled");
}

const started = new WeakSet<Installation>();

/**
 * Polls the gateway for open charges until they expire, and for all of them once at start (docs/rules/jobs.md#periods). A
 * charge whose invoice was paid by hand or by another charge, or deleted, is cancelled at the gateway, so that it cannot be
 * paid as well; a failed cancellation is retried in a minute.
 */
export async function checkDueCharges(installation: Installation): Promise<void> {
  const { system, clock, log } = installation;
  const first = !started.has(installation);
  started.add(installation);
  const since = first ? 0 : clock.now() - LAST_LOOK_MS;
  const now = clock.now();
  const due = all<{ txid: string; needless: number }>(system, DUE, since, now - SELDOM_MS, now - ASKED_MS);
  for (const { txid, needless } of due) {
    try {
      run(system, "UPDATE charge SET asked_at = ? WHERE txid = ?", clock.now(), txid);
      await checkCharge(installation, txid);
      if (needless === 1) await cancelCharge(installation, txid);
    } catch (error) {
      // Asked again in a minute.
      log.warn({ err: error }, "a charge could not be asked for");
    }
  }
}
