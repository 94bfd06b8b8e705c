import {
  ConnectionDeleted,
  ConnectionDeleting,
  ConnectionEmptying,
  RestrictionChanged,
} from "#channels/connections/events.ts";
import { findConnection, type Inbox } from "#channels/connections/index.ts";
import { MessageReceived } from "#inbox/messages/events.ts";
import { holdQueued } from "#inbox/messages/outbox/cold/hold.ts";
import {
  denyHeldBy,
  moveSends,
  releaseBeforeMove,
  releaseChat,
  releaseHeldBy,
  releaseMerged,
  releaseUnheld,
} from "#inbox/messages/outbox/cold/release.ts";
import { OUTBOX_DUE, wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import { failOnDeleted } from "#inbox/messages/outbox/sweep.ts";
import { ContactMerged } from "#people/contacts/events.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./connections.sql.ts";

/** Queued sends moved in one transaction: about 10 ms. */
const PER_STEP = 500;

/**
 * When a connection is deleted, moves its queued sends to the replacement connection or fails them, and skips its
 * unprocessed events (docs/rules/connections.md#deletion).
 */
export function listenToConnections({ bus }: Installation): void {
  bus.within(ConnectionEmptying, ({ db }, { connection, moveTo, steps }) => {
    const rows = queryOne(db, sql.countQueued, { connectionId: connection.id })?.n ?? 0;
    // The transaction of the deletion moves the rest, and what is queued meanwhile.
    for (let left = rows; left > PER_STEP; left -= PER_STEP)
      steps.push((unit) => moveSome(unit, connection.id, moveTo.id));
  });
  bus.within(ConnectionDeleting, (unit, { connection, moveTo }) => {
    if (!moveTo) return;
    releaseBeforeMove(unit, connection.id);
    moveAll(unit, queryAll(unit.db, sql.queued, { connectionId: connection.id }), moveTo.id);
  });
  bus.within(ConnectionDeleted, (unit, { connectionId }) => {
    // The sweep of the outbox fails the rest of a long queue.
    if (failOnDeleted(unit)) unit.scheduleWake(OUTBOX_DUE, unit.now);
    execute(unit.db, sql.skipWaiting, { finishedAt: unit.now, connectionId });
  });
}

/** Moves the queued sends of some chats that are not held. A chat is not divided unless it is longer than a step. */
function moveSome(unit: TenantUnit, connectionId: number, toId: number): void {
  const rows = queryAll(unit.db, sql.nextQueued, { connectionId, limit: PER_STEP });
  const last = rows.at(-1)?.contactId;
  const whole = rows.length < PER_STEP ? rows : rows.filter(({ contactId }) => contactId !== last);
  moveAll(unit, whole.length > 0 ? whole : rows, toId);
}

function moveAll(unit: TenantUnit, rows: readonly { readonly id: number }[], toId: number): void {
  if (rows.length === 0) return;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  execute(unit.db, sql.moveMessages, { toId, ids });
  moveSends(unit, ids, toId);
  wakeSender(unit, toId);
}

/**
 * Holds queued messages while a restriction of the number blocks all sending; releases held messages at the end of each restriction
 * (docs/rules/reach.md#held).
 */
export function listenToRestrictions({ bus }: Installation): void {
  bus.within(RestrictionChanged, (unit, { connectionId, restriction, change }) => {
    if (change === "ended") releaseHeldBy(unit, connectionId, restriction.kind);
    if (change === "changed") releaseUnheld(unit, connectionId);
    if (change === "began" || change === "changed") holdQueued(unit, connectionId);
    if (change === "dropped") denyHeldBy(unit, connectionId, restriction.kind);
  });
  bus.within(MessageReceived, (unit, { message }) =>
    releaseChat(unit, message.connectionId, message.contactId),
  );
  bus.within(ContactMerged, (unit, { survivorId }) => releaseMerged(unit, survivorId));
}

/** Drops unprocessed events of a connection that was deleted in the meantime. */
export const skipDeletedConnections =
  (store: Inbox["store"]): Inbox["store"] =>
  (tenant, connectionId, events, options) =>
    findConnection(tenant.db, connectionId)
      ? store(tenant, connectionId, events, options)
      : Promise.resolve();
