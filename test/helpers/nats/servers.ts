import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { noteSkipped } from "#test/helpers/skipped.ts";

const isRoot = process.getuid?.() === 0;
const CACHE =
  process.env["NATS_CACHE"] ?? join(isRoot ? "/var/cache" : join(homedir(), ".cache"), "balcao-tests/nats");
/** Longest download of the package, ms. */
const DOWNLOAD_MS = 90_000;
const START_MS = 20_000;
const SERVERS = 3;

let known: string | null | undefined;
/**
 * The path of a NATS server that is new enough, or null with one line of explanation. It is Debian's package, unpacked into a
 * cache folder (`NATS_CACHE`); nothing is installed.
 */
export function natsProgram(): string | null {
  if (known !== undefined) return known;
  const cached = join(CACHE, "usr/sbin/nats-server");
  known = existsSync(cached) ? cached : null;
  if (known) return known;
  const fetch = spawnSync(join(import.meta.dir, "fetch.sh"), [CACHE], {
    encoding: "utf8",
    timeout: DOWNLOAD_MS,
  });
  known = fetch.status === 0 ? fetch.stdout.trim() : null;
  if (!known) noteSkipped(`no NATS server. Debian's package could not be unpacked into ${CACHE}`);
  return known;
}

interface Server {
  readonly name: string;
  readonly url: string;
  readonly monitorUrl: string;
  readonly configFile: string;
  readonly store: string;
  process: ChildProcess | null;
}

/** Three NATS servers on this machine, as an operator runs them: JetStream, replicated, each write synced. */
export interface NatsServers {
  readonly urls: readonly string[];
  readonly monitorUrls: readonly string[];
  readonly names: readonly string[];
  /** Process ids of the running servers. */
  readonly pids: readonly number[];
  start(index: number): Promise<void>;
  /** SIGKILL, or another signal. Resolves when the process has ended (not for SIGSTOP and SIGCONT). */
  kill(index: number, signal?: NodeJS.Signals): Promise<void>;
  /** Deletes the data of a stopped server. */
  wipe(index: number): void;
  /** Folder with the data of a server. */
  store(index: number): string;
  stop(): Promise<void>;
}

/** A free port of the loopback interface. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject()));
    });
  });

export interface NatsOptions {
  /** Not `always` only to show that the check of it fails. */
  readonly syncInterval?: string;
  readonly servers?: number;
  /** Room for all streams of a server: each cell reserves 1 GB for its log, and as much for media. */
  readonly maxFile?: string;
  /** More lines of each server's configuration: accounts, limits. */
  readonly more?: string;
  /** The machine of each server; without them all share the loopback interface. */
  readonly machines?: readonly NatsMachine[];
  /** The whole configuration of a server, in place of the usual one. */
  readonly configOf?: (server: ServerPlace) => string;
}

/** A machine that a server runs on. */
export interface NatsMachine {
  /** Words before a command line that runs it there. */
  readonly prefix: readonly string[];
  readonly natsAddress: string;
}

/** Where one server listens and stores. */
export interface ServerPlace {
  readonly name: string;
  readonly port: number;
  readonly monitorPort: number;
  readonly routePort: number;
  readonly store: string;
  /** Addresses of the routes of all servers. */
  readonly routes: readonly string[];
}

/** Starts servers in this folder and waits until they have a leader. */
export async function startNats(
  program: string,
  folder: string,
  options: NatsOptions = {},
): Promise<NatsServers> {
  const { servers: count = SERVERS, machines } = options;
  const hostOf = (index: number) => machines?.[index]?.natsAddress ?? "127.0.0.1";
  const ports = await Promise.all(Array.from({ length: 3 * count }, freePort));
  const routes = ports.slice(2 * count).map((port, index) => `nats://${hostOf(index)}:${port}`);
  const servers = Array.from({ length: count }, (_, index): Server => {
    const name = `nats-${index + 1}`;
    const store = join(folder, name);
    mkdirSync(store, { recursive: true });
    const [port = 0, monitorPort = 0, routePort = 0] = [0, 1, 2].map((kind) => ports[kind * count + index]);
    const configFile = join(folder, `${name}.conf`);
    const host = hostOf(index);
    // Clients know all servers: addresses that nodes may not reach are not advertised.
    const cluster = `cluster { name: balcao, no_advertise: true, listen: "${host}:${routePort}", routes: [${routes.map((route) => `"${route}"`).join(", ")}] }`;
    const text =
      options.configOf?.({ name, port, monitorPort, routePort, store, routes }) ??
      `server_name: ${name}
listen: "${host}:${port}"
http: "${host}:${monitorPort}"
jetstream { store_dir: "${store}", sync_interval: ${options.syncInterval ?? "always"}, max_mem: 64MB, max_file: ${options.maxFile ?? "4GB"} }
${count > 1 ? cluster : ""}
${options.more ?? ""}
`;
    writeFileSync(configFile, text);
    const monitorUrl = `http://${host}:${monitorPort}`;
    return { name, url: `nats://${host}:${port}`, monitorUrl, configFile, store, process: null };
  });
  const at = (index: number): Server => {
    const server = servers[index];
    if (!server) throw new Error(`no server ${index}`);
    return server;
  };
  const nats: NatsServers = {
    urls: servers.map(({ url }) => url),
    monitorUrls: servers.map(({ monitorUrl }) => monitorUrl),
    names: servers.map(({ name }) => name),
    get pids() {
      return servers.flatMap(({ process }) => process?.pid ?? []);
    },
    async start(index) {
      const server = at(index);
      const line = [program, "-c", server.configFile, "-l", join(folder, `${server.name}.log`)];
      const [command = program, ...words] = [...(machines?.[index]?.prefix ?? []), ...line];
      server.process = spawn(command, words, { stdio: "ignore" });
      await answers(`${server.monitorUrl}/healthz?js-server-only=true`);
    },
    kill(index, signal = "SIGKILL") {
      const { process } = at(index);
      if (!process || process.exitCode !== null || process.signalCode !== null) return Promise.resolve();
      const ended = new Promise<void>((resolve) => process.once("exit", () => resolve()));
      process.kill(signal);
      return signal === "SIGSTOP" || signal === "SIGCONT" ? Promise.resolve() : ended;
    },
    wipe(index) {
      const { store } = at(index);
      // Removes only the contents: the folder may be the mount point of a separate disk.
      for (const name of existsSync(store) ? readdirSync(store) : [])
        rmSync(join(store, name), { recursive: true, force: true });
    },
    store: (index) => at(index).store,
    async stop() {
      for (const [index] of servers.entries()) {
        await nats.kill(index, "SIGCONT");
        await nats.kill(index);
      }
    },
  };
  await Promise.all(servers.map((_, index) => nats.start(index)));
  await Promise.all(servers.map(({ monitorUrl }) => answers(`${monitorUrl}/healthz`)));
  if (count > 1) await untilPeersKnown(nats.monitorUrls);
  return nats;
}

interface Jetstream {
  readonly meta_cluster?: { readonly replicas?: readonly { readonly offline?: boolean }[] };
}

/** Waits until the leader counts every other server as online: before, it refuses to place a stream on them. */
async function untilPeersKnown(monitorUrls: readonly string[]): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await Bun.sleep(50)) {
    const read = async (url: string) => (await (await fetch(`${url}/jsz`)).json()) as Jetstream;
    const answered = await Promise.all(monitorUrls.map(read));
    // Only the leader lists the others.
    const online = answered.map(
      ({ meta_cluster: meta }) => meta?.replicas?.filter(({ offline }) => !offline).length ?? 0,
    );
    if (Math.max(...online) === monitorUrls.length - 1) return;
  }
  throw new Error("the leader of the NATS servers does not see all of them");
}

/** Waits until this address answers 200. */
async function answers(url: string): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; ) {
    const isOk = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isOk) return;
    await Bun.sleep(50);
  }
  throw new Error(`${url} does not answer`);
}
