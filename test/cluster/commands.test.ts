import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";
import { loseLastMessages } from "./server-faults.ts";

const program = natsProgram();
const shown = test.skipIf(program === null);
// Takes a minute, most of it restarts of servers: only in the long run (docs/testing.md).
const longTest = test.skipIf(program === null || process.env["FAULT_KILLS"] === undefined);
const LIMIT_MS = 180_000;
const LEASE_MS = 3000;

describe("an operator's commands on running nodes", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-commands-"));
  let nats: NatsServers;
  let [a, b, c]: NodeProcess[] = [];
  const nodes = (): NodeProcess[] => [a, b].filter((node) => node !== undefined);
  const status = () => a?.command("cluster", "status").catch((error: Error) => error.message);
  const statusHas = (words: string | RegExp) =>
    eventually(async () => ((await status())?.match(words) ? true : undefined), `status: ${words}`, 60_000);
  const createTag = async (node: NodeProcess, name: string) => {
    const answer = await fetch(`${node.url}/api/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${await signIn(node)}`, "content-type": "application/json" },
      body: JSON.stringify({ name, color: "#112233" }),
    });
    expect(answer.status).toBeLessThan(300);
  };
  const tags = async (node: NodeProcess) => {
    const headers = { authorization: `Bearer ${await signIn(node)}` };
    return (await fetch(`${node.url}/api/tags`, { headers })).text();
  };
  /** Creates a tag as soon as the cell accepts it; a refused attempt may have been stored. */
  const createLater = (node: NodeProcess, name: string) =>
    eventually(
      () =>
        createTag(node, name).then(
          () => true,
          async () => ((await tags(node).catch(() => "")).includes(name) ? true : undefined),
        ),
      `the tag ${name}`,
      60_000,
    );

  beforeAll(async () => {
    if (program === null) return;
    nats = await startNats(program, folder);
    const make = (name: string, subcommand = "serve") =>
      new NodeProcess({
        name,
        subcommand,
        folder: join(folder, name),
        natsUrls: nats.urls,
        leaseMs: LEASE_MS,
      });
    [a, b, c] = [make("a"), make("b"), make("c", "standby")];
    await a.command("cluster", "init");
    a.start();
    c.start();
    await ownerOf([a]);
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all([a, b, c].map((node) => node?.stop("SIGKILL")));
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  shown(
    "a copy that runs balcao standby follows, and takes the cell neither by itself nor by promote",
    async () => {
      if (!a || !c) throw new Error("no nodes");
      await createTag(a, "antes");
      await statusHas(/node c\s+copy that never takes over, 0 messages behind/);
      // The owner reads the heartbeats of others every 5 s.
      const refusal = await eventually(async () => {
        const text = await a?.command("cluster", "promote", "c").catch((error: Error) => error.message);
        return text?.includes("does not answer") ? undefined : text;
      }, "a copy that the owner knows");
      expect(refusal).toContain("runs balcao standby");
      await a.stop("SIGKILL");
      await Bun.sleep(LEASE_MS + 4000);
      expect(await c.ownsCell()).toBe(false);
      a.start();
      expect(await ownerOf([a, c])).toBe(a);
    },
    LIMIT_MS,
  );

  shown(
    "drain gives the cell to a current standby, and the drained node stays one",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      b.start();
      await statusHas(/node b\s+standby, current/);
      expect(await a.command("cluster", "drain", "a")).toContain("b takes over");
      expect(await ownerOf(nodes(), a)).toBe(b);
      expect(await tags(b)).toContain("antes");
      await statusHas(/node a\s+standby, current/);
      expect(await a.command("cluster", "drain", "a")).toContain("a owns no cell");
      expect(await ownerOf(nodes())).toBe(b);
    },
    LIMIT_MS,
  );

  shown(
    "forget removes a node that is gone; a running node comes back with its next heartbeat",
    async () => {
      if (!a || !c) throw new Error("no nodes");
      await c.stop("SIGKILL");
      await statusHas(/node c\s+does not answer/);
      await a.command("cluster", "forget", "c");
      expect(await status()).not.toContain("node c");
      await a.command("cluster", "forget", "a");
      await statusHas(/node a\s+standby, current/);
    },
    LIMIT_MS,
  );

  longTest(
    "a running owner creates a log again that lost its last messages, and loses nothing that it acknowledged",
    async () => {
      if (!a || !b) throw new Error("no nodes");
      if (!b.isWanted) b.start();
      await statusHas(/standby, current, 0 messages behind/);
      const owner = await ownerOf(nodes());
      await loseLastMessages(nats, async () => {
        await createLater(owner, "que os servidores esquecem");
        await statusHas(/standby, current, 0 messages behind/);
      });
      expect(await ownerOf(nodes())).toBe(owner);
      await createLater(owner, "depois");
      expect(owner.printed).toContain("it is created again");
      await statusHas(/standby, current/);
      await owner.stop("SIGKILL");
      const next = await ownerOf(nodes(), owner);
      const known = await tags(next);
      for (const name of ["antes", "que os servidores esquecem", "depois"]) expect(known).toContain(name);
    },
    LIMIT_MS,
  );
});
