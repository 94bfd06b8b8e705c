import { afterEach, beforeEach, expect, test } from "bun:test";
import { actorOfSession } from "#auth/authenticate.ts";
import { one, run } from "#platform/db/database.ts";
import { nextTurn } from "#platform/jobs/next-turn.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { createAwakeList } from "./awake.ts";

let app: TestInstallation;
beforeEach(() => {
  app = testInstallation();
});
afterEach(() => app.close());

test("the companies used longest ago rest when more are awake than allowed", async () => {
  const rested: number[] = [];
  const companies = [1, 2, 3, 4].map((id) => ({ rest: () => rested.push(id) > 0 }));
  const list = createAwakeList(2);
  for (const company of companies) list.used(company);
  list.used(companies[1] as (typeof companies)[number]);
  expect(rested).toEqual([]);
  await nextTurn();
  expect(rested).toEqual([1, 3]);
  list.forget(companies[3] as (typeof companies)[number]);
  list.used(companies[0] as (typeof companies)[number]);
  await nextTurn();
  expect(rested).toEqual([1, 3]);
});

test("work that began before a company rested goes on with the same handle", async () => {
  const tenant = app.company();
  const { db } = tenant;
  tenant.write(() => run(db, "INSERT INTO setting VALUES ('k', 'a')"));
  expect(app.installation.tenants.ease(-1, 10)).toBe(1);
  await nextTurn();
  tenant.write((unit) => run(unit.db, "UPDATE setting SET value = 'b' WHERE key = 'k'"));
  expect(one(db, "SELECT value FROM setting WHERE key = 'k'")).toEqual({ value: "b" });
});

test("a person who loses rights while the company rests has lost them", async () => {
  const tenant = app.company();
  const { actor } = testUser(tenant, { profile: "admin" });
  const session = run(
    tenant.db,
    "INSERT INTO session (user_id, family_hash, rotated_at, created_at, expires_at) VALUES (?, 'x', 0, 0, ?)",
    actor.id,
    tenant.clock.now() + 60_000,
  ).id;
  for (let n = 0; n < 3; n += 1) {
    expect(actorOfSession(tenant, actor.id, session)?.profile).toBe("admin");
    app.installation.tenants.ease(-1, 10);
    // As many changes as were counted when the rights were read.
    run(tenant.db, "UPDATE user SET profile = 'user' WHERE id = ?", actor.id);
    expect(actorOfSession(tenant, actor.id, session)?.profile).toBe("user");
    app.installation.tenants.ease(-1, 10);
    run(tenant.db, "UPDATE user SET profile = 'admin' WHERE id = ?", actor.id);
  }
});
