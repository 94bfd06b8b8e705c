import * as v from "valibot";
import type { Nats } from "./connection.ts";
import { DIRECTORY_BUCKET, LEASE_BUCKET, SHARED_BUCKET, streamOf } from "./names.ts";

/** The oldest accepted server: earlier ones lose messages when members change (nats-server #7545). */
export const OLDEST_SERVER = "2.12.3";
/** Largest message of the product with its headers, bytes. */
export const NEEDED_PAYLOAD = 1_000_000;
const MONITOR_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 3000;
const PROBES = 10;

/** What one server reports of itself at its monitoring address. */
export interface ServerFacts {
  readonly monitorUrl: string;
  readonly name: string;
  readonly version: string;
  /** True with `sync_interval: always`. */
  readonly isSynced: boolean;
}
const Varz = v.object({
  server_name: v.string(),
  version: v.string(),
  jetstream: v.optional(
    v.object({
      config: v.optional(v.object({ sync_always: v.optional(v.boolean(), false) }), {}),
    }),
    {},
  ),
});

/** The facts of each server; null for an address that does not answer. */
export async function readServers(
  monitorUrls: readonly string[],
): Promise<readonly { readonly monitorUrl: string; readonly facts: ServerFacts | null }[]> {
  const one = async (monitorUrl: string): Promise<ServerFacts | null> => {
    try {
      const response = await fetch(`${monitorUrl}/varz`, { signal: AbortSignal.timeout(MONITOR_TIMEOUT_MS) });
      const { server_name, version, jetstream } = v.parse(Varz, await response.json());
      return { monitorUrl, name: server_name, version, isSynced: jetstream.config?.sync_always ?? false };
    } catch {
      return null;
    }
  };
  return Promise.all(monitorUrls.map(async (monitorUrl) => ({ monitorUrl, facts: await one(monitorUrl) })));
}

/** True if `version` is at least `oldest`. A suffix such as `-RC.1` counts as the release. */
export function isRecent(version: string, oldest = OLDEST_SERVER): boolean {
  const numbers = (text: string) => text.replace(/^v/, "").split(/[.-]/).slice(0, 3).map(Number);
  const [have, need] = [numbers(version), numbers(oldest)];
  for (const index of [0, 1, 2]) {
    const difference = (have[index] ?? 0) - (need[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** How a stream is set up and how healthy it is. */
export interface StreamFacts {
  readonly name: string;
  readonly replicas: number;
  readonly isFile: boolean;
  readonly deniesDelete: boolean;
  readonly discardsOld: boolean;
  /** Replicas that are behind answer reads. */
  readonly allowsDirect: boolean;
  /** How long repeated ids are recognised, ms. */
  readonly duplicatesMs: number;
  readonly leader: string;
  /** Servers that do not have everything yet. */
  readonly behind: readonly string[];
  readonly bytes: number;
  readonly maxBytes: number;
  /** Clock of the server minus the clock of this machine, ms. */
  readonly clockDifferenceMs: number;
}
const Info = v.object({
  ts: v.optional(v.string()),
  config: v.object({
    num_replicas: v.number(),
    storage: v.string(),
    discard: v.optional(v.string(), "old"),
    deny_delete: v.optional(v.boolean(), false),
    max_bytes: v.optional(v.number(), -1),
    allow_direct: v.optional(v.boolean(), false),
    duplicate_window: v.optional(v.number(), 0),
  }),
  state: v.object({ bytes: v.number() }),
  cluster: v.optional(
    v.object({
      leader: v.optional(v.string(), ""),
      replicas: v.optional(
        v.array(v.object({ name: v.string(), current: v.optional(v.boolean(), false) })),
        [],
      ),
    }),
  ),
});

/** The log of a cell and the buckets of all cells; null for a stream that does not exist or does not answer. */
export async function readStreams(
  nats: Nats,
  cell: number,
  now: () => number = Date.now,
): Promise<readonly { readonly name: string; readonly facts: StreamFacts | null }[]> {
  const one = async (name: string): Promise<StreamFacts | null> => {
    const answer = await nats.ask(`$JS.API.STREAM.INFO.${name}`, "", { timeoutMs: REQUEST_TIMEOUT_MS });
    const info = v.safeParse(Info, answer);
    if (!info.success) return null;
    const { ts, config, state, cluster } = info.output;
    return {
      name,
      replicas: config.num_replicas,
      isFile: config.storage === "file",
      deniesDelete: config.deny_delete,
      discardsOld: config.discard !== "new",
      allowsDirect: config.allow_direct,
      duplicatesMs: config.duplicate_window / 1_000_000,
      leader: cluster?.leader ?? "",
      behind: (cluster?.replicas ?? []).filter(({ current }) => !current).map((replica) => replica.name),
      bytes: state.bytes,
      maxBytes: Math.max(0, config.max_bytes),
      clockDifferenceMs: ts === undefined ? 0 : Date.parse(ts) - now(),
    };
  };
  const names = [streamOf(cell), `KV_${LEASE_BUCKET}`, `KV_${DIRECTORY_BUCKET}`, `KV_${SHARED_BUCKET}`];
  return Promise.all(names.map(async (name) => ({ name, facts: await one(name) })));
}

/** Median time of a write that a majority synced, ms; null when a write was not confirmed. Writes a separate key. */
export async function measureSync(nats: Nats): Promise<number | null> {
  const times: number[] = [];
  for (let probe = 0; probe < PROBES; probe += 1) {
    const started = performance.now();
    const answer = await nats.ask(`$KV.${LEASE_BUCKET}.probe`, String(probe), {
      timeoutMs: REQUEST_TIMEOUT_MS,
    });
    if (!v.is(v.object({ seq: v.number() }), answer)) return null;
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[PROBES / 2] ?? null;
}

/**
 * Why these servers must not hold acknowledged commits; empty when they may. `isConfirmed` = the operator confirms
 * `sync_interval: always` with CLUSTER_NATS_SYNC.
 */
export async function unsafeServers(
  nats: Nats,
  monitorUrls: readonly string[],
  isConfirmed: boolean,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  const connected = nats.connection.info?.version ?? "0";
  if (!isRecent(connected)) reasons.push(`NATS ${connected} is older than ${OLDEST_SERVER}`);
  for (const { monitorUrl, facts } of await readServers(monitorUrls)) {
    if (facts && !isRecent(facts.version))
      reasons.push(`NATS ${facts.version} of ${facts.name} is older than ${OLDEST_SERVER}`);
    if (facts && !facts.isSynced)
      reasons.push(
        `${facts.name} does not sync every write: set sync_interval: always in its jetstream block`,
      );
    if (!facts && !isConfirmed)
      reasons.push(
        `${monitorUrl} does not answer, so sync_interval cannot be checked: correct it, or set CLUSTER_NATS_SYNC=always`,
      );
  }
  return reasons;
}
