import { isUnrepeatable } from "#channels/connections/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as cold from "./cold/cold.sql.ts";
import { errorOf } from "./cold/hold.ts";
import { releaseAllUnheld, releaseDue } from "./cold/release.ts";
import { cancel, fail, retryLater, returnToQueue, SENDING_FAILED, UNKNOWN_OUTCOME } from "./complete.ts";
import { OUTBOX_DUE } from "./enqueue.ts";
import * as sql from "./queries.sql.ts";
import { lateRows, queuedOnDeleted, sendingRows } from "./queries.ts";
import { ACCEPTED_WITHIN_MS, BOT_MS, HELD_MS, isBot, LONGEST_PAUSE_MS, MAX_WAIT_MS } from "./retry.ts";
import { SenderPort } from "./sender-port.ts";

/** Maximum number of rows per company and run (docs/rules/jobs.md#periods). */
const LIMIT = 200;
/** Error code: the message waited for a week, and the number could still not start the conversation. */
const HELD_EXPIRED = "ERR_HELD_EXPIRED";
const SHORTEST_WAIT_MS = 10 * 60_000;
/** Longest interval between two checks whether held rows must still wait, ms (docs/rules/reach.md#held). */
const CHECK_HELD_MS = 15 * 60_000;

/**
 * Sends due rows, repeats sends that the network never accepted under the same id, and expires rows that waited too
 * long (docs/rules/jobs.md#periods).
 */
export const sweepOutboxes = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: OUTBOX_DUE,
    whileHeld: true,
    afterSetBack: true,
    failure: "outbox not processed",
    yields: true,
    run: sweepOutbox,
  });

/** Returns the time of the next sweep, ms; null = no row waits. */
function sweepOutbox(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const sender = tenant.installation.ports.use(SenderPort);
  const isMore = queuedOnDeleted(tenant.db, 1).length > 0 && tenant.write(failOnDeleted);
  giveUpOld(tenant, now);
  expireHeld(tenant, now);
  releaseAllUnheld(tenant);
  releaseDue(tenant);
  const open = queryAll(tenant.db, sql.openConnections, { checkAt: now + CHECK_HELD_MS });
  for (const { id, status, newest, last } of open) {
    if (newest > now || last > now + ACCEPTED_WITHIN_MS) correctTimes(tenant, id);
    if (status !== "CONNECTED") continue;
    const late = lateRows(tenant.db, id, now).filter((row) => !sender.inFlight(tenant, id).has(row.id));
    if (late.length > 0)
      tenant.write((unit) => {
        for (const row of late) {
          // The outcome is unknown and the network would not recognise a repetition: fail instead of risking a second
          // send.
          if (isUnrepeatable(row.providerId)) fail(unit, row, SENDING_FAILED, UNKNOWN_OUTCOME);
          else retryLater(unit, row, "not accepted in time");
        }
      });
    sender.wake(tenant, id);
  }
  if (isMore) return now;
  if (open.length === 0) return null;
  // An offline connection's WhatsApp session resumes sending itself; until then only the age of the rows is checked.
  const times = open.map(({ status, next, oldest }) =>
    status === "CONNECTED" ? next : Math.max(oldest + SHORTEST_WAIT_MS, now + 60_000),
  );
  return Math.min(...times);
}

/** Makes messages that were queued while the clock was ahead due now, instead of at that future time. */
function correctTimes(tenant: Tenant, connectionId: number): void {
  tenant.write(({ db, now }) =>
    execute(db, sql.correctTimes, {
      connectionId,
      now,
      lateAt: now + ACCEPTED_WITHIN_MS,
      statusLateAt: now + HELD_MS,
      longestPause: LONGEST_PAUSE_MS,
    }),
  );
}

/** Fails rows that waited too long; rows of bots are cancelled instead. */
function giveUpOld(tenant: Tenant, now: number): void {
  const limits = { botsBefore: now - BOT_MS, before: now - MAX_WAIT_MS, heldBefore: now - HELD_MS };
  const old = queryAll(tenant.db, sql.expired, { ...limits, limit: LIMIT }).map(sql.read);
  if (old.length === 0) return;
  tenant.write((unit) => {
    for (const row of old) {
      if (isBot(row.source)) cancel(unit, row);
      else fail(unit, row, "expired", null);
    }
  });
}

/**
 * Fails queued rows of deleted connections, at most `LIMIT` in one transaction, so that a long queue does not stop other
 * companies. Returns whether more may be left.
 */
export function failOnDeleted(unit: TenantUnit): boolean {
  const rows = queuedOnDeleted(unit.db, LIMIT);
  for (const row of rows) fail(unit, row, "ERR_NO_WAPP_FOUND", "deleted");
  return rows.length === LIMIT;
}

/** Fails held rows that waited too long; rows of bots are cancelled instead (docs/rules/reach.md#held). */
function expireHeld(tenant: Tenant, now: number): void {
  const limits = { before: now - HELD_MS, botsBefore: now - BOT_MS, limit: LIMIT };
  const old = queryAll(tenant.db, cold.expiredHeld, limits).map(cold.read);
  if (old.length === 0) return;
  tenant.write((unit) => {
    for (const row of old) {
      if (isBot(row.source)) cancel(unit, row);
      else fail(unit, row, row.heldBy && errorOf(row.heldBy) ? HELD_EXPIRED : "expired", "expired");
    }
  });
}

/**
 * Repeats the sends that were not accepted when a WhatsApp session opens again: under the same ids and before other
 * rows.
 */
export function resumeSending(tenant: Tenant, connectionId: number): void {
  const sender = tenant.installation.ports.use(SenderPort);
  correctTimes(tenant, connectionId);
  const sending = sendingRows(tenant.db, connectionId).filter(
    (row) => !sender.inFlight(tenant, connectionId).has(row.id),
  );
  if (sending.length > 0)
    tenant.write((unit) => {
      // Unrepeatable sends are completed by their echo or status, or expire.
      for (const row of sending) if (!isUnrepeatable(row.providerId)) returnToQueue(unit, row);
      unit.scheduleWake(OUTBOX_DUE, unit.now);
    });
  // Releases held rows of a stopped process whose restriction has ended meanwhile.
  releaseAllUnheld(tenant);
  if (queryOne(tenant.db, sql.hasQueued, { connectionId })) sender.wake(tenant, connectionId);
}
