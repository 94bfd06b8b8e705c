import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { APP_SECRET } from "#bench/data/dataset.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { RemoteNetwork } from "#simulator/control/remote.ts";
import { COMPANY_PASSWORD, writeCompanies } from "#test/helpers/cell-companies.ts";
import { type NatsServers, startNats } from "#test/helpers/nats/servers.ts";
import { type Program, product, runCommand, signIn, startProduct } from "./programs.ts";
import { link, NETWORK_GIVES_WAY, until } from "./simulated.ts";
import { Talker } from "./talker.ts";

const PORT = 4330;
const CUSTOMERS = 10;
const folder = join(import.meta.dir, "../..", "bench-data", "cells");
const AUTHORITY = join(import.meta.dir, "../../simulator/certs/ca.pem");
const METRICS = "bench";

/** A cell with an owner, a standby and one company with a linked number and open tickets. */
export interface BenchCell {
  readonly owner: Program;
  readonly standby: Program;
  readonly headers: Record<string, string>;
  readonly shop: string;
  readonly customers: readonly string[];
  readonly tickets: readonly number[];
  /** Rows of one query over the company's file. */
  count(sql: string): number;
  /** Commits and bytes that the owner appended to the log so far. */
  appended(): Promise<{ readonly commits: number; readonly bytes: number }>;
}

/** An installation with so many cells, three NATS servers and the simulated WhatsApp. */
export interface BenchCells {
  readonly nats: NatsServers;
  readonly network: RemoteNetwork;
  readonly cells: readonly BenchCell[];
  stop(): Promise<void>;
}

export async function startCells(natsProgram: string, count: number): Promise<BenchCells> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const nats = await startNats(natsProgram, folder, { maxFile: "12GB" });
  const simulator = new Talker(["simulator/cli.ts"], NETWORK_GIVES_WAY);
  const { control, url, rootKey } = JSON.parse(await simulator.next()) as Record<string, string>;
  const network = new RemoteNetwork(control ?? "");
  const whatsapp = {
    WHATSAPP_URL: url ?? "",
    WHATSAPP_ROOT_KEY: rootKey ?? "",
    NODE_EXTRA_CA_CERTS: AUTHORITY,
  };
  const cells: BenchCell[] = [];
  for (let cell = 1; cell <= count; cell += 1)
    cells.push(await startCell(cell, { nats, network, env: whatsapp }));
  return {
    nats,
    network,
    cells,
    async stop() {
      for (const { owner, standby } of cells) {
        await standby.stop();
        await owner.stop();
      }
      await nats.stop();
      await simulator.stop();
    },
  };
}

interface Around {
  readonly nats: NatsServers;
  readonly network: RemoteNetwork;
  readonly env: Readonly<Record<string, string>>;
}

async function startCell(cell: number, { nats, network, env: whatsapp }: Around): Promise<BenchCell> {
  const port = PORT + 10 * cell;
  const env = (node: string, at: number) => ({
    ...whatsapp,
    CLUSTER_NATS_URL: nats.urls.join(","),
    CLUSTER_NATS_SYNC: "always",
    CLUSTER_STREAM_MAX_GB: "1",
    CLUSTER_CELL: String(cell),
    CLUSTER_NODE: `${node}${cell}`,
    CLUSTER_URL: `https://127.0.0.1:${at + 5}`,
    METRICS_TOKEN: METRICS,
  });
  const directory = join(folder, `owner-${cell}`);
  const [company] = await writeCompanies({ directory, cell, count: 1, secret: APP_SECRET });
  if (!company) throw new Error("no company");
  await runCommand(["cluster", "init"], directory, env("a", port));
  const owner = await product(directory, port, env("a", port));
  await until("the node owns the cell", async () => (await fetch(`${owner.url}/ownerz?cell=${cell}`)).ok);
  const copy = join(folder, `standby-${cell}`);
  mkdirSync(copy, { mode: 0o700 });
  const standby = await startProduct(copy, port + 1, { env: env("b", port + 1), probe: "/healthz" });
  const file = `companies/${company.id}/company.sqlite`;
  await until("the standby has the data", () => existsSync(join(copy, file)), 100);
  const { headers } = await signIn(owner.url, company.email, COMPANY_PASSWORD);
  const shop = `551140002000${cell}`;
  const connectionId = await link({ network, ours: owner, headers }, shop, `Loja ${cell}`);
  const db = openDatabase(join(directory, file), { durability: "full", readonly: true });
  const customers = await network.call("people", { first: `55119${cell}0000000`, count: CUSTOMERS });
  const tickets = await openTickets({ network, db, customers, shop, connectionId });
  for (const id of tickets)
    await fetch(`${owner.url}/api/tickets/${id}`, {
      method: "PUT",
      headers,
      body: '{"status":"open"}',
    });
  return {
    owner,
    standby,
    headers,
    shop,
    customers,
    tickets,
    count: (sql) => Number(db.prepare(sql).pluck().get()),
    async appended() {
      const answer = await fetch(`${owner.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } });
      const text = await answer.text();
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0);
      return { commits: value("balcao_cluster_batch_commits"), bytes: value("balcao_cluster_batch_bytes") };
    },
  };
}

interface Opening {
  readonly network: RemoteNetwork;
  readonly db: Sqlite;
  readonly customers: readonly string[];
  readonly shop: string;
  readonly connectionId: number;
}

/** Lets each customer write once; returns the ids of their tickets. */
async function openTickets({
  network,
  db,
  customers,
  shop,
  connectionId,
}: Opening): Promise<readonly number[]> {
  for (const from of customers) await network.call("send", { kind: "text", from, to: shop, text: "bom dia" });
  const ids = db.prepare("SELECT id FROM ticket WHERE connection_id = ? ORDER BY id").pluck();
  await until("a ticket of each customer", () => ids.all(connectionId).length === customers.length);
  return ids.all(connectionId).map(Number);
}
