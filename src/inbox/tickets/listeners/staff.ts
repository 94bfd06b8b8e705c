import { QueueDeleting } from "#accounts/queues/events.ts";
import { UserDeleted, UserLeftQueues } from "#accounts/users/events.ts";
import { ConnectionDeleting } from "#channels/connections/events.ts";
import { connectionHasTickets, queueHasTickets } from "#inbox/tickets/errors.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackMoved, trackQueued } from "#inbox/tickets/history/tracking.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import { type Ticket, ticket as table } from "#inbox/tickets/schema.ts";
import { announceQueued } from "#inbox/tickets/transitions/announce-queued.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { returnToQueue } from "#inbox/tickets/transitions/return.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const { columns, read } = rowReader(table);
const OPEN_OF = `SELECT ${columns} FROM ticket WHERE user_id = ?1 AND status = 'open'
  AND (?2 IS NULL OR queue_id IN (SELECT value FROM json_each(?2))) ORDER BY id`;
const DISTRIBUTED_TO = `SELECT ${columns} FROM ticket WHERE user_distributed = ?1 AND status = 'pending'
  AND (?2 IS NULL OR queue_id IN (SELECT value FROM json_each(?2))) ORDER BY id`;
const RUNNING_IN_QUEUE = `SELECT ${columns} FROM ticket WHERE queue_id = ? AND status IN ('pending', 'open') ORDER BY id`;
const RUNNING_ON = `SELECT ${columns} FROM ticket WHERE connection_id = ? AND status <> 'closed' ORDER BY id`;
const UNDISTRIBUTE = `UPDATE ticket SET user_distributed = NULL, distributed_at = NULL, updated_at = ? WHERE id = ?`;
const TO_QUEUE = `UPDATE ticket SET queue_id = ?1, user_distributed = NULL, distributed_at = NULL, updated_at = ?2
  WHERE id = ?3`;
const TO_CONNECTION = "UPDATE ticket SET connection_id = ?, updated_at = ? WHERE id = ?";

/**
 * What becomes of running tickets when users, queues and connections go (docs/rules/connections.md#saving,
 * docs/rules/queue-menu.md#queues, docs/rules/users.md#saving).
 */
export function listenToStaff({ bus }: Installation): void {
  bus.within(UserLeftQueues, (unit, { userId, queueIds }) => unassignAll(unit, userId, queueIds));
  bus.within(UserDeleted, (unit, { userId }) => unassignAll(unit, userId, null));

  bus.within(QueueDeleting, (unit, { queueId, moveToId }) => {
    const tickets = all(unit.db, RUNNING_IN_QUEUE, queueId).map(read);
    if (tickets.length > 0 && moveToId === null) throw queueHasTickets(tickets.length);
    for (const ticket of tickets) moveToQueue(unit, ticket, moveToId);
  });

  bus.within(ConnectionDeleting, (unit, { connection, moveTo }) => {
    const tickets = all(unit.db, RUNNING_ON, connection.id).map(read);
    if (tickets.length > 0 && moveTo === null) throw connectionHasTickets(tickets.length);
    for (const ticket of tickets) if (moveTo) moveToConnection(unit, ticket, moveTo.id);
  });
}

/** Open and distributed tickets of a user go back to their queues; `queueIds` null = all of them. */
function unassignAll(unit: TenantUnit, userId: number, queueIds: readonly number[] | null): void {
  const queues = queueIds === null ? null : JSON.stringify(queueIds);
  for (const row of all(unit.db, OPEN_OF, userId, queues)) returnToQueue(unit, read(row), null);
  for (const row of all(unit.db, DISTRIBUTED_TO, userId, queues)) {
    const before = read(row);
    run(unit.db, UNDISTRIBUTE, unit.now, before.id);
    const ticket = storedTicket(unit.db, before.id);
    recordTicketEvent(unit, "queued", before, ticket, null);
    announceQueued(unit, ticket, userId);
  }
}

function moveToQueue(unit: TenantUnit, before: Ticket, queueId: number | null): void {
  run(unit.db, TO_QUEUE, queueId, unit.now, before.id);
  const ticket = storedTicket(unit.db, before.id);
  if (ticket.status === "pending") trackQueued(unit, ticket);
  else trackMoved(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
  announceQueued(unit, ticket);
}

/** Where the contact has a running ticket on the other connection already, that one goes on alone. */
function moveToConnection(unit: TenantUnit, before: Ticket, connectionId: number): void {
  if (runningTicket(unit.db, before.contactId, connectionId)) {
    closeTicket(unit, before, { reason: "merged", silent: true, userId: null });
    return;
  }
  run(unit.db, TO_CONNECTION, connectionId, unit.now, before.id);
  const ticket = storedTicket(unit.db, before.id);
  trackMoved(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
}
