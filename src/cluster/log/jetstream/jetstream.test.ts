import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import type { Lease } from "#cluster/lease/lease.ts";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { LogGap, type LogMessage } from "#cluster/log/log.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { createCell, hasCell, replaceCell } from "./assets.ts";
import { connectNats, type Nats } from "./connection.ts";
import { createJetStreamLog } from "./jetstream-log.ts";
import { streamOf } from "./names.ts";

const program = natsProgram();
const ASSETS = { maxBytes: 3_000_000, replicas: 3 };
const bytes = (text: string) => new TextEncoder().encode(text);
const timeoutMs = 2000;

describe.skipIf(program === null)("the log in JetStream", () => {
  let folder: string;
  let servers: NatsServers;
  let nats: Nats;
  let cell = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "balcao-nats-"));
    servers = await startNats(program ?? "", folder);
    nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
  }, 60_000);
  afterAll(async () => {
    await nats?.close();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 20_000);

  /** A new log whose leader answers: right after its creation an append has no answer. */
  const newLog = async () => {
    cell += 1;
    await createCell(nats, cell, ASSETS);
    const log = createJetStreamLog(nats, cell);
    const isAnswered = async () =>
      (await log.read(1, { timeoutMs })).result === "absent" ? true : undefined;
    await eventually(isAnswered, "an answer of the new log");
    return log;
  };
  const take = async (messages: AsyncIterable<LogMessage>, count: number) => {
    const taken: LogMessage[] = [];
    for await (const message of messages) {
      taken.push(message);
      if (taken.length === count) break;
    }
    return taken;
  };

  test("a message is stored only behind the sequence that the writer expects", async () => {
    const log = await newLog();
    const first = await log.append(bytes("a"), { expected: 0, id: "1:1:0", timeoutMs });
    expect(first).toEqual({ result: "stored", sequence: 1, isDuplicate: false });
    const stale = await log.append(bytes("b"), { expected: 0, id: "1:2:0", timeoutMs });
    expect(stale).toEqual({ result: "wrong-sequence" });
    const ahead = await log.append(bytes("b"), { expected: 5, id: "1:3:0", timeoutMs });
    expect(ahead).toEqual({ result: "wrong-sequence" });
  });

  test("a repeated id is reported as recognised, also with another body", async () => {
    const log = await newLog();
    await log.append(bytes("mine"), { expected: 0, id: "marker", timeoutMs });
    const other = await log.append(bytes("yours"), { expected: 0, id: "marker", timeoutMs });
    expect(other).toEqual({ result: "stored", sequence: 1, isDuplicate: true });
  });

  test("a message of the largest part is read back byte for byte", async () => {
    const log = await newLog();
    const body = crypto.getRandomValues(new Uint8Array(60_000));
    const large = Buffer.concat(Array.from({ length: 15 }, () => body));
    await log.append(large, { expected: 0, id: "1:1:0", timeoutMs });
    const read = await log.read(1, { timeoutMs });
    expect(read.result === "found" && Buffer.compare(read.message.body, large)).toBe(0);
    expect(read.result === "found" && read.message.id).toBe("1:1:0");
    expect(await log.read(2, { timeoutMs })).toEqual({ result: "absent" });
  });

  test("a full log refuses appends and discards nothing", async () => {
    const log = await newLog();
    const large = new Uint8Array(900_000);
    for (let index = 0; index < 3; index += 1)
      await log.append(large, { expected: index, id: String(index), timeoutMs });
    expect(await log.append(large, { expected: 3, id: "3", timeoutMs })).toEqual({ result: "full" });
    expect((await log.state()).first).toBe(1);
  });

  test("a log that does not exist is reported as missing", async () => {
    const log = createJetStreamLog(nats, 999);
    expect(await log.append(bytes("a"), { expected: 0, id: "1", timeoutMs })).toEqual({ result: "missing" });
    expect(await hasCell(nats, 999)).toBe(false);
  });

  test("a reader gets old and new messages in order", async () => {
    const log = await newLog();
    for (let index = 0; index < 50; index += 1)
      await log.append(bytes(`m${index}`), { expected: index, id: String(index), timeoutMs });
    const reading = take(log.follow(11, new AbortController().signal), 41);
    await log.append(bytes("m50"), { expected: 50, id: "50", timeoutMs });
    const read = await reading;
    expect(read.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 41 }, (_, index) => index + 11),
    );
    expect(Buffer.from(read.at(-1)?.body ?? []).toString()).toBe("m50");
    expect(read.at(-1)?.id).toBe("50");
  });

  test("a reader whose next message was removed from the log gets a LogGap", async () => {
    const log = await newLog();
    for (let index = 0; index < 5; index += 1)
      await log.append(bytes("m"), { expected: index, id: String(index), timeoutMs });
    await log.purge(3);
    expect(take(log.follow(2, new AbortController().signal), 1)).rejects.toBeInstanceOf(LogGap);
    expect(
      (await take(log.follow(4, new AbortController().signal), 2)).map(({ sequence }) => sequence),
    ).toEqual([4, 5]);
  });

  test("a reader that is aborted ends", async () => {
    const log = await newLog();
    const abort = new AbortController();
    const reading = take(log.follow(1, abort.signal), 1);
    setTimeout(() => abort.abort(), 300);
    expect(await reading).toEqual([]);
  });

  test("a replaced log continues after the owner's last sequence, and a current reader misses nothing", async () => {
    const log = await newLog();
    await log.append(bytes("kept"), { expected: 0, id: "1:1:0", timeoutMs });
    // The owner knows four messages that the servers lost.
    expect(await replaceCell(nats, cell, 5, { ...ASSETS, isLeaseOurs: () => true })).toBe(true);
    const reading = take(log.follow(6, new AbortController().signal), 1);
    const next = await log.append(bytes("next"), { expected: 5, id: "2:6:0", timeoutMs });
    expect(next).toEqual({ result: "stored", sequence: 6, isDuplicate: false });
    expect((await reading)[0]?.sequence).toBe(6);
    expect(take(log.follow(5, new AbortController().signal), 1)).rejects.toBeInstanceOf(LogGap);
  });

  test("a log that grew past the owner's last message is not replaced", async () => {
    const log = await newLog();
    for (let index = 0; index < 3; index += 1)
      await log.append(bytes("m"), { expected: index, id: String(index), timeoutMs });
    expect(await replaceCell(nats, cell, 2, { ...ASSETS, isLeaseOurs: () => true })).toBe(false);
    expect(await replaceCell(nats, cell, 3, { ...ASSETS, isLeaseOurs: () => false })).toBe(false);
    expect((await log.state()).last).toBe(3);
  });

  test("a lease is written only by compare-and-set, and readers see its changes", async () => {
    await newLog();
    const leases = createNatsLeases(nats);
    const lease: Lease = { node: "a", incarnation: "1", address: "", counter: 1, successor: "" };
    expect(await leases.read(cell, { timeoutMs })).toEqual({
      result: "found",
      entry: { revision: 0, lease: null },
    });
    const written = await leases.write(cell, lease, { revision: 0, timeoutMs });
    if (written.result !== "written") throw new Error("not written");
    expect((await leases.write(cell, lease, { revision: 0, timeoutMs })).result).toBe("refused");
    const abort = new AbortController();
    const seen: number[] = [];
    for await (const entry of leases.watch(cell, abort.signal)) {
      seen.push(entry.lease?.counter ?? 0);
      if (seen.length === 2) abort.abort();
      else await leases.write(cell, { ...lease, counter: 2 }, { revision: written.revision, timeoutMs });
    }
    expect(seen).toEqual([1, 2]);
  });

  test("heartbeats are listed by cell or all together, and a node can be forgotten", async () => {
    await newLog();
    const leases = createNatsLeases(nats);
    const heartbeat = {
      node: "a.example",
      address: "",
      role: "standby",
      applied: { "1": 7 },
      isReady: true,
      version: "0.1.0",
      formats: [1],
      atMs: 1,
    } as const;
    expect(await leases.beat(heartbeat, { timeoutMs })).toBe(true);
    await leases.beat({ ...heartbeat, node: "b" }, { timeoutMs });
    await leases.beat({ ...heartbeat, node: "a.example-2", applied: { "2": 7 } }, { timeoutMs });
    expect((await leases.heartbeats(1)).map(({ node }) => node).sort()).toEqual(["a.example", "b"]);
    expect((await leases.heartbeats(2)).map(({ node }) => node)).toEqual(["a.example-2"]);
    expect(await leases.allHeartbeats()).toHaveLength(3);
    await leases.forget("b");
    expect(await leases.heartbeats(1)).toMatchObject([heartbeat]);
  });

  // Last, because the servers elect leaders afterwards.
  test("a log that is replaced exists at every moment, and an empty one keeps its end when all servers are killed", async () => {
    const log = await newLog();
    await log.append(bytes("kept"), { expected: 0, id: "1:1:0", timeoutMs });
    const { streams } = await jetstreamManager(nats.connection);
    const { created } = await streams.info(streamOf(cell));
    expect(await replaceCell(nats, cell, 5, { ...ASSETS, isLeaseOurs: () => true })).toBe(true);
    // It was not deleted and created again.
    expect((await streams.info(streamOf(cell))).created).toBe(created);
    await Promise.all([0, 1, 2].map((server) => servers.kill(server)));
    await Promise.all([0, 1, 2].map((server) => servers.start(server)));
    const appended = await eventually(async () => {
      const answer = await log.append(bytes("next"), { expected: 5, id: "2:6:0", timeoutMs });
      return answer.result === "stored" ? answer : undefined;
    }, "a leader");
    expect(appended).toEqual({ result: "stored", sequence: 6, isDuplicate: false });
  }, 60_000);
});
