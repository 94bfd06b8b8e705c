import { expect } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import type { BatchLog } from "#cluster/log/log.ts";
import { startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { damage, differentFiles, rowsOf } from "./compare-files.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

/** Small, so that the log becomes long within seconds. */
export const LOG_BYTES = 6 * 1024 * 1024;

interface Pace {
  readonly writers: number;
  readonly pauseMs: number;
}
/** A snapshot is complete before the log is full. */
const STEADY: Pace = { writers: 2, pauseMs: 50 };
/** Fills the log as long as no snapshot is taken. */
export const FAST: Pace = { writers: 6, pauseMs: 10 };

/** Three NATS servers with a short log, and the nodes a, b and c, of which a and b run. */
export interface SnapshotWorld {
  readonly nats: Nats;
  readonly log: BatchLog;
  readonly nodes: readonly [NodeProcess, NodeProcess, NodeProcess];
  readonly acknowledged: readonly string[];
  /** Creates tags until the condition holds. */
  writeUntil(isReached: () => Promise<boolean>, pace?: Pace): Promise<void>;
  /** The owner, and a node that is not. */
  roles(): Promise<{ readonly owner: NodeProcess; readonly standby: NodeProcess }>;
  /** Waits until this node is a current standby. */
  isCurrent(node: NodeProcess): Promise<true>;
  /** The stored position of a node whose copy is complete; 0 = it is not. */
  appliedBy(node: NodeProcess): number;
  /** The owner writes nothing while its files are compared with those of the standby. */
  compare(standby: NodeProcess): Promise<void>;
  /** Kills a node permanently. */
  stop(node: NodeProcess): Promise<void>;
  /** Acknowledged tags that the files of this node lack. */
  lost(node: NodeProcess): readonly string[];
  close(): Promise<void>;
}

export async function startSnapshotWorld(program: string): Promise<SnapshotWorld> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-snapshots-"));
  const servers = await startNats(program, folder);
  const nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
  const log = createJetStreamLog(nats, 1);
  const make = (name: string) =>
    new NodeProcess({ name, folder: join(folder, name), natsUrls: servers.urls });
  const nodes = [make("a"), make("b"), make("c")] as const;
  await nodes[0].command("cluster", "init");
  const manager = await jetstreamManager(nats.connection);
  await manager.streams.update("CELL_1", { max_bytes: LOG_BYTES });
  for (const node of nodes.slice(0, 2)) node.start();
  await ownerOf(nodes);
  const acknowledged: string[] = [];
  let written = 0;
  const appliedBy = ({ directory }: NodeProcess): number => {
    const path = join(directory, "position");
    if (!existsSync(path) || existsSync(join(directory, "restoring"))) return 0;
    return (JSON.parse(readFileSync(path, "utf8")) as { sequence: number }).sequence;
  };
  return {
    nats,
    log,
    nodes,
    acknowledged,
    appliedBy,
    async writeUntil(isReached, { writers, pauseMs } = STEADY) {
      const owner = await ownerOf(nodes);
      const token = await signIn(owner);
      let isOver = false;
      const writer = async () => {
        while (!isOver) {
          written += 1;
          const name = `tag ${written}`;
          const answer = await fetch(`${owner.url}/api/tags`, {
            method: "POST",
            headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
            body: JSON.stringify({ name, color: "#112233" }),
          });
          expect(answer.status).toBeLessThan(300);
          acknowledged.push(name);
          await Bun.sleep(pauseMs);
        }
      };
      const running = Array.from({ length: writers }, writer);
      const reached = eventually(async () => (await isReached()) || undefined, "enough writes", 120_000);
      await reached.finally(() => {
        isOver = true;
      });
      await Promise.all(running);
    },
    async roles() {
      const owner = await ownerOf(nodes);
      return { owner, standby: nodes.find((node) => node !== owner) as NodeProcess };
    },
    isCurrent: (node) =>
      eventually(
        async () => {
          const owner = await ownerOf(nodes);
          const out = await owner
            .command("cluster", "status", "--json")
            .catch((error: Error) => error.message);
          return new RegExp(`"node": "${node.name}",[^}]*"isCurrent": true`).test(out) || undefined;
        },
        `${node.name} as a current standby`,
        90_000,
      ),
    async compare(standby) {
      await eventually(
        async () => appliedBy(standby) >= (await log.state()).last || undefined,
        "a standby that has applied everything",
        60_000,
      );
      const owner = await ownerOf(nodes);
      owner.signal("SIGSTOP");
      await Bun.sleep(1500);
      const different = differentFiles(owner.directory, standby.directory);
      const damaged = damage(standby.directory);
      owner.signal("SIGCONT");
      expect({ different, damaged }).toEqual({ different: [], damaged: [] });
    },
    async stop(node) {
      await node.stop("SIGKILL");
      // Its service manager would start it again until now.
      await Bun.sleep(300);
    },
    lost({ directory }) {
      const rows = rowsOf<{ name: string }>(directory, "companies/1/company.sqlite", "SELECT name FROM tag");
      const stored = new Set(rows.map(({ name }) => name));
      return acknowledged.filter((name) => !stored.has(name));
    },
    async close() {
      await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
      await nats.close();
      await servers.stop();
      if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
