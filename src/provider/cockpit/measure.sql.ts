import { query } from "#platform/db/query.ts";
import type { companyFigure } from "./schema.ts";

const HOUR_MS = 3_600_000;
/** A quarter of an hour, ms: in every time zone a day begins at a multiple of it. */
export const QUARTER_MS = HOUR_MS / 4;

/** Messages of a quarter of an hour, counted from 1970. */
export interface Quarter {
  readonly quarter: number;
  readonly received: number;
  readonly sent: number;
}

export const figuresOf = query<
  { companyId: number },
  Pick<typeof companyFigure.$inferSelect, "messageId" | "diskBytes" | "diskAt">
>(`SELECT message_id AS messageId, disk_bytes AS diskBytes, disk_at AS diskAt
  FROM company_figure WHERE company_id = :companyId`);
export const newestMessage = query<Record<never, never>, { id: number }>(
  "SELECT coalesce(max(id), 0) AS id FROM message",
);
export const messagesByQuarter = query<
  { from: number; to: number; since: number },
  Quarter
>(`SELECT created_at / ${QUARTER_MS} AS quarter, sum(from_me = 0) AS received, sum(from_me = 1) AS sent
  FROM message WHERE id > :from AND id <= :to AND created_at >= :since GROUP BY 1`);
export const connectionCounts = query<
  Record<never, never>,
  { up: number; down: number }
>(`SELECT coalesce(sum(status = 'CONNECTED'), 0) AS up, coalesce(sum(status <> 'CONNECTED'), 0) AS down
  FROM connection WHERE deleted_at IS NULL`);
export const addDay = query<
  Record<"companyId" | "received" | "sent", number> & Record<"day", string>
>(`INSERT INTO company_day (company_id, day, received, sent) VALUES (:companyId, :day, :received, :sent)
  ON CONFLICT (company_id, day) DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent`);
export const storeFigures = query<
  Record<"companyId" | "connectionsUp" | "connectionsDown" | "diskBytes" | "diskAt", number> &
    Record<"messageId" | "measuredAt" | "comparedMessages" | "foundGaps" | "filledGaps", number> &
    Record<"restrictions", string>
>(`INSERT INTO company_figure (company_id, connections_up, connections_down, disk_bytes, disk_at, message_id,
    measured_at, restrictions, compared_messages, found_gaps, filled_gaps) VALUES (:companyId, :connectionsUp, :connectionsDown, :diskBytes, :diskAt, :messageId,
    :measuredAt, :restrictions, :comparedMessages, :foundGaps, :filledGaps)
  ON CONFLICT (company_id) DO UPDATE SET connections_up = excluded.connections_up,
    connections_down = excluded.connections_down, disk_bytes = excluded.disk_bytes, disk_at = excluded.disk_at,
    message_id = excluded.message_id, measured_at = excluded.measured_at,
    restrictions = excluded.restrictions, compared_messages = excluded.compared_messages,
    found_gaps = excluded.found_gaps, filled_gaps = excluded.filled_gaps`);
export const messageFrom = query<{ id: number }, { id: number; at: number }>(
  "SELECT id, created_at AS at FROM message WHERE id >= :id ORDER BY id LIMIT 1",
);
