import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { addMediaFile } from "./files.ts";

const HOUR_MS = 60 * 60_000;
let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company("Padaria");
});
afterAll(() => app.stop());

const pathOf = (name: string) => join(tenant.mediaDirectory, name);
/** Creates a file in the media directory that is `hours` old. */
function lay(name: string, hours: number): void {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), "x");
  const at = new Date(app.clock.now() - hours * HOUR_MS);
  utimesSync(pathOf(name), at, at);
}

test("the nightly job deletes files without a row and incomplete files after a crash", async () => {
  const stays = [
    "2026-10/shown.mp3",
    "2026-10/shown.mp3.ogg",
    "2026-10/young.jpg",
    "incoming/young",
    "2026-10/waits.jpg",
  ];
  const goes = ["2026-10/erased.jpg", "2026-10/erased.mp3.ogg", "2026-10/half.jpg.part", "incoming/old"];
  for (const name of [...stays, ...goes]) lay(name, name.includes("young") ? 47 : 49);
  tenant.write((unit) => addMediaFile(unit, { path: "2026-10/shown.mp3", size: 1 }));
  const event = JSON.stringify({ content: { media: { file: { path: pathOf("2026-10/waits.jpg") } } } });
  run(
    tenant.db,
    `INSERT INTO inbound_event (connection_id, chat_key, kind, event_key, received_at, payload, state, next_try_at)
      VALUES (?, 'pn:1', 'message', '1', 1, ?, 'new', 9e12)`,
    testConnection(tenant),
    event,
  );
  await app.app.runJob("media_strays");
  expect(stays.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
  expect(goes.filter((name) => existsSync(pathOf(name)))).toEqual([]);
});
