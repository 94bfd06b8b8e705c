import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fakeClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import { removeOldMedia, STORED_MARK } from "./standby-media.ts";

const DAY_MS = 24 * 60 * 60_000;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "balcao-standby-media-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a standby removes old media once all were stored elsewhere, and nothing else", async () => {
  const clock = fakeClock();
  const lay = (name: string, days: number) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "x");
    const at = (clock.now() - days * DAY_MS) / 1000;
    utimesSync(path, at, at);
    return path;
  };
  const old = lay("companies/1/media/2026-10/old.jpg", 15);
  const young = lay("companies/1/media/2026-11/young.jpg", 13);
  const database = lay("companies/1/company.sqlite", 100);
  const options = {
    dataDirectory: folder,
    media: { keepMs: 14 * DAY_MS },
    clock,
    journal: createLog("silent"),
  };
  expect(await removeOldMedia(options)).toBe(0); // This directory may have the only copy of the media.
  writeFileSync(join(folder, STORED_MARK), "");
  expect(await removeOldMedia({ ...options, media: null })).toBe(0);
  expect(await removeOldMedia(options)).toBe(1);
  expect([old, young, database].map((path) => existsSync(path))).toEqual([false, true, true]);
});
