import { ConnectionDeleted, ConnectionDeleting } from "#channels/connections/events.ts";
import { findConnection, type Inbox } from "#channels/connections/index.ts";
import { fail } from "#inbox/messages/outbox/complete.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import { queuedOfConnection } from "#inbox/messages/outbox/queries.ts";
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
    execute(unit.db, sql.moveMessages, { toId: moveTo.id, fromId: connection.id });
    execute(unit.db, sql.moveSends, { toId: moveTo.id, fromId: connection.id });
    wakeSender(unit, moveTo.id);
  });
  bus.within(ConnectionDeleted, (unit, { connectionId }) => {
    for (const row of queuedOfConnection(unit.db, connectionId))
      fail(unit, row, "ERR_NO_WAPP_FOUND", "deleted");
    execute(unit.db, sql.skipWaiting, { finishedAt: unit.now, connectionId });
  });
}

/** Drops unprocessed events of a connection that was deleted in the meantime. */
export const skipDeletedConnections =
  (store: Inbox["store"]): Inbox["store"] =>
  (tenant, connectionId, events, options) =>
    findConnection(tenant.db, connectionId)
      ? store(tenant, connectionId, events, options)
      : Promise.resolve();
