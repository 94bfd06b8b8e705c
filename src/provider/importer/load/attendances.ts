import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Context } from "#provider/importer/context.ts";
import { instantOf, numberOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./attendances.sql.ts";

export interface TicketRow {
  readonly id: number;
  readonly status: string;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly connectionId: number;
  readonly closedAt: number | null;
  readonly createdAt: number;
}

/** Times of a period in their possible order; a ticket has at most one running period. */
function timesOf(ctx: Context, unit: TenantUnit, incoming: Incoming, ticket: TicketRow, trackingId: number) {
  const { row, createdAt, updatedAt } = incoming;
  const time = (column: string) => instantOf(row[column], ctx.zone) ?? null;
  const after = (at: number | null, floor: number) => (at === null ? null : Math.max(at, floor));
  const queuedAt = after(time("queuedAt"), createdAt);
  const startedAt = after(time("startedAt"), queuedAt ?? createdAt);
  const mustEnd =
    ticket.status === "closed" ||
    queryOne(unit.db, sql.otherRunningPeriod, { ticketId: ticket.id, otherThan: trackingId }) !== undefined;
  const ended = time("finishedAt") ?? (mustEnd ? (ticket.closedAt ?? updatedAt) : null);
  return { queuedAt, startedAt, finishedAt: after(ended, startedAt ?? createdAt) };
}

/** Periods feed the dashboard: triggers update its sums when rows are inserted or changed. */
const attendanceLoader = (ctx: Context): Loader => ({
  kind: "TicketTraking",
  table: null,
  create(unit, incoming) {
    const { row, createdAt } = incoming;
    const ticket = queryOne(unit.db, sql.ticketOf, { id: required(ctx, "Tickets", row["ticketId"]) });
    if (!ticket) throw new Skip("removed_here");
    const { queuedAt, startedAt, finishedAt } = timesOf(ctx, unit, incoming, ticket, 0);
    return execute(unit.db, sql.insert, {
      ticketId: ticket.id,
      userId: ctx.refs.id("Users", row["userId"]),
      queueId: ticket.queueId,
      connectionId: ticket.connectionId,
      createdAt,
      queuedAt,
      chatbotAt: instantOf(row["chatbotAt"], ctx.zone) ?? null,
      startedAt,
      finishedAt, // No rating requests for imported tickets.
      ratingEndedAt: finishedAt,
    });
  },
});

/** Updates periods that were running in the previous run. */
export const attendanceWithUpdates = (ctx: Context): Loader => {
  const loader = attendanceLoader(ctx);
  return {
    ...loader,
    update(unit, id, incoming) {
      const ticket = queryOne(unit.db, sql.ticketOf, {
        id: required(ctx, "Tickets", incoming.row["ticketId"]),
      });
      if (!ticket || !queryOne(unit.db, sql.byId, { id })) throw new Skip("removed_here");
      const { queuedAt, startedAt, finishedAt } = timesOf(ctx, unit, incoming, ticket, id);
      const userId = ctx.refs.id("Users", incoming.row["userId"]);
      execute(unit.db, sql.update, {
        userId,
        queuedAt,
        startedAt,
        finishedAt,
        ratingEndedAt: finishedAt,
        id,
      });
    },
  };
};

/**
 * Gives every ticket a period: tickets without one get it from the ticket row; open tickets have a running period, closed
 * tickets have none.
 */
export function finishAttendances(ctx: Context, source: string): void {
  const { tenant } = ctx;
  withSyncNormal(tenant.db, () =>
    tenant.write((unit) => {
      for (const { id, closedAt } of queryAll(unit.db, sql.openPeriodsOfClosedTickets))
        execute(unit.db, sql.endPeriods, { endedAt: closedAt ?? unit.now, ticketId: id });
    }),
  );
  for (let after = ""; ; ) {
    const tickets = queryAll(tenant.db, sql.ticketsWithoutPeriod, { source, after });
    if (tickets.length === 0) return;
    after = tickets.at(-1)?.externalId ?? "";
    withSyncNormal(tenant.db, () =>
      tenant.write((unit) => {
        for (const ticket of tickets) {
          const { id, userId, queueId, connectionId, createdAt, closedAt, status } = ticket;
          const queuedAt = queueId !== null && status !== "closed" ? createdAt : null;
          const startedAt = status === "open" ? createdAt : null;
          execute(unit.db, sql.insert, {
            ticketId: id,
            userId,
            queueId,
            connectionId,
            createdAt,
            queuedAt,
            chatbotAt: null,
            startedAt,
            finishedAt: closedAt,
            ratingEndedAt: closedAt,
          });
        }
      }),
    );
  }
}

/** A rating belongs to the period that had just ended; it has the scale `five`. */
export const ratingLoader = (ctx: Context): Loader => ({
  kind: "UserRatings",
  table: null,
  create(unit, { row, createdAt }) {
    const ticketId = required(ctx, "Tickets", row["ticketId"]);
    const rate = numberOf(row["rate"], 0);
    if (!Number.isInteger(rate) || rate < 1 || rate > 5) throw new Skip("no_rate", row["rate"] ?? "");
    const tracking = queryOne(unit.db, sql.ratedPeriod, { ticketId, createdAt });
    if (!tracking) throw new Skip("already_rated");
    const userId = ctx.refs.id("Users", row["userId"]) ?? tracking.userId;
    if (userId === null) throw new Skip("no_parent", "Users");
    const { id } = execute(unit.db, sql.insertRating, {
      periodId: tracking.id,
      ticketId,
      userId,
      rate,
      createdAt,
    });
    execute(unit.db, sql.markRated, { id: tracking.id });
    return { id };
  },
});
