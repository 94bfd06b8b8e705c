import { expect, test } from "bun:test";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";

const BEFORE = tenantMigrations.findIndex(({ name }) => name.endsWith("add_rating_scales"));

test("stored ratings get the scale three, and the totals count their satisfied customers once", () => {
  const db = openDatabase(":memory:", { durability: "normal" });
  migrate(db, tenantMigrations.slice(0, BEFORE), 0);
  db.pragma("foreign_keys = OFF");
  for (const [id, rate] of [1, 2, 3, 3].entries()) {
    const at = 1 + id * 3_600_000;
    db.exec(`INSERT INTO ticket (id, uuid, status, contact_id, connection_id, user_id, protocol, created_at, updated_at)
        VALUES (${id + 1}, 't-${id}', 'closed', ${id + 1}, 1, 1, 'p-${id}', 1, 1);
      INSERT INTO ticket_period (id, ticket_id, user_id, connection_id, created_at, started_at, finished_at)
        VALUES (${id + 1}, ${id + 1}, 1, 1, 1, 1, 2);
      INSERT INTO user_rating (period_id, ticket_id, user_id, rate, created_at)
        VALUES (${id + 1}, ${id + 1}, 1, ${rate}, ${at})`);
  }
  // The totals have counted the first three; the fourth is still a pending change.
  db.exec("DELETE FROM metric_change WHERE period_id <= 3");
  for (const hour of [0, 1, 2])
    db.exec(`INSERT INTO hourly_metric (user_id, hour_at, queue_id, connection_id, attendances, finished, support_ms, waited,
        wait_ms, responded, response_ms, rated, rate_sum)
      VALUES (1, ${hour * 3_600_000}, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, ${hour + 1})`);
  db.exec(`INSERT INTO daily_metric (user_id, day_at, queue_id, connection_id, finished, support_ms, waited, wait_ms,
      responded, response_ms, rated, rate_sum) VALUES (1, 0, 0, 1, 3, 3, 0, 0, 0, 0, 3, 6);
    INSERT INTO four_week_metric (user_id, span_at, queue_id, connection_id, finished, support_ms, waited, wait_ms,
      responded, response_ms, rated, rate_sum) VALUES (1, 0, 0, 1, 3, 3, 0, 0, 0, 0, 3, 6)`);
  migrate(db, tenantMigrations.slice(0, BEFORE + 1), 0);
  expect(db.prepare("SELECT scale, rate FROM user_rating ORDER BY id").all()).toEqual(
    [1, 2, 3, 3].map((rate) => ({ scale: "three", rate })),
  );
  const satisfied = (table: string) => db.prepare(`SELECT satisfied AS n FROM ${table}`).all();
  expect(satisfied("hourly_metric")).toEqual([{ n: 0 }, { n: 1 }, { n: 1 }]);
  expect(satisfied("daily_metric")).toEqual([{ n: 2 }]);
  expect(satisfied("four_week_metric")).toEqual([{ n: 2 }]);
  expect(() => db.exec("UPDATE user_rating SET rate = 4 WHERE id = 1")).toThrow("CHECK");
  db.close();
});
