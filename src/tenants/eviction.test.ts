import { afterEach, beforeEach, expect, test } from "bun:test";
import { actorOfSession } from "#accounts/auth/guard/authenticate.ts";
import { one, run } from "#platform/db/database.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { type TestInstallation, testInstallation, testUser } from "#test/helpers/installation.ts";
import { createEvictionList } from "./eviction.ts";
import { fixedLimit, type LoadedLimit } from "./loaded-limit.ts";

let app: TestInstallation;
beforeEach(() => {
  app = testInstallation();
});
afterEach(() => app.close());

/** Simulated companies by id. Using an evicted company loads it again; pending evictions run after each use. */
function simulated(limit: number | LoadedLimit) {
  const resting = new Set<number>();
  const withPages = new Set<number>();
  const companies = new Map<number, Parameters<typeof list.used>[0]>();
  const list = createEvictionList<{ evict(): boolean; releasePages(): void }>(
    typeof limit === "number" ? fixedLimit(limit) : limit,
  );
  let reopened = 0;
  return {
    list,
    resting,
    withPages,
    get reopened() {
      return reopened;
    },
    company(id: number) {
      const known = companies.get(id) ?? {
        evict() {
          withPages.delete(id);
          resting.add(id);
          return true;
        },
        releasePages: () => void withPages.delete(id),
      };
      companies.set(id, known);
      return known;
    },
    async use(...ids: readonly number[]) {
      for (const id of ids) {
        if (resting.delete(id)) reopened += 1;
        withPages.add(id);
        list.used(this.company(id));
        await yieldToEventLoop("server");
      }
    },
  };
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);

test("no more companies stay loaded than allowed, and the last used is one of them", async () => {
  for (const most of [1, 2, 5, 80]) {
    const file = simulated(most);
    await file.use(...range(1, 200), 7);
    expect(file.resting.size).toBe(200 - most);
    expect(file.resting.has(7)).toBe(false);
  }
});

test("a company is evicted in a separate turn of the event loop", async () => {
  const file = simulated(1);
  for (const id of [1, 2]) file.list.used(file.company(id));
  expect(file.resting.size).toBe(0);
  await yieldToEventLoop("server");
  expect([...file.resting]).toEqual([1]);
});

test("most loaded companies stay loaded while many more are used in turn", async () => {
  const file = simulated(80);
  for (let round = 0; round < 4; round += 1) await file.use(...range(1, 200));
  const before = file.reopened;
  // A request uses its company several times, with requests of other companies in between.
  for (let id = 1; id < 200; id += 2) await file.use(id, id + 1, id, id + 1);
  expect(file.reopened - before).toBe(140);
});

test("companies that are used often replace loaded companies that are no longer used", async () => {
  const file = simulated(80);
  for (let round = 0; round < 3; round += 1) await file.use(...range(1, 200));
  for (let round = 0; round < 8; round += 1) await file.use(...range(301, 370));
  const before = file.reopened;
  await file.use(...range(301, 370));
  expect(file.reopened - before).toBeLessThan(20);
});

test("the most recently used third of the loaded companies keeps its pages", async () => {
  const file = simulated(80);
  await file.use(...range(1, 60));
  expect([...file.withPages]).toEqual(range(34, 60));
  await file.use(1, 60, 2);
  expect(file.withPages.size).toBe(27);
  expect([1, 2, 34, 36, 60].map((id) => file.withPages.has(id))).toEqual([true, true, false, true, true]);
});

test("a company that is closed frees its place for another one", async () => {
  const file = simulated(2);
  await file.use(1, 2);
  file.list.forget(file.company(1));
  await file.use(3);
  expect(file.resting.size).toBe(0);
});

test("when the limit falls, the companies used longest ago are evicted from the lasting and the other places", async () => {
  const limit = { most: 80, review: () => false };
  const file = simulated(limit);
  await file.use(...range(1, 80));
  expect(file.resting.size).toBe(0);
  limit.most = 60;
  file.list.fit();
  expect([...file.resting].toSorted((a, b) => a - b)).toEqual([...range(1, 15), ...range(61, 65)]);
});

test("more companies stay loaded when the limit rises", async () => {
  const limit = { most: 40, review: () => false };
  const file = simulated(limit);
  await file.use(...range(1, 100));
  expect(100 - file.resting.size).toBe(40);
  limit.most = 60;
  await file.use(...range(101, 130));
  expect(130 - file.resting.size).toBe(60);
});

test("the limit is compared with the memory when a company is evicted", async () => {
  let reviews = 0;
  const file = simulated({
    most: 4,
    review() {
      reviews += 1;
      return true;
    },
  });
  await file.use(...range(1, 8));
  expect(reviews).toBeGreaterThan(0);
});

test("work that began before an eviction continues with the same handle", async () => {
  const tenant = app.company();
  const { db } = tenant;
  tenant.write(() => run(db, "INSERT INTO setting VALUES ('k', 'a')"));
  expect(app.installation.tenants.trim(-1, 10)).toBe(1);
  await yieldToEventLoop("server");
  tenant.write((unit) => run(unit.db, "UPDATE setting SET value = 'b' WHERE key = 'k'"));
  expect(one(db, "SELECT value FROM setting WHERE key = 'k'")).toEqual({ value: "b" });
});

test("a permission lost while the company is evicted is lost", async () => {
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
    app.installation.tenants.trim(-1, 10);
    // The file's change counter is the same as when the permissions were read.
    run(tenant.db, "UPDATE user SET profile = 'user' WHERE id = ?", actor.id);
    expect(actorOfSession(tenant, actor.id, session)?.profile).toBe("user");
    app.installation.tenants.trim(-1, 10);
    run(tenant.db, "UPDATE user SET profile = 'admin' WHERE id = ?", actor.id);
  }
});
