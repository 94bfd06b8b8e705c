import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { bucketObjects } from "#cluster/archive/bucket-objects.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import type { MediaObjects } from "./media-objects.ts";
import { createMediaSeal } from "./media-seal.ts";
import { natsObjects, storeName } from "./nats-objects.ts";
import { createRemoteMedia } from "./remote-media.ts";

const program = natsProgram();
const folder = mkdtempSync(join(tmpdir(), "balcao-remote-media-"));
let s3: S3Simulator;
let servers: NatsServers | undefined;
let nats: Nats | undefined;
beforeAll(async () => {
  if (program === null) return;
  servers = await startNats(program, folder);
  nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
}, 60_000);
afterAll(async () => {
  await nats?.close();
  await servers?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  s3 = startS3();
});
afterEach(async () => {
  await s3.stop();
  if (!nats) return;
  const manager = await jetstreamManager(nats.connection);
  // The servers reserve the size of each store.
  await manager.streams.delete(`OBJ_${storeName(cell)}`).catch(() => undefined);
});

const bucket = (): MediaObjects =>
  bucketObjects(
    {
      endpoint: s3.endpoint,
      region: "sa-east-1",
      bucket: s3.bucket,
      prefix: "media/",
      accessKeyId: s3.key.id,
      secretAccessKey: s3.key.secret,
    },
    "MEDIA_S3",
  );
const KEY = "an installation key of the tests";
let cell = 0;
const remote = (objects: MediaObjects, keys: readonly [string, ...string[]] = [KEY], inCell = cell) => {
  const [current, ...older] = keys;
  return createRemoteMedia({
    objects,
    seal: createMediaSeal(current, older),
    cell: inCell,
    workDirectory: join(folder, "work"),
    storedMark: join(folder, "stored"),
    cacheBytes: 1,
    keepMs: 1,
  });
};
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
function fileOf(content: Uint8Array): { path: string; sha256: string } {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return { path, sha256: hashOf(content) };
}
const namesOf = async (media: ReturnType<typeof remote>, company: number) => {
  const names: string[] = [];
  for await (const { name } of media.list(company)) names.push(name);
  return names;
};
const unfinished = () => readdirSync(join(folder, "work", String(process.pid)));

describe.each<[string, () => MediaObjects]>([
  ["a bucket", bucket],
  ...(program === null
    ? []
    : [
        [
          "the object store of NATS",
          () => {
            if (!nats) throw new Error("no NATS");
            return natsObjects(nats, cell);
          },
        ] as [string, () => MediaObjects],
      ]),
])("media in %s", (_, objects) => {
  beforeEach(() => {
    cell += 1;
  });

  test("media are read unchanged on another machine, and equal content is stored once per company", async () => {
    const content = randomBytes(3_000_000);
    const { path, sha256 } = fileOf(content);
    const media = remote(objects());
    await media.upload(7, sha256, path);
    await media.upload(7, sha256, path);
    await media.upload(8, sha256, path);
    expect([(await namesOf(media, 7)).length, (await media.companies()).toSorted()]).toEqual([1, [7, 8]]);
    const elsewhere = remote(objects());
    const to = join(folder, crypto.randomUUID());
    expect(await elsewhere.has(7, sha256)).toBe(true);
    expect(await elsewhere.download(7, sha256, to)).toBe(true);
    expect(content.equals(readFileSync(to))).toBe(true);
    expect(await elsewhere.download(9, sha256, to)).toBe(false);
    expect(unfinished()).toEqual([]);
  });

  test("removed media no longer exist, and can be uploaded again", async () => {
    const { path, sha256 } = fileOf(Buffer.from("erase me"));
    const media = remote(objects());
    await media.upload(7, sha256, path);
    const [name = ""] = media.namesOf(7, sha256);
    await media.remove(name);
    expect(await media.has(7, sha256)).toBe(true); // The object was used in the last hour, so its row may be about to be written.
    await remote(objects()).remove(name);
    expect([await media.has(7, sha256), await namesOf(media, 7)]).toEqual([false, []]);
    await media.upload(7, sha256, path);
    expect(await media.has(7, sha256)).toBe(true);
  });

  test("marks of media are read by the next process, and an empty list leaves no object", async () => {
    const media = remote(objects());
    await media.writeMarks(7, new Map([["a", 1]]));
    await media.writeMarks(7, new Map([["b", 2]]));
    expect([...(await remote(objects()).readMarks(7))]).toEqual([["b", 2]]);
    await media.writeMarks(7, new Map());
    expect([...(await remote(objects()).readMarks(7))]).toEqual([]);
  });

  test("media stored under an older key are found after a key rotation", async () => {
    const { path, sha256 } = fileOf(Buffer.from("old"));
    await remote(objects(), ["the key before the rotation"]).upload(7, sha256, path);
    const rotated = remote(objects(), [KEY, "the key before the rotation"]);
    const to = join(folder, crypto.randomUUID());
    expect(await rotated.has(7, sha256)).toBe(false);
    expect(await rotated.download(7, sha256, to)).toBe(true);
  });
});

describe("a bucket that does not respond", () => {
  test("a failed upload to the bucket throws its reason, and the bucket counts as unreachable for a moment", async () => {
    const media = remote(bucket());
    const { path, sha256 } = fileOf(Buffer.from("x"));
    s3.failing = 100;
    await expect(media.upload(7, sha256, path)).rejects.toThrow("SlowDown");
    expect([media.isAway, media.figures.failures, s3.objects.size, unfinished()]).toEqual([true, 1, 0, []]);
  });

  test("a rejected key of the bucket is reported with the name of its variable", async () => {
    const media = remote(bucket());
    const { path, sha256 } = fileOf(Buffer.from("x"));
    s3.key = { id: s3.key.id, secret: "changed" };
    await expect(media.upload(7, sha256, path)).rejects.toThrow("check MEDIA_S3_ACCESS_KEY");
  });

  test("a download that the bucket breaks off leaves no file", async () => {
    const media = remote(bucket());
    const { path, sha256 } = fileOf(randomBytes(200_000));
    await media.upload(7, sha256, path);
    const to = join(folder, crypto.randomUUID());
    s3.cutting = 1;
    await expect(media.download(7, sha256, to)).rejects.toThrow();
    expect([existsSync(to), unfinished()]).toEqual([false, []]);
    expect(await media.download(7, sha256, to)).toBe(true);
  });
});

test("an object with other content than its name promises is refused", async () => {
  cell += 1;
  const objects = bucket();
  const media = remote(objects);
  const { path } = fileOf(Buffer.from("b"));
  const wanted = hashOf(Buffer.from("a"));
  await media.upload(7, wanted, path);
  const to = join(folder, crypto.randomUUID());
  await expect(media.download(7, wanted, to)).rejects.toThrow("other content");
  expect(existsSync(to)).toBe(false);
});

const shown = test.skipIf(program === null);

shown("pieces of an upload to NATS that was interrupted are removed when two looks found them", async () => {
  if (!nats) throw new Error("no NATS");
  cell += 1;
  const objects = natsObjects(nats, cell);
  const media = remote(objects);
  const { path, sha256 } = fileOf(randomBytes(300_000));
  await media.upload(7, sha256, path);
  const before = (await objects.room()).bytes;
  await nats.connection.request(`$O.${storeName(cell)}.C.interrupted`, randomBytes(100_000));
  expect((await objects.room()).bytes).toBeGreaterThan(before + 90_000);
  await media.tidy();
  await media.tidy();
  expect((await objects.room()).bytes).toBe(before);
  expect(await media.download(7, sha256, join(folder, crypto.randomUUID()))).toBe(true);
});

shown(
  "the store in NATS is created although another stream took its room at first",
  async () => {
    if (!nats) throw new Error("no NATS");
    cell += 1;
    const { streams } = await jetstreamManager(nats.connection);
    const fillers: string[] = [];
    for (let bytes = 4 * 1024 ** 3; bytes > 1024 ** 2; bytes /= 2) {
      const name = `FILLER_${bytes}`;
      await streams.add({ name, subjects: [name], num_replicas: 3, max_bytes: bytes }).then(
        () => fillers.push(name),
        () => undefined,
      );
    }
    // A store that begins at 50 GB is refused at nine sizes before the smallest one.
    let refusals = 0;
    const refused = nats.connection.subscribe("$JS.EVENT.ADVISORY.API", {
      callback: (_, message) => {
        if (message.string().includes("insufficient storage")) refusals += 1;
        if (refusals < 10) return;
        refused.unsubscribe();
        void Promise.all(fillers.map((name) => streams.delete(name)));
      },
    });
    expect((await natsObjects(nats, cell).room()).maxBytes).toBeGreaterThan(0);
  },
  60_000,
);

test("unfinished files of an ended process are removed at the next start", () => {
  cell += 1;
  const left = join(folder, "work", "999999999");
  rmSync(left, { recursive: true, force: true });
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "half"), "x");
  remote(bucket());
  expect(existsSync(left)).toBe(false);
});
