import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { ensureSnapshotStore } from "./assets.ts";
import { connectNats, type Nats } from "./connection.ts";
import { createNatsObjects, type NatsObjects } from "./objects.ts";

const program = natsProgram();

describe.skipIf(program === null)("objects in a JetStream object store", () => {
  let folder: string;
  let servers: NatsServers;
  let nats: Nats;
  let store: NatsObjects;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "balcao-objects-"));
    servers = await startNats(program ?? "", folder);
    nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
    await ensureSnapshotStore(nats, 1, 3);
    await ensureSnapshotStore(nats, 1, 3);
    store = createNatsObjects(nats, 1);
  }, 60_000);
  afterAll(async () => {
    await nats?.close();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 20_000);
  const names = async (prefix: string) => {
    const found: string[] = [];
    for await (const { name } of store.list(prefix)) found.push(name);
    return found;
  };
  const random = (length: number) => Buffer.from(crypto.getRandomValues(new Uint8Array(length)));

  test("an object larger than a message is read back byte for byte, also beside others written at the same time", async () => {
    const objects = Array.from({ length: 6 }, (_, n) => ({
      name: `1/chunks/${n}`,
      bytes: Buffer.concat(Array.from({ length: 20 + n }, () => random(60_000))),
    }));
    await Promise.all(objects.map(({ name, bytes }) => store.create(name, bytes)));
    for (const { name, bytes } of objects)
      expect(Buffer.compare((await store.read(name)) ?? Buffer.of(), bytes)).toBe(0);
    expect(await names("1/chunks/")).toEqual(objects.map(({ name }) => name));
  }, 30_000);

  test("an object is created once; an empty one differs from a missing one", async () => {
    expect(await store.create("2/a", Buffer.from("first"))).toBe("created");
    expect(await store.create("2/a", Buffer.from("second"))).toBe("exists");
    expect(String(await store.read("2/a"))).toBe("first");
    await store.create("2/empty", new Uint8Array());
    expect((await store.read("2/empty"))?.length).toBe(0);
    expect(await store.read("2/none")).toBeUndefined();
  });

  test("a removed object is deleted with its content, and its name may be used again", async () => {
    await store.create("3/a", random(10));
    await store.remove("3/a");
    await store.remove("3/a");
    expect(await names("3/")).toEqual([]);
    expect(await store.create("3/a", Buffer.from("again"))).toBe("created");
    expect(String(await store.read("3/a"))).toBe("again");
  });

  test("each cell has a store of its own: a sweep of one leaves the objects of the other", async () => {
    await ensureSnapshotStore(nats, 2, 3);
    const other = createNatsObjects(nats, 2);
    await other.create("2/chunks/a", Buffer.from("of cell 2"));
    expect(await names("2/chunks/")).toEqual([]);
    await nats.ask(`$O.SNAPSHOTS_2.C.${"0".repeat(9)}~x~left`, "half", { timeoutMs: 2000 });
    expect(await store.sweep(Date.now())).toBe(0);
    expect(String(await other.read("2/chunks/a"))).toBe("of cell 2");
    expect(await other.sweep(Date.now())).toBe(1);
  });

  test("content that an interrupted upload left behind is removed after a day, other content is not", async () => {
    await store.create("4/a", Buffer.from("kept"));
    const subject = (token: string) =>
      `$O.SNAPSHOTS.C.${Date.now().toString(36).padStart(9, "0")}~x~${token}`;
    await nats.ask(subject("left"), "half", { timeoutMs: 2000 });
    expect(await store.sweep(Date.now())).toBe(0);
    expect(await store.sweep(Date.now() + 25 * 3_600_000)).toBe(1);
    expect(String(await store.read("4/a"))).toBe("kept");
  });

  test("a call to a missing object store fails with an error and does not hang", async () => {
    const { jetstreamManager } = await import("@nats-io/jetstream");
    await (await jetstreamManager(nats.connection)).streams.delete("OBJ_SNAPSHOTS");
    const started = performance.now();
    await expect(store.create("5/a", random(10))).rejects.toThrow("the object store SNAPSHOTS in NATS");
    await expect(names("")).rejects.toThrow("the object store SNAPSHOTS in NATS");
    expect(performance.now() - started).toBeLessThan(50_000);
    await ensureSnapshotStore(nats, 1, 3);
  }, 60_000);
});
