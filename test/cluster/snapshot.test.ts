import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { createNatsObjects } from "#cluster/log/jetstream/objects.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { damage, differentFiles, rowsOf } from "./compare-files.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 240_000;
/** Small, so that the log becomes long within seconds. */
const LOG_BYTES = 6 * 1024 * 1024;
const KILLS = Number(process.env["FAULT_KILLS"] ?? 1);
const WRITERS = 2;
const PAUSE_MS = 50;

describe("snapshots of a cluster", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-snapshots-"));
  let servers: NatsServers;
  let nats: Nats;
  let log: BatchLog;
  const [a, b, c] = ["a", "b", "c"].map(
    (name) => () => new NodeProcess({ name, folder: join(folder, name), natsUrls: servers.urls }),
  ) as [() => NodeProcess, () => NodeProcess, () => NodeProcess];
  const nodes: NodeProcess[] = [];
  const resize = async (maxBytes: number) => {
    const manager = await jetstreamManager(nats.connection);
    await manager.streams.update("CELL_1", { max_bytes: maxBytes });
  };

  beforeAll(async () => {
    if (program === null) return;
    servers = await startNats(program, folder);
    nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
    log = createJetStreamLog(nats, 1);
    nodes.push(a(), b(), c());
    await nodes[0]?.command("cluster", "init");
    await resize(LOG_BYTES);
    for (const node of nodes.slice(0, 2)) node.start();
    await ownerOf(nodes);
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.close();
    await servers?.stop();
    if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  let written = 0;
  const acknowledged: string[] = [];
  /** Creates tags until the condition holds. */
  async function writeUntil(isReached: () => Promise<boolean>): Promise<void> {
    const owner = await ownerOf(nodes);
    const token = await signIn(owner);
    let isOver = false;
    const writer = async () => {
      while (!isOver) {
        written += 1;
        const name = `tag ${written}`;
        const answer = await fetch(`${owner.url}/api/tags`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ name, color: "#112233" }),
        });
        expect(answer.status).toBeLessThan(300);
        acknowledged.push(name);
        await Bun.sleep(PAUSE_MS);
      }
    };
    const writers = Array.from({ length: WRITERS }, writer);
    await eventually(async () => ((await isReached()) ? true : undefined), "enough writes", 120_000).finally(
      () => {
        isOver = true;
      },
    );
    await Promise.all(writers);
  }
  const isCurrent = (node: NodeProcess) =>
    eventually(
      async () => {
        const owner = await ownerOf(nodes);
        const out = await owner.command("cluster", "status", "--json").catch((error: Error) => error.message);
        return new RegExp(`"node": "${node.name}",[^}]*"isCurrent": true`).test(out) ? true : undefined;
      },
      `${node.name} as a current standby`,
      90_000,
    );
  const appliedBy = ({ directory }: NodeProcess): number => {
    const path = join(directory, "position");
    if (!existsSync(path) || existsSync(join(directory, "restoring"))) return 0;
    return (JSON.parse(readFileSync(path, "utf8")) as { sequence: number }).sequence;
  };
  /** The owner stands still while its files are compared. */
  async function compare(standby: NodeProcess): Promise<void> {
    await eventually(
      async () => (appliedBy(standby) >= (await log.state()).last ? true : undefined),
      "a standby that has applied everything",
      60_000,
    );
    const owner = await ownerOf(nodes);
    owner.signal("SIGSTOP");
    await Bun.sleep(1500);
    const different = differentFiles(owner.directory, standby.directory);
    const damaged = damage(standby.directory);
    owner.signal("SIGCONT");
    expect({ different, damaged }).toEqual({ different: [], damaged: [] });
  }
  const stop = async (node: NodeProcess) => {
    await node.stop("SIGKILL");
    // Its service manager would start it again until now.
    await Bun.sleep(300);
  };
  const first = async () => (await log.state()).first;

  shown(
    "a node that joins after the log was shortened has the bytes of the owner",
    async () => {
      await writeUntil(async () => (await first()) > 1);
      const node = nodes[2] as NodeProcess;
      node.start();
      await isCurrent(node);
      await compare(node);
      const names: string[] = [];
      for await (const { name } of createNatsObjects(nats).list("1/snapshots/")) names.push(name);
      expect(names.length).toBeGreaterThanOrEqual(2);
      expect(existsSync(join(node.directory, "restoring"))).toBe(false);
    },
    LIMIT_MS,
  );

  shown(
    "a standby that fell behind the log rebuilds itself from a snapshot without a command",
    async () => {
      const owner = await ownerOf(nodes);
      const standby = nodes.find((node) => node !== owner) as NodeProcess;
      await stop(standby);
      const sequence = appliedBy(standby);
      // Its last heartbeat would keep the messages for 12 hours.
      await owner.command("cluster", "forget", standby.name);
      await writeUntil(async () => (await first()) > sequence + 1);
      standby.start();
      await isCurrent(standby);
      expect(existsSync(join(standby.directory, "replaced-copy/system.sqlite"))).toBe(true);
      await compare(standby);
    },
    LIMIT_MS,
  );

  shown(
    "a standby whose chain broke rebuilds itself, and a takeover afterwards keeps every acknowledged write",
    async () => {
      const owner = await ownerOf(nodes);
      const standby = nodes.find((node) => node !== owner) as NodeProcess;
      await stop(standby);
      const path = join(standby.directory, "position");
      const position = JSON.parse(readFileSync(path, "utf8")) as { chain: string };
      writeFileSync(path, JSON.stringify({ ...position, chain: "1" }));
      const ends = standby.ends.length;
      standby.start();
      await writeUntil(async () => standby.ends.length > ends);
      await isCurrent(standby);
      await compare(standby);
      await owner.command("cluster", "promote", standby.name);
      const next = await ownerOf(nodes, owner);
      const rows = rowsOf<{ name: string }>(
        next.directory,
        "companies/1/company.sqlite",
        "SELECT name FROM tag",
      );
      const stored = new Set(rows.map(({ name }) => name));
      expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    },
    LIMIT_MS,
  );

  shown(
    "a copy whose file differs from the owner's is found by the weekly hashes and made again",
    async () => {
      const owner = await ownerOf(nodes);
      const standby = nodes.find((node) => node !== owner) as NodeProcess;
      await isCurrent(standby);
      await stop(standby);
      const path = join(standby.directory, "companies/1/company.sqlite");
      const bytes = readFileSync(path);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(path, bytes);
      standby.start();
      await isCurrent(standby);
      const store = createNatsObjects(nats);
      for await (const { name } of store.list("1/hashes/")) await store.remove(name);
      await eventually(
        async () => (existsSync(join(standby.directory, "differing-files")) ? true : undefined),
        "a difference that was found",
        90_000,
      );
      await isCurrent(standby);
      await compare(standby);
      expect(readFileSync(join(standby.directory, "differing-files"), "utf8")).toBe("1");
      // Had the owner been the damaged one, these would be the good files.
      expect(existsSync(join(standby.directory, "differing-copy/companies/1/company.sqlite"))).toBe(true);
    },
    LIMIT_MS,
  );

  shown(
    "nodes that are killed while they take or test a snapshot complete a later one, and a new node starts from it",
    async () => {
      const store = createNatsObjects(nats);
      const leases = createNatsLeases(nats);
      const names = async (prefix: string) => {
        const found: string[] = [];
        for await (const { name } of store.list(prefix)) found.push(name);
        return found;
      };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const working = await eventually(
          async () => {
            for (const name of await names("1/snapshots/")) await store.remove(name);
            return (await leases.heartbeats()).find(({ work }) => work === "snapshot")?.node;
          },
          "a node that takes a snapshot",
          90_000,
        );
        await Bun.sleep(Math.random() * 1000);
        nodes.find(({ name }) => name === working)?.signal("SIGKILL");
        await eventually(
          async () => ((await leases.heartbeats()).some(({ work }) => work) ? undefined : true),
          "the end of the work",
        );
      }
      const owner = await ownerOf(nodes);
      const standby = nodes.find((node) => node !== owner) as NodeProcess;
      await stop(standby);
      rmSync(standby.directory, { recursive: true });
      await owner.command("cluster", "forget", standby.name);
      await eventually(
        async () => ((await names("1/verified/")).length > 0 ? true : undefined),
        "a tested snapshot",
        120_000,
      );
      standby.start();
      await isCurrent(standby);
      await compare(standby);
    },
    LIMIT_MS,
  );

  shown(
    "a store that accepts no snapshots lets the log grow and stops nothing; afterwards the log is shortened again by itself",
    async () => {
      const manager = await jetstreamManager(nats.connection);
      await manager.streams.update("OBJ_SNAPSHOTS", { max_bytes: 1 });
      // The log must not be shortened behind a snapshot of before.
      const store = createNatsObjects(nats);
      for await (const { name } of store.list("1/snapshots/")) await store.remove(name);
      const share = async () => (await log.state()).bytes / LOG_BYTES;
      // Each write of it is answered with success.
      await writeUntil(async () => (await share()) > 0.85);
      const owner = await ownerOf(nodes);
      await expect(owner.command("cluster", "status")).rejects.toThrow("the log is nearly full");
      await manager.streams.update("OBJ_SNAPSHOTS", { max_bytes: -1 });
      await eventually(async () => ((await share()) < 0.5 ? true : undefined), "a shortened log", 90_000);
    },
    LIMIT_MS,
  );

  shown(
    "a new machine alone has every acknowledged write after the owner and all standbys are lost",
    async () => {
      const before = acknowledged.length;
      await writeUntil(async () => acknowledged.length > before + 20);
      await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
      for (const { directory } of nodes) rmSync(directory, { recursive: true, force: true });
      const node = nodes[0] as NodeProcess;
      node.start();
      await ownerOf([node]);
      const rows = rowsOf<{ name: string }>(
        node.directory,
        "companies/1/company.sqlite",
        "SELECT name FROM tag",
      );
      const stored = new Set(rows.map(({ name }) => name));
      expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    },
    LIMIT_MS,
  );
});
