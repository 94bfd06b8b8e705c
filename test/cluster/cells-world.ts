import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Network, startNetwork } from "#simulator/network.ts";
import { type CellCompany, COMPANY_PASSWORD, writeCompanies } from "#test/helpers/cell-companies.ts";
import { type NatsServers, startNats } from "#test/helpers/nats/servers.ts";
import { freePort } from "#test/helpers/server-process.ts";
import { type LinkedCompany, link } from "./cluster-world.ts";
import { companyFile } from "./compare-files.ts";
import { cellsProxy } from "./haproxy.ts";
import { APP_SECRET, NodeProcess } from "./node-process.ts";
import { ownerOf } from "./pair.ts";

const CA = join(import.meta.dir, "../../simulator/certs/ca.pem");
const CALL_MS = 20_000;
/** The proxy counts all processes as up until two checks of a standby failed. */
const FIRST_CHECKS_MS = 2000;
const MACHINES = ["a", "b", "c"] as const;
export const CELLS = [1, 2, 3] as const;
type Pair = readonly [NodeProcess, NodeProcess];

/** Calls of one user through any address; sends the cookie that the sign-in set. */
export interface Session {
  readonly token: string;
  /** The cookie `cell`, as the server set it. */
  readonly cookie: string;
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
}

/**
 * Three machines with two processes each, three NATS servers, HAProxy and the simulated WhatsApp. Machine a owns cell 1, b cell 2 and c
 * cell 3; each is the standby of the cell before. The companies are spread over the cells.
 */
export interface CellsWorld {
  readonly nats: NatsServers;
  readonly network: Network;
  /** The processes of cell 1, 2 and 3; at the start the first one owns the cell. */
  readonly pairs: readonly Pair[];
  /** The processes of each machine. */
  readonly machines: readonly (readonly NodeProcess[])[];
  readonly companies: readonly CellCompany[];
  /** Address of HAProxy. */
  readonly url: string;
  /** The first company of each cell, with a linked number. */
  readonly linked: readonly LinkedCompany[];
  close(): Promise<void>;
}

export async function startCellsWorld(natsProgram: string, perCell: number): Promise<CellsWorld> {
  const folder = mkdtempSync(join(tmpdir(), "balcao-three-cells-"));
  const nats = await startNats(natsProgram, folder, { maxFile: "12GB" });
  const network = await startNetwork();
  const pairs = CELLS.map((cell): Pair => {
    const make = (machine: number) =>
      makeNode(folder, { nats, network, cell, machine: machine % CELLS.length });
    return [make(cell - 1), make(cell)];
  });
  const companies: CellCompany[] = [];
  for (const [index, cell] of CELLS.entries()) {
    const [first] = pairOf(pairs, cell);
    const written = { directory: first.directory, cell, count: perCell, secret: APP_SECRET };
    companies.push(...(await writeCompanies(written)));
    await first.command("cluster", "init");
    first.start();
    await ownerOf([first]);
    pairs[index]?.[1].start();
  }
  const proxy = await cellsProxy(
    pairs.map(([first, second]) => [`${first.host}:${first.port}`, `${second.host}:${second.port}`] as const),
  );
  await Bun.sleep(FIRST_CHECKS_MS);
  const linked: LinkedCompany[] = [];
  for (const cell of CELLS) {
    const company = companies.find((each) => each.cell === cell) as CellCompany;
    const { call } = await signInAs(proxy.url, company.email);
    const shop = network.addPhone({ number: `551140001000${cell}`, name: `Loja ${cell}` });
    const connectionId = await link(call, shop);
    const file = companyFile(company.id);
    linked.push({ folder, nodes: pairOf(pairs, cell), network, shop, connectionId, file, call });
  }
  return {
    nats,
    network,
    pairs,
    machines: MACHINES.map((_, n) =>
      [pairs[n]?.[0], pairs[(n + 2) % CELLS.length]?.[1]].filter((node) => node !== undefined),
    ),
    companies,
    url: proxy.url,
    linked,
    async close() {
      await Promise.all(pairs.flat().map((node) => node.stop("SIGKILL")));
      await proxy.close();
      await nats.stop();
      await network.stop();
      if (!process.env["KEEP_CLUSTER"]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const pairOf = (pairs: readonly Pair[], cell: number): Pair => pairs[cell - 1] as Pair;

interface NodePlace {
  readonly nats: NatsServers;
  readonly network: Network;
  readonly cell: number;
  readonly machine: number;
}

function makeNode(folder: string, { nats, network, cell, machine }: NodePlace): NodeProcess {
  const name = `${MACHINES[machine]}${cell}`;
  return new NodeProcess({
    name,
    folder: join(folder, name),
    natsUrls: nats.urls,
    leaseMs: 5000,
    env: {
      CLUSTER_CELL: String(cell),
      CLUSTER_URL: `https://127.0.0.1:${freePort()}`,
      WHATSAPP_URL: network.url,
      WHATSAPP_ROOT_KEY: network.rootKey,
      NODE_EXTRA_CA_CERTS: CA,
      TRUSTED_PROXIES: "127.0.0.1",
      ALLOW_PRIVATE_URLS: "on",
      // Nothing answers there.
      META_GRAPH_URL: "http://127.0.0.1:1",
      // Super users are created in the home cell.
      ...(cell > 1 && { SUPER_EMAIL: "", SUPER_PASSWORD: "" }),
    },
  });
}

/** Signs a user in at this address: HAProxy, or a process itself. An access token that is too old is replaced. */
export async function signInAs(url: string, email: string, password = COMPANY_PASSWORD): Promise<Session> {
  const ask = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      tls: { rejectUnauthorized: false },
      signal: AbortSignal.timeout(CALL_MS),
    });
  const signIn = async () => {
    const answer = await ask("POST", "/auth/login", { email, password });
    if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`);
    const cookies = answer.headers.getSetCookie();
    const cookie = cookies.map((each) => each.split(";")[0] ?? "").find((each) => each.startsWith("cell="));
    return { token: ((await answer.json()) as { token: string }).token, cookie: cookie ?? "" };
  };
  let session = await signIn();
  const request = (method: string, path: string, body: unknown) =>
    ask(method, path, body, { authorization: `Bearer ${session.token}`, cookie: session.cookie });
  return {
    get token() {
      return session.token;
    },
    get cookie() {
      return session.cookie;
    },
    async call<T>(method: string, path: string, body?: unknown) {
      let answer = await request(method, path, body);
      if (answer.status === 401) {
        session = await signIn();
        answer = await request(method, path, body);
      }
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return JSON.parse(text) as T;
    },
  };
}
