import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { all, one, run } from "#platform/db/database.ts";
import { prepared } from "#platform/db/open.ts";
import { defineEvent } from "#platform/events/define-event.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { type TestInstallation, testInstallation } from "#test/helpers/installation.ts";
import { DirectoryInUse, lockDirectory } from "./lock.ts";

const happened = defineEvent<{ what: string }>("test.happened");
let app: TestInstallation;
beforeEach(() => {
  app = testInstallation();
});
afterEach(() => app.close());

describe("transaction of a company", () => {
  test("listeners of kind `after` run only after the commit", () => {
    const tenant = app.company();
    const heard: string[] = [];
    app.installation.bus.after(happened, (_tenant, payload) => {
      heard.push(`${payload.what}:${tenant.db.$client.inTransaction}`);
    });
    tenant.write((unit) => {
      unit.emit(happened, { what: "a" });
      expect(heard).toEqual([]);
    });
    expect(heard).toEqual(["a:false"]);
  });

  test("a failed transaction leaves no row, event or wake-up", () => {
    const tenant = app.company();
    const heard: string[] = [];
    app.installation.bus.after(happened, (_tenant, payload) => void heard.push(payload.what));
    expect(() =>
      tenant.write((unit) => {
        run(unit.db, "INSERT INTO setting VALUES ('k', 'v')");
        unit.emit(happened, { what: "a" });
        unit.scheduleWake("outbox", 5);
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(all(tenant.db, "SELECT * FROM setting WHERE key = 'k'")).toEqual([]);
    expect(heard).toEqual([]);
    expect(app.installation.tenants.dueCompanies("outbox", 10)).toEqual([]);
  });

  test("a nested write joins the transaction", () => {
    const tenant = app.company();
    expect(() =>
      tenant.write(() => {
        tenant.write((inner) => run(inner.db, "INSERT INTO setting VALUES ('k', 'v')"));
        throw new Error("outer fails");
      }),
    ).toThrow("outer fails");
    expect(one(tenant.db, "SELECT * FROM setting WHERE key = 'k'")).toBeUndefined();
  });

  test("a listener of kind `within` can abort a company's transaction", () => {
    const tenant = app.company();
    app.installation.bus.within(happened, () => {
      throw new Error("vetoed");
    });
    expect(() => tenant.write((unit) => unit.emit(happened, { what: "a" }))).toThrow("vetoed");
  });
});

describe("due work", () => {
  const written = () =>
    all<{ company_id: number; job: string; at: number }>(
      app.installation.system,
      "SELECT company_id, job, at FROM scheduled_wakeup",
    );

  test("due companies are listed oldest first, also after a restart", async () => {
    const first = app.company();
    const second = app.company();
    first.write((unit) => unit.scheduleWake("outbox", 20));
    second.write((unit) => unit.scheduleWake("outbox", 10));
    expect(app.installation.tenants.dueCompanies("outbox", 15)).toEqual([second.id]);
    expect(app.installation.tenants.dueCompanies("outbox", 25)).toEqual([second.id, first.id]);
    app.installation.tenants.rescheduleWake(second.id, "outbox", null);
    expect(app.installation.tenants.dueCompanies("outbox", 25)).toEqual([first.id]);
    await yieldToEventLoop("server");
    expect(written()).toEqual([{ company_id: first.id, job: "outbox", at: 20 }]);
  });

  test("a wake-up that a full disk rejected stays known and is written with the next one", async () => {
    const company = app.company();
    const { tenants, system } = app.installation;
    system.$client.exec(
      "CREATE TRIGGER full BEFORE INSERT ON scheduled_wakeup BEGIN SELECT raise(ABORT, 'full'); END",
    );
    tenants.scheduleWakeUnsynced(company.id, "metrics", 20);
    await yieldToEventLoop("server");
    expect([written(), tenants.dueCompanies("metrics", 20)]).toEqual([[], [company.id]]);
    system.$client.exec("DROP TRIGGER full");
    tenants.scheduleWakeUnsynced(company.id, "outbox", 30);
    await yieldToEventLoop("server");
    expect(written()).toHaveLength(2);
  });

  test("an unsynced wake-up is written at the end of the turn, before a write that relies on it, and before the database closes", async () => {
    const company = app.company();
    const { tenants } = app.installation;
    tenants.scheduleWakeUnsynced(company.id, "metrics", 20);
    expect(written()).toEqual([]);
    expect(tenants.dueCompanies("metrics", 20)).toEqual([company.id]);
    company.write((unit) => unit.scheduleWake("metrics", 30));
    expect(written()).toEqual([{ company_id: company.id, job: "metrics", at: 20 }]);
    tenants.scheduleWakeUnsynced(company.id, "metrics", 10);
    await yieldToEventLoop("server");
    expect(written()).toEqual([{ company_id: company.id, job: "metrics", at: 10 }]);
    tenants.rescheduleWake(company.id, "metrics", 50);
    tenants.close();
    expect(written()).toEqual([{ company_id: company.id, job: "metrics", at: 50 }]);
  });
});

describe("registry of companies", () => {
  test("a damaged company is quarantined and the others are served", () => {
    const good = app.company();
    const bad = app.company();
    app.installation.tenants.closeIdle(-1);
    writeFileSync(join(bad.directory, "company.sqlite"), "this is not a database at all".repeat(100));
    expect(() => app.installation.tenants.open(bad.id)).toThrow("ERR_TENANT_UNAVAILABLE");
    expect(app.installation.tenants.quarantined().has(bad.id)).toBe(true);
    expect(app.installation.tenants.open(good.id).company.name).toBe(good.company.name);
  });

  test("a company kept open stays open and an idle one is closed", () => {
    const held = app.company();
    app.company();
    const letGo = held.keepOpen();
    app.clock.advance(60_000);
    app.installation.tenants.closeIdle(30_000);
    expect([...app.installation.tenants.openTenants()].map((tenant) => tenant.id)).toEqual([held.id]);
    letGo();
    app.installation.tenants.closeIdle(30_000);
    expect([...app.installation.tenants.openTenants()]).toEqual([]);
  });

  test("a company stays open longer after user activity than after jobs", () => {
    const { tenants } = app.installation;
    const [visited, worked] = [app.company(), app.company()];
    const closeIdle = () => tenants.closeIdle(60_000, { calledMs: 600_000 });
    visited.noteActivity();
    app.clock.advance(60_001);
    expect(closeIdle()).toBe(1);
    expect([...tenants.openTenants()]).toEqual([visited]);
    // A reopened company has a new handle.
    expect(tenants.open(worked.id).company.name).toBe(worked.company.name);
    app.clock.advance(539_999);
    expect(closeIdle()).toBe(1);
    expect([...tenants.openTenants()]).toEqual([visited]);
    app.clock.advance(1);
    expect(closeIdle()).toBe(1);
    expect([...tenants.openTenants()]).toEqual([]);
  });

  test("closeIdle closes at most the given number of companies", () => {
    const { tenants } = app.installation;
    for (let n = 0; n < 3; n += 1) app.company();
    app.clock.advance(60_001);
    expect([1, 2, 3].map(() => tenants.closeIdle(60_000, { atMost: 2 }))).toEqual([2, 1, 0]);
  });

  test("trim evicts idle companies, kept ones too, and leaves busy ones loaded", () => {
    const { tenants } = app.installation;
    const [idle, busy] = [app.company(), app.company()];
    idle.keepOpen();
    app.clock.advance(60_000);
    tenants.open(busy.id);
    const text = "SELECT count(*) AS n FROM setting";
    const old = prepared(idle.db.$client, text);
    const kept = prepared(busy.db.$client, text);
    expect(tenants.trim(30_000, 10)).toBe(1);
    expect(prepared(busy.db.$client, text)).toBe(kept);
    expect(prepared(idle.db.$client, text)).not.toBe(old);
    expect(one(idle.db, text)).toEqual(one(busy.db, text));
  });

  test("trim handles a few companies per run until all had a turn", () => {
    const { tenants } = app.installation;
    for (const company of [app.company(), app.company()]) one(company.db, "SELECT count(*) FROM setting");
    app.clock.advance(60_000);
    expect([1, 2, 3].map(() => tenants.trim(30_000, 1))).toEqual([1, 1, 0]);
  });

  test("a second process cannot lock the data directory", () => {
    expect(() => lockDirectory(app.directory)).toThrow(DirectoryInUse);
  });
});
