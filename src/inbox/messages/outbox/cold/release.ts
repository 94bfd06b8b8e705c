import { HOLDING_EFFECTS, type RestrictionKind } from "#channels/connections/index.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./cold.sql.ts";
import { holding, holdOn, holdQueued, isCold, newChatRestriction } from "./hold.ts";
import { showQueued } from "./show-queued.ts";

/** Pause between two held messages that are sent one by one after the end of a restriction, at first, ms. */
const PACE_MS = 60_000;
const PACED_ROWS = 60;
/** Minimum pause after the first hour, ms; a longer send interval of the connection takes precedence. */
const LATER_PACE_MS = 1000;

/** Releases held rows after the end of the restriction that held them. If another restriction is still in force, it holds them. */
export function releaseHeldBy(unit: TenantUnit, connectionId: number, kind: RestrictionKind): void {
  const rows = queryAll(unit.db, sql.heldBy, { connectionId, heldBy: kind });
  const other = newChatRestriction(unit.db, connectionId);
  if (other) holdOn(unit, rows, other.kind);
  else releasePaced(unit, connectionId, rows);
}

/**
 * Releases held rows whose restriction has ended (docs/rules/reach.md#held). The end of a restriction releases rows only once, so
 * without this a row that is held just afterwards would wait until it expires.
 */
export function releaseUnheld(unit: TenantUnit, connectionId: number): void {
  const rows = unheld(unit.db, connectionId);
  if (rows.length === 0) return;
  const other = newChatRestriction(unit.db, connectionId);
  if (other) holdOn(unit, rows, other.kind);
  else releasePaced(unit, connectionId, rows);
}

/** Like `releaseUnheld`, for all connections: for rows that a stopped process or an earlier version of the product did not release. */
export function releaseAllUnheld(tenant: Tenant): void {
  for (const id of holding(tenant))
    if (unheld(tenant.db, id).length > 0) tenant.write((unit) => releaseUnheld(unit, id));
}

const unheld = (db: Db, connectionId: number): readonly sql.Held[] =>
  queryAll(db, sql.unheld, { connectionId, effects: JSON.stringify(HOLDING_EFFECTS) });

/** Releases the rows that wait for the next day's budget, because the company now allows more new chats. */
export const releaseBudget = (unit: TenantUnit, connectionId: number): void =>
  releasePaced(unit, connectionId, queryAll(unit.db, sql.heldBy, { connectionId, heldBy: "budget" }));

/**
 * Called when the network answers that a suspected restriction does not exist. Refused rows are not repeated: they wait until their
 * contact writes or they expire. The other rows are released (docs/rules/reach.md#established-chats).
 */
export function denyHeldBy(unit: TenantUnit, connectionId: number, kind: RestrictionKind): void {
  const rows = queryAll(unit.db, sql.heldBy, { connectionId, heldBy: kind });
  holdOn(
    unit,
    rows.filter(({ error }) => error !== null),
    "refused",
  );
  releaseHeldBy(unit, connectionId, kind);
}

/**
 * Releases the held rows of a connection that is being deleted, one by one: the reason of their hold does not apply to the
 * connection that they move to.
 */
export const releaseBeforeMove = (unit: TenantUnit, connectionId: number): void =>
  releasePaced(unit, connectionId, queryAll(unit.db, sql.allHeld, { connectionId }));

/**
 * Moves queued messages of a connection that is being deleted; `ids` is a JSON list of sends. Contacts who never wrote on the other
 * connection are cold there (docs/rules/reach.md#held).
 */
export function moveSends(unit: TenantUnit, ids: string, toId: number): void {
  execute(unit.db, sql.moveSends, { ids, toId });
  holding(unit.tenant).add(toId);
  holdQueued(unit, toId);
}

/** Called when a contact wrote: its chat is established, so its held rows are sent immediately. */
export function releaseChat(unit: TenantUnit, connectionId: number, contactId: number): void {
  if (!holding(unit.tenant).has(connectionId)) return;
  const rows = queryAll(unit.db, sql.heldOfChat, { connectionId, contactId, now: unit.now });
  if (rows.length === 0) return;
  execute(unit.db, sql.release, { ids: idsOf(rows), startAt: unit.now, ...NO_PACE });
  showQueued(unit, rows, null);
  wakeSender(unit, connectionId, unit.now, contactId);
}

/** Releases the rows of a merged contact on the connections where one of the two had written. */
export function releaseMerged(unit: TenantUnit, contactId: number): void {
  for (const connectionId of holding(unit.tenant))
    if (!isCold(unit.db, { connectionId, contactId })) releaseChat(unit, connectionId, contactId);
}

/** Releases rows that waited for a time which has come. If a restriction now prevents new chats, it holds them instead. */
export function releaseDue(tenant: Tenant): void {
  const now = tenant.clock.now();
  const ids = queryAll(tenant.db, sql.connectionsWithDue, { now });
  for (const { id } of ids)
    tenant.write((unit) => {
      const rows = queryAll(unit.db, sql.dueHeld, { connectionId: id, now });
      const restriction = newChatRestriction(unit.db, id);
      if (restriction) holdOn(unit, rows, restriction.kind);
      // Rows that waited for the budget are also released one by one: a burst every morning would look like spam.
      else releasePaced(unit, id, rows);
    });
}

const idsOf = (rows: readonly { readonly id: number }[]): string => JSON.stringify(rows.map(({ id }) => id));
const NO_PACE = { turn: 0, paceMs: 0, pacedRows: 0, laterPaceMs: 0 };

/**
 * Releases rows in this order, one after the other (docs/rules/reach.md#held), after rows that were released before and still wait
 * for their time.
 */
function releasePaced(unit: TenantUnit, connectionId: number, rows: readonly sql.Held[]): void {
  if (rows.length === 0) return;
  const before = queryOne(unit.db, sql.countReleased, { connectionId, now: unit.now })?.n ?? 0;
  execute(unit.db, sql.release, {
    ids: idsOf(rows),
    startAt: unit.now,
    turn: before === 0 ? 0 : before + 1,
    paceMs: PACE_MS,
    pacedRows: PACED_ROWS,
    laterPaceMs: Math.max(sendIntervalOf(unit.db, connectionId), LATER_PACE_MS),
  });
  showQueued(unit, rows, null);
  wakeSender(unit, connectionId, unit.now);
}

const sendIntervalOf = (db: Db, connectionId: number): number =>
  queryOne(db, sql.sendInterval, { connectionId })?.ms ?? 0;
