import { EDIT_LOCK_MS } from "#outreach/campaigns/contract.ts";
import type { Campaign, CampaignRecipient, CampaignSender } from "#outreach/campaigns/schema.ts";
import { query } from "#platform/db/query.ts";
import { RATE } from "./failures.ts";

type Id = Pick<Campaign, "id">;
type None = Record<never, never>;

/** A confirmation request without an answer expires after this (docs/rules/campaigns.md#variants), ms. */
export const EXPIRES_MS = 48 * 60 * 60_000;

// The required state is a condition of the update: of two concurrent requests the second changes nothing.
export const cancel = query<Id>(
  `UPDATE campaign SET status = 'cancelled', paused_at = NULL, pause_reason = NULL, resume_at = NULL
  WHERE id = :id AND status IN ('running', 'scheduled')`,
);
export const restart = query<Id & { connectionId: number | null; now: number }>(
  `UPDATE campaign SET status = 'running', connection_id = :connectionId, started_at = coalesce(started_at, :now),
  completed_at = NULL, pace_started_at = :now, paced = 0, freeze_cursor = 0,
  freeze_phase = CASE freeze_phase WHEN 'drop' THEN 'drop' ELSE 'retry' END WHERE id = :id AND status = 'cancelled'`,
);
export const pauseManually = query<Id & { now: number }>(
  `UPDATE campaign SET paused_at = :now, pause_reason = 'manual', resume_at = NULL
  WHERE id = :id AND status = 'running' AND paused_at IS NULL`,
);
export const resume = query<Id & { now: number }>(
  `UPDATE campaign SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, pace_started_at = :now, paced = 0
  WHERE id = :id AND status = 'running' AND paused_at IS NOT NULL`,
);
export const resumeDue = query<{ now: number }, Id>(
  `UPDATE campaign SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, pace_started_at = :now,
  paced = 0 WHERE resume_at <= :now AND status = 'running' RETURNING id`,
);
export const start = query<Id & { connectionId: number | null; now: number }>(
  `UPDATE campaign SET status = 'running', started_at = :now, pace_started_at = :now, paced = 0,
  connection_id = :connectionId, completed_at = NULL WHERE id = :id AND status = 'scheduled' AND scheduled_at <= :now
  AND freeze_phase = 'done'`,
);
export const cancelSchedule = query<Id>(
  "UPDATE campaign SET status = 'inactive', scheduled_at = NULL WHERE id = :id AND status = 'scheduled'",
);
export const finish = query<Id & { now: number }, { name: string; at: number }>(
  `UPDATE campaign SET status = 'finished', completed_at = :now, paused_at = NULL, pause_reason = NULL,
  resume_at = NULL WHERE id = :id AND status = 'running' AND freeze_phase = 'done' AND 0 = (
    SELECT coalesce(sum(n), 0) FROM campaign_tally
    WHERE campaign_id = :id AND what IN ('waiting:', 'awaiting_confirmation:', 'queued:'))
  RETURNING name, completed_at AS at`,
);

// A paused campaign keeps the reason of its pause.
const pausing = (
  which: string,
) => `UPDATE campaign SET paused_at = :now, pause_reason = :reason, resume_at = NULL
  WHERE status = 'running' AND paused_at IS NULL AND deleted_at IS NULL AND ${which} RETURNING id, name`;
type Pausing = { now: number; reason: string };
type Paused = Pick<Campaign, "id" | "name">;
export const pauseOne = query<Pausing & Id, Paused>(pausing("id = :id"));
export const pauseOfConnection = query<Pausing & { connectionId: number }, Paused>(
  pausing("connection_id = :connectionId"),
);
export const pauseAll = query<Pausing, Paused>(pausing("1"));

export const unscheduleDue = query<{ now: number }>(
  "UPDATE campaign SET status = 'inactive', scheduled_at = NULL WHERE status = 'scheduled' AND scheduled_at <= :now",
);

export const failQueued = query<{ reason: string }>(
  "UPDATE campaign_recipient SET state = 'failed', reason = :reason WHERE state = 'queued'",
);

export const unfrozen = query<{ at: number }, Id>(
  `SELECT id FROM campaign WHERE freeze_phase <> 'done' AND deleted_at IS NULL
  AND (status = 'running' OR (status = 'scheduled' AND scheduled_at <= :at)) ORDER BY scheduled_at, id`,
);
export const scheduledUntil = query<{ at: number }, Id>(
  `SELECT id FROM campaign WHERE status = 'scheduled' AND scheduled_at <= :at AND deleted_at IS NULL
  ORDER BY scheduled_at, id`,
);
export const runningConnections = query<None, Id>(
  `SELECT DISTINCT connection_id AS id FROM campaign
  WHERE status = 'running' AND paused_at IS NULL AND deleted_at IS NULL AND connection_id IS NOT NULL`,
);
/** Time of the job's next work, ms; null = none. */
export const nextWork = query<None, { at: number | null }>(`SELECT min(at) AS at FROM (
  SELECT min(CASE WHEN freeze_phase = 'done' THEN scheduled_at ELSE scheduled_at - ${EDIT_LOCK_MS} END) AS at
    FROM campaign WHERE status = 'scheduled' AND deleted_at IS NULL
  UNION ALL SELECT min(CASE WHEN freeze_phase <> 'done' THEN 0 ELSE resume_at END)
    FROM campaign WHERE status = 'running' AND deleted_at IS NULL
  UNION ALL SELECT 0 FROM campaign WHERE deleted_at IS NOT NULL
  UNION ALL SELECT min(confirmation_requested_at) + ${EXPIRES_MS} FROM campaign_recipient INDEXED BY campaign_recipient_open_request
    WHERE state = 'awaiting_confirmation')`);
export const expiredRequests = query<{ before: number }, Pick<CampaignRecipient, "id" | "campaignId">>(
  `SELECT id, campaign_id AS campaignId FROM campaign_recipient INDEXED BY campaign_recipient_open_request
  WHERE state = 'awaiting_confirmation' AND confirmation_requested_at <= :before ORDER BY confirmation_requested_at LIMIT 200`,
);

export const recordTurn = query<Id & { now: number }>(
  "UPDATE campaign SET paced = paced + 1, last_dispatched_at = :now WHERE id = :id",
);
export const wroteSince = query<{ contactId: number; since: number }, unknown>(
  "SELECT 1 FROM ticket WHERE contact_id = :contactId AND last_customer_message_at >= :since LIMIT 1",
);
export const senderOf = query<
  { connectionId: number },
  Pick<CampaignSender, "nextSendAt" | "day" | "sentToday">
>(
  `SELECT next_send_at AS nextSendAt, day, sent_today AS sentToday FROM campaign_sender
  WHERE connection_id = :connectionId`,
);
export const writeSender = query<CampaignSender>(
  `INSERT INTO campaign_sender (connection_id, next_send_at, day, sent_today)
  VALUES (:connectionId, :nextSendAt, :day, :sentToday)
  ON CONFLICT (connection_id) DO UPDATE SET next_send_at = :nextSendAt, day = :day, sent_today = :sentToday`,
);
/** Number of failures among the last dispatches since a time. */
export const countFailures = query<{ campaignId: number; since: number }, { n: number }>(
  `SELECT count(*) AS n FROM (SELECT state FROM campaign_recipient INDEXED BY campaign_recipient_dispatches
  WHERE campaign_id = :campaignId AND dispatched_at >= :since ORDER BY dispatched_at DESC LIMIT ${RATE.of}) WHERE state = 'failed'`,
);
