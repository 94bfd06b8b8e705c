import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { SESSIONS_DUE } from "#channels/connections/sessions/boot.ts";
import { connectNats, type Nats } from "#cluster/log/jetstream/connection.ts";
import { createJetStreamLog } from "#cluster/log/jetstream/jetstream-log.ts";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { createLog } from "#platform/log.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { testCompany, testConnection } from "#test/helpers/installation.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { COMPANY, rowsOf } from "./compare-files.ts";
import { APP_SECRET, NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const longTest = test.skipIf(program === null || process.env["FAULT_KILLS"] === undefined);
const LIMIT_MS = 240_000;
/** The log is made again when it has answered wrongly for 15 s. */
const PROOF_MS = 40_000;
const RESTART_MS = 12_000;
const WRITERS = 20;
/** Number of companies whose files a start opens before it is complete; it yields to requests between two files. */
const IDLE_COMPANIES = 60;

function addIdleCompanies(directory: string): void {
  const config = loadConfig({ DATA_DIR: directory, APP_SECRET });
  const { installation, close } = startInstallation({ config, clock: systemClock, log: createLog("silent") });
  for (let n = 0; n < IDLE_COMPANIES; n += 1) {
    const tenant = testCompany(installation);
    testConnection(tenant);
    tenant.write((unit) => unit.scheduleWake(SESSIONS_DUE, unit.now));
  }
  close();
}

describe("an owner whose log lost messages", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-replaced-log-"));
  let servers: NatsServers;
  let nats: Nats;
  const nodes: NodeProcess[] = [];
  let token = "";
  const acknowledged: string[] = [];

  beforeAll(async () => {
    if (program === null) return;
    servers = await startNats(program, folder);
    nats = await connectNats({ urls: servers.urls, credsFile: null, caFile: null, name: "test" });
    for (const name of ["a", "b"])
      nodes.push(new NodeProcess({ name, folder: join(folder, name), natsUrls: servers.urls }));
    addIdleCompanies(join(folder, "a", "data"));
    await nodes[0]?.command("cluster", "init");
    nodes[0]?.start();
    token = await signIn(await ownerOf(nodes));
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.close();
    await servers?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 30_000);

  /** True if none of the writes of this time was acknowledged. */
  async function refusesFor(node: NodeProcess, ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    const writer = async (_: unknown, n: number): Promise<boolean> => {
      for (; performance.now() < until; await Bun.sleep(1))
        if (await write(node, `while it starts ${n} ${performance.now()}`)) return false;
      return true;
    };
    return (await Promise.all(Array.from({ length: WRITERS }, writer))).every(Boolean);
  }

  /** True if a new row was acknowledged. */
  async function write({ url }: NodeProcess, name: string): Promise<boolean> {
    const answer = await fetch(`${url}/api/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name, color: "#112233" }),
      signal: AbortSignal.timeout(3000),
    }).catch(() => undefined);
    if (!answer?.ok) return false;
    acknowledged.push(name);
    return true;
  }
  const written = (node: NodeProcess, name: string) => {
    let attempt = 0;
    return eventually(
      async () => ((await write(node, `${name} ${++attempt}`)) ? true : undefined),
      `${name} acknowledged`,
      PROOF_MS * 3,
    );
  };
  /** The servers forget the last messages. */
  async function loseMessages(): Promise<void> {
    const { last } = await createJetStreamLog(nats, 1).state();
    const { streams } = await jetstreamManager(nats.connection);
    const { config } = await streams.info("CELL_1");
    await streams.delete("CELL_1");
    await streams.add({ ...config, first_seq: last - 1 });
  }
  const acceptSnapshots = async (isAccepted: boolean) => {
    const { streams } = await jetstreamManager(nats.connection);
    await streams.update("OBJ_SNAPSHOTS", { max_bytes: isAccepted ? -1 : 1 });
  };
  const isMarked = ({ directory }: NodeProcess) => existsSync(join(directory, "log-made-again"));
  const lostRows = ({ directory }: NodeProcess) => {
    const rows = rowsOf<{ name: string }>(directory, COMPANY, "SELECT name FROM tag");
    const stored = new Set(rows.map(({ name }) => name));
    return acknowledged.filter((name) => !stored.has(name));
  };

  shown(
    "acknowledges nothing without a standby until a snapshot is complete, also when it is restarted",
    async () => {
      const [a, b] = nodes as [NodeProcess, NodeProcess];
      for (let row = 0; row < 5; row += 1) expect(await write(a, `before ${row}`)).toBe(true);
      await acceptSnapshots(false);
      await loseMessages();
      void write(a, "first of the new log");
      await eventually(async () => (isMarked(a) ? true : undefined), "a new log", PROOF_MS);
      const before = acknowledged.length;
      for (let row = 0; row < 6; row += 1) {
        await write(a, `withheld ${row}`);
        await Bun.sleep(500);
      }
      expect([acknowledged.length, await a.ownsCell()]).toEqual([before, false]);

      a.signal("SIGKILL");
      // Its doors open a moment before its start is complete.
      const isWithheld = await refusesFor(a, RESTART_MS);
      expect([a.ends.length, isWithheld, isMarked(a)]).toEqual([1, true, true]);

      await acceptSnapshots(true);
      await written(a, "with a snapshot");
      expect([isMarked(a), a.ends.length]).toEqual([false, 1]);

      // The only machine that had everything is lost.
      b.start();
      await eventually(async () => {
        const status = await b.command("cluster", "status").catch((error: Error) => error.message);
        return /node b\s+standby, current, 0 messages/.test(status) ? true : undefined;
      }, "a standby from the snapshot");
      await a.stop("SIGKILL");
      await ownerOf([b]);
      expect(lostRows(b)).toEqual([]);
    },
    LIMIT_MS,
  );

  longTest(
    "continues immediately with a standby that has applied everything",
    async () => {
      const [a, b] = nodes as [NodeProcess, NodeProcess];
      a.start();
      await eventually(async () => {
        const status = await b.command("cluster", "status").catch((error: Error) => error.message);
        return /node a\s+standby, current, 0 messages/.test(status) ? true : undefined;
      }, "the former owner as a standby");
      // The owner reads the heartbeats of the others every 5 s.
      await Bun.sleep(6000);
      await acceptSnapshots(false);
      await loseMessages();
      await written(b, "with a standby");
      expect([isMarked(b), await b.ownsCell()]).toEqual([false, true]);
      await b.stop("SIGKILL");
      await ownerOf([a]);
      expect(lostRows(a)).toEqual([]);
    },
    LIMIT_MS,
  );
});
