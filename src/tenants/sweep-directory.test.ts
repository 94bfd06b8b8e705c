import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createCompany } from "#accounts/companies/index.ts";
import { removeCompany } from "#accounts/companies/lifecycle/bin.ts";
import { createConnection } from "#channels/connections/crud/create.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { randomCode } from "#platform/ids.ts";
import { createLog } from "#platform/log.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { type MemoryDirectory, memoryDirectory } from "#test/helpers/memory-directory.ts";
import { directoryMismatches, sweepDirectory } from "./sweep-directory.ts";
import type { Tenant } from "./tenant.ts";

let clock: FakeClock;
let directory: MemoryDirectory;
let app: TestApp;
let tenant: Tenant;
const lines: string[] = [];
beforeEach(async () => {
  clock = fakeClock();
  directory = memoryDirectory(clock.now);
  lines.length = 0;
  app = await startTestApp({
    clock,
    cells: directory.cells(2),
    log: createLog("warn", (line) => void lines.push(line)),
  });
  const { id: planId } = app.company("Modelo").company.plan;
  const fields = { planId, dueDate: null, campaignsEnabled: true };
  tenant = await createCompany(app.installation, { ...fields, name: "Padaria" });
  await app.person(tenant, { email: "ana@example.com" });
  await createConnection(testUser(tenant, { profile: "admin" }), { name: "Loja", token: randomCode() });
  await sweep();
});
afterEach(() => app.stop());

const sweep = () => sweepDirectory(app.installation);
const NOTHING = { restored: 0, removed: 0, elsewhere: 0, unread: 0 };
const MINUTES_MS = 60_000;
const names = () => Object.keys(directory.entries()).sort();
const LOGIN = { kind: "login", value: "ana@example.com" } as const;

describe("sweep of the directory", () => {
  test("the sweep changes nothing when entries and rows fit", async () => {
    const before = directory.entries();
    clock.advance(60 * MINUTES_MS);
    expect([await sweep(), directory.entries()]).toEqual([NOTHING, before]);
  });

  test("the sweep writes missing entries from the rows, and confirms those whose confirmation was lost", async () => {
    const before = directory.entries();
    const cell = directory.of(2);
    for (const kind of ["login", "name"] as const)
      await cell.release({ kind, value: kind === "login" ? LOGIN.value : "padaria" }, tenant.id);
    expect(names()).not.toEqual(Object.keys(before).sort());
    directory.leave(LOGIN, 2, null);
    expect([await sweep(), directory.entries()]).toEqual([{ ...NOTHING, restored: 2 }, before]);
  });

  test("the sweep removes entries without a row after 10 minutes, and never those of the other cell", async () => {
    const before = names();
    directory.leave({ kind: "login", value: "bia@example.com" }, 2, null);
    directory.leave({ kind: "token", value: "gone" }, 2, tenant.id);
    directory.leave({ kind: "login", value: "eva@example.com" }, 1, null);
    clock.advance(9 * MINUTES_MS);
    expect(await sweep()).toEqual(NOTHING);
    clock.advance(2 * MINUTES_MS);
    expect(await sweep()).toEqual({ ...NOTHING, removed: 2 });
    expect(names()).toEqual([...before, "login eva@example.com"].sort());
  });

  test("the sweep reports a value that another cell has", async () => {
    await directory.of(2).release(LOGIN, tenant.id);
    directory.leave(LOGIN, 1, 1);
    expect(directoryMismatches(app.installation)).toBe(0);
    expect(await sweep()).toEqual({ ...NOTHING, elsewhere: 1 });
    expect(directoryMismatches(app.installation)).toBe(1);
    expect(JSON.parse(lines.at(-1) ?? "{}")).toMatchObject({ company: tenant.id, kind: "login" });
  });

  test("an index row of a transaction that was rolled back gets no entry", async () => {
    run(app.installation.system, "INSERT INTO login VALUES ('eva@example.com', ?, 99)", tenant.id);
    expect(await sweep()).toEqual(NOTHING);
  });

  test("the sweep keeps the entries of a company that cannot be opened, and the tokens of one in the bin", async () => {
    const before = names();
    clock.advance(60 * MINUTES_MS);
    app.installation.tenants.quarantine(tenant.id, "damaged");
    expect([await sweep(), names()]).toEqual([{ ...NOTHING, unread: 1 }, before]);
    app.installation.tenants.release(tenant.id);
    const root = testUser(app.company(), { profile: "admin" });
    await removeCompany({ ...root, actor: { ...root.actor, super: true } }, tenant.id);
    await new Promise((done) => setTimeout(done, 20));
    // As if the process had been killed before the releases.
    directory.leave(LOGIN, 2, tenant.id);
    clock.advance(60 * MINUTES_MS);
    expect(await sweep()).toEqual({ ...NOTHING, restored: 1, removed: 1 });
    expect(names().filter((name) => name.startsWith("token"))).toHaveLength(1);
    expect(names()).not.toContain("name padaria");
  });

  const startAgain = async () => {
    app = await startTestApp({ directory: app.directory, clock, cells: directory.cells(2) });
  };

  const untilFilled = async (count: number) => {
    for (let n = 0; n < 1000 && names().length < count; n += 1) await Bun.sleep(1);
  };

  test("a cell fills the directory at its start after it was lost", async () => {
    const before = directory.entries();
    await app.stop({ directory: true });
    directory.lose();
    await startAgain();
    await untilFilled(Object.keys(before).length);
    expect(directory.entries()).toEqual(before);
  });

  test("a cell fills the directory also when an early request has written an entry", async () => {
    const before = directory.entries();
    await app.stop({ directory: true });
    directory.lose();
    // As the first super user, who is made before the cell starts.
    await (await directory.of(2).reserve(LOGIN, tenant.id))?.confirm(tenant.id);
    await startAgain();
    await untilFilled(Object.keys(before).length);
    expect(directory.entries()).toEqual(before);
  });

  test("later starts do not read the rows of all companies again", async () => {
    await app.stop({ directory: true });
    await directory.of(2).release(LOGIN, tenant.id);
    await startAgain();
    await Bun.sleep(20);
    expect(names()).not.toContain("login ana@example.com");
  });

  test("the nightly job sweeps a cell of several, and does nothing on one machine", async () => {
    directory.leave(LOGIN, 2, null);
    await app.app.runJob("directory_sweep");
    expect(directory.entries()["login ana@example.com"]).toMatchObject({ isConfirmed: true });
    const alone = await startTestApp();
    await alone.app.runJob("directory_sweep");
    await alone.stop();
  });
});
