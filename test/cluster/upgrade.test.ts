import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectNats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { readHeader } from "#platform/db/ship/format.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { COMPANY, damage, differentFiles, rowsOf } from "./compare-files.ts";
import { NodeProcess } from "./node-process.ts";
import { ADDED_ROWS, newerProgram, tableOf } from "./other-programs.ts";
import { ownerOf, signIn } from "./pair.ts";

// Only in the long run (docs/testing.md): one round takes half a minute.
const KILLS = Math.min(8, Number(process.env["FAULT_KILLS"] ?? 0));
const program = natsProgram();
const shown = test.skipIf(program === null || KILLS === 0);
const LIMIT_MS = 60_000 + KILLS * 120_000;
const CURRENT_MS = 90_000;
/** Longest wait for the batch of a migration, ms. */
const INSIDE_MS = 5000;

describe("a rolling upgrade with kills during the migration", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-upgrade-"));
  let nats: NatsServers;
  let nodes: NodeProcess[] = [];
  const acknowledged: string[] = [];

  beforeAll(async () => {
    if (program === null || KILLS === 0) return;
    nats = await startNats(program, folder);
    nodes = ["a", "b"].map(
      (name) => new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls }),
    );
    await nodes[0]?.command("cluster", "init");
    for (const node of nodes) node.start();
    await ownerOf(nodes);
  }, 120_000);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const untilCurrent = () =>
    eventually(
      () => nodes[0]?.command("cluster", "status").catch(() => undefined) ?? Promise.resolve(undefined),
      "a current standby",
      CURRENT_MS,
    );
  const otherThan = (node: NodeProcess) => nodes.find((one) => one !== node) as NodeProcess;
  async function upgrade(node: NodeProcess, version: readonly string[]): Promise<void> {
    await node.stop();
    node.version = version;
    node.start();
    await untilCurrent();
  }
  /** Kills the new owner when the log ends in a batch of its migration whose last part is not stored yet. */
  async function killInsideBatch(owner: NodeProcess): Promise<void> {
    const connection = await connectNats({ urls: nats.urls, credsFile: null, caFile: null, name: "test" });
    const log = createJetStreamLog(connection, 1);
    await ownerOf([owner]);
    // The company's file is migrated when it is opened.
    void signIn(owner).catch(() => undefined);
    for (const until = performance.now() + INSIDE_MS; performance.now() < until; ) {
      const { last } = await log.state();
      const read = await log.read(last, { timeoutMs: 500 });
      if (read.result !== "found") continue;
      const { part, parts } = readHeader(read.message.body);
      if (part + 1 < parts) break;
    }
    owner.signal("SIGKILL");
    await connection.close();
  }
  let attempts = 0;
  async function write(): Promise<true | undefined> {
    attempts += 1;
    const name = `tag ${attempts}`;
    const owner = await ownerOf(nodes);
    const answer = await fetch(`${owner.url}/api/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${await signIn(owner)}`, "content-type": "application/json" },
      body: JSON.stringify({ name, color: "#112233" }),
    }).catch(() => undefined);
    if (!answer?.ok) return undefined;
    acknowledged.push(name);
    return true;
  }

  shown(
    `${KILLS} nodes that are killed while they migrate leave files that both versions agree on`,
    async () => {
      for (let round = 1; round <= KILLS; round += 1) {
        await eventually(() => write(), "a write");
        await untilCurrent();
        const version = newerProgram(folder, round);
        const upgraded = otherThan(await ownerOf(nodes));
        await upgrade(upgraded, version);
        const before = otherThan(upgraded);
        const giving = before
          .command("cluster", "promote", upgraded.name)
          .catch((error: Error) => error.message);
        if (round % 2 === 1) await killInsideBatch(upgraded);
        else {
          await Bun.sleep(800 + (2400 * round) / KILLS);
          upgraded.signal("SIGKILL");
        }
        await giving;
        // A node that took over before the migration still runs the older program.
        if ((await ownerOf(nodes)) === before) {
          await untilCurrent();
          await before.command("cluster", "promote", upgraded.name);
        }
        expect(await ownerOf(nodes, before)).toBe(upgraded);
        await eventually(() => write(), "a write", 60_000);
        await upgrade(before, version);
      }
      const owner = await ownerOf(nodes);
      owner.signal("SIGSTOP");
      await Bun.sleep(1500);
      const standby = otherThan(owner);
      const different = differentFiles(owner.directory, standby.directory);
      const damaged = nodes.flatMap(({ directory }) => damage(directory));
      const known = new Set(
        rowsOf<{ name: string }>(owner.directory, COMPANY, "SELECT name FROM tag").map(({ name }) => name),
      );
      const counts = Array.from({ length: KILLS }, (_, n) =>
        rowsOf<{ n: number }>(owner.directory, COMPANY, `SELECT count(*) AS n FROM ${tableOf(n + 1)}`).at(0),
      );
      owner.signal("SIGCONT");
      expect({ different, damaged }).toEqual({ different: [], damaged: [] });
      expect(acknowledged.filter((name) => !known.has(name))).toEqual([]);
      expect(counts.map((count) => count?.n)).toEqual(Array.from({ length: KILLS }, () => ADDED_ROWS));
    },
    LIMIT_MS,
  );
});
