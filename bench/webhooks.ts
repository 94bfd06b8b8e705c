import { createHmac } from "node:crypto";
import { webhookSecret } from "#accounts/billing/charges/webhooks.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { loadConfig } from "#config.ts";
import { systemClock } from "#platform/clock.ts";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { createLog } from "#platform/log.ts";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import type { GraphPage } from "#simulator/graph/book.ts";
import { type GraphPerson, webhookOf } from "#simulator/graph/people.ts";
import { startGraph } from "#simulator/graph/server.ts";
import { startInstallation } from "#tenants/start-installation.ts";
import { APP_SECRET, adminEmail, companyFile, PASSWORD } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { copyOf, product, signIn } from "./harness/programs.ts";
import { type Figure, ms } from "./harness/report.ts";
import { until } from "./harness/simulated.ts";

const PORT = 4310;
const PER_SECOND = 300;
const CALLS = 3000;
/** Response time of the gateway and the Graph API, ms: they are remote. */
const FAR_MS = 300;
/** Each payment is reported five times. */
const CHARGES = CALLS / 5;
/** Half of the calls are of people who write for the first time; one in ten calls is a repetition. */
const PEOPLE = CALLS / 2;
const HOUR = 3_600_000;

/** Calls of a gateway and of Meta at 300 a second, while both answer slowly (R4). */
export async function webhooks(kept: string): Promise<Figure[]> {
  const directory = copyOf(kept, "webhooks");
  const secret = prepare(directory);
  const graph = startGraph();
  const asaas = farAsaas();
  const env = { META_GRAPH_URL: graph.url, ASAAS_URL: `http://127.0.0.1:${asaas.port}` };
  const ours = await product(directory, PORT, env);
  const { headers } = await signIn(ours.url, adminEmail, PASSWORD);
  const page = graph.book.addPage("Loja", "loja");
  const body = {
    addInstagram: false,
    facebookUserId: "1",
    facebookUserToken: graph.book.addUser("1", [page]),
  };
  const made = await fetch(`${ours.url}/api/facebook`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!made.ok) throw new Error(`the page could not be connected: ${await made.text()}`);
  graph.slowMs = FAR_MS;
  const system = openDatabase(`${directory}/system.sqlite`, { durability: "normal", readonly: true });
  const company = openDatabase(companyFile(directory), { durability: "normal", readonly: true });
  const count = (db: typeof system, sql: string) => Number(db.prepare(sql).pluck().get());

  const pix = await atRate((n) =>
    fetch(`${ours.url}/webhooks/pix/asaas`, {
      method: "POST",
      headers: { "content-type": "application/json", "asaas-access-token": secret },
      body: JSON.stringify({ event: "PAYMENT_RECEIVED", payment: { id: `pay_${n % CHARGES}` } }),
    }),
  );
  await until(
    "every payment in the books",
    () => count(system, "SELECT count(*) FROM payment") >= CHARGES,
    50,
  );
  const credited = count(system, "SELECT count(*) FROM payment WHERE status = 'paid'");

  const people = Array.from({ length: PEOPLE }, (_, n) => graph.person({ page, on: "page" }, `Pessoa ${n}`));
  const stored = "SELECT count(*) FROM inbound_event WHERE chat_key LIKE 'psid:%'";
  const meta = await atRate((n) => callOfMeta(ours.url, page, people, n));
  const durable = count(company, stored);
  const bodies = "SELECT count(*) FROM message WHERE body LIKE 'mensagem %' AND provider_id LIKE 'm_bench_%'";
  const wanted = CALLS - CALLS / 10;
  await until("every message of a page", () => count(company, bodies) >= wanted, 50);
  const messages = count(company, bodies);
  system.close();
  company.close();
  await ours.stop();
  await graph.stop();
  asaas.stop(true);

  return [
    figure(
      `calls of a Pix gateway at ${PER_SECOND}/s, itself asked in ${FAR_MS} ms`,
      pix,
      `${credited} of ${CHARGES} payments, told ${CALLS} times, credited once`,
      credited === CHARGES,
    ),
    figure(
      `calls of Meta at ${PER_SECOND}/s, half of new people, profiles in ${FAR_MS} ms`,
      meta,
      `${durable} of ${wanted} in the inbox at the last answer, ${messages} messages`,
      durable === wanted && messages === wanted,
    ),
  ];
}

function figure(name: string, took: readonly number[], rest: string, right: boolean): Figure {
  const p99 = percentile(took, 0.99);
  return {
    name,
    ours: `p50 ${ms(percentile(took, 0.5))}, p99 ${ms(p99)}; ${rest}`,
    goal: "p99 < 250 ms, each once",
    met: right && p99 < 250,
  };
}

/** A call of Meta about a message; every tenth call repeats the one before. */
function callOfMeta(
  url: string,
  page: GraphPage,
  people: readonly GraphPerson[],
  n: number,
): Promise<Response> {
  const message = n % 10 === 9 ? n - 1 : n;
  const raw = JSON.stringify(
    webhookOf(
      { page, on: "page" },
      {
        sender: { id: people[message % PEOPLE]?.id },
        recipient: { id: page.id },
        timestamp: Date.now(),
        message: { mid: `m_bench_${message}`, text: `mensagem ${message}` },
      },
    ),
  );
  const signature = createHmac("sha256", GRAPH_APP.secret).update(raw).digest("hex");
  const headers = { "content-type": "application/json", "x-hub-signature-256": `sha256=${signature}` };
  return fetch(`${url}/webhooks/meta`, { method: "POST", body: raw, headers });
}

/** Starts calls at a fixed rate without waiting for earlier ones; returns the time of each, ms. */
async function atRate(call: (n: number) => Promise<Response>): Promise<number[]> {
  const took: number[] = [];
  const begin = performance.now();
  const calls: Promise<void>[] = [];
  for (let n = 0; n < CALLS; n += 1) {
    const due = begin + (n * 1000) / PER_SECOND;
    if (due > performance.now() + 1) await Bun.sleep(due - performance.now());
    const at = performance.now();
    calls.push(
      call(n).then(async (response) => {
        if (response.status !== 200) throw new Error(`refused: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
        took.push(performance.now() - at);
      }),
    );
  }
  await Promise.all(calls);
  return took;
}

/** A slow gateway that reports every charge as paid. */
const farAsaas = () =>
  Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      await Bun.sleep(FAR_MS);
      const id = new URL(request.url).pathname.split("/").at(-1);
      return Response.json({ id, status: "RECEIVED", value: 99.9 });
    },
  });

/** Creates settings and open charges; returns the gateway's credential. */
function prepare(directory: string): string {
  const { installation, close } = startInstallation({
    config: loadConfig({ DATA_DIR: directory, APP_SECRET }),
    clock: systemClock,
    log: createLog("silent"),
  });
  const { system, secrets, tenants } = installation;
  const tenant = tenants.open(1);
  writeSetting(tenant, "paymentProvider", "asaas");
  writeSetting(tenant, "asaasPlatformKey", "key of the bench");
  for (const [key, value] of [
    ["metaAppId", GRAPH_APP.id],
    ["metaAppSecret", GRAPH_APP.secret],
    ["metaVerifyToken", GRAPH_APP.verifyToken],
  ] as const)
    run(system, "INSERT INTO installation_setting (key, value) VALUES (?, ?)", key, secrets.encrypt(value));
  const now = systemClock.now();
  for (let n = 0; n < CHARGES; n += 1) {
    const { id } = run(
      system,
      `INSERT INTO invoice (company_id, due_date, detail, value_cents, recurrence, plan_id, plan, created_at, updated_at)
       VALUES (1, ?, 'Bench', 9990, 'monthly', 1, '{}', ?, ?)`,
      new Date(now + n * 24 * HOUR).toISOString().slice(0, 10),
      now,
      now,
    );
    run(
      system,
      `INSERT INTO charge (txid, invoice_id, provider, value_cents, code, expires_at, ask_until, asked_at, created_at)
       VALUES (?, ?, 'asaas', 9990, 'code', ?, ?, ?, ?)`,
      `pay_${n}`,
      id,
      now + HOUR,
      // Too recent for the job that runs every minute, because the calls are what is measured.
      now - HOUR,
      now,
      now,
    );
  }
  const secret = webhookSecret(installation, "asaas");
  close();
  return secret;
}
