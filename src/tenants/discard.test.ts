import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { fakeClock } from "#platform/clock.ts";
import { createRemoteDurability } from "#platform/db/durability/remote.ts";
import { createFakeLog, type FakeLog } from "#platform/db/durability/testing/fake-log.ts";
import { createLog } from "#platform/log.ts";
import { testCompany } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { startInstallation } from "./start-installation.ts";

let log: FakeLog;
let noted: string[];
let directory: string;
let copy: string;
let running: ReturnType<typeof start>;
beforeEach(() => {
  log = createFakeLog();
  log.answerAfter(0);
  noted = [];
  directory = mkdtempSync(join(tmpdir(), "balcao-discard-"));
  copy = `${directory}-copy`;
  running = start(directory);
});
afterEach(() => {
  running.close();
  for (const place of [directory, copy]) rmSync(place, { recursive: true, force: true });
});

function start(dataDir: string) {
  return startInstallation({
    config: loadConfig({ DATA_DIR: dataDir, APP_SECRET: "a key that only the tests know, 32 long" }),
    clock: fakeClock(),
    log: createLog("silent"),
    durability: createRemoteDurability({
      log,
      clock: fakeClock(0),
      patienceMs: 60_000,
      observer: {
        committed: () => undefined,
        opened: () => undefined,
        closing: () => undefined,
        changed: (path) => void noted.push(path),
      },
    }),
  });
}
const files = (dataDir: string, id: number) => join(dataDir, "companies", String(id), "company.sqlite");

/** Discards a company while the log does not answer; returns the id of the company. */
function discarded(): number {
  const { id } = testCompany(running.installation);
  log.answerAfter(null);
  noted.splice(0);
  running.installation.tenants.discard(id);
  return id;
}

test("the files of a discarded company stay until the deletion of its row is stored on the other machines", async () => {
  const id = discarded();
  await Bun.sleep(30);
  expect(existsSync(files(directory, id))).toBe(true);
  expect(noted).toEqual([`companies/${id}/unfinished`]);
  log.answerAfter(0);
  await becomesTrue(() => !existsSync(files(directory, id)));
  expect(noted).toEqual([`companies/${id}/unfinished`, `companies/${id}`]);
});

test("the next owner removes the folder of a company whose deletion was stored, and records the removal", () => {
  const id = discarded();
  // The copy has the files as they are when the deletion was stored and the process ended before it removed the folder.
  cpSync(directory, copy, { recursive: true });
  noted.splice(0);
  const next = start(copy);
  expect(existsSync(join(copy, "companies", String(id)))).toBe(false);
  expect(noted).toEqual([`companies/${id}`]);
  next.close();
});

test("a company whose deletion was not stored is complete after the next start", () => {
  const { id } = testCompany(running.installation);
  cpSync(directory, copy, { recursive: true });
  log.answerAfter(null);
  running.installation.tenants.discard(id);
  // The log still has the row: rejoin restores it, while the folder stays as it is now.
  rmSync(join(copy, "companies"), { recursive: true });
  cpSync(join(directory, "companies"), join(copy, "companies"), { recursive: true });
  const next = start(copy);
  expect(next.installation.tenants.open(id).id).toBe(id);
  expect(existsSync(join(copy, "companies", String(id), "unfinished"))).toBe(false);
  next.close();
});
