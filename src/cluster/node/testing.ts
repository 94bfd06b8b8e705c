import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { MemoryLeases } from "#cluster/lease/testing/memory-leases.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import type { MemoryServers } from "#cluster/log/testing/memory-log.ts";
import type { StopReason } from "#cluster/ownership/machine.ts";
import type { Clock } from "#platform/clock.ts";
import { createRemoteDurability, type RemoteDurability } from "#platform/db/durability/remote.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { FIRST_LINK } from "#platform/db/ship/format.ts";
import { type Position, readPosition } from "#platform/db/ship/position.ts";
import { createRedo, type Redo } from "#platform/db/ship/redo.ts";
import { rejoin } from "#platform/db/ship/rejoin.ts";
import { type BatchSeal, createBatchSeal } from "#platform/db/ship/seal.ts";
import { createShipper } from "#platform/db/ship/shipper.ts";
import type { Shipping } from "#platform/db/ship/shipping.ts";
import { createLog } from "#platform/log.ts";
import { createAppendFigures } from "./append-figures.ts";
import type { OpenCopy } from "./check-copy.ts";
import { createCommitLog, type NodeOwnership } from "./commit-log.ts";
import { completeFiles, removeIncomplete } from "./incomplete-files.ts";
import { type ClusterNode, type ClusterNodeOptions, type Promoted, startNode } from "./node.ts";
import { type SchemaVersions, schemaNotice } from "./schema-notice.ts";

const EMPTY: Position = {
  ...FIRST_LINK,
  sequence: 0,
  installation: "test",
  isOwner: false,
  files: new Map(),
};

/** A node with real files over a log in memory. As the owner it has one table. */
export interface FileNode {
  readonly node: ClusterNode;
  readonly directory: string;
  /** Null while it does not own the cell. */
  readonly owner: {
    readonly db: Sqlite;
    readonly durability: RemoteDurability;
    readonly notice: Shipping["notice"];
  } | null;
  readonly ended: StopReason | null;
  /** Why its copy could not be continued. */
  readonly broken: unknown;
  /** Its copy is complete, and what it replaced may be deleted. */
  readonly isProven: boolean;
  /** Cuts this node off from the leases, as a node that does not renew in time. */
  cutLease(): void;
  /** Cuts this node off from the log and the leases. */
  cut(isCut: boolean): void;
  /** Ends the process and keeps its files. */
  stop(): Promise<void>;
  /** Writes a row; resolves to whether it was acknowledged. */
  write(text: string): Promise<boolean>;
  texts(): readonly string[];
  remove(): void;
}

interface FileWorld {
  readonly clock: Clock;
  readonly servers: MemoryServers;
  readonly leases: MemoryLeases;
}
export interface FileNodeOptions {
  /** False: a control that must fail: neither the deadline nor the expected sequence is checked. */
  readonly isFenced?: boolean;
  /** Files of a former process of this node. */
  readonly directory?: string;
  readonly freeBytes?: () => number;
  readonly openCopy?: OpenCopy;
  /** Migrations that its program knows. */
  readonly schema?: SchemaVersions;
  /** Puts faults between the node and its disk. */
  readonly disk?: (redo: Redo) => Redo;
  readonly onNotice?: ClusterNodeOptions["onNotice"];
}

interface Made {
  owner: FileNode["owner"];
  ended: StopReason | null;
  broken: unknown;
  isProven: boolean;
}

const COMPANY = "companies/1/company.sqlite";

export function startFileNode(name: string, world: FileWorld, options: FileNodeOptions = {}): FileNode {
  const { clock, servers, leases } = world;
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), `balcao-node-${name}-`));
  const { log, way } = servers.connect();
  const lease = leases.connect();
  const seal = createBatchSeal({ cell: 1, current: "a key that only the tests know, 32 long" });
  const position = readPosition(directory);
  const missing = position ? rejoin(directory, position, new Map()).missing : [];
  const redo = createRedo(directory, position ?? EMPTY, missing);
  const made: Made = { owner: null, ended: null, broken: null, isProven: false };
  const node = startNode({
    identity: {
      ...{ cell: 1, node: name, address: "", leaseMs: 5000, mayPromote: true, version: "test" },
      ...(options.schema && { schema: options.schema }),
    },
    log,
    leases: lease.leases,
    seal,
    redo: options.disk?.(redo) ?? redo,
    clock,
    wallClock: clock,
    journal: createLog("silent"),
    freeBytes: options.freeBytes ?? (() => 1e12),
    ...(options.openCopy && { openCopy: options.openCopy }),
    ...(options.onNotice && { onNotice: options.onNotice }),
    onOwner(promoted) {
      const ownership = options.isFenced === false ? withoutFence(log) : promoted.ownership;
      made.owner = openOwner({ node, promoted, ownership, directory, clock, seal, schema: options.schema });
    },
    onEnd(reason) {
      made.ended = reason;
    },
    onRebuild(error) {
      made.broken = error;
    },
    onProven() {
      made.isProven = true;
    },
    replaceLog: async () => undefined,
    isSnapshotting: () => false,
  });
  return Object.defineProperties(
    {
      node,
      directory,
      cutLease() {
        lease.way.isCut = true;
      },
      cut(isCut: boolean) {
        way.isCut = isCut;
        lease.way.isCut = isCut;
      },
      stop: () => node.stop(),
      write: (text: string) => writeRow(made.owner, text),
      texts: () => textsOf(made.owner, directory),
      remove: () => rmSync(directory, { recursive: true, force: true }),
    },
    Object.getOwnPropertyDescriptors(viewOf(made)),
  ) as FileNode;
}

/** What changes while the node runs. */
const viewOf = (made: Made) => ({
  get owner() {
    return made.owner;
  },
  get ended() {
    return made.ended;
  },
  get broken() {
    return made.broken;
  },
  get isProven() {
    return made.isProven;
  },
});

const withoutFence = (log: BatchLog): NodeOwnership => ({
  opensUntilMs: Number.POSITIVE_INFINITY,
  appender: {
    async append({ body, id }) {
      const { last: expected } = await log.state();
      await log.append(body, { expected, id, timeoutMs: 1000 });
      return expected + 1;
    },
  },
});

function openOwner(parts: {
  readonly node: ClusterNode;
  readonly promoted: Promoted;
  readonly ownership: NodeOwnership;
  readonly directory: string;
  readonly clock: Clock;
  readonly seal: BatchSeal;
  readonly schema: SchemaVersions | undefined;
}): NonNullable<FileNode["owner"]> {
  const { node, promoted, ownership, directory, clock, seal } = parts;
  const { position } = promoted;
  const shipper = createShipper({ directory, known: completeFiles(position), now: clock.now });
  removeIncomplete(directory, position, shipper);
  const commitLog = createCommitLog({
    directory,
    shipper,
    ownership,
    seal,
    start: position,
    clock,
    figures: createAppendFigures(),
  });
  const durability = createRemoteDurability({ log: commitLog, clock, observer: shipper });
  const path = join(directory, COMPANY);
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path, durability.opening);
  db.exec("CREATE TABLE IF NOT EXISTS note (text TEXT)");
  durability.opened(db);
  node.noteSequence(() => commitLog.sequence);
  if (parts.schema) void commitLog.shipping.notice(schemaNotice(parts.schema, "test"));
  return { db, durability, notice: commitLog.shipping.notice };
}

async function writeRow(owner: FileNode["owner"], text: string): Promise<boolean> {
  if (!owner?.durability.isOpen) return false;
  const { db, durability } = owner;
  db.prepare("INSERT INTO note VALUES (?)").run(text);
  return durability.durable(db).then(
    () => true,
    () => false,
  );
}

function textsOf(owner: FileNode["owner"], directory: string): readonly string[] {
  const read = (db: Sqlite) =>
    (db.prepare("SELECT text FROM note ORDER BY rowid").all() as { text: string }[]).map(({ text }) => text);
  if (owner) return read(owner.db);
  const db = openDatabase(join(directory, COMPANY), { durability: "normal", readonly: true });
  const texts = read(db);
  db.close();
  return texts;
}
