import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { AppError } from "#platform/errors.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./outages.sql.ts";

const MINUTE_MS = 60_000;
const KEPT_MS = 400 * 24 * 60 * MINUTE_MS;

/** Records, every minute, that the server runs (docs/rules/reconciliation.md#official-numbers). Not fsynced. */
export const heartbeat = defineJob<Installation>({
  name: "heartbeat",
  every: { seconds: 60 },
  run: beat,
});

export function beat({ system, clock }: Installation): void {
  withSyncNormal(system, () => execute(system, sql.beat, { now: clock.now() }));
}

/** At the start, before the first request: the time since the last heartbeat is an outage when it was a minute or more. */
export function recordDowntime(installation: Installation): void {
  const { system, clock } = installation;
  const now = clock.now();
  const fromAt = queryOne(system, sql.lastBeat)?.at;
  execute(system, sql.deleteOld, { before: now - KEPT_MS });
  if (fromAt !== undefined && now - fromAt >= MINUTE_MS)
    execute(system, sql.insert, { kind: "down", fromAt, toAt: now });
  beat(installation);
}

const lastMinute = new WeakMap<Installation, number>();

/** Records the minute in which a webhook was refused by an error of the server; minutes in a row become one outage. */
export function recordRefusal(installation: Installation, error: unknown): void {
  if (error instanceof AppError && error.status < 500) return;
  const { system, clock, log } = installation;
  const minute = Math.floor(clock.now() / MINUTE_MS);
  if (lastMinute.get(installation) === minute) return;
  lastMinute.set(installation, minute);
  const times = { fromAt: minute * MINUTE_MS, toAt: (minute + 1) * MINUTE_MS };
  try {
    withSyncNormal(system, () => {
      if (execute(system, sql.prolong, times).changes === 0)
        execute(system, sql.insert, { kind: "refused", ...times });
    });
  } catch (cause) {
    log.warn({ err: cause }, "refused webhook not recorded for the outage report");
  }
}

/** Times since `sinceMs` in which webhooks could not be received, the newest first. */
export const outagesSince = ({ system }: Installation, sinceMs: number): readonly sql.OutageRow[] =>
  queryAll(system, sql.since, { since: sinceMs }).map((row) => ({
    ...row,
    fromAt: Math.max(row.fromAt, sinceMs),
  }));
