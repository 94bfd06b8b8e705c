import type { Traffic } from "#channels/connections/index.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./queries.sql.ts";

const first = (row: unknown): OutboxRow | undefined => (row === undefined ? undefined : sql.read(row));

/**
 * The rows that may be sent next, best priority first: due rows that are not held and whose chat has no earlier queued row of the same
 * or a better priority.
 */
export const heads = (db: Db, connectionId: number, nowMs: number, limit: number): OutboxRow[] =>
  queryAll(db, sql.nextDue, { connectionId, nextTryAt: nowMs, limit }).map(sql.read);
/** The first row of a contact in the order of sending, due or not. */
export const headOfContact = (db: Db, connectionId: number, contactId: number): OutboxRow | undefined =>
  first(queryOne(db, sql.nextOfContact, { connectionId, contactId }));

export const outboxById = (db: Db, id: number): OutboxRow | undefined =>
  first(queryOne(db, sql.byId, { id }));
export const outboxByProviderId = (db: Db, connectionId: number, providerId: string): OutboxRow | undefined =>
  first(queryOne(db, sql.byProviderId, { providerId, connectionId }));
/** The send of the message itself, not those of its edits and reactions. */
export const sendOf = (db: Db, messageId: number): OutboxRow | undefined =>
  first(queryOne(db, sql.ofMessage, { messageId }));

/** The send queued under this key. */
export const outboxBySource = (db: Db, source: string, sourceKey: string): OutboxRow | undefined =>
  first(queryOne(db, sql.ofSource, { source, sourceKey }));

/** The further parts of a message that was split: their keys are the key of the first with a suffix (`create-outgoing.ts`). */
export const furtherParts = (db: Db, { source, sourceKey }: OutboxRow): OutboxRow[] =>
  queryAll(db, sql.partsOf, { source, from: `${sourceKey}:`, to: `${sourceKey};` }).map(sql.read);

/** The queued sends of bots in a ticket. */
export const queuedOfBots = (db: Db, ticketId: number): OutboxRow[] =>
  queryAll(db, sql.queuedOfBots, { ticketId }).map(sql.read);

/** Queued sends of deleted connections, at most `limit`. */
export const queuedOnDeleted = (db: Db, limit: number): OutboxRow[] =>
  queryAll(db, sql.queuedOnDeleted, { limit }).map(sql.read);

/** Sends that the network did not accept within the time limit. */
export const lateRows = (db: Db, connectionId: number, nowMs: number): OutboxRow[] =>
  queryAll(db, sql.overdue, { connectionId, nextTryAt: nowMs }).map(sql.read);
export const sendingRows = (db: Db, connectionId: number): OutboxRow[] =>
  queryAll(db, sql.sending, { connectionId }).map(sql.read);

/** Claims a row for sending and stores its provider id. False when it was cancelled in the meantime. */
export const claim = (unit: TenantUnit, id: number, providerId: string, acceptedByMs: number): boolean =>
  execute(unit.db, sql.claim, { providerId, nextTryAt: acceptedByMs, id }).changes === 1;

export const requeue = (unit: TenantUnit, id: number, attempts: number, atMs: number): void =>
  void execute(unit.db, sql.requeue, { attempts, nextTryAt: atMs, id });

/** Queues a failed row again as if it were new. False when it did not fail. */
export const requeueFailed = (unit: TenantUnit, id: number): boolean =>
  execute(unit.db, sql.requeueFailed, { nextTryAt: unit.now, id }).changes === 1;

/** Queues a failed or cancelled row again under its provider id. */
export const revive = (unit: TenantUnit, id: number): void =>
  void execute(unit.db, sql.requeueCompleted, { nextTryAt: unit.now, id });
/** Deletes a row that was never sent, so that its key can be used again. */
export const deleteUnsentRow = (unit: TenantUnit, id: number): void =>
  void execute(unit.db, sql.deleteUnsent, { id });

export const completeRow = (
  unit: TenantUnit,
  id: number,
  state: "sent" | "failed" | "cancelled",
  error: string | null,
): void =>
  void execute(unit.db, sql.complete, { state, error, sentAt: state === "sent" ? unit.now : null, id });

/** True when this provider id was assigned by us; an inbound message with it is an echo of our send. */
export const isOwnProviderId = (db: Db, connectionId: number, providerId: string): boolean =>
  queryOne(db, sql.isOwnMessage, { providerId, connectionId }) !== undefined ||
  queryOne(db, sql.isOwnSend, { providerId, connectionId }) !== undefined;

/** The connections that a new owner opens first (docs/rules/cluster.md#waves). */
export function trafficOf(db: Db, since: number): Traffic {
  const ids = (rows: readonly { readonly connectionId: number }[]) =>
    new Set(rows.map(({ connectionId }) => connectionId));
  return {
    waiting: ids(queryAll(db, sql.connectionsWaiting)),
    recent: ids(queryAll(db, sql.connectionsUsed, { since })),
  };
}

/** Number of contacts who were sent templates since a time, ms. */
export const templateRecipients = (db: Db, since: number): number =>
  queryOne(db, sql.templateRecipients, { since })?.n ?? 0;
