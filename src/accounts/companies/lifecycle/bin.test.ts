import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fakeClock } from "#platform/clock.ts";
import { createRemoteDurability, type RemoteDurability } from "#platform/db/durability/remote.ts";
import { createFakeLog, type FakeLog } from "#platform/db/durability/testing/fake-log.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { removeCompany } from "./bin.ts";

let log: FakeLog;
let remote: RemoteDurability;
let noted: string[];
let app: TestApp;
let admin: UserCtx;
beforeEach(async () => {
  log = createFakeLog();
  log.answerAfter(0);
  noted = [];
  remote = createRemoteDurability({
    log,
    clock: fakeClock(0),
    patienceMs: 60_000,
    observer: {
      committed: () => undefined,
      opened: () => undefined,
      closing: () => undefined,
      changed: (path) => void noted.push(path),
    },
  });
  app = await startTestApp({ durability: remote });
  const { tenant, actor } = testUser(app.company(), { profile: "admin" });
  admin = { tenant, actor: { ...actor, super: true } };
});
afterEach(async () => {
  log.answerAfter(0);
  await app.stop();
});

const isMoved = (id: number) => existsSync(join(app.directory, "bin", String(id)));

test("the files of a removed company stay in place until the removal is stored on the other machines", async () => {
  const { id } = app.company("Padaria");
  await remote.durable();
  log.answerAfter(null);
  const removed = removeCompany(admin, id);
  await becomesTrue(() => log.inFlight === 1);
  await Bun.sleep(50);
  expect(isMoved(id)).toBe(false);
  log.answerAfter(0);
  await removed;
  expect(isMoved(id)).toBe(true);
});

test("the next night stores the move of a removed company again, in case the owner failed before it was stored", async () => {
  const { id } = app.company("Padaria");
  await removeCompany(admin, id);
  noted.splice(0);
  app.clock.advance(86_400_000);
  await app.app.runJob("bin");
  expect(noted).toEqual([`companies/${id}`, `bin/${id}`]);
  noted.splice(0);
  app.clock.advance(2 * 86_400_000);
  await app.app.runJob("bin");
  expect(noted).toEqual([]);
});
