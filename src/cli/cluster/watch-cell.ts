import type { Heartbeat } from "#cluster/lease/lease.ts";
import type { LogState } from "#cluster/log/log.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { createHeartbeatWatch, type HeartbeatWatch } from "#cluster/node/heartbeat-watch.ts";
import type { ClusterConnection } from "./connect.ts";

const WATCH_MS = 5000;
/** A standby this far behind, in messages, is not current. */
const CURRENT_WITHIN = 1000;

/** Standbys that could take over now, the most advanced first. */
export function currentOf(
  heartbeats: readonly Heartbeat[],
  watch: HeartbeatWatch,
  { cell, last }: { readonly cell: number; readonly last: number },
): readonly Heartbeat[] {
  const appliedBy = ({ applied }: Heartbeat) => applied[cell] ?? 0;
  return heartbeats
    .filter((beat) => beat.role === "standby" && beat.isReady && watch.isAlive(beat.node))
    .filter((beat) => last - appliedBy(beat) <= CURRENT_WITHIN)
    .toSorted((a, b) => appliedBy(b) - appliedBy(a));
}

/** What the other nodes and the servers report, read every 5 s. */
export interface WatchedCell {
  readonly watch: HeartbeatWatch;
  /** Other nodes that could take over now, the most advanced first. `last`: the end of the log. */
  standbys(last: number): readonly Heartbeat[];
  /** Names of all nodes that could take over now, this one included. */
  current(last: number): readonly string[];
  /** The last heartbeats of the other nodes. */
  readonly others: readonly Heartbeat[];
  lagMessages(last: number): number;
  readonly streamBytes: number;
  readonly streamMaxBytes: number;
  readonly replicasBehind: number;
  /** Calls the listener after each reading. */
  onRead(listener: () => void): void;
  stop(): void;
}

export function watchCell(connection: ClusterConnection): WatchedCell {
  const { log, leases, cell, node } = connection;
  const watch = createHeartbeatWatch(monotonicClock);
  const listeners: (() => void)[] = [];
  let all: readonly Heartbeat[] = [];
  let others: readonly Heartbeat[] = [];
  let state: LogState | undefined;
  const read = async () => {
    try {
      const [heartbeats, read] = await Promise.all([leases.heartbeats(cell), log.state()]);
      watch.saw(heartbeats);
      all = heartbeats;
      others = heartbeats.filter((beat) => beat.node !== node);
      state = read;
    } catch {
      // The servers do not answer: the last values stay.
    }
    for (const listener of listeners) listener();
  };
  void read();
  const timer = setInterval(read, WATCH_MS);
  timer.unref();
  const alive = () => others.filter((beat) => watch.isAlive(beat.node));
  return {
    watch,
    standbys: (last) => currentOf(others, watch, { cell, last }),
    current: (last) => currentOf(all, watch, { cell, last }).map((beat) => beat.node),
    get others() {
      return others;
    },
    lagMessages: (last) => Math.max(0, ...alive().map(({ applied }) => last - (applied[cell] ?? 0))),
    get streamBytes() {
      return state?.bytes ?? 0;
    },
    get streamMaxBytes() {
      return state?.maxBytes ?? 0;
    },
    get replicasBehind() {
      return state?.replicas.filter(({ isCurrent }) => !isCurrent).length ?? 0;
    },
    onRead: (listener) => void listeners.push(listener),
    stop: () => clearInterval(timer),
  };
}
