import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createNatsObjects } from "#cluster/log/jetstream/objects.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import type { NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";
import { type SnapshotWorld, startSnapshotWorld } from "./snapshot-world.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 240_000;

describe("snapshots of a cluster", () => {
  let world: SnapshotWorld;
  beforeAll(async () => {
    if (program !== null) world = await startSnapshotWorld(program);
  }, LIMIT_MS);
  afterAll(() => world?.close(), 30_000);

  const first = async () => (await world.log.state()).first;

  shown(
    "a node that joins after the log was shortened has the bytes of the owner",
    async () => {
      await world.writeUntil(async () => (await first()) > 1);
      const node = world.nodes[2] as NodeProcess;
      node.start();
      await world.isCurrent(node);
      await world.compare(node);
      const names: string[] = [];
      for await (const { name } of createNatsObjects(world.nats, 1).list("1/snapshots/")) names.push(name);
      expect(names.length).toBeGreaterThanOrEqual(2);
      expect(existsSync(join(node.directory, "restoring"))).toBe(false);
    },
    LIMIT_MS,
  );

  shown(
    "a standby that fell behind the log rebuilds itself from a snapshot without a command",
    async () => {
      const { owner, standby } = await world.roles();
      await world.stop(standby);
      const sequence = world.appliedBy(standby);
      // Its last heartbeat would keep the messages for 12 hours.
      await owner.command("cluster", "forget", standby.name);
      await world.writeUntil(async () => (await first()) > sequence + 1);
      standby.start();
      await world.isCurrent(standby);
      expect(existsSync(join(standby.directory, "replaced-copy/system.sqlite"))).toBe(true);
      await world.compare(standby);
    },
    LIMIT_MS,
  );

  shown(
    "a standby whose chain broke rebuilds itself, and a takeover afterwards keeps every acknowledged write",
    async () => {
      const { owner, standby } = await world.roles();
      await world.stop(standby);
      const path = join(standby.directory, "position");
      const position = JSON.parse(readFileSync(path, "utf8")) as { chain: string };
      writeFileSync(path, JSON.stringify({ ...position, chain: "1" }));
      const ends = standby.ends.length;
      standby.start();
      await world.writeUntil(async () => standby.ends.length > ends);
      await world.isCurrent(standby);
      await world.compare(standby);
      await owner.command("cluster", "promote", standby.name);
      const next = await ownerOf(world.nodes, owner);
      expect(world.lost(next)).toEqual([]);
    },
    LIMIT_MS,
  );

  shown(
    "a copy whose file differs from the owner's is found by the weekly hashes and made again",
    async () => {
      const { standby } = await world.roles();
      await world.isCurrent(standby);
      await world.stop(standby);
      const path = join(standby.directory, "companies/1/company.sqlite");
      const bytes = readFileSync(path);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(path, bytes);
      standby.start();
      await world.isCurrent(standby);
      const store = createNatsObjects(world.nats, 1);
      for await (const { name } of store.list("1/hashes/")) await store.remove(name);
      await eventually(
        async () => (existsSync(join(standby.directory, "differing-files")) ? true : undefined),
        "a difference that was found",
        90_000,
      );
      await world.isCurrent(standby);
      await world.compare(standby);
      expect(readFileSync(join(standby.directory, "differing-files"), "utf8")).toBe("1");
      // The standby's files are kept, because they would be the intact ones if the owner's files were damaged.
      expect(existsSync(join(standby.directory, "differing-copy/companies/1/company.sqlite"))).toBe(true);
    },
    LIMIT_MS,
  );
});
