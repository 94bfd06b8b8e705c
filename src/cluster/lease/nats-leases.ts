import { headers } from "@nats-io/transport-node";
import * as v from "valibot";
import { isNoStream, readAppended, readStored } from "#cluster/log/jetstream/answers.ts";
import type { Nats } from "#cluster/log/jetstream/connection.ts";
import { heartbeatKey, LEASE_BUCKET, leaseKey } from "#cluster/log/jetstream/names.ts";
import { MAJORITY, NoAnswer } from "#cluster/log/jetstream/no-answer.ts";
import type { LogMessage } from "#cluster/log/log.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import {
  type Heartbeat,
  isOfCell,
  type Lease,
  type LeaseEntry,
  type LeaseRead,
  type LeaseStore,
} from "./lease.ts";

/** The bucket of leases in JetStream's key-value store: a stream with one message for each key. */

/** Interval between reads of the lease, ms. Polling never gets stuck, unlike a watch after a reconnect. */
const WATCH_MS = 200;
const READ_TIMEOUT_MS = 800;
const LIST_TIMEOUT_MS = 3000;
/**
 * A node that was of another cell is looked at again after this long, ms: every node lists those of its cell every 5 s, and would
 * read the heartbeats of the whole installation each time.
 */
const ELSEWHERE_MS = 60_000;

const StoredLease = v.object({
  node: v.string(),
  incarnation: v.string(),
  address: v.string(),
  counter: v.number(),
  successor: v.string(),
});
const StoredHeartbeat = v.object({
  node: v.string(),
  address: v.string(),
  role: v.picklist(["owner", "standby", "copy"]),
  applied: v.record(v.string(), v.number()),
  isReady: v.boolean(),
  problem: v.optional(v.nullable(v.string()), null),
  isProbed: v.optional(v.boolean(), false),
  version: v.string(),
  formats: v.array(v.number()),
  work: v.optional(v.picklist(["snapshot", "copy", "lacking"])),
  compared: v.optional(v.string()),
  atMs: v.number(),
  proof: v.optional(v.string(), ""),
});
const Subjects = v.object({
  state: v.object({ subjects: v.optional(v.record(v.string(), v.number()), {}) }),
});

const subjectOf = (key: string) => `$KV.${LEASE_BUCKET}.${key}`;
const API = `$JS.API.STREAM`;

/** Leases and heartbeats of the nodes of one installation. */
export function createNatsLeases(nats: Nats): LeaseStore {
  /** The newest value of a key with its revision; undefined when no server answers, null when there is none. */
  async function newest(key: string, timeoutMs: number): Promise<LogMessage | null | undefined> {
    const query = JSON.stringify({ last_by_subj: subjectOf(key) });
    const read = readStored(await nats.ask(`${API}.MSG.GET.KV_${LEASE_BUCKET}`, query, { timeoutMs }));
    if (read.result === "found") return read.message;
    return read.result === "absent" ? null : undefined;
  }

  async function read(cell: number, timeoutMs: number): Promise<LeaseRead> {
    const message = await newest(leaseKey(cell), timeoutMs);
    if (message === undefined) return { result: "unknown" };
    if (message === null) return { result: "found", entry: { revision: 0, lease: null } };
    const lease: Lease | null = message.body.length === 0 ? null : parse(StoredLease, message.body);
    return { result: "found", entry: { revision: message.sequence, lease } };
  }

  async function* watch(cell: number, signal: AbortSignal): AsyncIterable<LeaseEntry> {
    for (let seen = -1; !signal.aborted; ) {
      const answer = await read(cell, READ_TIMEOUT_MS);
      if (signal.aborted) return;
      if (answer.result === "found" && answer.entry.revision !== seen) {
        seen = answer.entry.revision;
        yield answer.entry;
      }
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    }
  }

  /** The keys that match, such as `node.>`. */
  async function list(pattern: string): Promise<readonly string[]> {
    const filter = JSON.stringify({ subjects_filter: subjectOf(pattern) });
    const info = await nats.ask(`${API}.INFO.KV_${LEASE_BUCKET}`, filter, { timeoutMs: LIST_TIMEOUT_MS });
    const listed = v.safeParse(Subjects, info);
    if (isNoStream(info))
      throw new NoAnswer(`there is no cluster (stream KV_${LEASE_BUCKET}): balcao cluster init creates it`);
    if (!listed.success) throw new NoAnswer(`the servers did not list the nodes; ${MAJORITY}`);
    const prefix = subjectOf("").length;
    return Object.keys(listed.output.state.subjects).map((subject) => subject.slice(prefix));
  }

  async function readHeartbeats(keys: readonly string[]): Promise<readonly Heartbeat[]> {
    const found = await Promise.all(keys.map((key) => newest(key, LIST_TIMEOUT_MS)));
    if (found.length > 0 && found.every((message) => message === undefined))
      throw new NoAnswer(`the servers did not show the nodes; ${MAJORITY}`);
    return found.flatMap((message): Heartbeat[] =>
      message && message.body.length > 0 ? [parse(StoredHeartbeat, message.body)] : [],
    );
  }

  /** Leaves a marker without content, which takes the place of all values of the key. */
  async function removeKey(key: string, what: "node" | "cell"): Promise<void> {
    const marks = headers();
    marks.set("KV-Operation", "PURGE");
    marks.set("Nats-Rollup", "sub");
    const answer = await nats.ask(subjectOf(key), "", { timeoutMs: LIST_TIMEOUT_MS, headers: marks });
    if (readAppended(answer).result !== "stored")
      throw new NoAnswer(
        `the servers did not remove the ${what}; ${MAJORITY}, and the user of CLUSTER_NATS_URL must be allowed to`,
      );
  }

  const allHeartbeats = async () => readHeartbeats(await list("node.>"));

  /** Until when the heartbeats of nodes of other cells are not read, ms, for each cell that was asked for. */
  const elsewhere = new Map<number, Map<string, number>>();

  async function heartbeats(cell: number): Promise<readonly Heartbeat[]> {
    const skipped = elsewhere.get(cell) ?? new Map<string, number>();
    elsewhere.set(cell, skipped);
    const now = monotonicClock.now();
    const keys = await list("node.>");
    const beats = await readHeartbeats(keys.filter((key) => (skipped.get(key) ?? 0) <= now));
    for (const beat of beats)
      if (!isOfCell(beat, cell)) skipped.set(heartbeatKey(beat.node), now + ELSEWHERE_MS);
    return beats.filter((beat) => isOfCell(beat, cell));
  }

  return {
    async write(cell, lease, { revision, timeoutMs }) {
      const conditions = headers();
      conditions.set("Nats-Expected-Last-Subject-Sequence", String(revision));
      const body = JSON.stringify(lease);
      const answer = await nats.ask(subjectOf(leaseKey(cell)), body, { timeoutMs, headers: conditions });
      const appended = readAppended(answer);
      if (appended.result === "stored") return { result: "written", revision: appended.sequence };
      return { result: appended.result === "wrong-sequence" ? "refused" : "unknown" };
    },
    read: (cell, { timeoutMs }) => read(cell, timeoutMs),
    cells: async () => (await list(leaseKey("*"))).map((key) => Number(key.slice(leaseKey("").length))),
    watch,
    async beat(heartbeat, { timeoutMs }) {
      const body = JSON.stringify(heartbeat);
      const answer = await nats.ask(subjectOf(heartbeatKey(heartbeat.node)), body, { timeoutMs });
      return readAppended(answer).result === "stored";
    },
    heartbeats,
    allHeartbeats,
    forget: (node) => removeKey(heartbeatKey(node), "node"),
    forgetCell: (cell) => removeKey(leaseKey(cell), "cell"),
  };
}

function parse<S extends v.GenericSchema>(schema: S, body: Uint8Array): v.InferOutput<S> {
  return v.parse(schema, JSON.parse(Buffer.from(body).toString()));
}
