import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createReadStream, writeFileSync } from "node:fs";
import { loadConfig } from "#config.ts";
import { measure } from "#operations/backups/archive/pack.ts";
import { restoreAll } from "#operations/backups/restore/restore.ts";
import { verify } from "#operations/backups/restore/verify.ts";
import { lastRun } from "#operations/backups/run/record.ts";
import { findRun } from "#operations/backups/run/runs.ts";
import { storeOf } from "#operations/backups/target.ts";
import {
  contactsOf,
  fillCompany,
  KEY,
  login,
  scratch,
  startOn,
  writeMedia,
} from "#operations/backups/testing.ts";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { bucketStore } from "./bucket.ts";
import { folderStore } from "./folder.ts";
import { readText, type Store } from "./store.ts";

const directories = scratch();
let s3: S3Simulator;
beforeAll(() => {
  s3 = startS3();
});
afterAll(async () => {
  await s3.stop();
  directories.remove();
});
const bucket = (secretAccessKey = s3.key.secret) =>
  bucketStore({
    endpoint: s3.endpoint,
    region: "sa-east-1",
    bucket: s3.bucket,
    prefix: "balcao/",
    accessKeyId: s3.key.id,
    secretAccessKey,
  });
const fileOf = (content: string | Uint8Array): string => {
  const path = directories.next();
  writeFileSync(path, content);
  return path;
};
const namesIn = async (store: Store, prefix: string) => {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names.sort();
};

describe.each([
  ["a folder", () => folderStore(directories.next())],
  ["a bucket", () => bucket()],
] as const)("backups in %s", (_, make) => {
  let store: Store;
  beforeEach(() => {
    s3.objects.clear();
    store = make();
  });

  test("a backup store stores, reads, lists and removes objects", async () => {
    await store.put("runs/1/manifest.json", fileOf("{}"));
    await store.putUnchanging("media/1/2026-11/a.jpg", fileOf("a picture"));
    expect(await readText(store, "media/1/2026-11/a.jpg")).toBe("a picture");
    expect(await namesIn(store, "runs/")).toEqual(["runs/1/manifest.json"]);
    await store.remove("runs/1/manifest.json");
    expect(await namesIn(store, "runs/")).toEqual([]);
    await expect(readText(store, "runs/1/manifest.json")).rejects.toThrow("runs/1/manifest.json is missing");
  });

  test("an object of a backup store may be empty, or larger than one request", async () => {
    const large = new Uint8Array(20 * 1024 * 1024).fill(7);
    await store.put("large", fileOf(large));
    await store.put("empty", fileOf(""));
    expect((await measure(await store.read("large"))).size).toBe(large.length);
    expect(await readText(store, "empty")).toBe("");
  });

  test("a backup store lists all objects, however many", async () => {
    const path = fileOf("x");
    for (let count = 0; count < 230; count += 1)
      await store.putUnchanging(`media/7/2026-11/${count}.jpg`, path);
    expect(await namesIn(store, "media/7/")).toHaveLength(230);
  });
});

describe("backup store in a bucket", () => {
  test("temporary errors of a bucket are retried; a rejection has its reason", async () => {
    s3.failing = 2;
    await bucket().put("a", fileOf("a"));
    expect(s3.objects.has("balcao/a")).toBe(true);
    await expect(bucket("another secret").put("b", fileOf("b"))).rejects.toThrow(
      "s3://backups/balcao/: SignatureDoesNotMatch; check BACKUP_S3_ACCESS_KEY",
    );
    expect(s3.objects.has("balcao/b")).toBe(false);
  });

  test("a missing bucket names the variable to check", async () => {
    const nowhere = bucketStore({
      endpoint: "http://127.0.0.1:1",
      region: "sa-east-1",
      bucket: "backups",
      prefix: "",
      accessKeyId: "a",
      secretAccessKey: "b",
    });
    await expect(nowhere.put("a", fileOf("a"))).rejects.toThrow(
      /cannot be reached: check BACKUP_S3_ENDPOINT/,
    );
  });

  test("a broken download resumes where it broke, and fails when it stays broken", async () => {
    const large = new Uint8Array(3 * 1024 * 1024).map((_, at) => at % 251);
    const path = fileOf(large);
    await bucket().put("large", path);
    s3.cutting = 2;
    const wanted = await measure(createReadStream(path));
    expect(await measure(await bucket().read("large"))).toEqual(wanted);
    s3.cutting = 9;
    await expect(bucket().read("large").then(measure)).rejects.toThrow("s3://backups/balcao/");
    s3.cutting = 0;
  });

  test("each cell but the home cell has a place of its own in a shared bucket or folder", () => {
    const placeOf = (env: Record<string, string>) => storeOf(loadConfig({ DATA_DIR: "/data", ...env })).place;
    const bucket = { BACKUP_S3_BUCKET: "b", BACKUP_S3_ACCESS_KEY: "k", BACKUP_S3_SECRET_KEY: "s" };
    expect([placeOf(bucket), placeOf({ ...bucket, CLUSTER_CELL: "2" })]).toEqual([
      "s3://b/balcao/",
      "s3://b/balcao/cell-2/",
    ]);
    const folder = { BACKUP_DIR: "/mounted" };
    expect([placeOf(folder), placeOf({ ...folder, CLUSTER_CELL: "2" })]).toEqual([
      "/mounted",
      "/mounted/cell-2/",
    ]);
    expect(placeOf({ CLUSTER_CELL: "2" })).toBe("/data/backups");
  });

  test("a bucket stores the nightly backup, which restores completely; an unreachable one is recorded", async () => {
    s3.objects.clear();
    const env = {
      BACKUP_S3_BUCKET: s3.bucket,
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_REGION: "sa-east-1",
      BACKUP_S3_ACCESS_KEY: s3.key.id,
      BACKUP_S3_SECRET_KEY: s3.key.secret,
    };
    const app = await startTestApp({ env });
    const { tenant, person } = await fillCompany(app);
    writeMedia(tenant, "2026-11/large.mp4", "x".repeat(12_000_000));
    app.clock.advance(86_400_000);
    await app.app.runJob("backup");
    expect(lastRun(app.installation.system)).toMatchObject({ state: "done", place: "s3://backups/balcao/" });
    const store = storeOf(app.installation.config);
    const run = await findRun(store, {});
    expect(await verify({ store, run, dataDirectory: directories.next(), everyByte: true })).toEqual([]);
    const dataDirectory = directories.next();
    const problems = await restoreAll({
      dataDirectory,
      store,
      run,
      appSecret: KEY,
      passphrase: null,
      dryRun: false,
      overwrite: false,
      jobs: [],
      now: app.clock.now,
      onLine: () => {},
    });
    expect(problems).toEqual([]);
    const again = await startOn(app, dataDirectory);
    expect([contactsOf(again.installation.tenants.open(tenant.id)), await login(again, person)]).toEqual([
      20, 200,
    ]);
    await again.stop();
    s3.key = { id: "another", secret: "another" };
    app.clock.advance(86_400_000);
    await app.app.runJob("backup");
    expect(lastRun(app.installation.system)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("SignatureDoesNotMatch"),
    });
    await app.stop();
  });
});
