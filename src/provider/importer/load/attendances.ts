import { all, one, run } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Context } from "#provider/importer/context.ts";
import { instantOf, numberOf } from "#provider/importer/dump/values.ts";
import { type Incoming, type Loader, required, Skip } from "#provider/importer/rows.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const TICKET = `SELECT id, status, queue_id AS queueId, user_id AS userId, connection_id AS connectionId,
  closed_at AS closedAt, created_at AS createdAt FROM ticket WHERE id = ?`;
const INSERT = `INSERT INTO ticket_period (ticket_id, user_id, queue_id, connection_id, created_at, queued_at, chatbot_at,
    started_at, finished_at, rating_ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const UPDATE = `UPDATE ticket_period SET user_id = ?, queued_at = ?, started_at = ?, finished_at = ?, rating_ended_at = ?
  WHERE id = ?`;
const RUNNING = "SELECT id FROM ticket_period WHERE ticket_id = ? AND finished_at IS NULL AND id <> ?";
const HERE = "SELECT created_at AS createdAt FROM ticket_period WHERE id = ?";

interface TicketRow {
  readonly id: number;
  readonly status: string;
  readonly queueId: number | null;
  readonly userId: number | null;
  readonly connectionId: number;
  readonly closedAt: number | null;
  readonly createdAt: number;
}

/** Times of an attendance in the order in which they can have been; a ticket has one that runs at most. */
function timesOf(ctx: Context, unit: TenantUnit, incoming: Incoming, ticket: TicketRow, trackingId: number) {
  const { row, createdAt, updatedAt } = incoming;
  const time = (column: string) => instantOf(row[column], ctx.zone) ?? null;
  const after = (at: number | null, floor: number) => (at === null ? null : Math.max(at, floor));
  const queuedAt = after(time("queuedAt"), createdAt);
  const startedAt = after(time("startedAt"), queuedAt ?? createdAt);
  const mustEnd = ticket.status === "closed" || one(unit.db, RUNNING, ticket.id, trackingId) !== undefined;
  const ended = time("finishedAt") ?? (mustEnd ? (ticket.closedAt ?? updatedAt) : null);
  return { queuedAt, startedAt, finishedAt: after(ended, startedAt ?? createdAt) };
}

/** Attendances feed the dashboard: its sums are kept by the database as rows come and change. */
const attendanceLoader = (ctx: Context): Loader => ({
  kind: "TicketTraking",
  table: null,
  create(unit, incoming) {
    const { row, createdAt } = incoming;
    const ticket = one<TicketRow>(unit.db, TICKET, required(ctx, "Tickets", row["ticketId"]));
    if (!ticket) throw new Skip("removed_here");
    const { queuedAt, startedAt, finishedAt } = timesOf(ctx, unit, incoming, ticket, 0);
    return run(
      unit.db,
      INSERT,
      ticket.id,
      ctx.refs.id("Users", row["userId"]),
      ticket.queueId,
      ticket.connectionId,
      createdAt,
      queuedAt,
      instantOf(row["chatbotAt"], ctx.zone) ?? null,
      startedAt,
      finishedAt,
      // No rating requests for imported tickets.
      finishedAt,
    );
  },
});

/** The dump has a newer state of attendances that were running the last time. */
export const attendanceWithUpdates = (ctx: Context): Loader => {
  const loader = attendanceLoader(ctx);
  return {
    ...loader,
    update(unit, id, incoming) {
      const ticket = one<TicketRow>(unit.db, TICKET, required(ctx, "Tickets", incoming.row["ticketId"]));
      if (!ticket || !one(unit.db, HERE, id)) throw new Skip("removed_here");
      const { queuedAt, startedAt, finishedAt } = timesOf(ctx, unit, incoming, ticket, id);
      const userId = ctx.refs.id("Users", incoming.row["userId"]);
      run(unit.db, UPDATE, userId, queuedAt, startedAt, finishedAt, finishedAt, id);
    },
  };
};

const WITHOUT = `SELECT r.external_id AS externalId, t.id, t.status, t.queue_id AS queueId, t.user_id AS userId, t.connection_id AS connectionId,
    t.closed_at AS closedAt, t.created_at AS createdAt
  FROM import_reference r JOIN ticket t ON t.id = r.id
  WHERE r.source = ? AND r.kind = 'Tickets' AND r.external_id > ?
    AND NOT EXISTS (SELECT 1 FROM ticket_period k WHERE k.ticket_id = t.id
      AND (t.status = 'closed' OR k.finished_at IS NULL))
  ORDER BY r.external_id LIMIT 500`;
const CLOSE_LEFT = `UPDATE ticket_period SET finished_at = max(coalesce(started_at, created_at), ?), rating_ended_at = ?
  WHERE ticket_id = ? AND finished_at IS NULL`;
const LEFT_OPEN = `SELECT t.id, t.closed_at AS closedAt FROM ticket_period k JOIN ticket t ON t.id = k.ticket_id
  WHERE k.finished_at IS NULL AND t.status = 'closed'`;

/**
 * Gives every ticket a period: versions without them get one from the ticket row, open ones
 * run, and none runs on in a closed ticket.
 */
export function finishAttendances(ctx: Context, source: string): void {
  const { tenant } = ctx;
  withSyncNormal(tenant.db, () =>
    tenant.write((unit) => {
      for (const { id, closedAt } of all<{ id: number; closedAt: number | null }>(unit.db, LEFT_OPEN))
        run(unit.db, CLOSE_LEFT, closedAt ?? unit.now, closedAt ?? unit.now, id);
    }),
  );
  for (let after = ""; ; ) {
    const tickets = all<TicketRow & { externalId: string }>(tenant.db, WITHOUT, source, after);
    if (tickets.length === 0) return;
    after = tickets.at(-1)?.externalId ?? "";
    withSyncNormal(tenant.db, () =>
      tenant.write((unit) => {
        for (const ticket of tickets) {
          const { id, userId, queueId, connectionId, createdAt, closedAt, status } = ticket;
          const queuedAt = queueId !== null && status !== "closed" ? createdAt : null;
          const startedAt = status === "open" ? createdAt : null;
          run(
            unit.db,
            INSERT,
            id,
            userId,
            queueId,
            connectionId,
            createdAt,
            queuedAt,
            null,
            startedAt,
            closedAt,
            closedAt,
          );
        }
      }),
    );
  }
}

const RATED = `SELECT id, user_id AS userId FROM ticket_period WHERE ticket_id = ?1 AND finished_at IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM user_rating u WHERE u.period_id = ticket_period.id)
  ORDER BY created_at > ?2, abs(finished_at - ?2), id LIMIT 1`;
const RATE =
  "INSERT INTO user_rating (period_id, ticket_id, user_id, rate, created_at) VALUES (?, ?, ?, ?, ?)";
const MARK = "UPDATE ticket_period SET rated = 1 WHERE id = ?";

/** A rating belongs to the period that had just ended. */
export const ratingLoader = (ctx: Context): Loader => ({
  kind: "UserRatings",
  table: null,
  create(unit, { row, createdAt }) {
    const ticketId = required(ctx, "Tickets", row["ticketId"]);
    const rate = numberOf(row["rate"], 0);
    if (rate < 1 || rate > 3) throw new Skip("no_rate", row["rate"] ?? "");
    const tracking = one<{ id: number; userId: number | null }>(unit.db, RATED, ticketId, createdAt);
    if (!tracking) throw new Skip("already_rated");
    const userId = ctx.refs.id("Users", row["userId"]) ?? tracking.userId;
    if (userId === null) throw new Skip("no_parent", "Users");
    const { id } = run(unit.db, RATE, tracking.id, ticketId, userId, rate, createdAt);
    run(unit.db, MARK, tracking.id);
    return { id };
  },
});
