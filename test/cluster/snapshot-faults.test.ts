import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { jetstreamManager } from "@nats-io/jetstream";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { createNatsObjects } from "#cluster/log/jetstream/objects.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import type { NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";
import { FAST, LOG_BYTES, type SnapshotWorld, startSnapshotWorld } from "./snapshot-world.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 240_000;
const KILLS = Number(process.env["FAULT_KILLS"] ?? 1);

describe("snapshots under faults", () => {
  let world: SnapshotWorld;
  beforeAll(async () => {
    if (program !== null) world = await startSnapshotWorld(program);
  }, LIMIT_MS);
  afterAll(() => world?.close(), 30_000);

  shown(
    "nodes that are killed while they take or test a snapshot complete a later one, and a new node starts from it",
    async () => {
      const store = createNatsObjects(world.nats, 1);
      const leases = createNatsLeases(world.nats);
      const names = async (prefix: string) => {
        const found: string[] = [];
        for await (const { name } of store.list(prefix)) found.push(name);
        return found;
      };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const working = await eventually(
          async () => {
            for (const name of await names("1/snapshots/")) await store.remove(name);
            return (await leases.heartbeats(1)).find(({ work }) => work === "snapshot")?.node;
          },
          "a node that takes a snapshot",
          90_000,
        );
        await Bun.sleep(Math.random() * 1000);
        world.nodes.find(({ name }) => name === working)?.signal("SIGKILL");
        await eventually(
          async () => ((await leases.heartbeats(1)).some(({ work }) => work) ? undefined : true),
          "the end of the work",
        );
      }
      const { owner, standby } = await world.roles();
      await world.stop(standby);
      rmSync(standby.directory, { recursive: true });
      await owner.command("cluster", "forget", standby.name);
      await eventually(
        async () => ((await names("1/verified/")).length > 0 ? true : undefined),
        "a tested snapshot",
        120_000,
      );
      standby.start();
      await world.isCurrent(standby);
      await world.compare(standby);
    },
    LIMIT_MS,
  );

  shown(
    "while the store accepts no snapshots the log grows and the cell works; afterwards the log is shortened by itself",
    async () => {
      const manager = await jetstreamManager(world.nats.connection);
      await manager.streams.update("OBJ_SNAPSHOTS", { max_bytes: 1 });
      // Remove earlier snapshots, because the log could be shortened up to them.
      const store = createNatsObjects(world.nats, 1);
      for await (const { name } of store.list("1/snapshots/")) await store.remove(name);
      const share = async () => (await world.log.state()).bytes / LOG_BYTES;
      // Writes until the log is 85 % full; every write must succeed.
      await world.writeUntil(async () => (await share()) > 0.85, FAST);
      const owner = await ownerOf(world.nodes);
      await expect(owner.command("cluster", "status")).rejects.toThrow("the log is nearly full");
      await manager.streams.update("OBJ_SNAPSHOTS", { max_bytes: -1 });
      await eventually(async () => ((await share()) < 0.5 ? true : undefined), "a shortened log", 90_000);
    },
    LIMIT_MS,
  );

  shown(
    "a new machine alone has every acknowledged write after the owner and all standbys are lost",
    async () => {
      const before = world.acknowledged.length;
      await world.writeUntil(async () => world.acknowledged.length > before + 20);
      await Promise.all(world.nodes.map((node) => node.stop("SIGKILL")));
      for (const { directory } of world.nodes) rmSync(directory, { recursive: true, force: true });
      const node = world.nodes[0] as NodeProcess;
      node.start();
      await ownerOf([node]);
      expect(world.lost(node)).toEqual([]);
    },
    LIMIT_MS,
  );
});
