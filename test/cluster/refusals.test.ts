import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
const LIMIT_MS = 180_000;
/** Every command of an operator that needs the servers. */
const COMMANDS = [
  ["standby"],
  ["serve"],
  ["cluster", "status"],
  ["cluster", "init"],
  ["cluster", "promote", "b"],
  ["cluster", "drain", "a"],
  ["cluster", "rebase", "--yes"],
  ["cluster", "forget", "b"],
] as const;

/** Runs a command that must fail; returns its message, which is for an operator: no stack trace, and few lines. */
async function refusal(node: NodeProcess, words: readonly string[]): Promise<string> {
  const { code, error, out } = await node.attempt(...words);
  const message = (error + out).trim();
  expect({ words, code, message }).toEqual({ words, code: 1, message: expect.stringMatching(/\S/) });
  expect(message).not.toMatch(/^\s+at |\$bunfs|\.ts:\d+/m);
  // `cluster status` has a line for each node and each finding.
  expect(message.split("\n").length).toBeLessThanOrEqual(14);
  return message;
}

describe("commands that cannot be carried out", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-refusals-"));
  let nats: NatsServers;
  const made: NodeProcess[] = [];
  const make = (name: string, natsUrls: readonly string[], env: Record<string, string> = {}) => {
    const node = new NodeProcess({ name, folder: join(folder, name), natsUrls, env });
    made.push(node);
    return node;
  };
  let [a, b]: NodeProcess[] = [];

  beforeAll(async () => {
    if (program === null) return;
    nats = await startNats(program, folder);
    [a, b] = [make("a", nats.urls), make("b", nats.urls)];
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all(made.map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test(
    "without a server that can be reached, each command names the setting",
    async () => {
      const lost = make("lost", ["nats://127.0.0.1:1"]);
      for (const words of COMMANDS)
        expect(await refusal(lost, words)).toMatch(/^no NATS server of CLUSTER_NATS_URL can be reached/);
      const single = make("single", [], { CLUSTER_NATS_SYNC: "" });
      for (const words of COMMANDS.filter(([word]) => word !== "serve"))
        expect(await refusal(single, words)).toContain("CLUSTER_NATS_URL is not set");
    },
    LIMIT_MS,
  );

  shown(
    "before init, each command names it; a command without its argument shows the usage",
    async () => {
      if (!a) throw new Error("no nodes");
      for (const words of [["cluster", "status"], ["cluster", "forget", "b"], ["standby"], ["serve"]])
        expect(await refusal(a, words)).toContain("balcao cluster init");
      expect(await refusal(a, ["cluster", "promote", "b"])).toContain("no owner answered");
      expect(await refusal(a, ["cluster", "rebase", "--yes"])).toContain("use cluster init");
      expect(await refusal(a, ["cluster", "rebase"])).toContain("Add --yes");
      expect(await refusal(a, ["cluster", "promote"])).toContain("name a node");
      expect(await refusal(a, ["cluster", "remove"])).toContain("cluster needs one of status");
    },
    LIMIT_MS,
  );

  shown(
    "in a state that does not allow a command, it names the state",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      await a.command("cluster", "init");
      expect(await refusal(a, ["cluster", "init"])).toContain("belongs to a cluster already");
      expect(await refusal(b, ["cluster", "init"])).toContain("there is a log of cell 1 already");
      a.start();
      await ownerOf([a]);
      expect(await refusal(a, ["cluster", "status"])).toContain("! no standby could take over now");
      expect(await refusal(a, ["cluster", "promote", "nobody"])).toContain("there is no node nobody");
      expect(await refusal(a, ["cluster", "drain", "a"])).toContain("no standby is current");
      expect(await refusal(a, ["cluster", "forget", "nobody"])).toContain("there is no node nobody");
      expect(await refusal(a, ["cluster", "rebase", "--yes"])).toContain("in use by another process");
      expect(await refusal(b, ["cluster", "init", "--replace-log"])).toContain("a uses this log");
      expect(await a.command("cluster", "promote", "a")).toContain("a owns the cell already");
    },
    LIMIT_MS,
  );

  shown(
    "while two of three servers are down, no write is acknowledged; the cell stays with its owner and opens again",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      b.start();
      const isWhole = async () => ((await a?.attempt("cluster", "status"))?.code === 0 ? true : undefined);
      await eventually(isWhole, "a current standby", 60_000);
      await Promise.all([nats.kill(0), nats.kill(1)]);
      await eventually(async () => ((await a?.ownsCell()) ? undefined : true), "closed doors");
      expect(await refusal(a, ["cluster", "status"])).toMatch(
        /two of three NATS servers|no node owns the cell/,
      );
      for (const words of [
        ["cluster", "promote", "b"],
        ["cluster", "drain", "a"],
        ["cluster", "forget", "b"],
      ])
        expect(await refusal(a, words)).toMatch(/two of three NATS servers|no owner answered/);
      const fresh = make("fresh", nats.urls);
      for (const words of [["cluster", "init"], ["standby"]])
        expect(await refusal(fresh, words)).toMatch(/NATS|there is a log of cell 1 already/);
      expect(a.ends).toEqual([]);
      await Promise.all([nats.start(0), nats.start(1)]);
      await ownerOf([a, b]);
      await eventually(isWhole, "a current standby", 60_000);
    },
    LIMIT_MS,
  );

  shown(
    "init of a further cell names the setting when the servers have no room for its log",
    async () => {
      const large = make("large", nats.urls, { CLUSTER_CELL: "3", CLUSTER_STREAM_MAX_GB: "100" });
      expect(await refusal(large, ["cluster", "init"])).toContain("raise max_file_store");
    },
    LIMIT_MS,
  );

  shown(
    "init names servers that hang, and continues when they answer",
    async () => {
      const slow = make("slow", nats.urls, { CLUSTER_CELL: "2" });
      await Promise.all([0, 1, 2].map((index) => nats.kill(index, "SIGSTOP")));
      const hanging = refusal(slow, ["cluster", "init"]);
      const message = await hanging;
      await Promise.all([0, 1, 2].map((index) => nats.kill(index, "SIGCONT")));
      expect(message).toMatch(/no NATS server of CLUSTER_NATS_URL can be reached/);
      await eventually(
        async () => ((await slow.attempt("cluster", "init")).code === 0 ? true : undefined),
        "the second cell",
        60_000,
      );
    },
    LIMIT_MS,
  );

  shown(
    "a cluster reduced to one machine continues alone, and init --replace-log makes a cluster of it again",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      const owner = await ownerOf([a, b]);
      const standby = owner === a ? b : a;
      await standby.stop();
      await owner.stop();
      const alone = new NodeProcess({
        name: owner.name,
        folder: join(folder, owner.name),
        natsUrls: [],
        env: { CLUSTER_NATS_URL: "", CLUSTER_NATS_SYNC: "" },
      });
      made.push(alone);
      alone.start();
      const token = await eventually(() => signIn(alone).catch(() => undefined), "a sign-in");
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const body = JSON.stringify({ name: "sozinho", color: "#112233" });
      expect((await fetch(`${alone.url}/api/tags`, { method: "POST", headers, body })).status).toBe(200);
      await alone.stop();

      expect(await refusal(owner, ["cluster", "init"])).toContain("--replace-log");
      await owner.command("cluster", "init", "--replace-log");
      owner.start();
      standby.start();
      await ownerOf([owner]);
      await eventually(
        async () => ((await owner.attempt("cluster", "status")).code === 0 ? true : undefined),
        "a current standby",
        60_000,
      );
      expect(await owner.command("cluster", "promote", standby.name)).toContain("takes over");
      const next = await ownerOf([standby]);
      const list = await fetch(`${next.url}/api/tags`, {
        headers: { authorization: `Bearer ${await signIn(next)}` },
      });
      expect(await list.text()).toContain("sozinho");
    },
    LIMIT_MS,
  );
});
