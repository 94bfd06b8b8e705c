import { afterEach, beforeEach, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { distribution } from "#inbox/distribution/feature.ts";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { ratings } from "#inbox/ratings/feature.ts";
import { all, run } from "#platform/db/database.ts";
import { testUser } from "#test/helpers/installation.ts";
import { inactivity } from "./feature.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

/**
 * Partial indexes that contain only tickets with work for a sweep; reading such an index completely is no scan of the
 * tickets.
 */
const SMALL = /USING (COVERING )?INDEX ticket_(distributed|unqueued|idle|tracking_rating|tracking_running)\b/;

test("every query of the distribution, rating and inactivity jobs uses an index", async () => {
  const { db } = s.tenant;
  const heard = new Set<string>();
  const prepare = db.$client.prepare.bind(db.$client);
  db.$client.prepare = ((sql: string) => {
    heard.add(sql);
    return prepare(sql);
  }) as typeof db.$client.prepare;

  writeSetting(s.tenant, "returnOpenWhenOfflineMinutes", "5");
  run(db, "UPDATE connection SET redirect_after_minutes = 1, redirect_queue_id = NULL");
  s.receive(wrote(maria, "Oi", s.clock.now()));
  testUser(s.tenant);
  heard.clear();
  for (const feature of [distribution, ratings, inactivity])
    for (const job of feature.jobs ?? []) {
      s.tenant.write((unit) => unit.scheduleWake(job.name, 0));
      await job.run(s.installation);
    }
  const looks = [...heard].filter((sql) => /^(SELECT|UPDATE|DELETE)/.test(sql));
  expect(looks.length).toBeGreaterThan(6);
  for (const sql of looks) {
    const bindings = new Set(sql.match(/\?\d+/g) ?? []).size;
    const values = /\?\d/.test(sql) ? bindings : (sql.match(/\?/g) ?? []).length;
    const plan = all<{ detail: string }>(db, `EXPLAIN QUERY PLAN ${sql}`, ...Array<number>(values).fill(1));
    for (const { detail } of plan)
      if (/^SCAN (t|ticket|r|ticket_period|m|message|user_rating)\b/.test(detail))
        expect(detail, sql).toMatch(SMALL);
  }
});
