import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";

const program = natsProgram();
const LIMIT_MS = 180_000;

describe.skipIf(program === null)("two cells in one account of NATS", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-cells-"));
  let nats: NatsServers;
  let home: readonly [NodeProcess, NodeProcess];
  let second: readonly [NodeProcess, NodeProcess];

  beforeAll(async () => {
    nats = await startNats(program ?? "", folder);
    const node = (name: string, env: Record<string, string> = {}) =>
      new NodeProcess({ name, folder: join(folder, name), natsUrls: nats.urls, env });
    home = [node("a"), node("b")];
    // The first one has the name that a node gets without CLUSTER_NODE.
    second = [
      node(`${hostname()}-2`, { CLUSTER_CELL: "2", CLUSTER_NODE: "" }),
      node("d", { CLUSTER_CELL: "2" }),
    ];
    for (const pair of [home, second]) {
      await pair[0].command("cluster", "init");
      for (const one of pair) one.start();
    }
  }, LIMIT_MS);
  afterAll(async () => {
    await Promise.all([...home, ...second].map((node) => node.stop("SIGKILL")));
    await nats?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The status of a cell with an owner and a current standby. */
  const current = (node: NodeProcess) =>
    eventually(
      async () => {
        const { code, out } = await node.attempt("cluster", "status");
        return code === 0 ? out : undefined;
      },
      "a current standby",
      60_000,
    );
  const nodesIn = (status: string) => [...status.matchAll(/^ {2}node (\S+)/gm)].map(([, name]) => name);

  test(
    "each cell has its own owner and standby, and its status shows no node of the other cell",
    async () => {
      await ownerOf(home);
      await ownerOf(second);
      expect(nodesIn(await current(home[0]))).toEqual(["a", "b"]);
      expect(nodesIn(await current(second[0])).toSorted()).toEqual(second.map(({ name }) => name).toSorted());
      await expect(home[0].command("cluster", "promote", "d")).rejects.toThrow(
        "there is no node d of cell 1",
      );
    },
    LIMIT_MS,
  );

  test(
    "a takeover of one cell does not move the other one",
    async () => {
      const before = await ownerOf(home);
      const failed = await ownerOf(second);
      failed.signal("SIGKILL");
      await ownerOf(second, failed);
      expect(await before.ownsCell()).toBe(true);
      expect(home.flatMap(({ ends }) => ends)).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "a stopped node of another cell can be forgotten",
    async () => {
      await current(second[0]);
      await second[1].stop();
      await ownerOf([second[0]]);
      expect(await home[0].command("cluster", "forget", "d")).toContain("d is removed");
      expect(nodesIn((await second[0].attempt("cluster", "status")).out)).toEqual([second[0].name]);
    },
    LIMIT_MS,
  );
});
