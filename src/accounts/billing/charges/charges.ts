import { gatewayOf } from "#accounts/billing/gateways/index.ts";
import type { GatewayName, NewCharge } from "#accounts/billing/gateways/port.ts";
import { settle } from "#accounts/billing/invoices/settle.ts";
import type { ChargeRow } from "#accounts/billing/schema.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./charges.sql.ts";

/** Time during which a charge is checked every minute, ms; after it, every hour. */
const ASKED_MS = 24 * 3_600_000;
const SELDOM_MS = 3_600_000;
/** Time after its expiry at which a charge is checked a last time, ms: it may have been paid in the last second. */
const LAST_LOOK_MS = 120_000;

const making = new WeakMap<Installation, Map<string, Promise<ChargeRow>>>();

/**
 * Returns the open charge of an invoice and its value, or creates one; two parallel requests get the same. Throws 400
 * ERR_PAYMENT_NOT_CONFIGURED, 400 ERR_VALIDATION (the gateway requires a document), 502 ERR_PAYMENT_GATEWAY.
 */
export async function chargeFor(
  { installation, writeSystem }: Tenant,
  name: GatewayName,
  wanted: NewCharge,
): Promise<ChargeRow> {
  const { system, clock } = installation;
  const now = clock.now();
  const live = queryOne(system, sql.liveCharge, {
    invoiceId: wanted.invoiceId,
    name,
    valueCents: wanted.valueCents,
    now,
  });
  if (live) {
    // The payment page was opened again: the charge is checked every minute for another day.
    writeSystem(() =>
      execute(system, sql.extendChecks, {
        askUntil: Math.min(live.expiresAt, now + ASKED_MS),
        txid: live.txid,
      }),
    );
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
  write(() =>
    execute(system, sql.insertCharge, { txid, invoiceId, name, valueCents, code, expiresAt, askUntil, now }),
  );
  const made = queryOne(system, sql.chargeByTxid, { txid });
  if (!made) throw new Error("the charge that was just stored is missing");
  return made;
}

/**
 * Queries the gateway for the state of a charge and books the payment when there is one. An unknown or settled txid
 * changes nothing. Throws 502 ERR_PAYMENT_GATEWAY.
 */
export async function checkCharge(installation: Installation, txid: string): Promise<void> {
  const { system, clock } = installation;
  const known = queryOne(system, sql.chargeByTxid, { txid });
  if (!known || known.status === "settled") return;
  const { state, amountCents, raw } = await gatewayOf(installation, known.provider).read(txid);
  if (state === "settled")
    settle(installation, { txid, invoiceId: known.invoiceId, amountCents, source: known.provider, raw });
  const over = state === "open" && known.expiresAt <= clock.now();
  const status = over ? "gone" : state;
  // Not fsynced: after a power cut the gateway is queried again, and the payment is already booked.
  if (status !== "open") withSyncNormal(system, () => execute(system, sql.setChargeStatus, { status, txid }));
}

/** Cancels a charge at its gateway unless it is settled or cancelled. Throws 502 ERR_PAYMENT_GATEWAY. */
async function cancelCharge(installation: Installation, txid: string): Promise<void> {
  const { system, log } = installation;
  const known = queryOne(system, sql.chargeByTxid, { txid });
  if (known?.status !== "open") return;
  await gatewayOf(installation, known.provider).cancel(txid);
  execute(system, sql.markChargeGone, { txid });
  log.info(
    { invoice: known.invoiceId, provider: known.provider, txid },
    "open charge cancelled at the payment gateway: its invoice is paid or deleted",
  );
}

const started = new WeakSet<Installation>();

/**
 * Polls the gateway for open charges until they expire, and for all of them once at start (docs/rules/jobs.md#periods).
 * A charge is cancelled at the gateway when its invoice was deleted, or was paid by hand or by another charge, so that
 * it cannot be paid as well. A failed cancellation is retried in a minute.
 */
export async function checkDueCharges(installation: Installation): Promise<void> {
  const { system, clock, log } = installation;
  const first = !started.has(installation);
  started.add(installation);
  const since = first ? 0 : clock.now() - LAST_LOOK_MS;
  const now = clock.now();
  const due = queryAll(system, sql.dueCharges, {
    since,
    askedAt: now - SELDOM_MS,
    updatedAt: now - ASKED_MS,
  });
  for (const { txid, companyId, needless } of due) {
    try {
      execute(system, sql.setCheckedAt, { now: clock.now(), txid });
      await checkCharge(installation, txid);
      // A held company may still need the charge, because the state of its invoices may be outdated.
      if (needless === 1 && !installation.tenants.held().has(companyId))
        await cancelCharge(installation, txid);
    } catch (error) {
      log.warn(
        { txid, err: error },
        "charge not checked or not cancelled at the payment gateway; retried in a minute",
      );
    }
  }
}
