import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeCertificate, NODE_NAME } from "#cluster/cells/authority.ts";
import { createClusterCells } from "#cluster/cells/cluster-cells.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { watchOwners } from "#cluster/cells/owners.ts";
import { createNatsLeases } from "#cluster/lease/nats-leases.ts";
import { connectNats } from "#cluster/log/jetstream/connection.ts";
import { DIRECTORY_BUCKET } from "#cluster/log/jetstream/names.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import { systemClock } from "#platform/clock.ts";
import type { AppError } from "#platform/errors.ts";
import { createLog } from "#platform/log.ts";
import { type NatsServers, natsProgram, startNats } from "#test/helpers/nats/servers.ts";
import { freePort, SUPER } from "#test/helpers/server-process.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { APP_SECRET, NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";

const program = natsProgram();
const LIMIT_MS = 180_000;
/** Super users are created in the home cell. */
const NO_USER = { SUPER_EMAIL: "", SUPER_PASSWORD: "" };

describe.skipIf(program === null)("two cells in one account of NATS", () => {
  const folder = mkdtempSync(join(tmpdir(), "balcao-cells-"));
  let nats: NatsServers;
  let home: readonly [NodeProcess, NodeProcess];
  let second: readonly [NodeProcess, NodeProcess];

  beforeAll(async () => {
    nats = await startNats(program ?? "", folder);
    const node = (name: string, env: Record<string, string> = {}) => {
      const CLUSTER_URL = `https://127.0.0.1:${freePort()}`;
      const options = { name, folder: join(folder, name), natsUrls: nats.urls };
      return new NodeProcess({ ...options, env: { CLUSTER_URL, ...env } });
    };
    home = [node("a"), node("b")];
    // The first one has the name that a node gets without CLUSTER_NODE.
    second = [
      node(`${hostname()}-2`, { CLUSTER_CELL: "2", CLUSTER_NODE: "", ...NO_USER }),
      node("d", { CLUSTER_CELL: "2", ...NO_USER }),
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
    "a node of another cell reaches the owner before and after a takeover, and 503 in between",
    async () => {
      const connection = await connectNats({ urls: nats.urls, credsFile: null, caFile: null, name: "test" });
      const cells = createClusterCells({
        own: 1,
        leases: createNatsLeases(connection),
        bucket: createNatsKeyValues(connection, DIRECTORY_BUCKET),
        secret: APP_SECRET,
        olderSecrets: [],
        address: null,
        clock: monotonicClock,
        wallClock: systemClock,
        log: createLog("silent"),
      });
      // This path does not exist, so every owner answers it without reading rows.
      const requestAt = async (cell: number) => {
        const request = new Request("http://atendimento.example.com/api/nowhere", {
          headers: { host: "atendimento.example.com" },
        });
        const caller = { ip: "203.0.113.7", https: true, host: "atendimento.example.com" };
        const answer = await cells.forward(cell, request, caller);
        return { status: answer.status, isSecure: answer.headers.has("strict-transport-security") };
      };
      const owned = { status: 404, isSecure: true };
      const answered = () => requestAt(2).catch((error: AppError) => ({ status: error.status }));
      await eventually(async () => ((await answered()).status === 404 ? true : undefined), "the owner");
      expect(await Promise.all([1, 2].map(requestAt))).toEqual([owned, owned]);
      expect(cells.all()).toEqual([1, 2]);

      const before = await ownerOf(home);
      const failed = await ownerOf(second);
      failed.signal("SIGKILL");
      const during: number[] = [];
      await eventually(
        async () => {
          const { status } = await answered();
          during.push(status);
          return status === 404 || undefined;
        },
        "the next owner",
        60_000,
      );
      expect([...new Set(during)]).toEqual([503, 404]);
      expect(await ownerOf(second)).not.toBe(failed);
      expect(await before.ownsCell()).toBe(true);
      expect(home.flatMap(({ ends }) => ends)).toEqual([]);

      const standby = home.find((node) => node !== before);
      const caller = { "x-balcao-caller": JSON.stringify({ ip: "203.0.113.7", https: true, host: "a" }) };
      const certificate = createNodeCertificate(APP_SECRET);
      const tls = { ...certificate, ca: [...certificate.ca], serverName: NODE_NAME };
      const url = `${standby?.env["CLUSTER_URL"]}/api/tags`;
      expect((await fetch(url, { headers: caller, tls })).status).toBe(503);
      await expect(fetch(url, { headers: caller, tls: { ...tls, cert: "", key: "" } })).rejects.toThrow();
      cells.stop();
      await connection.close();
    },
    LIMIT_MS,
  );

  test(
    "a standby sends a sign-in to the owner of its cell; without an owner it refuses it",
    async () => {
      const owner = await ownerOf(home);
      const standby = home.find((node) => node !== owner);
      const statusOf = async () => {
        const body = JSON.stringify(SUPER);
        const headers = { "content-type": "application/json" };
        const sent = fetch(`${standby?.url}/api/auth/login`, { method: "POST", headers, body });
        // The port is closed for a moment when this node becomes the owner.
        return sent.then(
          ({ status }) => status,
          () => 0,
        );
      };
      const answered = () =>
        eventually(async () => ((await statusOf()) === 200 ? true : undefined), "an owner");
      await answered();
      owner.signal("SIGKILL");
      await eventually(async () => ((await statusOf()) === 503 ? true : undefined), "no owner");
      // This node, or the restarted one.
      await answered();
    },
    LIMIT_MS,
  );

  test(
    "a plan of the home cell is offered in the other cell, also after a takeover of either cell",
    async () => {
      const send = async (method: string, path: string, body?: object, token = "") => {
        const node = await ownerOf(home);
        const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        return (await fetch(`${node.url}/api${path}`, init)).json();
      };
      // A restarted node may answer 503 until it has its lease.
      const signIn = () =>
        eventually(
          async () =>
            (await send("POST", "/auth/login", SUPER).catch(() => null))?.token as string | undefined,
          "a login",
        );
      /** Names of the plans that the other cell offers, from its own rows. */
      const offered = async (): Promise<readonly string[]> => {
        const node = await ownerOf(second);
        const answer = await fetch(`${node.url}/api/plans/list`).catch(() => null);
        if (answer?.status !== 200) return [];
        return (await answer.json()).map(({ name }: { name: string }) => name);
      };
      const create = async (name: string) => {
        const { id } = await send("POST", "/plans", { name, users: 3 }, await signIn());
        expect(id).toBeNumber();
        await eventually(async () => (await offered()).includes(name) || undefined, `the plan ${name}`);
      };
      await create("Básico");
      for (const pair of [home, second]) {
        const owner = await ownerOf(pair);
        await current(owner);
        owner.signal("SIGKILL");
        await eventually(async () => (await ownerOf(pair)) !== owner || undefined, "a takeover");
        await create(`Depois ${pair.indexOf(owner)} ${pair === home ? 1 : 2}`);
        expect(await offered()).toContain("Básico");
      }
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

  test(
    "a cell without nodes can be removed, and a node that starts brings it back",
    async () => {
      const forget = (cell: string) => home[0].command("cluster", "forget", "--cell", cell);
      await expect(forget("1")).rejects.toThrow("the home cell cannot be removed");
      await expect(forget("7")).rejects.toThrow("there is no cell 7");
      await expect(forget("2")).rejects.toThrow(`${second[0].name} serves or copies cell 2`);
      const connection = await connectNats({ urls: nats.urls, credsFile: null, caFile: null, name: "test" });
      const owners = watchOwners({ leases: createNatsLeases(connection), own: 1, clock: monotonicClock });
      const exist = (cells: string) =>
        eventually(async () => owners.cells.join() === cells || undefined, `the cells ${cells}`, 30_000);
      await exist("1,2");
      await second[0].stop();
      expect(await forget("2")).toContain("cell 2 is removed");
      await exist("1");
      await second[0].start();
      await ownerOf([second[0]]);
      await exist("1,2");
      owners.stop();
      await connection.close();
    },
    LIMIT_MS,
  );
});
