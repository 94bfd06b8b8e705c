import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { COMPANY, rowsOf } from "./compare-files.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const longTest = test.skipIf(program === null || process.env["FAULT_KILLS"] === undefined);
const LIMIT_MS = 240_000;
/** A log that does not exist, or lost messages, is proven after 15 s. */
const PROOF_MS = 60_000;
const MAJORITY = [0, 1];
const ALL = [0, 1, 2];

describe("NATS servers that lose disks", () => {
  let folder: string;
  let nats: NatsServers;
  let nodes: readonly [NodeProcess, NodeProcess];
  let acknowledged: string[];

  async function begin(): Promise<NodeProcess> {
    folder = mkdtempSync(join(tmpdir(), "balcao-lost-disks-"));
    acknowledged = [];
    nats = await startNats(program ?? "", folder);
    const [a, b] = ["a", "b"].map(
      (name) => new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls }),
    ) as [NodeProcess, NodeProcess];
    nodes = [a, b];
    await a.command("cluster", "init");
    for (const node of nodes) node.start();
    const owner = await ownerOf(nodes);
    for (let row = 0; row < ROWS; row += 1) await write(owner, `before ${row}`);
    await untilCurrent();
    expect(acknowledged).toHaveLength(ROWS);
    return await ownerOf(nodes);
  }
  async function end(): Promise<void> {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const ROWS = 20;
  const untilCurrent = () =>
    eventually(
      () => nodes[0].command("cluster", "status").catch(() => undefined),
      "a cluster without problems",
      PROOF_MS,
    );
  async function write({ url }: NodeProcess, name: string): Promise<true | undefined> {
    const token = await signIn({ url });
    const answer = await fetch(`${url}/api/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name, color: "#112233" }),
      signal: AbortSignal.timeout(3000),
    });
    if (!answer.ok) return undefined;
    acknowledged.push(name);
    return true;
  }
  let attempts = 0;
  const writtenAgain = () =>
    eventually(
      async () => {
        attempts += 1;
        return await write(await ownerOf(nodes), `after ${attempts}`).catch(() => undefined);
      },
      "an acknowledged write",
      PROOF_MS,
    );
  /** On the owner, and on the node that takes over from it. */
  async function expectNothingLost(): Promise<void> {
    await untilCurrent();
    const owner = await ownerOf(nodes);
    await owner.stop();
    const next = await ownerOf(nodes, owner);
    const rows = rowsOf<{ name: string }>(next.directory, COMPANY, "SELECT name FROM tag");
    const stored = new Set(rows.map(({ name }) => name));
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
  }

  async function startEmpty(servers: readonly number[]): Promise<void> {
    await Promise.all(servers.map((server) => nats.kill(server)));
    for (const server of servers) nats.wipe(server);
    await Promise.all(servers.map((server) => nats.start(server)));
  }

  shown(
    "all servers with empty disks acknowledge nothing; rebase on the last owner makes the log again, and nothing is lost",
    async () => {
      const owner = await begin();
      try {
        await startEmpty(ALL);
        await eventually(async () => ((await owner.ownsCell()) ? undefined : true), "503", PROOF_MS);
        for (let row = 0; row < 5; row += 1) await write(owner, `lost ${row}`).catch(() => undefined);
        expect(acknowledged).toHaveLength(ROWS);
        await Promise.all(nodes.map((node) => node.stop()));
        const refused = await owner.attempt("cluster", "rebase", "--yes");
        expect(refused.error).toContain("the servers lost the log and the names of the nodes");
        const [, last = ""] = /--accept-loss-after (\d+)/.exec(refused.error) ?? [];
        await owner.command("cluster", "rebase", "--yes", "--accept-loss-after", last);
        for (const node of nodes) node.start();
        await writtenAgain();
        await expectNothingLost();
      } finally {
        await end();
      }
    },
    LIMIT_MS,
  );

  longTest(
    "two servers with empty disks copy everything from the third one",
    async () => {
      await begin();
      try {
        await startEmpty(MAJORITY);
        await writtenAgain();
        await expectNothingLost();
      } finally {
        await end();
      }
    },
    LIMIT_MS,
  );

  longTest(
    "a majority whose newest blocks are cut loses nothing that was acknowledged",
    async () => {
      await begin();
      try {
        await Promise.all(ALL.map((server) => nats.kill(server)));
        for (const server of MAJORITY) cutNewestBlock(nats.store(server));
        await Promise.all(ALL.map((server) => nats.start(server)));
        await writtenAgain();
        await expectNothingLost();
      } finally {
        await end();
      }
    },
    LIMIT_MS,
  );
});

/** Halves the newest file of messages of the log, as after a power cut without `sync_interval: always`. */
function cutNewestBlock(store: string): void {
  const place = join(store, "jetstream/$G/streams/CELL_1/msgs");
  const blocks = readdirSync(place).filter((name) => name.endsWith(".blk"));
  const newest = blocks.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).at(-1) ?? "";
  truncateSync(join(place, newest), Math.floor(statSync(join(place, newest)).size / 2));
}
