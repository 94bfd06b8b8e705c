import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type S3Simulator, startS3 } from "#simulator/s3/server.ts";
import { bucketObjects } from "./bucket-objects.ts";
import { folderObjects } from "./folder-objects.ts";
import { type ObjectStore, requireConditionalWrites } from "./objects.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-objects-"));
let s3: S3Simulator;
beforeAll(() => {
  s3 = startS3();
});
afterAll(async () => {
  await s3.stop();
  rmSync(directory, { recursive: true, force: true });
});
const bucket = (secretAccessKey = s3.key.secret, endpoint = s3.endpoint) =>
  bucketObjects({
    endpoint,
    region: "sa-east-1",
    bucket: s3.bucket,
    prefix: "archive/",
    accessKeyId: s3.key.id,
    secretAccessKey,
  });
const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const textOf = async (store: ObjectStore, name: string) => {
  const found = await store.read(name);
  return found && Buffer.from(found).toString();
};
const namesIn = async (store: ObjectStore, prefix: string) => {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
};

describe.each([
  ["a folder", () => folderObjects(join(directory, crypto.randomUUID()))],
  ["a bucket", () => bucket()],
] as const)("objects of an archive in %s", (_, make) => {
  let store: ObjectStore;
  beforeEach(() => {
    s3.objects.clear();
    store = make();
  });

  test("an archive object is created once and never overwritten", async () => {
    expect(await store.create("1/a", bytes("first"))).toBe("created");
    expect(await store.create("1/a", bytes("second"))).toBe("exists");
    expect(await textOf(store, "1/a")).toBe("first");
  });

  test("of ten processes that create one name at the same moment, one succeeds", async () => {
    const all = Array.from({ length: 10 }, (_unused, at) => store.create("1/a", bytes(`writer ${at}`)));
    const answers = await Promise.all(all);
    expect(answers.filter((answer) => answer === "created")).toHaveLength(1);
    expect(await textOf(store, "1/a")).toBe(`writer ${answers.indexOf("created")}`);
  });

  test("archive objects are listed in the order of their names and removed", async () => {
    for (const name of ["1/b/2", "1/b/1", "1/a/9", "1/bc", "2/a"]) await store.create(name, bytes(name));
    expect(await namesIn(store, "1/b/")).toEqual(["1/b/1", "1/b/2"]);
    expect((await namesIn(store, "1/")).sort()).toEqual(["1/a/9", "1/b/1", "1/b/2", "1/bc"]);
    await store.remove("1/b/1");
    await store.remove("1/b/1");
    expect(await namesIn(store, "1/b/")).toEqual(["1/b/2"]);
    expect(await namesIn(store, "nothing/")).toEqual([]);
  });

  test("a missing archive object reads as undefined, an empty one as empty", async () => {
    await store.create("1/empty", bytes(""));
    expect(await store.read("1/empty")).toHaveLength(0);
    expect(await store.read("1/missing")).toBeUndefined();
  });

  test("an archive object of 8 MB comes back unchanged", async () => {
    const large = new Uint8Array(8 * 1024 * 1024).map((_unused, at) => (at * 7) % 253);
    await store.create("1/large", large);
    expect(Buffer.from((await store.read("1/large")) ?? []).equals(large)).toBe(true);
  });

  test("a storage that honours conditional writes is accepted and left empty", async () => {
    await requireConditionalWrites(store, "node-1");
    expect(await namesIn(store, "")).toEqual([]);
  });
});

describe("a bucket as archive", () => {
  test("a bucket that ignores If-None-Match is rejected before anything is archived", async () => {
    s3.honoursConditions = false;
    await expect(requireConditionalWrites(bucket(), "node-2")).rejects.toThrow(
      /overwrites existing objects: .*If-None-Match/,
    );
    s3.honoursConditions = true;
  });

  test("a temporary failure of the bucket is retried, a lasting one is an error", async () => {
    s3.failing = 2;
    expect(await bucket().create("1/retried", bytes("a"))).toBe("created");
    s3.failing = 3;
    await expect(bucket().create("1/failed", bytes("a"))).rejects.toThrow("SlowDown");
    s3.failing = 0;
  });

  test("a wrong secret key names the variable to check", async () => {
    await expect(bucket("another").create("1/a", bytes("a"))).rejects.toThrow(
      /SignatureDoesNotMatch; check ARCHIVE_S3_ACCESS_KEY/,
    );
    await expect(bucket("another").read("1/a")).rejects.toThrow(/ARCHIVE_S3_SECRET_KEY/);
  });

  test("an unreachable bucket names the variable to check", async () => {
    await expect(bucket(undefined, "http://127.0.0.1:1").create("1/a", bytes("a"))).rejects.toThrow(
      /cannot be reached: check ARCHIVE_S3_ENDPOINT/,
    );
  });
});
