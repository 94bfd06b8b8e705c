import { sizeInWords } from "#cli/in-words.ts";
import { verifiedName } from "#cluster/archive/names.ts";
import { isOfCell } from "#cluster/lease/lease.ts";
import { MAJORITY } from "#cluster/log/jetstream/no-answer.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { lookAtHeartbeats } from "#cluster/node/heartbeat-watch.ts";
import { otherKeys } from "#cluster/node/key-check.ts";
import { listSnapshots } from "#cluster/snapshot/manifest.ts";
import type { ClusterConnection } from "./connect.ts";
import { currentOf } from "./watch-cell.ts";

const READ_MS = 3000;

interface NodeStatus {
  readonly node: string;
  readonly role: string;
  readonly version: string;
  readonly isAlive: boolean;
  readonly isCurrent: boolean;
  readonly behind: number;
  /** Why a standby cannot take over; null = it can. */
  readonly problem: string | null;
}

/**
 * What `balcao cluster status` shows; `problems` are empty when a standby could take over now and all replicas are
 * current.
 */
export interface ClusterStatus {
  readonly cell: number;
  readonly owner: string | null;
  readonly sequence: number;
  readonly streamBytes: number;
  readonly streamMaxBytes: number;
  readonly leader: string;
  readonly replicas: readonly { readonly name: string; readonly isCurrent: boolean; readonly lag: number }[];
  readonly nodes: readonly NodeStatus[];
  /** The newest snapshot; null = none, or its store does not answer. */
  readonly snapshot: { readonly atMs: number; readonly isTested: boolean } | null;
  readonly problems: readonly string[];
}

export async function readStatus(connection: ClusterConnection): Promise<ClusterStatus> {
  const { log, leases, keyCheck, cell, snapshots } = connection;
  const { heartbeats: all, watch } = await lookAtHeartbeats(leases.allHeartbeats, monotonicClock);
  const heartbeats = all.filter((beat) => isOfCell(beat, cell));
  const [state, read, snapshot] = await Promise.all([
    log.state(),
    leases.read(cell, { timeoutMs: READ_MS }),
    newestSnapshot(snapshots.store, cell).catch(() => null),
  ]);
  const holder = read.result === "found" ? (read.entry.lease?.node ?? "") : "";
  const last = state.last;
  const current = new Set(currentOf(heartbeats, watch, { cell, last }).map(({ node }) => node));
  const nodes = heartbeats
    .map((beat): NodeStatus => {
      const behind = Math.max(0, last - (beat.applied[cell] ?? 0));
      return {
        node: beat.node,
        role: beat.role,
        version: beat.version,
        isAlive: watch.isAlive(beat.node),
        isCurrent: current.has(beat.node),
        behind,
        problem: beat.problem ?? null,
      };
    })
    .toSorted((a, b) => a.node.localeCompare(b.node));
  const owner = nodes.find(({ node, role, isAlive: alive }) => alive && role === "owner" && node === holder);
  const behind = state.replicas.filter(({ isCurrent }) => !isCurrent);
  const problems = [
    ...(owner ? [] : ["no node owns the cell"]),
    ...otherKeys(all, keyCheck, watch.isAlive).map((node) => `node ${node} has another APP_SECRET`),
    ...(current.size > 0 ? [] : ["no standby could take over now"]),
    ...(state.leader === "" || behind.length > 1 ? [`nothing can be stored: ${MAJORITY}`] : []),
    ...behind.map(({ name }) => `NATS server ${name} is not current`),
    ...(state.maxBytes > 0 && state.bytes > 0.8 * state.maxBytes ? ["the log is nearly full"] : []),
  ];
  return {
    cell,
    owner: owner?.node ?? null,
    sequence: last,
    streamBytes: state.bytes,
    streamMaxBytes: state.maxBytes,
    leader: state.leader,
    replicas: state.replicas,
    nodes,
    snapshot,
    problems,
  };
}

async function newestSnapshot(
  store: ClusterConnection["snapshots"]["store"],
  cell: number,
): Promise<ClusterStatus["snapshot"]> {
  const newest = (await listSnapshots(store, cell)).at(-1);
  if (!newest) return null;
  const isTested = (await store.read(verifiedName(cell, newest.name))) !== undefined;
  return { atMs: newest.validMs, isTested };
}

const snapshotInWords = ({ snapshot }: ClusterStatus): string =>
  snapshot
    ? `${new Date(snapshot.atMs).toISOString().slice(0, 16).replace("T", " ")} UTC${snapshot.isTested ? "" : ", not tested yet"}`
    : "none";

export function statusInWords(status: ClusterStatus): string {
  const { cell, owner, sequence, nodes, replicas, problems } = status;
  const size = `${sizeInWords(status.streamBytes)} of ${sizeInWords(status.streamMaxBytes)}`;
  const stateOf = ({ isAlive: alive, role, isCurrent, behind, problem }: NodeStatus) =>
    !alive
      ? "does not answer"
      : role === "owner"
        ? `owner${problem === null ? "" : ` (${problem})`}`
        : `${role === "copy" ? "copy that never takes over" : isCurrent ? "standby, current" : "standby, not current"}, ${behind} messages behind${problem === null ? "" : ` (${problem})`}`;
  return [
    `cell ${cell}   owner ${owner ?? "none"}   sequence ${sequence}   log ${size}, led by ${status.leader || "none"}   snapshot ${snapshotInWords(status)}`,
    ...nodes.map((node) => `  node ${node.node}   ${stateOf(node)}   ${node.version}`),
    ...replicas.map(
      ({ name, isCurrent, lag }) => `  NATS ${name}   ${isCurrent ? "current" : `${lag} behind`}`,
    ),
    ...problems.map((problem) => `! ${problem}`),
  ].join("\n");
}
