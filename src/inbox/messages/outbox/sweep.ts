import { isTemporaryId } from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { cancel, fail, retryLater, returnToQueue, SENDING_FAILED } from "./complete.ts";
import { OUTBOX_DUE } from "./enqueue.ts";
import * as sql from "./queries.sql.ts";
import { lateRows, sendingRows } from "./queries.ts";
import { isBot, maxWaitMs } from "./retry.ts";
import { SenderPort } from "./sender-port.ts";

/** docs/rules/jobs.md#periods: rows per company and run. */
const LIMIT = 200;
const SHORTEST_WAIT_MS = 10 * 60_000;

/**
 * Looks after everything that waits in the outboxes (docs/rules/jobs.md#periods): what is due goes, what the network
 * never accepted goes again under its id, what waited too long is given up.
 */
export const sweepOutboxes = (installation: Installation): Promise<void> =>
  forEachDueCompany(installation, {
    job: OUTBOX_DUE,
    failure: "outbox not processed",
    yields: true,
    run: sweepOutbox,
  });

/** Answers when to look again, ms; null = nothing waits. */
function sweepOutbox(tenant: Tenant): number | null {
  const now = tenant.clock.now();
  const sender = tenant.installation.ports.use(SenderPort);
  giveUpOld(tenant, now);
  const open = queryAll(tenant.db, sql.openConnections);
  for (const { id, status } of open) {
    if (status !== "CONNECTED") continue;
    const late = lateRows(tenant.db, id, now).filter((row) => !sender.inFlight(tenant, id).has(row.id));
    if (late.length > 0)
      tenant.write((unit) => {
        for (const row of late) {
          // Nobody knows whether it went, and the network would not know it again: never a silent second send.
          if (isTemporaryId(row.providerId)) fail(unit, row, SENDING_FAILED, "unknown_outcome");
          else retryLater(unit, row, "not accepted in time");
        }
      });
    sender.wake(tenant, id);
  }
  if (open.length === 0) return null;
  // Offline connections are woken by their session; until then only age matters.
  const times = open.map(({ status, next, oldest }) =>
    status === "CONNECTED" ? next : Math.max(oldest + SHORTEST_WAIT_MS, now + 60_000),
  );
  return Math.min(...times);
}

function giveUpOld(tenant: Tenant, now: number): void {
  const old = queryAll(tenant.db, sql.oldQueued, { createdAt: now - SHORTEST_WAIT_MS, limit: LIMIT })
    .map(sql.read)
    .filter((row) => isTooOld(row, now));
  if (old.length === 0) return;
  tenant.write((unit) => {
    for (const row of old) {
      if (isBot(row.source)) cancel(unit, row);
      else fail(unit, row, "expired", null);
    }
  });
}

function isTooOld(row: OutboxRow, now: number): boolean {
  const limit = maxWaitMs(row);
  return limit !== null && now - row.createdAt > limit;
}

/** The session is open again: what was handed over and not accepted goes once more, same id, before the rest. */
export function resumeSending(tenant: Tenant, connectionId: number): void {
  const sender = tenant.installation.ports.use(SenderPort);
  const sending = sendingRows(tenant.db, connectionId).filter(
    (row) => !sender.inFlight(tenant, connectionId).has(row.id),
  );
  if (sending.length > 0)
    tenant.write((unit) => {
      // What the network would not know again is settled by its echo, or by time.
      for (const row of sending) if (!isTemporaryId(row.providerId)) returnToQueue(unit, row);
      unit.scheduleWake(OUTBOX_DUE, unit.now);
    });
  if (queryOne(tenant.db, sql.hasQueued, { connectionId })) sender.wake(tenant, connectionId);
}
