import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, rmSync, utimesSync } from "node:fs";
import { mediaUrl } from "#channels/media/serving/signed-urls.ts";
import { addMediaFile, mediaFileById, mediaStoreOf, removeMediaFile } from "#channels/media/storage/files.ts";
import { run } from "#platform/db/database.ts";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { evictMedia } from "./evict.ts";
import { storeAllMedia } from "./store-all.ts";

const DAY_MS = 24 * 60 * 60_000;
let s3: S3Simulator;
let app: TestApp;
let tenant: Tenant;
const env = () => ({
  MEDIA_S3_BUCKET: s3.bucket,
  MEDIA_S3_ENDPOINT: s3.endpoint,
  MEDIA_S3_REGION: "sa-east-1",
  MEDIA_S3_ACCESS_KEY: s3.key.id,
  MEDIA_S3_SECRET_KEY: s3.key.secret,
  MEDIA_CACHE_GB: "1",
});
beforeEach(async () => {
  s3 = startS3();
  app = await startTestApp({ env: env(), hasMediaBucket: true });
  tenant = app.company("Padaria");
});
afterEach(async () => {
  await app.stop();
  await s3.stop();
});

const media = () => {
  const { media: remote } = app.installation;
  if (!remote) throw new Error("no storage of media");
  return remote;
};
async function* once(text: string) {
  yield Buffer.from(text);
}
/** Stores a file as the upload of a user does; returns the id of its row. */
async function store(text: string, of = tenant): Promise<number> {
  const files = mediaStoreOf(of);
  const { name, size, sha256 } = await files.adopt(await files.receive(once(text)), "jpg", app.clock.now());
  return of.write((unit) =>
    addMediaFile(unit, { path: name, name: "foto.jpg", size, sha256, mimeType: "image/jpeg" }),
  );
}
const pathOf = (id: number) => mediaStoreOf(tenant).pathOf(mediaFileById(tenant.db, id)?.path ?? "");
const get = (id: number) => fetch(`${app.url}${mediaUrl(tenant, id, "foto.jpg")}`);
/** Content in the bucket; marks of the sweep are not media. */
const objects = () => [...s3.objects.keys()].filter((key) => key.includes("/media/"));
const sweep = () => app.app.runJob("media_objects");

describe("media in a bucket", () => {
  test("a file is encrypted in the bucket before its row exists, and is served from the bucket when the local file is missing", async () => {
    const id = await store("the picture of Maria");
    expect(objects()).toHaveLength(1);
    expect([...s3.objects.values()].some((bytes) => Buffer.from(bytes).includes("Maria"))).toBe(false);
    rmSync(pathOf(id));
    const answer = await get(id);
    expect([answer.status, await answer.text()]).toEqual([200, "the picture of Maria"]);
    expect(existsSync(pathOf(id))).toBe(true);
  });

  test("ten simultaneous requests for a file that is only in the bucket fetch it once", async () => {
    const id = await store("popular");
    rmSync(pathOf(id));
    s3.asked.length = 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => get(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(s3.asked).toEqual(["GET"]);
  });

  test("while the bucket does not respond, an upload is rejected with 503 and leaves no file, and local files are served", async () => {
    const id = await store("before");
    s3.failing = 1000;
    await expect(store("during")).rejects.toThrow("ERR_MEDIA_UNAVAILABLE");
    expect((await get(id)).status).toBe(200);
    rmSync(pathOf(id));
    const answer = await get(id);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      503,
      "ERR_MEDIA_UNAVAILABLE",
    ]);
    s3.failing = 0;
    expect((await get(id)).status).toBe(200);
  });

  test("a file that is neither on this machine nor in the bucket answers 404 ERR_MEDIA_MISSING and is counted", async () => {
    const id = await store("lost");
    rmSync(pathOf(id));
    s3.objects.clear();
    const answer = await get(id);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      404,
      "ERR_MEDIA_MISSING",
    ]);
    await sweep();
    expect(media().figures.missing).toBe(1);
  });
});

describe("the nightly comparison of media objects and rows", () => {
  test("the sweep deletes an erased file's object after ARCHIVE_DAYS, and keeps content that another row names", async () => {
    const [erased, kept, twin] = [await store("erase"), await store("keep"), await store("keep")];
    tenant.write((unit) => {
      removeMediaFile(unit, erased);
      removeMediaFile(unit, twin);
    });
    await sweep();
    expect(objects()).toHaveLength(2);
    app.clock.advance(13 * DAY_MS);
    await sweep();
    expect(objects()).toHaveLength(2);
    app.clock.advance(DAY_MS);
    await sweep();
    expect(objects()).toHaveLength(1);
    rmSync(pathOf(kept));
    expect((await get(kept)).status).toBe(200);
  });

  test("the sweep keeps an object whose content got a new row before its deletion", async () => {
    const first = await store("again");
    tenant.write((unit) => removeMediaFile(unit, first));
    await sweep();
    app.clock.advance(13 * DAY_MS);
    const second = await store("again");
    await sweep();
    app.clock.advance(30 * DAY_MS);
    await sweep();
    rmSync(pathOf(second));
    expect((await get(second)).status).toBe(200);
  });

  test("the sweep keeps the object of a received file whose event is not processed yet", async () => {
    const id = await store("waits");
    const sha256 = mediaFileById(tenant.db, id)?.sha256;
    tenant.write((unit) => removeMediaFile(unit, id));
    run(
      tenant.db,
      `INSERT INTO inbound_event (connection_id, chat_key, kind, event_key, received_at, payload, state, next_try_at)
        VALUES (?, 'pn:1', 'message', '1', 1, ?, 'new', 9e12)`,
      testConnection(tenant),
      JSON.stringify({ content: { media: { file: { sha256 } } } }),
    );
    for (let night = 0; night < 3; night += 1) {
      await sweep();
      app.clock.advance(20 * DAY_MS);
    }
    expect(objects()).toHaveLength(1);
  });

  test("the sweep deletes the objects of a deleted company", async () => {
    const gone = app.company("Fechada");
    await store("of the closed one", gone);
    const kept = await store("of the open one");
    const { id } = gone;
    app.installation.tenants.discard(id);
    await sweep();
    app.clock.advance(15 * DAY_MS);
    await sweep();
    expect(objects()).toHaveLength(1);
    rmSync(pathOf(kept));
    expect((await get(kept)).status).toBe(200);
  });

  test("the sweep of a node that lost its lease deletes nothing", async () => {
    const id = await store("x");
    tenant.write((unit) => removeMediaFile(unit, id));
    await sweep();
    app.clock.advance(20 * DAY_MS);
    media().mayDelete = () => false;
    await sweep();
    expect(objects()).toHaveLength(1);
  });

  test("the sweep stores files that are only on this machine, and a second sweep uploads nothing", async () => {
    const id = await store("x");
    s3.objects.clear();
    await sweep();
    expect(objects()).toHaveLength(1);
    s3.asked.length = 0;
    await sweep();
    expect(s3.asked.filter((method) => method === "PUT")).toEqual([]);
    rmSync(pathOf(id));
    expect((await get(id)).status).toBe(200);
  });
});

describe("the local media of an installation with a bucket", () => {
  const age = (id: number, hours: number) => {
    const at = (app.clock.now() - hours * 3_600_000) / 1000;
    utimesSync(pathOf(id), at, at);
  };
  test("local media above their limit are evicted from the oldest on, except files in use; all are still served", async () => {
    const ids = [await store("a".repeat(100)), await store("b".repeat(100)), await store("c".repeat(100))];
    for (const [at, id] of ids.entries()) age(id, [50, 40, 0.1][at] ?? 0);
    expect(await evictMedia(app.installation, { ...media(), cacheBytes: 150 })).toBe(2);
    expect(ids.map((id) => existsSync(pathOf(id)))).toEqual([false, false, true]);
    for (const id of ids) expect((await get(id)).status).toBe(200);
  });

  test("a local file whose object is missing is stored in the bucket before it is evicted", async () => {
    const id = await store("only here");
    age(id, 50);
    s3.objects.clear();
    await evictMedia(app.installation, { ...media(), cacheBytes: 0 });
    expect([existsSync(pathOf(id)), objects().length]).toEqual([false, 1]);
    expect((await get(id)).status).toBe(200);
  });
});

test("an installation that gets a bucket stores its media there, and a repetition uploads only what is missing", async () => {
  const ids = [await store("1"), await store("2"), await store("3")];
  s3.objects.clear();
  const counts: number[] = [];
  const all = () => storeAllMedia(app.installation, media(), ({ uploaded }) => counts.push(uploaded));
  await all();
  s3.objects.delete(objects()[0] ?? "");
  await all();
  await all();
  expect(counts.filter((count) => count > 0)).toEqual([3, 1]);
  for (const id of ids) rmSync(pathOf(id));
  for (const id of ids) expect((await get(id)).status).toBe(200);
});
