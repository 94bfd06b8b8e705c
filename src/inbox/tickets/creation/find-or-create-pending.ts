import type { Channel } from "#channels/connections/contract.ts";
import { runningTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { announceQueued } from "#inbox/tickets/transitions/announce-queued.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { createTicket } from "./create.ts";
import { singleQueueOf } from "./single-queue.ts";

/**
 * The running ticket of a contact on a connection, else a new one that waits for an attendant: a program wrote and
 * wants people to see it (docs/rules/send-api.md#effect, `openTicket`). Asks no rights.
 */
export function findOrCreatePending(
  unit: TenantUnit,
  about: {
    readonly contactId: number;
    readonly isGroup: boolean;
    readonly connectionId: number;
    readonly channel: Channel;
  },
): Ticket {
  const running = runningTicket(unit.db, about.contactId, about.connectionId);
  if (running) return running;
  const queueId = singleQueueOf(unit, about.connectionId);
  const ticket = createTicket(
    unit,
    { ...about, status: "pending", queueId, userId: null, origin: "api" },
    null,
  );
  announceQueued(unit, ticket);
  return ticket;
}
