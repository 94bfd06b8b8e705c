import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { all } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { PAST_DAYS } from "./past.ts";
import { seed } from "./seed.ts";

test("a new demo has two weeks of data on every page: attendances, ratings, replies, plans and users", async () => {
  const directory = mkdtempSync(join(tmpdir(), "balcao-demo-"));
  const config = loadConfig({ DATA_DIR: directory });
  await seed(config);
  const { installation, close } = startInstallation({ config, clock: systemClock, log: createLog("silent") });
  try {
    for (const companyId of [1, 2]) {
      const { db } = installation.tenants.open(companyId);
      const count = (sql: string) => all<{ n: number }>(db, `SELECT count(*) AS n FROM ${sql}`)[0]?.n;
      const days = all<{ day: string; began: number }>(
        db,
        `SELECT date(created_at / 1000, 'unixepoch', '-3 hours') AS day, count(*) AS began FROM ticket_period
         WHERE finished_at > first_response_at AND first_response_at > started_at AND started_at > queued_at GROUP BY 1`,
      );
      expect(days.length).toBe(PAST_DAYS);
      for (const { began } of days) expect(began).toBeGreaterThan(2);
      // One ticket with a running follow-up, and a snoozed ticket that wakes while the visitor watches.
      expect(count("ticket WHERE status <> 'closed'")).toBe(2);
      expect(
        count(`ticket WHERE snooze_mode = 'time' AND snoozed_until < ${systemClock.now() + 6 * 60_000}`),
      ).toBe(1);
      expect(count("follow_up_run WHERE state = 'running' AND next_at > 0")).toBe(1);
      expect(count("ticket_period WHERE finished_at IS NULL OR queue_id IS NULL")).toBe(2);
      expect(count("outbox")).toBe(0);
      expect(count("user_rating")).toBeGreaterThan(20);
      expect(count(`message WHERE created_at > ${systemClock.now()}`)).toBe(0);
      expect(count("quick_reply WHERE shared = 1")).toBeGreaterThan(1);
      expect(count("quick_reply WHERE shared = 0")).toBeGreaterThan(0);
      expect(count("scheduled_message WHERE status = 'pending' AND recurrence <> 'none'")).toBeGreaterThan(0);
      expect(count("tag WHERE kanban = 1")).toBeGreaterThan(1);
      expect(count("chat_message JOIN chat_member ON unreads > 0")).toBeGreaterThan(0);
      expect(count("contact_extra")).toBeGreaterThan(0);
      expect(count("field_value")).toBeGreaterThan(0);
      expect(count("resolution")).toBeGreaterThan(0);
      expect(count("macro_run")).toBeGreaterThan(10);
      expect(count("ticket_view")).toBeGreaterThan(1);
      expect(count("sla_policy")).toBe(1);
      expect(count("rule WHERE active = 1")).toBe(1);
      expect(count("presence_span WHERE kind = 'paused' AND reason_id IS NOT NULL")).toBeGreaterThan(20);
      expect(count(`presence_span WHERE ended_at IS NULL OR ended_at > ${systemClock.now()}`)).toBe(0);
      expect(count("reconciliation_run WHERE state = 'done'")).toBeGreaterThan(3);
      expect(count("message_gap WHERE state = 'filled'")).toBeGreaterThan(0);
      expect(count("sla_clock WHERE missed_at IS NOT NULL")).toBeGreaterThan(0);
      expect([count("message_star"), count("draft")]).toEqual([1, 1]);
    }
    const aurora = installation.tenants.open(1);
    expect(
      all(
        aurora.db,
        `SELECT status, sum(s.delivered_at IS NOT NULL) > 10 AS reached, sum(s.state = 'waiting') > 10 AS left
         FROM campaign c JOIN campaign_recipient s ON s.campaign_id = c.id GROUP BY c.id ORDER BY c.id`,
      ),
    ).toEqual([
      { status: "finished", reached: 1, left: 0 },
      { status: "running", reached: 1, left: 1 },
    ]);
    expect(all(aurora.db, "SELECT status FROM campaign ORDER BY id").slice(2)).toEqual([
      { status: "scheduled" },
      { status: "inactive" },
    ]);
    expect(all(aurora.db, "SELECT 1 FROM file_list_option WHERE media_id IS NOT NULL")).toHaveLength(2);
    expect(
      all(
        aurora.db,
        "SELECT valid_count AS valid, invalid_count AS invalid FROM contact_list ORDER BY id DESC LIMIT 1",
      ),
    ).toEqual([{ valid: 4, invalid: 1 }]);
    expect(all(aurora.db, "SELECT 1 FROM quick_reply WHERE media_id IS NOT NULL")).toHaveLength(1);
    expect(all(installation.system, "SELECT 1 FROM meta_rate WHERE confirmed_at IS NULL")).toHaveLength(0);
    expect(all(installation.system, "SELECT 1 FROM help")).toHaveLength(1);
    expect(all(installation.system, "SELECT 1 FROM announcement WHERE active = 1")).toHaveLength(2);
    const bills = all<{ status: string; n: number }>(
      installation.system,
      "SELECT status, count(*) AS n FROM invoice GROUP BY status ORDER BY status",
    );
    expect(bills).toEqual([
      { status: "open", n: 1 },
      { status: "paid", n: 3 },
    ]);
    const due = Date.parse(`${installation.tenants.open(2).company.dueDate}T12:00:00Z`);
    expect(Math.round((due - systemClock.now()) / 86_400_000)).toBeWithin(9, 15);
  } finally {
    close();
    rmSync(directory, { recursive: true });
  }
});
