import { isOfCell } from "#cluster/lease/lease.ts";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { connectNats, type Nats, natsOptions } from "#cluster/log/jetstream/connection.ts";
import { movedStreams } from "#cluster/log/jetstream/leaders.ts";
import { measureSync, readServers, readStreams } from "#cluster/log/jetstream/servers.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { lookAtHeartbeats } from "#cluster/node/heartbeat-watch.ts";
import { createKeyCheck } from "#cluster/node/key-check.ts";
import type { Config } from "#config.ts";
import { examineCells } from "./cells.ts";
import {
  clocks,
  connected,
  distinctMachines,
  keys,
  leaders,
  links,
  server,
  speed,
  standbys,
  stream,
} from "./cluster-findings.ts";
import { newestSnapshot } from "./cluster-snapshot.ts";
import { type Finding, findingsOf } from "./finding.ts";
import { examineMediaStore } from "./media.ts";

const PINGS = 5;
/** Readings of the streams until no server is behind, and the wait between two, ms. */
const READINGS = 6;
const READING_WAIT_MS = 500;

/** Checks the NATS servers, the log and the nodes of a cluster. Nothing without `CLUSTER_NATS_URL`. `now`: wall clock. */
export async function examineCluster(config: Config, now: () => number): Promise<readonly Finding[]> {
  const { clusterNatsUrls: urls } = config;
  if (!urls) return [];
  const findings = [...distinctMachines(urls)];
  const servers = await readServers(config.clusterNatsMonitorUrls ?? []);
  for (const { monitorUrl, facts } of servers) findings.push(...server(monitorUrl, facts, config));
  let nats: Nats;
  try {
    nats = await connectNats(natsOptions(config, "balcao doctor"));
  } catch (error) {
    const advice = "start the servers, and let this machine reach them (firewall, credentials, authority)";
    const what = error instanceof Error ? error.message : String(error);
    return [...findings, findingsOf("cluster")("error", what, advice)];
  }
  try {
    findings.push(...connected(nats.connection.info ?? {}));
    const streams = await settledStreams(nats, config.clusterCell, now);
    for (const { name, facts } of streams) findings.push(...stream(name, facts));
    findings.push(...speed({ syncMs: await measureSync(nats), roundTripMs: await roundTrip(nats) }));
    findings.push(...(await examineMediaStore(nats, config)));
    findings.push(...(await nodesOf(nats, config, { streams, servers, now })));
    findings.push(...(await examineCells(nats, createNatsLeases(nats), config, now())));
    findings.push(...(await newestSnapshot(nats, config, now())));
  } finally {
    await nats.close();
  }
  return findings;
}

/** A server counts as behind when it is so in every reading: while messages are written, any server is behind for a moment. */
async function settledStreams(nats: Nats, cell: number, now: () => number): ReturnType<typeof readStreams> {
  const behind = new Map<string, readonly string[]>();
  for (let reading = 1; ; reading += 1) {
    const streams = await readStreams(nats, cell, now);
    for (const { name, facts } of streams) {
      const before = behind.get(name);
      if (facts)
        behind.set(
          name,
          facts.behind.filter((server) => before?.includes(server) ?? true),
        );
    }
    const isSettled = [...behind.values()].every(({ length }) => length === 0);
    if (isSettled || reading === READINGS)
      return streams.map(({ name, facts }) => ({
        name,
        facts: facts && { ...facts, behind: behind.get(name) ?? [] },
      }));
    await Bun.sleep(READING_WAIT_MS);
  }
}

interface Seen {
  readonly streams: Awaited<ReturnType<typeof readStreams>>;
  readonly servers: Awaited<ReturnType<typeof readServers>>;
  readonly now: () => number;
}

async function nodesOf(
  nats: Nats,
  config: Config,
  { streams, servers, now }: Seen,
): Promise<readonly Finding[]> {
  const leases = createNatsLeases(nats);
  const seen = await lookAtHeartbeats(leases.allHeartbeats, monotonicClock).catch(() => null);
  const all = seen?.heartbeats ?? [];
  const nodes = all.filter((beat) => isOfCell(beat, config.clusterCell));
  const isAlive = (node: string) => seen?.watch.isAlive(node) ?? false;
  return [
    ...clocks(all, isAlive, now()),
    ...(config.appSecret === null ? [] : keys(all, createKeyCheck(config.appSecret), isAlive)),
    ...standbys(nodes, isAlive),
    ...links(await leases.cells().catch(() => []), all, isAlive),
    ...leaders(
      streams.filter(({ name }) => movedStreams(config.clusterCell).includes(name)),
      servers,
      nodes.find(({ node, role }) => role === "owner" && isAlive(node)),
    ),
  ];
}

/** Shortest of a few pings to the connected server, ms. */
async function roundTrip({ connection }: Nats): Promise<number> {
  const times: number[] = [];
  for (let ping = 0; ping < PINGS; ping += 1) times.push(await connection.rtt());
  return Math.min(...times);
}
