import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { type ScheduledMessage, type ScheduleStatus, scheduledMessage } from "./schema.ts";

const { columns, read } = rowReader(scheduledMessage);
export const readScheduledMessage = read;

export const AGAIN_MS = 60_000;

export interface Row {
  readonly id: number;
  readonly body: string;
  readonly sendAt: number;
  readonly sentAt: number | null;
  readonly status: ScheduleStatus;
  readonly recurrence: string;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly name: string | null;
}

/** Rows per company and run: docs/rules/jobs.md#periods. */
const LIMIT = 200;

/** Maximum number of due messages claimed per run (docs/rules/scheduled-messages.md#claim). */
const CLAIMS = 50;

export const usersShowing = query<{ mediaId: number }, { userId: number }>(
  "SELECT user_id AS userId FROM scheduled_message WHERE media_id = :mediaId",
);
export const hasDue = query<
  { sendAt: number },
  unknown
>(`SELECT 1 FROM scheduled_message INDEXED BY scheduled_message_waiting
  WHERE status = 'pending' AND send_at <= :sendAt LIMIT 1`);
// The condition is part of the update, so a second claim changes no row.
export const claim = query<
  { now: number },
  { id: number }
>(`UPDATE scheduled_message SET status = 'queued', claimed_at = :now, updated_at = :now
  WHERE +status = 'pending' AND id IN (SELECT id FROM scheduled_message INDEXED BY scheduled_message_waiting
    WHERE status = 'pending' AND send_at <= :now
    ORDER BY send_at, id LIMIT ${CLAIMS}) RETURNING id`);
export const hasLost = query<
  { claimedAt: number },
  unknown
>(`SELECT 1 FROM scheduled_message INDEXED BY scheduled_message_claimed
  WHERE status = 'queued' AND outbox_id IS NULL AND claimed_at <= :claimedAt LIMIT 1`);
export const releaseClaims = query<{
  now: number;
  claimedAt: number;
}>(`UPDATE scheduled_message SET status = 'pending', claimed_at = NULL, updated_at = :now
  WHERE status = 'queued' AND outbox_id IS NULL AND claimed_at <= :claimedAt`);
export const exportRows = query<
  { contactId: number },
  Row
>(`SELECT s.id, s.body, s.send_at AS sendAt, s.sent_at AS sentAt, s.status, s.recurrence, f.path, f.sha256, f.name
  FROM scheduled_message s LEFT JOIN media_file f ON f.id = s.media_id AND f.state = 'stored'
  WHERE s.contact_id = :contactId ORDER BY s.id`);
export const moveToContact = query<{ contactId: number; id: number }, { id: number }>(
  "UPDATE scheduled_message SET contact_id = :contactId WHERE contact_id = :id RETURNING id",
);
export const moveBack = query<
  { contactId: number; survivorId: number; ids: string },
  { id: number }
>(`UPDATE scheduled_message SET contact_id = :contactId
  WHERE contact_id = :survivorId AND id IN (SELECT value FROM json_each(:ids)) RETURNING id`);
export const byId = query<{ id: number }, ScheduledMessage>(
  `SELECT ${columns} FROM scheduled_message WHERE id = :id`,
);
/** Time of the next run for a company: the earliest of the send times, ends of lost claims, and late limits. */
export const nextDue = query<{ now: number }, { at: number | null }>(`SELECT min(at) AS at FROM (
  SELECT min(send_at) AS at FROM scheduled_message INDEXED BY scheduled_message_waiting WHERE status = 'pending'
  UNION ALL
  SELECT min(CASE WHEN outbox_id IS NULL THEN claimed_at + ${AGAIN_MS}
    ELSE max(send_at + late_limit_hours * 3600000 + 1, :now + ${AGAIN_MS}) END)
  FROM scheduled_message INDEXED BY scheduled_message_claimed WHERE status = 'queued')`);
export const defaultConnection = query<Record<never, never>, { id: number }>(
  "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL",
);
/**
 * Queued messages past their late limit. The limit is suspended while a restriction of the number holds the message or the number is
 * temporarily banned, and counts again from the release of the message or the end of the ban
 * (docs/rules/scheduled-messages.md#result). `heldSince` limits the wait during a ban.
 */
export const lateMessages = query<
  { now: number; heldSince: number },
  { id: number; outboxId: number }
>(`SELECT s.id, s.outbox_id AS outboxId FROM scheduled_message s INDEXED BY scheduled_message_claimed
  LEFT JOIN outbox o ON o.id = s.outbox_id
  WHERE s.status = 'queued' AND s.outbox_id IS NOT NULL AND s.send_at + s.late_limit_hours * 3600000 < :now
  AND o.held_by IS NULL AND coalesce(o.next_try_at, 0) + s.late_limit_hours * 3600000 < :now
  AND (o.id IS NULL OR o.created_at < :heldSince OR NOT EXISTS (SELECT 1 FROM connection_restriction b
    WHERE b.connection_id = o.connection_id AND b.kind = 'temp_ban'
    AND coalesce(b.lifted_at, :now) + s.late_limit_hours * 3600000 >= :now))
  ORDER BY s.send_at, s.id LIMIT ${LIMIT}`);
export const authorName = query<{ id: number }, { name: string }>("SELECT name FROM user WHERE id = :id");
