import type { Heartbeat } from "#cluster/lease/lease.ts";
import {
  isRecent,
  NEEDED_PAYLOAD,
  OLDEST_SERVER,
  type readServers,
  type readStreams,
  type ServerFacts,
  type StreamFacts,
} from "#cluster/log/jetstream/servers.ts";
import { type KeyCheck, otherKeys } from "#cluster/node/key-check.ts";
import type { Config } from "#config.ts";
import { type Finding, findingsOf } from "./finding.ts";

// Finds problems of a cluster in the reports of its servers and nodes. Pure functions: the caller reads the reports.

const finding = findingsOf("cluster");
/** A write that takes longer slows every answer down, ms. */
const SLOW_SYNC_MS = 50;
const SLOW_ROUND_TRIP_MS = 10;
const CLOCK_MS = 2000;
/** Interval of heartbeats, ms. */
const BEAT_MS = 1000;
const FULL = 0.8;
/** An owner repeats an append under the same id for less than this time, ms. */
const DUPLICATES_MS = 120_000;

const isLocal = (host: string) => /^(localhost|127\.|\[?::1)/.test(host);
const hostOf = (url: string) => URL.parse(url)?.hostname ?? "";

export function* distinctMachines(urls: readonly string[]): Generator<Finding> {
  const hosts = urls.map(hostOf).filter((host) => !isLocal(host));
  if (urls.length < 3)
    yield finding("warning", `CLUSTER_NATS_URL names ${urls.length} servers`, "name all three");
  if (new Set(hosts).size < hosts.length)
    yield finding(
      "error",
      "several NATS servers run on one machine",
      "run each on a machine of its own: the loss of one must leave two",
    );
}

export function* server(
  monitorUrl: string,
  facts: ServerFacts | null,
  { clusterNatsSync }: Pick<Config, "clusterNatsSync">,
): Generator<Finding> {
  if (!facts) {
    const severity = clusterNatsSync === null ? "error" : "warning";
    const advice = "correct CLUSTER_NATS_MONITOR_URLS, or set CLUSTER_NATS_SYNC=always as your confirmation";
    yield finding(severity, `${monitorUrl} does not answer: sync_interval cannot be checked`, advice);
    return;
  }
  if (!facts.isSynced)
    yield finding(
      "error",
      `the NATS server ${facts.name} does not sync every write: a power cut loses acknowledged messages`,
      "set sync_interval: always in its jetstream block and restart it",
    );
  if (!isRecent(facts.version))
    yield finding(
      "error",
      `the NATS server ${facts.name} is ${facts.version}, older than ${OLDEST_SERVER}`,
      "upgrade the servers one after the other",
    );
}

/** `info`: how the connected server describes itself. */
export function* connected(info: {
  readonly version?: string;
  readonly max_payload?: number;
}): Generator<Finding> {
  const { version = "0", max_payload = 0 } = info;
  if (!isRecent(version))
    yield finding("error", `NATS is ${version}, older than ${OLDEST_SERVER}`, "upgrade the servers");
  if (max_payload < NEEDED_PAYLOAD)
    yield finding(
      "error",
      `NATS accepts messages of ${max_payload} bytes, less than ${NEEDED_PAYLOAD}`,
      "set max_payload: 1MB on all servers",
    );
}

export function* stream(name: string, facts: StreamFacts | null): Generator<Finding> {
  if (!facts) {
    const advice = "balcao cluster init creates it; for a cell that lost its log: balcao cluster rebase";
    yield finding("error", `the stream ${name} does not exist or does not answer`, advice);
    return;
  }
  const bad = [
    ...(facts.replicas < 3 ? [`${facts.replicas} replicas`] : []),
    ...(facts.isFile ? [] : ["storage in memory"]),
    ...(facts.discardsOld ? ["discard: old"] : []),
    ...(facts.deniesDelete ? [] : ["deletions allowed"]),
    ...(facts.allowsDirect ? ["reads from replicas that are behind (allow_direct)"] : []),
    ...(facts.duplicatesMs < DUPLICATES_MS ? [`a duplicate window of ${facts.duplicatesMs / 1000} s`] : []),
  ];
  if (bad.length > 0)
    yield finding(
      "error",
      `the stream ${name} has ${bad.join(", ")}`,
      "three replicas in files, discard: new, deny_delete, no allow_direct, a duplicate window of 2 min",
    );
  if (facts.behind.length > 0)
    yield finding(
      "warning",
      `${facts.behind.join(" and ")} ${facts.behind.length === 1 ? "is" : "are"} behind for ${name}`,
      "start the server, and do not stop another one before it is current",
    );
  if (facts.maxBytes > 0 && facts.bytes > FULL * facts.maxBytes)
    yield finding(
      "warning",
      `${name} is ${Math.round((100 * facts.bytes) / facts.maxBytes)} % full; with a full one the owner answers 503`,
      "a standby far behind keeps it long (balcao cluster status): repair it, or stop and forget it",
    );
  if (Math.abs(facts.clockDifferenceMs) > CLOCK_MS)
    yield finding(
      "warning",
      `the clock of NATS differs from this machine's by ${Math.round(facts.clockDifferenceMs / 1000)} s`,
      "synchronize the clocks (chrony); nothing is decided by them",
    );
}

/** `syncMs`: a write that a majority synced; null when it was not confirmed. `roundTripMs`: a ping to the connected server. */
export function* speed({
  syncMs,
  roundTripMs,
}: {
  readonly syncMs: number | null;
  readonly roundTripMs: number;
}): Generator<Finding> {
  if (syncMs === null)
    yield finding("error", "NATS does not confirm writes", "at least two of the three servers must run");
  else if (syncMs > SLOW_SYNC_MS)
    yield finding(
      "warning",
      `a synced write to NATS takes ${Math.round(syncMs)} ms; every answer that wrote waits for one`,
      "use disks with power-loss protection, and a shorter network path",
    );
  if (roundTripMs > SLOW_ROUND_TRIP_MS)
    yield finding(
      "warning",
      `a round trip to NATS takes ${Math.round(roundTripMs)} ms; every answer that wrote waits for two`,
      "put the nodes and the NATS servers into one region, less than 10 ms apart",
    );
}

type IsAlive = (node: string) => boolean;

export function* clocks(nodes: readonly Heartbeat[], isAlive: IsAlive, nowMs: number): Generator<Finding> {
  for (const { node, atMs } of nodes) {
    if (!isAlive(node) || Math.abs(nowMs - atMs) <= CLOCK_MS + BEAT_MS) continue;
    yield finding(
      "warning",
      `the clock of node ${node} differs from this machine's by ${Math.round((atMs - nowMs) / 1000)} s`,
      "synchronize the clocks (chrony); nothing is decided by them, but rows and logs show the wrong time",
    );
  }
}

export function* keys(nodes: readonly Heartbeat[], check: KeyCheck, isAlive: IsAlive): Generator<Finding> {
  const others = otherKeys(nodes, check, isAlive);
  if (others.length > 0)
    yield finding(
      "error",
      `APP_SECRET differs from that of ${others.join(" and ")}`,
      "set the same one on all nodes: a node with another one cannot read the log and does not start",
    );
}

export function* standbys(nodes: readonly Heartbeat[], isAlive: IsAlive): Generator<Finding> {
  const live = nodes.filter(({ node }) => isAlive(node));
  if (!live.some(({ role, isReady }) => role === "standby" && isReady))
    yield finding(
      "warning",
      "no standby is ready to take over",
      "start the second node; if it runs, its log has the reason",
    );
  const versions = new Set(live.map(({ version }) => version));
  if (versions.size > 1)
    yield finding(
      "info",
      `the nodes run different versions: ${[...versions].join(", ")}`,
      "finish the rolling upgrade",
    );
}

/** With several cells, each node that can own one needs an address for requests of the others. `nodes`: of all cells. */
export function* links(
  cells: readonly number[],
  nodes: readonly Heartbeat[],
  isAlive: IsAlive,
): Generator<Finding> {
  const missing = nodes.filter(
    ({ node, role, address }) => isAlive(node) && role !== "copy" && address === "",
  );
  if (cells.length > 1 && missing.length > 0)
    yield finding(
      "error",
      `nodes of other cells cannot send requests to ${missing.map(({ node }) => node).join(" and ")}`,
      "set CLUSTER_URL there to an https address of the machine, with a port of its own",
    );
}

/** The leader of the log beside the owner dies with it, which makes a takeover slower. */
export function* leaders(
  streams: Awaited<ReturnType<typeof readStreams>>,
  servers: Awaited<ReturnType<typeof readServers>>,
  owner: Heartbeat | undefined,
): Generator<Finding> {
  const ownerHost = owner ? hostOf(owner.address) : "";
  if (ownerHost === "" || isLocal(ownerHost)) return;
  for (const { name, facts } of streams) {
    const leader = servers.find((candidate) => candidate.facts?.name === facts?.leader);
    if (leader && hostOf(leader.monitorUrl) === ownerHost)
      yield finding(
        "info",
        `the leader of ${name} runs on the owner's machine`,
        "the owner moves it every 10 minutes; a takeover takes up to 15 s meanwhile",
      );
  }
}
