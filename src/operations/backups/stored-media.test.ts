import { afterEach, beforeEach, expect, test } from "bun:test";
import { readFileSync, rmSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { addMediaFile, mediaStoreOf } from "#channels/media/index.ts";
import { withStoredMedia } from "#cli/stored-media.ts";
import { loadConfig } from "#config.ts";
import { exportCompany } from "#operations/backups/exports/export-company.ts";
import { folderStore } from "#operations/backups/store/folder.ts";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { backUp } from "./run/back-up.ts";

// Media are in a bucket too; the disk of this machine has only a part of them.
const KEY = "an installation key for the tests of stored media";
let s3: S3Simulator;
let app: TestApp;
let tenant: Tenant;
beforeEach(async () => {
  s3 = startS3();
  app = await startTestApp({ env: env(), hasMediaBucket: true });
  tenant = app.company("Padaria");
});
afterEach(async () => {
  await app.stop();
  await s3.stop();
});

const env = () => ({
  APP_SECRET: KEY,
  MEDIA_S3_BUCKET: s3.bucket,
  MEDIA_S3_ENDPOINT: s3.endpoint,
  MEDIA_S3_REGION: "sa-east-1",
  MEDIA_S3_ACCESS_KEY: s3.key.id,
  MEDIA_S3_SECRET_KEY: s3.key.secret,
});
async function* once(text: string) {
  yield Buffer.from(text);
}
/** Stores a file as an upload does; returns its path on this machine and its name. */
async function store(text: string): Promise<{ path: string; name: string }> {
  const files = mediaStoreOf(tenant);
  const { name, size, sha256 } = await files.adopt(await files.receive(once(text)), "jpg", app.clock.now());
  tenant.write((unit) =>
    addMediaFile(unit, { path: name, name: "foto.jpg", size, sha256, mimeType: "image/jpeg" }),
  );
  return { name, path: files.pathOf(name) };
}
const config = () => loadConfig({ DATA_DIR: app.directory, ...env() });
const backups = () => join(app.directory, "backups");
const back = () =>
  withStoredMedia(config(), (media) =>
    backUp({
      dataDirectory: app.directory,
      store: folderStore(backups()),
      secrets: app.installation.secrets,
      wrappedKey: null,
      keep: 0,
      media,
      now: () => app.clock.now(),
    }),
  );
const outcome = async () => (await back()).run.companies.find(({ id }) => id === tenant.id);
const inBackup = ({ name }: { name: string }) =>
  readFileSync(join(backups(), "media", String(tenant.id), name), "utf8");

test("a backup has the files that are only in the bucket, and does not fetch them again", async () => {
  const [here, there] = [await store("on this machine"), await store("only in the bucket")];
  unlinkSync(there.path);
  expect(await outcome()).toMatchObject({ error: null });
  expect([inBackup(here), inBackup(there)]).toEqual(["on this machine", "only in the bucket"]);
  s3.asked.length = 0;
  app.clock.advance(1000);
  const again = await outcome();
  expect([again?.error, again?.leftOut, s3.asked]).toEqual([null, undefined, []]);
});

test("a backup made while the bucket does not respond lacks only its files and names them; the next one has them", async () => {
  const there = await store("only in the bucket");
  unlinkSync(there.path);
  s3.failing = 1000;
  expect(await outcome()).toMatchObject({ error: null, leftOut: { missing: 0, away: 1 } });
  s3.failing = 0;
  app.clock.advance(1000);
  expect((await outcome())?.leftOut).toBeUndefined();
  expect(inBackup(there)).toBe("only in the bucket");
});

test("a backup names a file that is neither local nor in the bucket, and contains the others", async () => {
  const [lost, there] = [await store("lost"), await store("only in the bucket")];
  const [key] = [...s3.objects.keys()].filter((name) => name.includes("/media/"));
  s3.objects.delete(key ?? "");
  for (const { path } of [lost, there]) rmSync(path);
  expect(await outcome()).toMatchObject({ error: null, leftOut: { missing: 1, away: 0 } });
  expect(inBackup(there)).toBe("only in the bucket");
});

test("an export has the files of the bucket, and fails rather than leave them out", async () => {
  const there = await store("only in the bucket");
  unlinkSync(there.path);
  const path = join(app.directory, "company.tar");
  const make = () =>
    withStoredMedia(config(), (media) =>
      exportCompany({
        dataDirectory: app.directory,
        id: tenant.id,
        path,
        secrets: app.installation.secrets,
        passphrase: "correct horse battery",
        media,
        now: () => app.clock.now(),
      }),
    );
  s3.failing = 1000;
  await expect(make()).rejects.toThrow("1 media files could not be fetched");
  s3.failing = 0;
  expect((await make()).media).toEqual({ files: 1, bytes: "only in the bucket".length });
  expect(readFileSync(path).includes("only in the bucket")).toBe(true);
});
