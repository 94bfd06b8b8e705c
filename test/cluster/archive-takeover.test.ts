import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#platform/db/open.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { program as balcao } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

// Two nodes, three NATS servers and a folder as archive. Owners are killed while they write. The test records when each tag was
// acknowledged, and compares every restore with these records.
const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 180_000;
/** Number of restored seconds in addition to those around the kills. */
const MORE = process.env["FAULT_KILLS"] === undefined ? 2 : 50;
const KILLS = Number(process.env["FAULT_KILLS"] ?? 1);
/** The home cell: people sign in there. */
const CELL = "1";
/** Longest wait until everything is archived, ms; a busy test machine measures the lag later than a quiet one. */
const BUSY_MS = 10_000;

describe("the archive of two machines", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-archive-pair-"));
  const archive = join(folder, "archive");
  let nats: NatsServers;
  let nodes: NodeProcess[] = [];
  /** When the owner acknowledged a tag, ms, by its name. */
  const book = new Map<string, number>();
  /** When the request of each was sent, ms. */
  const asked = new Map<string, number>();
  /** When an owner was killed, ms. */
  const kills: number[] = [];

  beforeAll(async () => {
    if (program === null) return;
    nats = await startNats(program, folder);
    const env = { ARCHIVE_DIR: archive, CLUSTER_CELL: CELL };
    nodes = ["a", "b"].map(
      (name) => new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls, env }),
    );
    await nodes[0]?.command("cluster", "init");
    for (const node of nodes) node.start();
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
  });

  const snapshots = () => {
    const place = join(archive, CELL, "snapshots");
    return existsSync(place) ? readdirSync(place).length : 0;
  };
  const createTags = async (owner: NodeProcess, token: string, forMs: number) => {
    for (const end = Date.now() + forMs; Date.now() < end; ) {
      const name = `tag ${book.size}`;
      asked.set(name, Date.now());
      const answer = await fetch(`${owner.url}/api/tags`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name, color: "#112233" }),
      });
      expect(answer.status).toBeLessThan(300);
      book.set(name, Date.now());
      await Bun.sleep(40);
    }
  };
  const metric = async (node: NodeProcess, name: string): Promise<number> => {
    const answer = await fetch(`${node.url}/metrics`, { headers: { authorization: "Bearer test" } });
    const line = (await answer.text()).split("\n").find((one) => one.startsWith(`${name} `));
    return Number(line?.split(" ")[1]);
  };
  /** Waits until everything is archived: usually two seconds after the last change, later on a busy machine. */
  const isArchived = async (node: NodeProcess) => {
    await Bun.sleep(2500);
    const lag = () => metric(node, "balcao_archive_lag_seconds");
    await eventually(async () => (await lag()) < 2 || undefined, "everything archived", BUSY_MS);
  };
  const restore = async (...words: readonly string[]): Promise<{ out: string; tags: readonly string[] }> => {
    const target = join(folder, `restored-${crypto.randomUUID()}`);
    const child = Bun.spawn(balcao("restore", "--archive", ...words), {
      env: {
        PATH: process.env["PATH"] ?? "",
        DATA_DIR: target,
        ARCHIVE_DIR: archive,
        CLUSTER_CELL: CELL,
        APP_SECRET: nodes[0]?.env["APP_SECRET"] ?? "",
        LOG_LEVEL: "silent",
      },
      stdout: "pipe",
      stderr: "pipe",
    });
    const texts = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
    const [out = "", error = ""] = await Promise.all(texts);
    expect([await child.exited, error]).toEqual([0, ""]);
    const db = openDatabase(join(target, "companies/1/company.sqlite"), {
      durability: "normal",
      readonly: true,
    });
    const rows = db.prepare("SELECT name FROM tag WHERE name LIKE 'tag %' ORDER BY id").all() as {
      name: string;
    }[];
    db.close();
    rmSync(target, { recursive: true });
    return { out, tags: rows.map(({ name }) => name) };
  };
  const until = (ms: number) => [...book].filter(([, at]) => at <= ms).map(([name]) => name);

  shown(
    "a restore reaches every second before and after takeovers by killed owners, and none needs a new snapshot",
    async () => {
      let owner = await ownerOf(nodes);
      let token = await signIn(owner);
      while (snapshots() === 0) await Bun.sleep(50);
      for (let kill = 0; kill < KILLS; kill += 1) {
        await createTags(owner, token, 3000);
        kills.push(Date.now());
        owner.signal("SIGKILL");
        owner = await ownerOf(nodes, owner);
        token = await signIn(owner);
      }
      await createTags(owner, token, 3000);
      await isArchived(owner);
      expect(snapshots(), "every owner continued the archive").toBe(1);
      expect(await metric(owner, "balcao_archive_active")).toBe(1);
      expect((await restore()).tags).toEqual([...book.keys()]);
      const times = [...book.values()];
      const spread = Array.from(
        { length: MORE },
        (_, n) => times[Math.floor((n * times.length) / MORE)] ?? 0,
      );
      const seconds = [
        times[10] ?? 0,
        ...spread,
        ...kills.flatMap((at) => [at - 1500, at + 12_000]),
        times.at(-20) ?? 0,
      ]
        .filter((at) => at < (times.at(-1) ?? 0))
        .map((at) => Math.floor(at / 1000) * 1000);
      for (const second of seconds) {
        const { tags, out } = await restore("--at", new Date(second).toISOString());
        // A commit is captured before its answer; a time without milliseconds means the whole second.
        expect(tags, out).toEqual(expect.arrayContaining(until(second + 600)));
        expect(tags.filter((name) => (asked.get(name) ?? 0) > second + 1000)).toEqual([]);
      }
    },
    LIMIT_MS + KILLS * 30_000,
  );

  shown(
    "a given-away cell continues its archive, and an owner that wakes up after a takeover adds nothing to it",
    async () => {
      const first = await ownerOf(nodes);
      const [second] = nodes.filter((node) => node !== first);
      if (!second) throw new Error("no second node");
      await first.command("cluster", "promote", second.name);
      expect((await ownerOf(nodes, first)).name).toBe(second.name);
      await createTags(second, await signIn(second), 1000);
      second.signal("SIGSTOP");
      const third = await ownerOf(nodes, second);
      await createTags(third, await signIn(third), 1500);
      second.signal("SIGCONT");
      await createTags(third, await signIn(third), 2500);
      await Bun.sleep(2500);
      expect((await restore()).tags).toEqual([...book.keys()]);
      expect(snapshots()).toBe(1);
    },
    LIMIT_MS,
  );

  shown(
    "after the log was made again the archive begins with a snapshot, and seconds before and after it are restored",
    async () => {
      const owner = await ownerOf(nodes);
      const before = [...book.keys()];
      const lastMs = Math.floor(Math.max(...book.values()) / 1000) * 1000 + 1000;
      for (const node of nodes) if (node !== owner) await node.stop("SIGKILL");
      await owner.stop();
      await owner.command("cluster", "rebase", "--yes");
      for (const node of nodes) node.start();
      const again = await ownerOf(nodes);
      while (snapshots() < 2) await Bun.sleep(50);
      await createTags(again, await signIn(again), 1000);
      await isArchived(again);
      expect((await restore()).tags).toEqual([...book.keys()]);
      expect((await restore("--at", new Date(lastMs).toISOString())).tags).toEqual(before);
    },
    LIMIT_MS,
  );
});
