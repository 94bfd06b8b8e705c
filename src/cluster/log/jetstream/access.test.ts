import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { createNatsSharedRows } from "#cluster/cells/shared-rows.ts";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { natsObjects } from "#cluster/media/nats-objects.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { loadConfig } from "#config.ts";
import { type DocumentedNats, makeCertificates, startDocumentedNats } from "#test/helpers/nats/documented.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { createCell, ensureBucket, hasCell, replaceCell } from "./assets.ts";
import { connectNats, type Nats, natsOptions } from "./connection.ts";
import { createJetStreamLog } from "./jetstream-log.ts";
import { moveLeaders, serversHere } from "./leaders.ts";
import { DIRECTORY_BUCKET, SHARED_BUCKET } from "./names.ts";

const program = natsProgram();
const timeoutMs = 2000;
const beat = (node: string) => ({
  node,
  address: "",
  role: "standby" as const,
  applied: {},
  isReady: true,
  version: "0.1.0",
  formats: [1],
  atMs: 1,
});

describe.skipIf(program === null)("access to the documented NATS servers", () => {
  let folder: string;
  let servers: DocumentedNats;
  let nats: Nats;
  const optionsOf = (user: "a" | "b" | "copy", more: Record<string, string> = {}) =>
    natsOptions(
      loadConfig({
        APP_SECRET: "x".repeat(32),
        CLUSTER_NATS_SYNC: "always",
        ...servers.envOf(user),
        ...more,
      }),
      user,
    );
  /** The error of a connection that must fail. */
  const refusalOf = (options: Parameters<typeof connectNats>[0]) =>
    connectNats(options).then(
      async (connected) => {
        await connected.close();
        return "connected";
      },
      (error: Error) => error.message,
    );

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "balcao-nats-access-"));
    servers = await startDocumentedNats(program ?? "", folder);
    nats = await connectNats(optionsOf("a"));
    await createCell(nats, 1, { maxBytes: 1_000_000, replicas: 3 });
  }, 60_000);
  afterAll(async () => {
    await nats?.close();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 20_000);

  describe("a node", () => {
    afterEach(() => expect(servers.refusals()).toEqual([]));

    test("the account of a node permits all its calls for the log and the leases", async () => {
      const assets = { maxBytes: 1_000_000, replicas: 3 };
      expect(await hasCell(nats, 1)).toBe(true);
      const log = createJetStreamLog(nats, 1);
      const body = new TextEncoder().encode("a");
      expect((await log.append(body, { expected: 0, id: "1", timeoutMs })).result).toBe("stored");
      expect((await log.read(1, { timeoutMs })).result).toBe("found");
      const abort = new AbortController();
      for await (const { sequence } of log.follow(1, abort.signal)) {
        expect(sequence).toBe(1);
        abort.abort();
      }
      await log.purge(1);
      const { leader } = await log.state();
      await moveLeaders(nats, 1, [leader]);
      while ((await log.state()).leader === "") await Bun.sleep(50);
      expect((await log.state()).leader).not.toBe(leader);
      expect(await replaceCell(nats, 1, 7, { ...assets, isLeaseOurs: () => true })).toBe(true);
      const leases = createNatsLeases(nats);
      const lease = { node: "a", incarnation: "1", address: "", counter: 1, successor: "" };
      expect((await leases.write(1, lease, { revision: 0, timeoutMs })).result).toBe("written");
      expect((await leases.read(1, { timeoutMs })).result).toBe("found");
      expect(await leases.allHeartbeats()).toEqual([]);
      expect(await leases.beat(beat("old"), { timeoutMs })).toBe(true);
      await leases.forget("old");
      expect(await leases.allHeartbeats()).toEqual([]);
    }, 30_000);

    test("the account of a node permits all its calls for the directory", async () => {
      await ensureBucket(nats, DIRECTORY_BUCKET, 3);
      const bucket = createNatsKeyValues(nats, DIRECTORY_BUCKET);
      const first = (await bucket.put("login.a", "1", 0)) ?? 0;
      await bucket.put("company.7", "2", 0);
      expect((await bucket.get("login.a"))?.value).toBe("1");
      expect((await bucket.next("company.*", 1))?.key).toBe("company.7");
      const keys: string[] = [];
      for await (const { key } of bucket.all()) keys.push(key);
      expect(keys).toEqual(["login.a", "company.7"]);
      expect(await bucket.remove("login.a", first)).toBe(true);
      expect(await createNatsLeases(nats).cells()).toEqual([1]);
    }, 30_000);

    test("the account of a node permits all its calls for shared rows", async () => {
      await ensureBucket(nats, SHARED_BUCKET, 3);
      const rows = createNatsSharedRows({ nats, seal: createChunkSeal("x".repeat(32)) });
      const parts = ["1", "2"].map((hash) => ({ name: "plan", hash }));
      const [old, plan] = parts as [(typeof parts)[0], (typeof parts)[0]];
      expect(await rows.newest()).toBeNull();
      expect(await rows.upload(parts, async ({ hash }) => Buffer.from(`rows ${hash}`))).toBe(true);
      expect(await rows.announce({ revision: 1, parts: [plan] }, null)).toBeNumber();
      await rows.prune([plan]);
      expect(await rows.load(old)).toBeUndefined();
      expect(String(await rows.load(plan))).toBe("rows 2");
    }, 30_000);

    test("the account of a node permits all its calls for the media of its cell", async () => {
      const media = natsObjects(nats, 1);
      await media.createFrom("1/media/7/a", new Blob(["x".repeat(300_000)]));
      const read: Uint8Array[] = [];
      for await (const bytes of (await media.open("1/media/7/a")) ?? []) read.push(bytes);
      expect(Buffer.concat(read).length).toBe(300_000);
      expect(await media.folders("1/media/")).toEqual(["7"]);
      await nats.connection.request("$O.MEDIA_1.C.interrupted", "x");
      await media.tidy?.();
      await media.tidy?.();
      await media.remove("1/media/7/a");
      expect([await media.has("1/media/7/a"), (await media.room()).bytes < 1000]).toEqual([false, true]);
    }, 30_000);

    test("a node finds the servers of its own machine by their names", async () => {
      const known = await serversHere([...servers.urls, "nats://192.0.2.1:4222"]);
      expect(known).toEqual(servers.names);
    });

    test("a node answers the requests of an operator's command on another node", async () => {
      nats.connection.subscribe("cell.1.control", {
        callback: (_, message) => void message.respond("done"),
      });
      await nats.connection.flush();
      const other = await connectNats(optionsOf("b"));
      const answer = await other.connection.request("cell.1.control", "", { timeout: timeoutMs });
      expect(answer.string()).toBe("done");
      await other.close();
    });
  });

  test.each([
    ["a", "the list of all streams", "$JS.API.STREAM.LIST"],
    ["a", "the deletion of another stream", "$JS.API.STREAM.DELETE.OTHER"],
    ["a", "the deletion of the log", "$JS.API.STREAM.DELETE.CELL_1"],
    ["a", "the deletion of the directory", "$JS.API.STREAM.DELETE.KV_DIRECTORY"],
    ["a", "the deletion of the shared rows", "$JS.API.STREAM.DELETE.KV_SHARED"],
    ["a", "the deletion of the leases", "$JS.API.STREAM.DELETE.KV_LEASES"],
    ["a", "the deletion of one message", "$JS.API.STREAM.MSG.DELETE.CELL_1"],
    ["a", "a change of the log's limits", "$JS.API.STREAM.UPDATE.CELL_1"],
    ["a", "a forged answer to another node", "_INBOX.someone"],
    ["copy", "an append to the log", "cell.1.log"],
    ["copy", "an operator's request to the owner", "cell.1.control"],
    ["copy", "the shortening of the log", "$JS.API.STREAM.PURGE.CELL_1"],
    ["copy", "the deletion of the log", "$JS.API.STREAM.DELETE.CELL_1"],
    ["copy", "the creation of a log", "$JS.API.STREAM.CREATE.CELL_1"],
    ["copy", "the removal of snapshots", "$JS.API.STREAM.PURGE.OBJ_SNAPSHOTS"],
    ["copy", "an object of a snapshot", "$O.SNAPSHOTS.C.x"],
    ["copy", "a renewal of the lease", "$KV.LEASES.cell.1"],
    ["copy", "the heartbeat of another node", "$KV.LEASES.node.a"],
    ["copy", "an entry of the directory", "$KV.DIRECTORY.login.x"],
    ["copy", "a version of the shared rows", "$KV.SHARED.version"],
    ["copy", "a forged answer to a node", "_INBOX.someone"],
  ] as const)("the user %s is refused %s", async (user, _, subject) => {
    const client = await connectNats(optionsOf(user));
    const refused = Promise.withResolvers<string>();
    void (async () => {
      for await (const status of client.connection.status())
        if (status.type === "error") refused.resolve(String(status.error));
    })();
    client.connection.publish(subject, "");
    await client.connection.flush();
    expect(await Promise.race([refused.promise, Bun.sleep(timeoutMs)])).toContain(
      `Permissions Violation for Publish to "${subject}"`,
    );
    await client.close();
  });

  test("the user copy may follow the log and report itself", async () => {
    const copy = await connectNats(optionsOf("copy"));
    const before = servers.refusals().length;
    const log = createJetStreamLog(copy, 1);
    const { last } = await log.state();
    const written = createJetStreamLog(nats, 1);
    await written.append(Buffer.from("x"), { expected: last, id: "for the copy", timeoutMs });
    const abort = new AbortController();
    for await (const { sequence } of log.follow(last + 1, abort.signal)) {
      expect(sequence).toBe(last + 1);
      abort.abort();
    }
    const leases = createNatsLeases(copy);
    expect(await leases.beat(beat("copy"), { timeoutMs })).toBe(true);
    expect((await leases.allHeartbeats()).map(({ node }) => node)).toEqual(["copy"]);
    expect(servers.refusals()).toHaveLength(before);
    await copy.close();
  }, 20_000);

  test("a node may not subscribe to the messages of others", async () => {
    const refused = Promise.withResolvers<string>();
    nats.connection.subscribe("cell.1.log", {
      callback: (error) => refused.resolve(error?.name ?? "allowed"),
    });
    expect(await refused.promise).toBe("PermissionViolationError");
  });

  test("a wrong password is refused", async () => {
    const wrong = servers.urlsOf("a").replaceAll("p%3Aw%401", "wrong");
    expect(await refusalOf(optionsOf("a", { CLUSTER_NATS_URL: wrong }))).toContain("no NATS server");
  });

  test("a client without a certificate, or with one of another authority, is refused", async () => {
    expect(await refusalOf({ ...optionsOf("a"), certificate: null })).toContain("no NATS server");
    const foreign = join(folder, "foreign");
    makeCertificates(foreign);
    const certificate = { certFile: join(foreign, "a.pem"), keyFile: join(foreign, "a-key.pem") };
    expect(await refusalOf({ ...optionsOf("a"), certificate })).toContain("no NATS server");
  }, 20_000);

  test("a server with a certificate of another authority is refused by the client", async () => {
    const caFile = join(folder, "foreign/ca.pem");
    expect(await refusalOf({ ...optionsOf("a"), caFile })).toContain("no NATS server");
    expect(await refusalOf(optionsOf("a"))).toBe("connected");
  }, 20_000);
});
