import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect as connectTo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { createCell, ensureSnapshotStore } from "#cluster/log/jetstream/assets.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { createNatsObjects, type NatsObjects } from "#cluster/log/jetstream/objects.ts";
import { isRecent, unsafeServers } from "#cluster/log/jetstream/servers.ts";
import { beginLog } from "#cluster/node/begin-log.ts";
import { createChunkSeal } from "#cluster/snapshot/chunk-seal.ts";
import { loadConfig } from "#config.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createBatchSeal } from "#platform/db/ship/seal.ts";
import { type NatsOptions, type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { examineCluster } from "./cluster.ts";

const program = natsProgram();
const folder = mkdtempSync(join(tmpdir(), "balcao-doctor-nats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configOf = (servers: Pick<NatsServers, "urls" | "monitorUrls">, more: Record<string, string> = {}) =>
  loadConfig({
    APP_SECRET: "x".repeat(32),
    CLUSTER_NATS_URL: servers.urls.join(),
    CLUSTER_NATS_MONITOR_URLS: servers.monitorUrls.join(),
    ...more,
  });

async function withServers(
  name: string,
  options: NatsOptions,
  work: (servers: NatsServers) => Promise<void>,
) {
  const servers = await startNats(program ?? "", join(folder, name), options);
  try {
    await work(servers);
  } finally {
    await servers.stop();
  }
}
/** A way to a server that delays what it carries, ms in each direction. */
async function delayed(url: string, ms: number) {
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const target = connectTo(Number(port), hostname);
    for (const [from, to] of [[client, target] as const, [target, client] as const]) {
      from.on("data", (chunk) => setTimeout(() => to.write(chunk), ms));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port: own } = proxy.address() as { port: number };
  return { url: `nats://127.0.0.1:${own}`, stop: () => proxy.close() };
}

const data = join(folder, "data");
/** A data directory with one database becomes the first snapshot of the cell. */
async function firstSnapshot(nats: Nats, store: NatsObjects): Promise<void> {
  mkdirSync(data);
  const db = openDatabase(join(data, "system.sqlite"), { durability: "full" });
  db.exec("CREATE TABLE line (text TEXT)");
  db.close();
  const key = "x".repeat(32);
  await ensureSnapshotStore(nats, 1, 3);
  await beginLog({
    directory: data,
    cell: 1,
    node: "a",
    installation: "shop",
    product: "test",
    log: createJetStreamLog(nats, 1),
    seal: createBatchSeal({ cell: 1, current: key }),
    snapshots: { store, seal: createChunkSeal(key) },
    epoch: 1,
    now: Date.now,
    createLog: () => createCell(nats, 1, { maxBytes: 1_000_000_000, replicas: 3 }),
  });
}
const connect = (urls: readonly string[]) =>
  connectNats({ urls, credsFile: null, caFile: null, name: "test" });

describe("the checks of a cluster", () => {
  test("an installation without a cluster is not checked for one", async () => {
    expect(await examineCluster(loadConfig({}), Date.now)).toEqual([]);
  });

  test("servers that cannot be reached are an error", async () => {
    const nowhere = { urls: ["nats://127.0.0.1:1"], monitorUrls: ["http://127.0.0.1:1"] };
    const found = await examineCluster(configOf(nowhere), Date.now);
    expect(found.filter(({ severity }) => severity === "error")).toHaveLength(2);
  });

  test.each([
    ["2.12.3", true],
    ["v2.15.1", true],
    ["2.13.0-RC.1", true],
    ["2.12.2", false],
    ["2.9.10", false],
  ])("NATS %s is accepted: %p", (version, isAccepted) => {
    expect(isRecent(version)).toBe(isAccepted);
  });

  test.skipIf(program === null)(
    "three servers that sync every write, with a ready standby, have nothing to repair",
    async () => {
      await withServers("good", {}, async (servers) => {
        const nats = await connect(servers.urls);
        const store = createNatsObjects(nats, 1);
        await firstSnapshot(nats, store);
        const beat = () =>
          createNatsLeases(nats).beat(
            {
              node: "b",
              address: "",
              role: "standby",
              applied: { 1: 0 },
              isReady: true,
              version: "0.1.0",
              formats: [1],
              atMs: Date.now(),
            },
            { timeoutMs: 2000 },
          );
        // The store refuses it until its servers have elected a leader.
        while (!(await beat())) await Bun.sleep(100);
        const standby = setInterval(beat, 300);
        expect(await unsafeServers(nats, servers.monitorUrls, false)).toEqual([]);
        // A shared disk of a test machine may be slow.
        const found = await examineCluster(configOf(servers, { DATA_DIR: data }), Date.now);
        const repairs = found.filter(
          ({ severity, what }) => severity !== "info" && !what.includes("a synced write"),
        );
        expect(repairs).toEqual([]);
        expect(found).toContainEqual(expect.objectContaining({ what: "no file is stored in NATS yet" }));

        const second = await examineCluster(configOf(servers, { CLUSTER_CELL: "2" }), Date.now);
        expect(second.map(({ what }) => what)).toContain("no standby is ready to take over");

        for await (const { name } of store.list("1/chunks/")) await store.remove(name);
        const without = await examineCluster(configOf(servers, { DATA_DIR: data }), Date.now);
        expect(without.map(({ what }) => what)).toContainEqual(
          expect.stringMatching(
            /the newest snapshot of the cluster cannot be used: system.sqlite: .* is missing/,
          ),
        );

        const slow = await delayed(servers.urls[0] ?? "", 20);
        const late = await examineCluster(
          configOf({ ...servers, urls: [slow.url] }),
          () => Date.now() - 60_000,
        );
        slow.stop();
        const named = late.map(({ what }) => what);
        expect(named).toContainEqual(expect.stringContaining("a round trip to NATS takes"));
        expect(named).toContainEqual(
          expect.stringContaining("the clock of NATS differs from this machine's by 60 s"),
        );
        clearInterval(standby);
        await nats.close();
      });
    },
    60_000,
  );

  test.skipIf(program === null)(
    "a single server that syncs every two minutes is refused at the start and named by the check",
    async () => {
      await withServers(
        "bad",
        { syncInterval: "2m", servers: 1, more: "max_payload: 500KB" },
        async (servers) => {
          const nats = await connect(servers.urls);
          await createCell(nats, 1, { maxBytes: 1_000_000, replicas: 1 });
          const [reason] = await unsafeServers(nats, servers.monitorUrls, true);
          expect(reason).toContain("sync_interval: always");
          expect(await unsafeServers(nats, ["http://127.0.0.1:1"], false)).toHaveLength(1);
          expect(await unsafeServers(nats, ["http://127.0.0.1:1"], true)).toEqual([]);
          const errors = (await examineCluster(configOf(servers), Date.now))
            .filter(({ severity }) => severity === "error")
            .map(({ what }) => what);
          expect(errors).toEqual([
            expect.stringContaining("does not sync every write"),
            expect.stringContaining("NATS accepts messages of 512000 bytes"),
            expect.stringContaining("CELL_1 has 1 replicas"),
            expect.stringContaining("KV_LEASES has 1 replicas"),
            expect.stringContaining("KV_DIRECTORY has 1 replicas"),
            expect.stringContaining("KV_SHARED has 1 replicas"),
            expect.stringContaining("the newest snapshot of the cluster cannot be used"),
          ]);
          await nats.close();
        },
      );
    },
    60_000,
  );
});
