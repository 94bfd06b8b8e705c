import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { exportCompany } from "#operations/backups/exports/export-company.ts";
import { type Filled, fillCompany, scratch } from "#operations/backups/testing.ts";
import { fakeClock } from "#platform/clock.ts";
import { AppError } from "#platform/errors.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { type MemoryDirectory, memoryDirectory } from "#test/helpers/memory-directory.ts";
import { importCompany } from "./import-company.ts";

const PASSPHRASE = "a passphrase of the tests";
const directories = scratch();
afterAll(() => directories.remove());

let directory: MemoryDirectory;
let near: TestApp;
let far: TestApp;
let original: Filled;
let path: string;
beforeEach(async () => {
  const clock = fakeClock();
  directory = memoryDirectory(clock.now);
  near = await startTestApp({ clock, directory: directories.next(), cells: directory.cells(1) });
  far = await startTestApp({ clock, directory: directories.next(), cells: directory.cells(2) });
  const { plan, ...company } = far.company("Modelo").company;
  // The copy of the provider's company that every cell has.
  const provider = { ...company, id: 1, name: "Provedor", planId: plan.id };
  far.installation.tenants.create(provider, reservedForTests());
  original = await fillCompany(near, "Padaria");
  directory.leave({ kind: "name", value: "padaria" }, 1, original.tenant.id);
  path = directories.next();
  await exportCompany({
    dataDirectory: near.directory,
    id: original.tenant.id,
    path,
    secrets: near.installation.secrets,
    passphrase: PASSPHRASE,
    now: clock.now,
  });
});
afterEach(async () => {
  await near.stop();
  await far.stop();
});

const bring = () => importCompany(far.installation, { path, passphrase: PASSPHRASE, start: false, jobs: [] });
const ofCell = (cell: number) =>
  Object.entries(directory.entries()).filter(([, entry]) => entry.cell === cell);

test("a company that is copied into another cell leaves its e-mails and tokens with the original, and gets an id of its cell", async () => {
  const before = ofCell(1);
  const { placed } = await bring();
  expect(placed).toMatchObject({
    name: "Padaria (2)",
    takenEmails: [original.person.email],
    takenTokens: ["Loja"],
  });
  expect(placed.id).toBeGreaterThan(2_000_000);
  expect(ofCell(1)).toEqual(before);
  expect(ofCell(2)).toEqual([["name padaria (2)", { cell: 2, companyId: placed.id, isConfirmed: true }]]);
});

test("a company that leaves its cell takes its e-mails and tokens into the other one", async () => {
  for (const [name, { companyId }] of ofCell(1)) {
    const [kind, value] = name.split(" ", 2) as ["login", string];
    await directory.of(1).release({ kind, value }, companyId ?? 0);
  }
  const { placed } = await bring();
  expect([placed.takenEmails, placed.takenTokens]).toEqual([[], []]);
  expect(ofCell(2).map(([, { companyId }]) => companyId)).toEqual([placed.id, placed.id, placed.id]);
});

test("an import that fails leaves no entry", async () => {
  const cells = far.installation.cells.directory;
  const { reserve } = cells;
  Object.assign(cells, {
    reserve: (...[key, id]: Parameters<typeof reserve>) => {
      if (key.kind === "token") throw new AppError(503, "ERR_NOT_DURABLE");
      return reserve(key, id);
    },
  });
  directory.leave({ kind: "login", value: original.person.email }, 2, null);
  await expect(bring()).rejects.toMatchObject({ code: "ERR_NOT_DURABLE" });
  expect(ofCell(2).filter(([, { companyId }]) => companyId !== null)).toEqual([]);
  expect(far.installation.tenants.exists(2_000_001)).toBe(false);
});
