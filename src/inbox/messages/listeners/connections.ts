import { ConnectionDeleted, ConnectionDeleting, RestrictionChanged } from "#channels/connections/events.ts";
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
import { fail } from "#inbox/messages/outbox/complete.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import { queuedOfConnection } from "#inbox/messages/outbox/queries.ts";
import { ContactMerged } from "#people/contacts/events.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./connections.sql.ts";

/**
 * When a connection is deleted, moves its queued sends to the replacement connection or fails them, and skips its
 * unprocessed events.
 */
export function listenToConnections({ bus }: Installation): void {
  bus.within(ConnectionDeleting, (unit, { connection, moveTo }) => {
    if (!moveTo) return;
    releaseBeforeMove(unit, connection.id);
    execute(unit.db, sql.moveMessages, { toId: moveTo.id, fromId: connection.id });
    moveSends(unit, connection.id, moveTo.id);
    wakeSender(unit, moveTo.id);
  });
  bus.within(ConnectionDeleted, (unit, { connectionId }) => {
    for (const row of queuedOfConnection(unit.db, connectionId))
      fail(unit, row, "ERR_NO_WAPP_FOUND", "deleted");
    execute(unit.db, sql.skipWaiting, { finishedAt: unit.now, connectionId });
  });
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
