import type { DeliveryAnswer, DeliveryPage } from "#automation/integrations/contract.ts";
import { noDelivery, notSupported } from "#automation/integrations/errors.ts";
import { isHook } from "#automation/integrations/policy.ts";
import { presentDelivery } from "#automation/integrations/present.ts";
import { deliveriesBefore, findDelivery, findIntegration } from "#automation/integrations/queries.ts";
import type { Delivery } from "#automation/integrations/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./rows.sql.ts";
import { RunnerPort } from "./runner-port.ts";

/** Names of the jobs and of their scheduled wake-ups. */
export const INTEGRATION_DUE = "integration_retries";
export const CLEAN_UP_DUE = "integration_clean_up";
/** Retention of the log (docs/rules/integrations.md#webhook), ms. */
export const LOG_MS = 30 * 24 * 3_600_000;

/** Turns with the same `lane` that have waited since `since` for this delivery to finish. */
export const turnsBehind = (db: Db, { integrationId, lane }: Delivery, since: number): Delivery[] =>
  queryAll(db, sql.turnsBehind, { integrationId, lane, since }).map(sql.read);

/** Ends a turn: no customer waits for the response. */
export const noLongerTurn = (unit: TenantUnit, id: number): void =>
  void execute(unit.db, sql.endTurn, { id });

interface NewDelivery {
  readonly integrationId: number;
  readonly ticketId: number | null;
  readonly messageId?: number | null;
  readonly event: string;
  readonly isTurn?: boolean;
  readonly lane: string;
  readonly body?: (uuid: string) => string;
  /** Steps to carry out without an HTTP request (from a callback). */
  readonly steps?: readonly object[];
  readonly uuid?: string;
  /** Earliest time, ms. */
  readonly at?: number;
  /** Stored as failed with this error, and not sent; an admin may repeat it. */
  readonly failed?: string | undefined;
}

/** Adds a delivery after those with the same `lane`, and wakes the runner after the commit. Returns its id. */
export function addDelivery(unit: TenantUnit, fields: NewDelivery): number {
  const { steps = [], uuid = newUuid(), at = unit.now, failed = null } = fields;
  const busy =
    failed === null &&
    queryOne(unit.db, sql.busyLane, { integrationId: fields.integrationId, lane: fields.lane }) !== undefined;
  const { id } = execute(unit.db, sql.insert, {
    uuid,
    integrationId: fields.integrationId,
    ticketId: fields.ticketId,
    messageId: fields.messageId ?? null,
    event: fields.event,
    isTurn: fields.isTurn ? 1 : 0,
    lane: fields.lane,
    body: fields.body?.(uuid) ?? "",
    state: failed !== null ? "failed" : busy ? "queued" : steps.length > 0 ? "acting" : "waiting",
    error: failed,
    nextTryAt: at,
    steps: JSON.stringify(steps),
    now: unit.now,
  });
  unit.scheduleWake(CLEAN_UP_DUE, unit.now + LOG_MS);
  if (!busy && failed === null) scheduleRun(unit, at);
  return id;
}

/** The first due delivery of each `lane`, oldest first, without those of some integrations. */
export const dueDeliveries = (db: Db, now: number, without: readonly number[], limit: number): Delivery[] =>
  queryAll(db, sql.due, { now, without: JSON.stringify(without), limit }).map(sql.read);

/** When the next delivery is due, ms; null = none. `after` limits the search to later deliveries. */
export const nextDue = (db: Db, after?: number): number | null =>
  (after === undefined ? queryOne(db, sql.next) : queryOne(db, sql.nextAfter, { after }))?.at ?? null;

export function deliveryById(db: Db, id: number): Delivery | undefined {
  const row = queryOne(db, sql.byId, { id });
  return row === undefined ? undefined : sql.read(row);
}

/** Stores the result of a delivery; when it is finished, the next one with the same `lane` starts. */
export function writeDelivery(unit: TenantUnit, row: Delivery): void {
  const { id, state, attempts, nextTryAt, steps, statusCode, answer, error, body, finishedAt } = row;
  execute(unit.db, sql.update, {
    ...{ id, state, attempts, nextTryAt, steps },
    ...{ statusCode, answer, error, body, finishedAt },
  });
  if (row.state === "done" || row.state === "failed") {
    const follower =
      queryOne(unit.db, sql.nextInLane, { integrationId: row.integrationId, lane: row.lane })?.id ?? null;
    if (follower === null) return;
    execute(unit.db, sql.promote, { id: follower, now: unit.now });
    scheduleRun(unit, unit.now);
  } else scheduleRun(unit, row.nextTryAt);
}

/** Schedules a run at `at`, ms: by a wake-up, and by the running process after the commit. */
function scheduleRun(unit: TenantUnit, at: number): void {
  const { tenant } = unit;
  unit.scheduleWake(INTEGRATION_DUE, at);
  unit.afterCommit(() => tenant.installation.ports.use(RunnerPort).wake(tenant));
}

const LOG_PAGE = 30;

/** A page of the delivery log, newest first; `before` = the id of the last row shown. */
export function deliveryLog(
  { tenant, actor }: UserCtx,
  integrationId: number,
  before = Number.MAX_SAFE_INTEGER,
): DeliveryPage {
  const rows = deliveriesBefore(tenant.db, integrationId, before, LOG_PAGE + 1);
  return {
    deliveries: rows.slice(0, LOG_PAGE).map((row) => presentDelivery(row, actor)),
    hasMore: rows.length > LOG_PAGE,
  };
}

/**
 * `POST /queueIntegration/deliveries/{id}/replay`: repeats a delivery with the same `id`, so that the receiver can
 * recognise it. No customer waits for it: commands in the response are ignored. An unfinished delivery stays as it
 * is. For admins. Throws 404 ERR_NOT_FOUND, 400 ERR_NOT_SUPPORTED unless it was a webhook.
 */
export function replayDelivery({ tenant, actor }: UserCtx, id: number): DeliveryAnswer {
  return tenant.write((unit) => {
    const row = findDelivery(unit.db, id);
    if (!row) throw noDelivery();
    const integration = findIntegration(unit.db, row.integrationId);
    if (!integration || !isHook(integration.type) || row.event === "callback") throw notSupported();
    if (row.state === "done" || row.state === "failed") {
      const busy =
        queryOne(unit.db, sql.busyLane, { integrationId: row.integrationId, lane: row.lane }) !== undefined;
      execute(unit.db, sql.restart, { id, state: busy ? "queued" : "waiting", now: unit.now });
      if (!busy) scheduleRun(unit, unit.now);
    }
    return presentDelivery(findDelivery(unit.db, id) ?? row, actor);
  });
}
