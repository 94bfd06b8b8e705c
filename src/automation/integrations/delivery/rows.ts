import { type Delivery, integrationDelivery } from "#automation/integrations/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one, run } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { RunnerPort } from "./runner-port.ts";

/** Names of the jobs, and of what companies are due for. */
export const INTEGRATION_DUE = "integration_retries";
export const CLEAN_UP_DUE = "integration_clean_up";
/** The log is kept this long (docs/rules/integrations.md#webhook), ms. */
export const LOG_MS = 30 * 24 * 3_600_000;

const { columns, read } = rowReader(integrationDelivery);
/** The condition of the index of the lanes: without it a lane is looked for in the whole log. */
const OPEN = "state IN ('queued', 'waiting', 'acting')";
const INSERT = `INSERT INTO integration_delivery (uuid, integration_id, ticket_id, message_id, event, is_turn, lane, body,
  state, next_try_at, steps, began_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const BUSY = `SELECT 1 FROM integration_delivery WHERE integration_id = ? AND lane = ?
  AND state IN ('queued', 'waiting', 'acting') LIMIT 1`;
const DUE = `SELECT ${columns} FROM integration_delivery
  WHERE state IN ('waiting', 'acting') AND next_try_at <= ? AND integration_id NOT IN (SELECT value FROM json_each(?))
  ORDER BY next_try_at, id LIMIT ?`;
const NEXT = `SELECT min(next_try_at) AS at FROM integration_delivery WHERE state IN ('waiting', 'acting')`;
const LATER = `SELECT min(next_try_at) AS at FROM integration_delivery
  WHERE state IN ('waiting', 'acting') AND next_try_at > ?`;
const BY_ID = `SELECT ${columns} FROM integration_delivery WHERE id = ?`;
const WRITE = `UPDATE integration_delivery SET state = ?, attempts = ?, next_try_at = ?, steps = ?, status_code = ?,
  answer = ?, error = ?, body = ?, finished_at = ? WHERE id = ?`;
const FOLLOWER = `SELECT min(id) AS id FROM integration_delivery
  WHERE integration_id = ? AND lane = ? AND ${OPEN} AND state = 'queued'`;
const PROMOTE =
  "UPDATE integration_delivery SET state = CASE WHEN steps = '[]' THEN 'waiting' ELSE 'acting' END, next_try_at = max(next_try_at, ?) WHERE id = ?";

const BEHIND = `SELECT ${columns} FROM integration_delivery WHERE integration_id = ? AND lane = ?
  AND ${OPEN} AND state = 'queued' AND is_turn = 1 AND created_at <= ?`;

/** Turns that have waited since then behind another one of their lane. */
export const turnsBehind = (db: Db, { integrationId, lane }: Delivery, since: number): Delivery[] =>
  all(db, BEHIND, integrationId, lane, since).map(read);

/** Nobody waits for its answer any more. */
export const noLongerTurn = (unit: TenantUnit, id: number): void =>
  void run(unit.db, "UPDATE integration_delivery SET is_turn = 0 WHERE id = ?", id);

export interface NewDelivery {
  readonly integrationId: number;
  readonly ticketId: number | null;
  readonly messageId?: number | null;
  readonly event: string;
  readonly isTurn?: boolean;
  readonly lane: string;
  readonly body?: (uuid: string) => string;
  /** Commands to be done at once, nothing to be told (a call back). */
  readonly steps?: readonly object[];
  readonly uuid?: string;
  /** Earliest moment, ms. */
  readonly at?: number;
}

/** Puts one behind whatever waits in its lane, and wakes the lanes behind the commit. Answers its id. */
export function addDelivery(unit: TenantUnit, fields: NewDelivery): number {
  const { steps = [], uuid = newUuid(), at = unit.now } = fields;
  const busy = one(unit.db, BUSY, fields.integrationId, fields.lane) !== undefined;
  const { id } = run(
    unit.db,
    INSERT,
    uuid,
    fields.integrationId,
    fields.ticketId,
    fields.messageId ?? null,
    fields.event,
    fields.isTurn ? 1 : 0,
    fields.lane,
    fields.body?.(uuid) ?? "",
    busy ? "queued" : steps.length > 0 ? "acting" : "waiting",
    at,
    JSON.stringify(steps),
    unit.now,
    unit.now,
  );
  unit.scheduleWake(CLEAN_UP_DUE, unit.now + LOG_MS);
  if (!busy) comesUp(unit, at);
  return id;
}

/** Heads of their lanes that are due, oldest first, but for those of some integrations. */
export const dueDeliveries = (db: Db, now: number, without: readonly number[], limit: number): Delivery[] =>
  all(db, DUE, now, JSON.stringify(without), limit).map(read);

/** When the next one is due, ms; null = nothing waits. `after`: of those later than that. */
export const nextDue = (db: Db, after?: number): number | null =>
  (after === undefined ? one<{ at: number | null }>(db, NEXT) : one<{ at: number | null }>(db, LATER, after))
    ?.at ?? null;

export function deliveryById(db: Db, id: number): Delivery | undefined {
  const row = one(db, BY_ID, id);
  return row === undefined ? undefined : read(row);
}

/** Writes what became of one; when it is over, the next of its lane has its turn. */
export function writeDelivery(unit: TenantUnit, row: Delivery): void {
  run(
    unit.db,
    WRITE,
    row.state,
    row.attempts,
    row.nextTryAt,
    row.steps,
    row.statusCode,
    row.answer,
    row.error,
    row.body,
    row.finishedAt,
    row.id,
  );
  if (row.state === "done" || row.state === "failed") {
    const follower = one<{ id: number | null }>(unit.db, FOLLOWER, row.integrationId, row.lane)?.id ?? null;
    if (follower === null) return;
    run(unit.db, PROMOTE, unit.now, follower);
    comesUp(unit, unit.now);
  } else comesUp(unit, row.nextTryAt);
}

/** There is work at this time, ms: noted for after a crash, and told to whoever is awake. */
export function comesUp(unit: TenantUnit, at: number): void {
  const { tenant } = unit;
  unit.scheduleWake(INTEGRATION_DUE, at);
  unit.afterCommit(() => tenant.installation.ports.use(RunnerPort).wake(tenant));
}
