import type { LeaseStore } from "#cluster/lease/lease.ts";
import type { MemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import type { BatchLog, LogMessage } from "#cluster/log/log.ts";
import type { MemoryServers } from "#cluster/log/testing/memory-log.ts";
import type { Faults, Way } from "#cluster/log/testing/network.ts";
import type { Attempt } from "#cluster/ownership/append.ts";
import type { StopReason } from "#cluster/ownership/machine.ts";
import type { ReplaceLog } from "#cluster/ownership/replace-log.ts";
import { type OwnershipRun, runOwnership } from "#cluster/ownership/run.ts";
import type { Clock } from "#platform/clock.ts";

/** What a test node writes instead of pages: JSON with its epoch. */
interface Entry {
  readonly epoch: number;
  readonly node: string;
  readonly text: string;
}
const encode = (entry: Entry) => Buffer.from(JSON.stringify(entry));
export const decode = (message: LogMessage) => JSON.parse(Buffer.from(message.body).toString()) as Entry;

/** A node of a simulated pair: its copy is the list of messages that it applied. */
interface Node {
  readonly name: string;
  readonly run: OwnershipRun;
  readonly applied: LogMessage[];
  /** Texts that this node acknowledged to a client. */
  readonly acknowledged: readonly string[];
  readonly stopped: StopReason | null;
  /** Length of the copy when this node was promoted, without its marker; null before. */
  readonly promotedAt: number | null;
  /** Commits a text as owner: acknowledges it once it is stored while doors are open. */
  write(text: string): Promise<void>;
  /** Ends like a killed process: it sends nothing to the servers. */
  stop(): void;
}
export interface TestNode extends Node {
  readonly logWay: Way;
  readonly leaseWay: Way;
  kill(): void;
}

interface BehaviourOptions {
  readonly clock: Clock;
  readonly leaseMs?: number;
  /** What the node's former process had applied; this process continues behind it. */
  readonly disk?: LogMessage[];
  /** Acknowledges without looking at doors: a control that must fail. */
  readonly ignoresDoors?: boolean;
  /** Finds the log's end instead of expecting its own: a control that must fail. */
  readonly ignoresSequence?: boolean;
  readonly onAcknowledged?: (text: string) => void;
}
export interface TestNodeOptions extends BehaviourOptions {
  readonly servers: MemoryServers;
  readonly leases: MemoryLeases;
  readonly faults?: Faults;
}
export interface RealNodeOptions extends BehaviourOptions {
  readonly log: BatchLog;
  readonly leases: LeaseStore;
  readonly replaceLog: ReplaceLog;
}

/** Starts a node on a log in memory. */
export function startTestNode(name: string, incarnation: number, options: TestNodeOptions): TestNode {
  const { log, way: logWay } = options.servers.connect(options.faults);
  const { leases, way: leaseWay } = options.leases.connect(options.faults);
  const replaceLog = async () => undefined;
  const ends = { lastOf: () => options.servers.messages.length };
  const node = startNodeOn(name, incarnation, { ...options, log, leases, replaceLog }, ends);
  return Object.assign(node, {
    logWay,
    leaseWay,
    kill() {
      node.stop();
      logWay.isCut = true;
      leaseWay.isCut = true;
    },
  });
}

interface NodeState {
  readonly name: string;
  readonly incarnation: number;
  readonly options: RealNodeOptions;
  readonly ended: AbortController;
  readonly applied: LogMessage[];
  readonly acknowledged: string[];
  readonly waiting: Set<() => void>;
  stopped: StopReason | null;
  promotedAt: number | null;
  markers: number;
  epoch: number;
  isOwner: boolean;
  /** Sequence of the last message that this owner stored. */
  last: number;
}

/** Starts a node that follows and promotes itself. */
export function startNodeOn(
  name: string,
  incarnation: number,
  options: RealNodeOptions,
  { lastOf }: { readonly lastOf?: () => number } = {},
): Node {
  const state: NodeState = {
    name,
    incarnation,
    options,
    ended: new AbortController(),
    applied: options.disk ?? [],
    acknowledged: [],
    waiting: new Set(),
    stopped: null,
    promotedAt: null,
    markers: 0,
    epoch: 0,
    isOwner: false,
    last: 0,
  };
  const run = runNode(state);
  void followLog(state);
  run.setReady(true);
  return {
    name,
    run,
    applied: state.applied,
    acknowledged: state.acknowledged,
    get stopped() {
      return state.stopped;
    },
    get promotedAt() {
      return state.promotedAt;
    },
    write: (text) => write(state, run, text, options.ignoresSequence && lastOf ? lastOf() : state.last),
    stop() {
      run.stop();
      state.ended.abort();
      state.isOwner = false;
      state.stopped ??= "released";
    },
  };
}

const end = ({ applied }: NodeState): number => applied.at(-1)?.sequence ?? 0;

async function followLog(state: NodeState): Promise<void> {
  const { applied, waiting, ended, options } = state;
  for await (const message of options.log.follow(end(state) + 1, ended.signal)) {
    if (ended.signal.aborted || message.sequence !== end(state) + 1) continue;
    applied.push(message);
    for (const wake of [...waiting]) wake();
  }
}

function runNode(state: NodeState): OwnershipRun {
  const { name, incarnation, options } = state;
  const { clock, log, leases, replaceLog, leaseMs = 5000 } = options;
  return runOwnership({
    cell: 1,
    identity: { node: name, incarnation: String(incarnation), address: "", leaseMs, mayPromote: true },
    log,
    leases,
    clock,
    copy: {
      buildMarker: () => buildMarker(state),
      whenApplied: (sequence) => whenApplied(state, sequence),
    },
    heartbeat: () => ({
      node: name,
      address: "",
      role: state.isOwner ? "owner" : "standby",
      applied: { "1": end(state) },
      isReady: true,
      version: "0.0.0",
      formats: [1],
      atMs: 0,
    }),
    onPromoted(attempt, sequence) {
      state.promotedAt = attempt.expected;
      state.isOwner = true;
      state.last = sequence;
    },
    onStopped(reason) {
      state.stopped = reason;
      state.isOwner = false;
      state.ended.abort();
    },
    replaceLog,
  });
}

function buildMarker(state: NodeState): Attempt {
  const { name, incarnation, applied } = state;
  state.markers += 1;
  const newest = applied.at(-1);
  state.epoch = (newest ? decode(newest).epoch : 0) + 1;
  const id = `marker:${name}:${incarnation}:${state.markers}`;
  return { body: encode({ epoch: state.epoch, node: name, text: "" }), id, expected: end(state) };
}

const whenApplied = (state: NodeState, sequence: number): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (end(state) < sequence) return void state.waiting.add(look);
      state.waiting.delete(look);
      resolve();
    };
    look();
  });

async function write(state: NodeState, run: OwnershipRun, text: string, expected: number): Promise<void> {
  const { name, epoch, options, acknowledged } = state;
  if (!state.isOwner) return;
  const attempt = { body: encode({ epoch, node: name, text }), id: `${epoch}:${text}`, expected };
  const sequence = await run.appender.append(attempt).catch(() => undefined);
  if (sequence === undefined) return;
  state.last = sequence;
  if (!run.isOpen && !options.ignoresDoors) return;
  acknowledged.push(text);
  options.onAcknowledged?.(text);
}
