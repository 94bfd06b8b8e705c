import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { createCell } from "#cluster/log/jetstream/assets.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { readStreams } from "#cluster/log/jetstream/servers.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { createLogReplacer } from "./replace-log.ts";
import { decode, startNodeOn } from "./testing/node.ts";

const program = natsProgram();
const ASSETS = { maxBytes: 100_000_000, replicas: 3 };
const LEASE_MS = 3000;
const timeoutMs = 2000;
type RealNode = ReturnType<typeof startNodeOn>;

const longTest = test.skipIf(process.env["FAULT_KILLS"] === undefined);

describe.skipIf(program === null)("an owner over failing NATS servers", () => {
  let folder: string;
  let servers: NatsServers;
  let control: Nats;
  let log: BatchLog;
  let nodes: RealNode[];
  let connections: Nats[];
  /** Names of nodes that replaced the log. */
  const replaced: string[] = [];
  const connect = async (name: string) => {
    const nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name });
    connections.push(nats);
    return nats;
  };
  beforeEach(async () => {
    replaced.length = 0;
    connections = [];
    nodes = [];
    folder = mkdtempSync(join(tmpdir(), "balcao-nats-faults-"));
    servers = await startNats(program ?? "", folder);
    control = await connect("control");
    await createCell(control, 1, ASSETS);
    log = createJetStreamLog(control, 1);
  }, 60_000);
  afterEach(async () => {
    for (const node of nodes) node.stop();
    for (const nats of connections) await nats.close();
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 20_000);

  async function startNode(name: string): Promise<RealNode> {
    const nats = await connect(name);
    const nodeLog = createJetStreamLog(nats, 1);
    const node = startNodeOn(name, nodes.length, {
      clock: monotonicClock,
      log: nodeLog,
      leases: createNatsLeases(nats),
      leaseMs: LEASE_MS,
      replaceLog: createLogReplacer({
        onKept: () => {},
        nats,
        cell: 1,
        log: nodeLog,
        assets: ASSETS,
        onReplace: () => replaced.push(name),
      }),
    });
    nodes.push(node);
    return node;
  }
  const until = async (condition: () => boolean, limitMs = 40_000) => {
    const started = performance.now();
    while (!condition()) {
      if (performance.now() - started > limitMs) throw new Error("the condition was not met in time");
      await Bun.sleep(20);
    }
    return performance.now() - started;
  };
  const pair = async () => {
    const a = await startNode("a");
    await until(() => a.run.isOpen);
    const b = await startNode("b");
    await Bun.sleep(3500);
    return { a, b };
  };
  /** Writes texts one after the other until the returned function is called. */
  function write(node: RealNode) {
    let isEnded = false;
    const writing = (async () => {
      for (let index = 0; !isEnded && node.stopped === null; index += 1) {
        await node.write(`${node.name}${index}`);
        await Bun.sleep(10);
      }
    })();
    return async () => {
      isEnded = true;
      await writing;
    };
  }
  /** Servers that were just restarted may refuse a read: only a response shows whether a message is stored. */
  const storedText = async (sequence: number): Promise<string> => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const read = await log.read(sequence, { timeoutMs });
      if (read.result === "found") return decode(read.message).text;
      if (read.result === "absent") throw new Error(`message ${sequence} of the log is gone`);
      await Bun.sleep(100);
    }
    throw new Error(`message ${sequence} of the log cannot be read`);
  };
  const storedTexts = async () => {
    await current();
    const { first, last } = await log.state();
    const texts: string[] = [];
    for (let sequence = first; sequence <= last; sequence += 1) texts.push(await storedText(sequence));
    return texts;
  };
  /** Expects that everything acknowledged is stored exactly once; returns how much that is. */
  const expectNothingLost = async (...owners: RealNode[]) => {
    const texts = await storedTexts();
    const acknowledged = owners.flatMap((node) => [...node.acknowledged]);
    expect(acknowledged.filter((text) => !texts.includes(text))).toEqual([]);
    expect(texts.filter((text, index) => text !== "" && texts.indexOf(text) !== index)).toEqual([]);
    return acknowledged.length;
  };
  const leaderOf = async () => servers.names.indexOf((await log.state()).leader);

  test("a standby takes over from a dead owner within 10 s and has everything acknowledged", async () => {
    const { a, b } = await pair();
    const end = write(a);
    await Bun.sleep(1000);
    a.stop();
    const takenMs = await until(() => b.run.isOpen);
    await end();
    expect(takenMs).toBeLessThan(10_000);
    await b.write("b0");
    expect(b.acknowledged).toEqual(["b0"]);
    expect(await expectNothingLost(a, b)).toBeGreaterThan(10);
    expect(b.applied.map((message) => decode(message).text)).toEqual(
      expect.arrayContaining([...a.acknowledged]),
    );
  }, 60_000);

  test("the server that leads the log dies: nothing is lost and no standby takes over", async () => {
    const { a, b } = await pair();
    const end = write(a);
    await Bun.sleep(500);
    const leader = await leaderOf();
    await servers.kill(leader);
    const before = a.acknowledged.length;
    await until(() => a.acknowledged.length > before + 20);
    await servers.start(leader);
    await end();
    expect([a.stopped, b.run.state.phase]).toEqual([null, "standby"]);
    await expectNothingLost(a);
  }, 90_000);

  test("without a majority of servers nothing is acknowledged, and the same owner continues once they are back", async () => {
    const { a, b } = await pair();
    const end = write(a);
    await Bun.sleep(500);
    await servers.kill(0);
    await servers.kill(1);
    await until(() => !a.run.isOpen);
    const closed = a.acknowledged.length;
    await Bun.sleep(5000);
    expect(a.acknowledged.length).toBe(closed);
    await servers.start(0);
    await servers.start(1);
    await until(() => a.acknowledged.length > closed + 10);
    await end();
    expect([a.stopped, b.run.state.phase, replaced]).toEqual([null, "standby", []]);
    await expectNothingLost(a);
  }, 90_000);

  test("servers that are restarted one after the other, one of them without its disk, lose nothing", async () => {
    const { a, b } = await pair();
    const end = write(a);
    for (const index of servers.names.keys()) {
      await servers.kill(index, "SIGTERM");
      if (index === 1) servers.wipe(index);
      const before = a.acknowledged.length;
      await until(() => a.acknowledged.length > before + 5);
      await servers.start(index);
      await Bun.sleep(500);
      await current();
    }
    await end();
    expect([a.stopped, b.stopped]).toEqual([null, null]);
    await expectNothingLost(a);
  }, 120_000);

  // Takes 45 s, most of it restarts of servers: only in the long run (docs/testing.md).
  longTest(
    "servers that lost their last messages are given a new log behind the owner's last one",
    async () => {
      const { a, b } = await pair();
      for (let index = 0; index < 10; index += 1) await a.write(`kept${index}`);
      const copies = join(folder, "copies");
      const each = async (work: (index: number) => void | Promise<void>) => {
        for (const index of servers.names.keys()) await work(index);
      };
      // Copies of the disks as they are now take the place of later ones: all servers forget the last messages.
      await each((index) => servers.kill(index, "SIGTERM"));
      await each((index) => cpSync(servers.store(index), join(copies, String(index)), { recursive: true }));
      await Promise.all([...servers.names.keys()].map((index) => servers.start(index)));
      // The lease of before the restart may still be valid for some seconds: writes wait for servers that answer.
      await current();
      await until(() => a.run.isOpen);
      for (let index = 0; index < 10; index += 1) await a.write(`lost${index}`);
      expect(a.acknowledged.length).toBe(20);
      // The marker and 20 texts.
      const last = 21;
      await until(() => b.applied.length === last);
      await each((index) => servers.kill(index));
      await each((index) => {
        servers.wipe(index);
        cpSync(join(copies, String(index)), servers.store(index), { recursive: true });
      });
      await Promise.all([...servers.names.keys()].map((index) => servers.start(index)));
      const writing = a.write("after the loss");
      await until(() => a.run.isOpen && replaced.length > 0, 60_000);
      await writing;
      await a.write("and on");
      expect(replaced).toEqual(["a"]);
      expect(a.acknowledged.slice(-1)).toEqual(["and on"]);
      // The standby had applied everything: it continues without a snapshot.
      await until(() => b.applied.length >= last + 2);
      expect([a.stopped, b.stopped]).toEqual([null, null]);
    },
    120_000,
  );

  /** Waits until every server has the whole log and all leases: a server is only stopped then. */
  async function current(): Promise<void> {
    for (const limit = performance.now() + 30_000; performance.now() < limit; await Bun.sleep(200)) {
      const streams = await readStreams(control, 1);
      if (streams.every(({ facts }) => facts && facts.leader !== "" && facts.behind.length === 0)) return;
    }
    throw new Error("the servers did not become current");
  }
});
