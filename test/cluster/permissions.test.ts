import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentedNats, startDocumentedNats } from "#test/helpers/nats/documented.ts";
import { natsProgram } from "#test/helpers/nats/servers.ts";
import { SUPER } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const program = natsProgram();
const LIMIT_MS = 180_000;

/** Creates the super user by the one-time link that the first owner prints. */
async function setUp(owner: NodeProcess): Promise<void> {
  const code = await eventually(
    async () => /\/setup#(\S+)/.exec(owner.printed)?.[1],
    "the link of the first start",
  );
  const answer = await fetch(`${owner.url}/api/setup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name: "Dona", ...SUPER, companyName: "Padaria" }),
  });
  expect(answer.status).toBeLessThan(300);
}

describe.skipIf(program === null)("a cluster with the documented certificates and permissions", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-permissions-"));
  let nats: DocumentedNats;
  let [a, b, copy]: NodeProcess[] = [];

  beforeAll(async () => {
    nats = await startDocumentedNats(program ?? "", folder);
    const node = (name: "a" | "b" | "copy") =>
      new NodeProcess({
        name,
        folder: join(folder, name),
        natsUrls: [],
        env: { ...nats.envOf(name), SUPER_EMAIL: "", SUPER_PASSWORD: "" },
        ...(name === "copy" && { subcommand: "standby" }),
      });
    [a, b, copy] = [node("a"), node("b"), node("copy")];
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all([a, b, copy].map((node) => node?.stop("SIGKILL")));
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const current = (node: NodeProcess) =>
    eventually(
      async () => {
        const status = await node.command("cluster", "status").catch(() => "");
        return status.includes("copy that never takes over, 0 messages behind") ? status : undefined;
      },
      "a current standby and a current copy",
      60_000,
    );

  test(
    "the documented NATS permissions suffice to start, fail over, switch over and recreate a cluster",
    async () => {
      if (!a || !b || !copy) throw new Error("no nodes");
      await a.command("cluster", "init");
      for (const node of [a, b, copy]) node.start();
      const first = await ownerOf([a, b]);
      await current(copy);
      await setUp(first);
      const token = await signIn(first);
      const tag = await fetch(`${first.url}/api/tags`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "antes", color: "#112233" }),
      });
      expect(tag.status).toBeLessThan(300);

      first.signal("SIGKILL");
      const second = await ownerOf([a, b], first);
      await current(copy);
      await second.command("cluster", "promote", first.name);
      await ownerOf([first], second);
      await current(copy);
      await copy.command("cluster", "status");
      const report = await first.command("doctor").catch((error: Error) => error.message);
      // Not about permissions: no file was stored yet, and the disk of the tests may be slow.
      const others = /no file is stored in NATS yet|a synced write to NATS takes/g;
      expect(report.replace(others, "")).not.toMatch(/NATS|CELL_1|KV_LEASES/);

      await Promise.all([second.stop(), copy.stop()]);
      await first.stop();
      await first.command("cluster", "rebase", "--yes");
      for (const node of [first, second, copy]) node.start();
      const again = await ownerOf([a, b]);
      await current(copy);
      const list = await fetch(`${again.url}/api/tags`, { headers: { authorization: `Bearer ${token}` } });
      expect(await list.text()).toContain("antes");
      expect(nats.refusals()).toEqual([]);
    },
    LIMIT_MS,
  );

  test("a node with another APP_SECRET does not start, and keeps its files", async () => {
    await copy?.stop();
    const env = { ...nats.envOf("copy"), APP_SECRET: "another key, which is also 32 characters" };
    const other = new NodeProcess({ name: "copy", folder: join(folder, "copy"), natsUrls: [], env });
    await expect(other.command("standby")).rejects.toThrow("APP_SECRET differs from that of a and b");
    expect(existsSync(join(other.directory, "position"))).toBe(true);
    await expect(other.command("cluster", "status")).rejects.toThrow("node a has another APP_SECRET");
    await expect(other.command("doctor")).rejects.toThrow("APP_SECRET differs from that of a and b");
  }, 60_000);

  test("a copy that asks for a takeover is refused", async () => {
    await expect(copy?.command("cluster", "promote", "copy")).rejects.toThrow("no owner answered");
    expect(nats.refusals()).toContainEqual(expect.stringContaining('Subject "cell.1.control"'));
  }, 30_000);
});
