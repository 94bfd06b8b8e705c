import type { SnoozeMode, WakeReason } from "#inbox/tickets/contract.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { query } from "#platform/db/query.ts";

/** Tickets per company and transaction. */
export const AT_A_TIME = 50;

export const snooze = query<{
  mode: SnoozeMode;
  until: number;
  userId: number | null;
  now: number;
  id: number;
}>(`UPDATE ticket SET snooze_mode = :mode, snoozed_until = :until, snoozed_by = :userId,
  asleep_since = coalesce(asleep_since, :now), woken_at = NULL, wake_reason = NULL, wake_return_at = NULL
  WHERE id = :id AND status = 'open'`);
/** Puts a ticket that is snoozed until a time back to sleep after a customer's message woke it. */
export const sleepAgain = query<{ now: number; id: number }>(
  `UPDATE ticket SET asleep_since = :now WHERE id = :id AND status = 'open' AND snooze_mode = 'time'
  AND asleep_since IS NULL AND snoozed_until > :now`,
);
/** Wakes a ticket that is snoozed until a time, without changing the time. */
export const show = query<{ now: number; id: number }>(
  "UPDATE ticket SET asleep_since = NULL, updated_at = :now WHERE id = :id AND asleep_since IS NOT NULL",
);
export const wake = query<{ now: number; reason: WakeReason; wakeReturnAt: number | null; id: number }>(
  `UPDATE ticket SET snooze_mode = NULL, snoozed_until = NULL, snoozed_by = NULL, asleep_since = NULL,
  woken_at = :now, wake_reason = :reason, wake_return_at = :wakeReturnAt, updated_at = :now
  WHERE id = :id AND snooze_mode IS NOT NULL`,
);
export const forgetWaking = query<{ id: number }>(
  "UPDATE ticket SET woken_at = NULL, wake_reason = NULL, wake_return_at = NULL WHERE id = :id",
);
export const setWakeReturn = query<{ wakeReturnAt: number | null; id: number }>(
  "UPDATE ticket SET wake_return_at = :wakeReturnAt WHERE id = :id",
);
export type Snooze = Pick<
  Ticket,
  "snoozeMode" | "snoozedUntil" | "snoozedBy" | "asleepSince" | "wokenAt" | "wakeReason" | "wakeReturnAt"
>;
export const restore = query<
  Snooze & Readonly<Record<"id", number>>
>(`UPDATE ticket SET snooze_mode = :snoozeMode,
  snoozed_until = :snoozedUntil, snoozed_by = :snoozedBy, asleep_since = :asleepSince, woken_at = :wokenAt,
  wake_reason = :wakeReason, wake_return_at = :wakeReturnAt WHERE id = :id AND status = 'open'`);

/** Number of an attendant's tickets that are asleep, from the stored counters. */
export const asleepOf = query<{ userId: number }, { n: number }>(
  "SELECT coalesce(sum(asleep), 0) AS n FROM ticket_count WHERE status = 'open' AND holder_id = :userId",
);
export const dueSnoozes = query<
  { now: number },
  { id: number }
>(`SELECT id FROM ticket INDEXED BY ticket_snoozed
  WHERE snooze_mode IS NOT NULL AND snoozed_until <= :now ORDER BY snoozed_until, id LIMIT ${AT_A_TIME}`);
export const dueReturns = query<
  { now: number },
  { id: number; away: number | null; lastSeenAt: number | null }
>(`SELECT t.id, u.away, u.last_seen_at AS lastSeenAt FROM ticket t INDEXED BY ticket_wake_return
  LEFT JOIN user u ON u.id = t.user_id
  WHERE t.wake_return_at IS NOT NULL AND t.wake_return_at <= :now ORDER BY t.wake_return_at LIMIT ${AT_A_TIME}`);
export const nextDue = query<
  Record<never, never>,
  { snooze: number | null; absence: number | null }
>(`SELECT (SELECT min(snoozed_until) FROM ticket INDEXED BY ticket_snoozed WHERE snooze_mode IS NOT NULL) AS snooze,
  (SELECT min(wake_return_at) FROM ticket INDEXED BY ticket_wake_return WHERE wake_return_at IS NOT NULL) AS absence`);
