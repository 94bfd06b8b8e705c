import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type NatsServers, startNats } from "#test/helpers/nats/servers.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { makeClocks, type NodeClock } from "./clocks.ts";
import { COMPANY } from "./compare-files.ts";
import { type Disk, mountDisk, SERVER_DISK } from "./disks.ts";
import { forward } from "./forward.ts";
import { clusterProxy } from "./haproxy.ts";
import { type Machine, type Machines, makeMachines, type ServerMachine } from "./machines.ts";
import { NodeProcess } from "./node-process.ts";
import { ownerOf, signIn } from "./pair.ts";

const CA = join(import.meta.dir, "../../simulator/certs/ca.pem");
const CALL_MS = 20_000;
/** The proxy counts both nodes as up until two checks of the standby failed. */
const FIRST_CHECKS_MS = 2000;
const NAMES = ["a", "b"] as const;
const SERVERS = 3;

/** The environment of the nodes, which can fail; a string = the reason why this computer cannot provide it. */
export interface Surroundings {
  readonly machines: readonly Machine[] | string;
  /** Of the NATS servers. */
  readonly serverMachines: readonly ServerMachine[] | string;
  readonly disks: readonly Disk[] | string;
  /** Of the NATS servers. */
  readonly serverDisks: readonly Disk[] | string;
  readonly clocks: readonly NodeClock[] | string;
}

/** A company with one linked number, as its load and the checker see it. */
export interface LinkedCompany {
  /** Folder with all files of this world; it is removed when the world ends. */
  readonly folder: string;
  /** The nodes of its cell. */
  readonly nodes: readonly [NodeProcess, NodeProcess];
  readonly network: Network;
  readonly shop: Phone;
  readonly connectionId: number;
  /** Its database file, below the data directory of a node. */
  readonly file: string;
  /** One call through the proxy; throws on a refusal or a lost connection. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
}

/** Three NATS servers, two nodes, HAProxy in front of them, and the simulated WhatsApp with one linked number. */
export interface ClusterWorld extends Surroundings, LinkedCompany {
  readonly nats: NatsServers;
  /** Address of HAProxy. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startClusterWorld(natsProgram: string): Promise<ClusterWorld> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-cluster-"));
  const made = makeMachines(NAMES, SERVERS);
  const machines = typeof made === "string" ? null : made;
  const disks = all(NAMES.map((name) => mountDisk(join(folder, name, "data"))));
  const serverDisks = all(
    Array.from({ length: SERVERS }, (_, n) => mountDisk(join(folder, `nats-${n + 1}`), SERVER_DISK)),
  );
  const clocks = makeClocks(folder);
  const surroundings: Surroundings = {
    machines: machines?.list ?? (made as string),
    serverMachines: machines?.servers ?? (made as string),
    disks,
    serverDisks,
    clocks: typeof clocks === "string" ? clocks : NAMES.map(clocks),
  };
  const nats = await startNats(natsProgram, folder, machines ? { machines: machines.servers } : {});
  const network = await startNetwork();
  const shop = network.addPhone({ number: "5511400010001", name: "Padaria Aurora" });
  const nodes = makeNodes(folder, { nats, network, machines, surroundings });
  await nodes[0].command("cluster", "init");
  for (const node of nodes) node.start();
  await ownerOf(nodes);
  const proxy = await clusterProxy([
    `${nodes[0].host}:${nodes[0].port}`,
    `${nodes[1].host}:${nodes[1].port}`,
  ]);
  await Bun.sleep(FIRST_CHECKS_MS);
  const call = await caller(proxy);
  const connectionId = await link(call, shop);
  return {
    ...surroundings,
    folder,
    nats,
    nodes,
    network,
    shop,
    connectionId,
    file: COMPANY,
    url: proxy.url,
    call,
    async close() {
      await Promise.all(nodes.map((node) => node.stop("SIGKILL")));
      await proxy.close();
      await nats.stop();
      await network.stop();
      machines?.close();
      for (const disk of [disks, serverDisks].flat()) if (typeof disk !== "string") disk.unmount();
      if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns all of them, or the first reason why one is missing. */
const all = <T extends object>(found: readonly (T | string)[]): readonly T[] | string =>
  found.find((one) => typeof one === "string") ?? found.filter((one) => typeof one !== "string");

function makeNodes(
  folder: string,
  {
    nats,
    network,
    machines,
    surroundings: { clocks },
  }: {
    readonly nats: NatsServers;
    readonly network: Network;
    readonly machines: Machines | null;
    readonly surroundings: Surroundings;
  },
): readonly [NodeProcess, NodeProcess] {
  const make = (name: string, index: number) => {
    const machine = machines?.list[index];
    if (machine) forward(machine.outside, network.port);
    return new NodeProcess({
      name,
      folder: join(folder, name),
      natsUrls: nats.urls,
      leaseMs: 5000,
      ...(machine && { machine }),
      env: {
        WHATSAPP_URL: machine ? network.url.replace("127.0.0.1", machine.outside) : network.url,
        WHATSAPP_ROOT_KEY: network.rootKey,
        NODE_EXTRA_CA_CERTS: CA,
        TRUSTED_PROXIES: machine?.outside ?? "127.0.0.1",
        ALLOW_PRIVATE_URLS: "on",
        ...(typeof clocks !== "string" && clocks[index]?.env),
      },
    });
  };
  return [make("a", 0), make("b", 1)];
}

/** Calls of the super user; an access token that is too old is replaced. */
async function caller(proxy: { readonly url: string }): Promise<ClusterWorld["call"]> {
  let token = await eventually(() => signIn(proxy).catch(() => undefined), "a sign-in through the proxy");
  const ask = (method: string, path: string, body: unknown) =>
    fetch(`${proxy.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      tls: { rejectUnauthorized: false },
      signal: AbortSignal.timeout(CALL_MS),
    });
  return async <T>(method: string, path: string, body?: unknown) => {
    let answer = await ask(method, path, body);
    if (answer.status === 401) {
      token = await signIn(proxy);
      answer = await ask(method, path, body);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  };
}

/** Creates a connection for this phone and links it; returns its id. */
export async function link(call: LinkedCompany["call"], shop: Phone): Promise<number> {
  const { id } = await call<{ id: number }>("POST", "/whatsapp", { name: shop.name, sendIntervalMs: 0 });
  const state = () => call<{ status: string; qrcode: string }>("GET", `/whatsapp/${id}`);
  const code = await eventually(async () => {
    const { status, qrcode } = await state();
    return status === "qrcode" && qrcode ? qrcode : undefined;
  }, "a QR code");
  await shop.scan(code);
  await eventually(async () => ((await state()).status === "CONNECTED" ? true : undefined), "CONNECTED");
  await call("PUT", `/whatsapp/${id}`, { sendIntervalMs: 0, newChatsPerDay: 0 });
  return id;
}
