import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Heartbeat } from "#cluster/lease/lease.ts";
import { watchReplacedLog } from "./replaced-log.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-replaced-log-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const beat = (role: Heartbeat["role"], isReady: boolean, applied: number): Heartbeat => ({
  node: "b",
  address: "",
  role,
  isReady,
  applied: { 1: applied },
  version: "test",
  formats: [1],
  atMs: 0,
});
let others: readonly Heartbeat[] = [];
let snapshotFrom: number | null = null;
const start = () =>
  watchReplacedLog({
    directory,
    cell: 1,
    alive: () => others,
    snapshotFrom: () => snapshotFrom,
    journal: { warn() {}, info() {} },
  });
beforeEach(() => {
  others = [];
  snapshotFrom = null;
  start().forget();
});

describe("an owner that made its log again", () => {
  test("an owner that created its log again acknowledges nothing until a snapshot has everything before the log", () => {
    const replaced = start();
    expect(replaced.isWithheld).toBe(false);
    snapshotFrom = 90;
    replaced.begins(100);
    expect(replaced.isWithheld).toBe(true);
    snapshotFrom = 100;
    expect(replaced.isWithheld).toBe(false);
    snapshotFrom = null;
    expect(replaced.isWithheld).toBe(false);
  });

  test("an owner that created its log again acknowledges at once when a ready standby has applied everything", () => {
    const replaced = start();
    for (const other of [beat("standby", true, 99), beat("standby", false, 100), beat("copy", true, 100)]) {
      others = [other];
      replaced.begins(100);
      expect(replaced.isWithheld).toBe(true);
    }
    others = [beat("standby", true, 100)];
    expect(replaced.isWithheld).toBe(false);
    const next = start();
    next.begins(100);
    expect(next.isWithheld).toBe(false);
  });

  test("an owner that created its log again and was restarted acknowledges nothing before the snapshot either", () => {
    start().begins(100);
    expect(start().isWithheld).toBe(true);
    snapshotFrom = 120;
    expect(start().isWithheld).toBe(false);
    expect(existsSync(join(directory, "log-made-again"))).toBe(false);
  });

  test("an owner whose log was continued by another node meanwhile acknowledges at once", () => {
    const replaced = start();
    replaced.begins(100);
    replaced.forget();
    expect([replaced.isWithheld, start().isWithheld]).toEqual([false, false]);
  });
});
