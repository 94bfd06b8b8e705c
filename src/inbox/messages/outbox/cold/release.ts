import { HOLDING_EFFECTS, type RestrictionKind } from "#channels/connections/index.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./cold.sql.ts";
import { holding, holdOn, holdQueued, isCold, newChatRestriction } from "./hold.ts";
import { showQueued } from "./show-queued.ts";

/** After the end of a restriction held messages leave one by one: the first of them at this pace, ms. */
const PACE_MS = 60_000;
const PACED_ROWS = 60;
/** Pace after the first hour when the send interval of the connection is shorter, ms. */
const LATER_PACE_MS = 1000;

/** Releases held rows after the end of the restriction that held them. If another restriction is still in force, it holds them. */
export function releaseHeldBy(unit: TenantUnit, connectionId: number, kind: RestrictionKind): void {
  const rows = queryAll(unit.db, sql.heldBy, { connectionId, heldBy: kind });
  const other = newChatRestriction(unit.db, connectionId);
  if (other) holdOn(unit, rows, other.kind);
  else releasePaced(unit, connectionId, rows);
}

/**
 * Releases held rows that no restriction holds any more (docs/rules/reach.md#held): the end of a restriction releases
 * rows once, so a row that is held just afterwards would wait until it expires.
 */
export function releaseUnheld(unit: TenantUnit, connectionId: number): void {
  const rows = unheld(unit.db, connectionId);
  if (rows.length === 0) return;
  const other = newChatRestriction(unit.db, connectionId);
  if (other) holdOn(unit, rows, other.kind);
  else releasePaced(unit, connectionId, rows);
}

/** As `releaseUnheld`, for all connections: rows that a stopped process or an earlier release left behind. */
export function releaseAllUnheld(tenant: Tenant): void {
  for (const id of holding(tenant))
    if (unheld(tenant.db, id).length > 0) tenant.write((unit) => releaseUnheld(unit, id));
}

const unheld = (db: Db, connectionId: number): readonly sql.Held[] =>
  queryAll(db, sql.unheld, { connectionId, effects: JSON.stringify(HOLDING_EFFECTS) });

/** Lets the rows go that wait for the next day's budget: the company allows more new chats now. */
export const releaseBudget = (unit: TenantUnit, connectionId: number): void =>
  releasePaced(unit, connectionId, queryAll(unit.db, sql.heldBy, { connectionId, heldBy: "budget" }));

/**
 * The network denied the restriction that a refused message had pointed to: refused rows are not repeated
 * and wait until their contact writes or they expire; the others may go (docs/rules/reach.md#established-chats).
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
 * Lets the held rows of a connection that is being deleted go one by one: what held them does not count for the
 * connection that they move to.
 */
export const releaseBeforeMove = (unit: TenantUnit, connectionId: number): void =>
  releasePaced(unit, connectionId, queryAll(unit.db, sql.allHeld, { connectionId }));

/**
 * Moves the queued messages of a connection that is being deleted. Contacts who never wrote on the other connection are
 * cold there (docs/rules/reach.md#held).
 */
export function moveSends(unit: TenantUnit, fromId: number, toId: number): void {
  execute(unit.db, sql.moveSends, { fromId, toId });
  holding(unit.tenant).add(toId);
  holdQueued(unit, toId);
}

/** The contact wrote: its chat is established, and its held rows leave immediately. */
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

/** Lets rows go whose own time has come, unless a restriction holds new chats by now. */
export function releaseDue(tenant: Tenant): void {
  const now = tenant.clock.now();
  const ids = queryAll(tenant.db, sql.connectionsWithDue, { now });
  for (const { id } of ids)
    tenant.write((unit) => {
      const rows = queryAll(unit.db, sql.dueHeld, { connectionId: id, now });
      const restriction = newChatRestriction(unit.db, id);
      if (restriction) holdOn(unit, rows, restriction.kind);
      // Rows of the budget leave one by one too: a burst each morning would look like one.
      else releasePaced(unit, id, rows);
    });
}

const idsOf = (rows: readonly { readonly id: number }[]): string => JSON.stringify(rows.map(({ id }) => id));
const NO_PACE = { turn: 0, paceMs: 0, pacedRows: 0, laterPaceMs: 0 };

/**
 * Lets rows go in this order, one after the other (docs/rules/reach.md#held), behind those that were released before
 * and still wait for their time.
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
