import { tenantMigrations } from "#migrations/tenant/index.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import { companyFile } from "./dataset.ts";

const DAY = 24 * 60 * 60_000;

/**
 * Adds to a copy of a data set what reports show beside attendances: comments, resolutions, ads, custom fields, finished clocks of
 * promised times, and 300 working days of each user with two pauses.
 */
export function addReportRows(directory: string, now: number): void {
  const db = openDatabase(companyFile(directory), { durability: "normal" });
  migrate(db, tenantMigrations, now);
  const day = Math.floor((now - 300 * DAY) / DAY) * DAY;
  db.exec(`BEGIN;
    UPDATE user_rating SET comment = 'Demorou um pouco, mas resolveu ' || id WHERE id % 3 = 0;
    INSERT INTO resolution (name, position, created_at, updated_at)
      SELECT 'Motivo ' || value, value, 1, 1 FROM json_each('[1, 2, 3, 4, 5]');
    UPDATE ticket_period SET resolution_id = 1 + id % 5, close_reason = 'user', messages_in = 10, messages_out = 10
      WHERE finished_at IS NOT NULL;
    INSERT INTO ticket_referral (ticket_id, period_id, network, source_type, source_id, source_url, headline, body, click_id, at)
      SELECT ticket_id, id, 'whatsapp', 'ad', 'A' || id % 50, 'https://fb.me/' || id, 'Promoção ' || id % 50, '', '', created_at
      FROM ticket_period WHERE id % 10 = 0;
    INSERT INTO field (owner, key, label, kind, position, created_at, updated_at)
      VALUES ('ticket', 'order', 'Pedido', 'text', 1, 1, 1), ('contact', 'doc', 'CPF', 'text', 1, 1, 1);
    INSERT INTO field_value (field_id, ticket_id, text, folded) SELECT 1, id, 'PED' || id, 'ped' || id FROM ticket;
    INSERT INTO field_value (field_id, contact_id, text, folded) SELECT 2, id, 'doc' || id, 'doc' || id FROM contact;
    INSERT INTO sla_policy (name, position, hours, first_minutes, starts_at, created_at, updated_at)
      SELECT 'Antiga ' || value, 100 + value, 'clock', 30, 'queue', 1, 1 FROM json_each('[1, 2, 3, 4, 5]');
    INSERT INTO sla_clock (period_id, ticket_id, policy_id, target, started_at, target_ms, remaining_ms, counted_from, due_at,
        met_at, missed_at, day, queue_id, user_id, taken_ms)
      SELECT id, ticket_id, 1 + id % 5, 'first', queued_at, 1800000, 600000, queued_at, queued_at + 1800000,
        first_response_at, iif(id % 7 = 0, queued_at + 1800000, NULL), date(finished_at / 1000, 'unixepoch'), queue_id, user_id, 1200000
      FROM ticket_period WHERE finished_at IS NOT NULL;
    INSERT INTO pause_reason (name) VALUES ('Almoço'), ('Reunião');
    INSERT INTO presence_span (user_id, kind, reason_id, started_at, ended_at, seen_at)
      SELECT u.id, s.kind, s.reason, d.value * ${DAY} + ${day} + s.begin * 3600000, d.value * ${DAY} + ${day} + s.stop * 3600000,
        d.value * ${DAY} + ${day} + s.stop * 3600000
      FROM user u CROSS JOIN (WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n WHERE value < 299)
        SELECT value FROM n) d CROSS JOIN (SELECT 'online' AS kind, NULL AS reason, 11 AS begin, 15 AS stop
        UNION ALL SELECT 'paused', 1, 15, 16 UNION ALL SELECT 'online', NULL, 16, 18 UNION ALL SELECT 'paused', 2, 18, 19
        UNION ALL SELECT 'online', NULL, 19, 20 UNION ALL SELECT 'serving', NULL, 11, 14) s;
    COMMIT;`);
  db.close();
}
