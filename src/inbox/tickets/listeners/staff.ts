import { eq } from "drizzle-orm";
import { QueueDeleting, QueueEmptying } from "#accounts/queues/events.ts";
import { UserDeleted, UserEmptying, UserLeftQueues } from "#accounts/users/events.ts";
import { ConnectionDeleting, ConnectionEmptying } from "#channels/connections/events.ts";
import { connectionHasTickets, queueHasTickets } from "#inbox/tickets/errors.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackMoved, trackQueued } from "#inbox/tickets/history/tracking.ts";
import { readTicket } from "#inbox/tickets/queries.sql.ts";
import { runningTicket, storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import { type Ticket, ticketPin } from "#inbox/tickets/schema.ts";
import { announceQueued } from "#inbox/tickets/transitions/announce-queued.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { returnToQueue } from "#inbox/tickets/transitions/return.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Step } from "#tenants/in-steps.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./listeners.sql.ts";

/** Tickets moved in one transaction. Each takes up to 2 ms with the broadcasts behind the commit, and other companies wait meanwhile. */
const PER_STEP = 10;

/**
 * Moves running tickets when users, queues and connections are deleted (docs/rules/connections.md#saving,
 * docs/rules/queue-menu.md#queues, docs/rules/users.md#saving).
 */
export function listenToStaff({ bus }: Installation): void {
  bus.within(UserEmptying, ({ db }, { userId, queueIds, steps }) =>
    addSteps(steps, queryAll(db, sql.idsOfUser, { userId }), (unit, ticket) => {
      const isLeft = queueIds === null || (ticket.queueId !== null && queueIds.includes(ticket.queueId));
      if (isLeft) unassign(unit, ticket, userId);
    }),
  );
  bus.within(UserLeftQueues, (unit, { userId, queueIds }) => unassignAll(unit, userId, queueIds));
  bus.within(UserDeleted, (unit, { userId }) => {
    unit.db.delete(ticketPin).where(eq(ticketPin.userId, userId)).run();
    unassignAll(unit, userId, null);
  });

  bus.within(QueueEmptying, ({ db }, { queueId, moveToId, steps }) =>
    addSteps(steps, queryAll(db, sql.idsRunningInQueue, { queueId }), (unit, ticket) => {
      if (ticket.queueId === queueId) moveToQueue(unit, ticket, moveToId);
    }),
  );
  bus.within(QueueDeleting, (unit, { queueId, moveToId }) => {
    const tickets = queryAll(unit.db, sql.runningInQueue, { queueId }).map(readTicket);
    if (tickets.length > 0 && moveToId === null) throw queueHasTickets(tickets.length);
    for (const ticket of tickets) moveToQueue(unit, ticket, moveToId);
  });

  bus.within(ConnectionEmptying, ({ db }, { connection: { id }, moveTo, steps }) =>
    addSteps(steps, queryAll(db, sql.idsRunningOnConnection, { connectionId: id }), (unit, ticket) => {
      if (ticket.connectionId === id) moveToConnection(unit, ticket, moveTo.id);
    }),
  );
  bus.within(ConnectionDeleting, (unit, { connection, moveTo }) => {
    const tickets = queryAll(unit.db, sql.runningOnConnection, { connectionId: connection.id }).map(
      readTicket,
    );
    if (tickets.length > 0 && moveTo === null) throw connectionHasTickets(tickets.length);
    for (const ticket of tickets) if (moveTo) moveToConnection(unit, ticket, moveTo.id);
  });
}

/** Adds the steps that move these tickets; a ticket that was closed or deleted in the meantime is left out. */
function addSteps(
  steps: Step[],
  rows: readonly { readonly id: number }[],
  move: (unit: TenantUnit, ticket: Ticket) => void,
): void {
  for (let from = 0; from < rows.length; from += PER_STEP)
    steps.push((unit) => {
      for (const { id } of rows.slice(from, from + PER_STEP)) {
        const ticket = ticketById(unit.db, id);
        if (ticket && ticket.status !== "closed") move(unit, ticket);
      }
    });
}

/** Returns the open and offered tickets of a user to their queues; `queueIds` null = all queues. */
function unassignAll(unit: TenantUnit, userId: number, queueIds: readonly number[] | null): void {
  const queues = queueIds === null ? null : JSON.stringify(queueIds);
  for (const row of queryAll(unit.db, sql.openTicketsOf, { userId, queues }))
    unassign(unit, readTicket(row), userId);
  for (const row of queryAll(unit.db, sql.ticketsOfferedTo, { userDistributed: userId, queues }))
    unassign(unit, readTicket(row), userId);
}

/** Returns an open ticket of the user to its queue, or withdraws an offer; other tickets are unchanged. */
function unassign(unit: TenantUnit, before: Ticket, userId: number): void {
  if (before.status === "open" && before.userId === userId) return void returnToQueue(unit, before, null);
  if (before.status !== "pending" || before.userDistributed !== userId) return;
  execute(unit.db, sql.withdrawOffer, { now: unit.now, id: before.id });
  const ticket = storedTicket(unit.db, before.id);
  recordTicketEvent(unit, "queued", before, ticket, null);
  announceQueued(unit, ticket, userId);
}

function moveToQueue(unit: TenantUnit, before: Ticket, queueId: number | null): void {
  execute(unit.db, sql.moveToQueue, { queueId, now: unit.now, id: before.id });
  const ticket = storedTicket(unit.db, before.id);
  if (ticket.status === "pending") trackQueued(unit, ticket);
  else trackMoved(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
  announceQueued(unit, ticket);
}

/** If the contact already has a running ticket on the other connection, this ticket is closed as merged. */
function moveToConnection(unit: TenantUnit, before: Ticket, connectionId: number): void {
  if (runningTicket(unit.db, before.contactId, connectionId)) {
    closeTicket(unit, before, { reason: "merged", silent: true, userId: null });
    return;
  }
  execute(unit.db, sql.moveToConnection, { connectionId, now: unit.now, id: before.id });
  const ticket = storedTicket(unit.db, before.id);
  trackMoved(unit, ticket);
  recordTicketEvent(unit, "transferred", before, ticket, null);
}
