/** For tests of the distribution: a company with distributing queues, and users who go online and offline. */

import { UserPresenceChanged } from "#accounts/users/events.ts";
import { setAway } from "#accounts/users/presence/presence.ts";
import { announceQueued, type Ticket } from "#inbox/tickets/index.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { distribution } from "./feature.ts";

export interface Turns extends Desk {
  /** Makes these users the distribution list of the queue, in this order. */
  distributes(queueId: number, people: readonly UserCtx[]): void;
  /** Creates a user of `Vendas` who is online. */
  seller(name: string, fields?: { limit?: number; queueIds?: readonly number[]; offline?: boolean }): UserCtx;
  comes(user: UserCtx): void;
  /** Logs the user out. */
  leaves(user: UserCtx): void;
  pauses(user: UserCtx, away?: boolean): void;
  /** Creates a ticket of a new customer in the queue. */
  arrives(queueId?: number): Ticket;
  /** Returns the name of the user to whom this ticket is offered; null = the whole queue sees it. */
  offeredTo(ticket: Pick<Ticket, "id">): string | null;
  /** Returns the kinds of the ticket's events. */
  trail(ticket: Pick<Ticket, "id">): string[];
  sweep(): void | Promise<void>;
  /** Advances the clock and runs the sweep. */
  wait(minutes: number): void;
}

export function openTurns(): Turns {
  const desk = openDesk();
  const { tenant } = desk;
  const { installation, clock } = desk.app;
  distribution.listen?.(installation);
  const only = testConnectionOf(desk, desk.sales);
  const names = new Map<number, string>();
  const tell = (user: UserCtx, online: boolean) =>
    installation.bus.emitAfter(tenant, UserPresenceChanged, { userId: user.actor.id, online, away: false });
  const sweep = () => distribution.jobs?.[0]?.run(installation);
  const turns: Turns = {
    ...desk,
    distributes(queueId, people) {
      run(tenant.db, "UPDATE queue SET allow_distributed = 1 WHERE id = ?", queueId);
      for (const [position, { actor }] of people.entries())
        run(tenant.db, "INSERT INTO queue_distribution VALUES (?, ?, ?)", queueId, actor.id, position);
    },
    seller(name, { limit = 0, queueIds = [desk.sales], offline = false } = {}) {
      const user = desk.attendant({ name, queueIds });
      names.set(user.actor.id, name);
      run(tenant.db, "UPDATE user SET max_open_tickets = ? WHERE id = ?", limit, user.actor.id);
      if (!offline) desk.online(user);
      return user;
    },
    comes(user) {
      desk.online(user);
      tell(user, true);
    },
    leaves(user) {
      desk.offline(user);
      tell(user, false);
    },
    pauses: (user, away = true) => void setAway(user, away),
    arrives(queueId = desk.sales) {
      const connectionId = queueId === desk.sales ? only : testConnectionOf(desk, queueId);
      return tenant.write((unit) => {
        const { ticket } = desk.writes(desk.contact(), "oi", { connectionId });
        announceQueued(unit, ticket);
        return desk.ticket(ticket.id);
      });
    },
    offeredTo({ id }) {
      const userId = desk.ticket(id).userDistributed;
      return userId === null ? null : (names.get(userId) ?? "somebody else");
    },
    trail: ({ id }) =>
      all<{ kind: string }>(
        tenant.db,
        "SELECT kind FROM ticket_event WHERE ticket_id = ? ORDER BY id",
        id,
      ).map(({ kind }) => kind),
    sweep,
    wait(minutes) {
      clock.advance(minutes * 60_000);
      void sweep();
    },
  };
  return turns;
}

/** Creates another connection whose only queue is this one, so that its tickets enter the queue immediately. */
function testConnectionOf(desk: Desk, queueId: number): number {
  const { id } = run(
    desk.tenant.db,
    `INSERT INTO connection (name, status, linked_at, created_at, updated_at)
     VALUES ('Numero ' || (SELECT count(*) FROM connection), 'CONNECTED', 1, 1, 1)`,
  );
  run(desk.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", id, queueId);
  return id;
}
