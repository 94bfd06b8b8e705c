import { ConnectionDeleted, ConnectionDeleting } from "#channels/connections/events.ts";
import { findConnection, type Inbox } from "#channels/connections/index.ts";
import { fail } from "#inbox/messages/outbox/complete.ts";
import { wakeSender } from "#inbox/messages/outbox/enqueue.ts";
import { queuedOfConnection } from "#inbox/messages/outbox/queries.ts";
import { run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

const MOVE_MESSAGES = `UPDATE message SET connection_id = ?1 WHERE id IN
  (SELECT message_id FROM outbox WHERE connection_id = ?2 AND state = 'queued' AND kind = 'message')`;
const MOVE_SENDS =
  "UPDATE outbox SET connection_id = ?1 WHERE connection_id = ?2 AND state = 'queued' AND kind = 'message'";
const NOT_HEARD = `UPDATE inbound_event SET state = 'skipped', reason = 'connection_deleted', finished_at = ?
  WHERE connection_id = ? AND state = 'new'`;

/** A connection goes: what waits to be sent goes by its heir or fails, what was not processed yet is let go. */
export function listenToConnections({ bus }: Installation): void {
  bus.within(ConnectionDeleting, (unit, { connection, moveTo }) => {
    if (!moveTo) return;
    run(unit.db, MOVE_MESSAGES, moveTo.id, connection.id);
    run(unit.db, MOVE_SENDS, moveTo.id, connection.id);
    wakeSender(unit, moveTo.id);
  });
  bus.within(ConnectionDeleted, (unit, { connectionId }) => {
    for (const row of queuedOfConnection(unit.db, connectionId))
      fail(unit, row, "ERR_NO_WAPP_FOUND", "deleted");
    run(unit.db, NOT_HEARD, unit.now, connectionId);
  });
}

/** What still arrives on a connection that was deleted meanwhile is nobody's. */
export const skipDeletedConnections =
  (store: Inbox["store"]): Inbox["store"] =>
  (tenant, connectionId, events, options) =>
    findConnection(tenant.db, connectionId)
      ? store(tenant, connectionId, events, options)
      : Promise.resolve();
