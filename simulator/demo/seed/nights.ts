import { timeZoneOf } from "#accounts/settings/index.ts";
import { addDays, dayAt, startOfDay } from "#platform/dates.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;
/** Nights in which the demo has compared its messages with the phones. */
const NIGHTS = 5;
/** In this night, counted from the last one, a lost message was found. */
const NIGHT_OF_GAP = 2;

const RUN = `INSERT INTO reconciliation_run (connection_id, cause, state, due_at, most_chats, created_at, started_at,
  ended_at, asked, answered, compared, gaps, filled)
  VALUES (?1, 'night', 'done', ?2, 30, ?2, ?2, ?3, ?4, ?4, ?5, ?6, ?6)`;
const CHATS = `INSERT INTO reconciliation_chat (connection_id, contact_id, proven_to, asked_at, answered_at)
  SELECT connection_id, contact_id, ?2, ?2, ?2 FROM ticket WHERE connection_id = ?1 AND is_group = 0 GROUP BY 1, 2`;
const COMPARED = `SELECT count(*) AS messages, count(DISTINCT contact_id) AS chats FROM message
  WHERE connection_id = ?1 AND created_at BETWEEN ?2 - ${24 * HOUR_MS} AND ?2`;
const GAP = `INSERT INTO message_gap (run_id, connection_id, contact_id, provider_id, at, found_at, state, message_id)
  SELECT ?1, connection_id, contact_id, provider_id, created_at, ?3, 'filled', id FROM message
  WHERE connection_id = ?2 AND from_me = 0 AND created_at < ?3 ORDER BY id DESC LIMIT 1`;

/** Records the nightly comparisons with the phones, as rows, because no phone was linked then. */
export function compareInTheNights({ tenant }: UserCtx, nowMs: number): void {
  const zone = timeZoneOf(tenant);
  const today = dayAt(nowMs, zone);
  for (const { id } of all<{ id: number }>(tenant.db, "SELECT id FROM connection"))
    for (let ago = NIGHTS - 1; ago >= 0; ago -= 1) {
      const at = (startOfDay(addDays(today, -ago), zone) ?? nowMs) + 2 * HOUR_MS;
      const { messages = 0, chats = 0 } =
        one<{ messages: number; chats: number }>(tenant.db, COMPARED, id, at) ?? {};
      if (chats === 0 || at > nowMs) continue;
      const found = ago === NIGHT_OF_GAP ? 1 : 0;
      const { id: runId } = run(tenant.db, RUN, id, at, at + chats * MINUTE_MS, chats, messages, found);
      if (found) run(tenant.db, GAP, runId, id, at);
      if (ago === 0) run(tenant.db, CHATS, id, at);
    }
}
