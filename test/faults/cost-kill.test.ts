import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CostOffice, costOffice, installCard } from "#inbox/costs/testing.ts";
import { run } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { billOf, pricingOf } from "#simulator/graph/cloud-pricing.ts";
import { type PagesApp, startPagesApp } from "#test/helpers/pages.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";

/** Kills: 6 in the ordinary run, 100 in the long one (`FAULT_KILLS=100`). */
const KILLS = Number(process.env["FAULT_KILLS"] ?? 6);
const MESSAGES_PER_KILL = 40;
const IN_ONE_WEBHOOK = 5;
const CHILD = join(import.meta.dir, "cost-child.ts");
const TEMPLATES = [undefined, "retomar_conversa", "oferta_de_novembro"] as const;
const NUMBERS = ["5511988880000", "351911111111", "5521977770000"] as const;

let directory: string;
let place: PagesApp;
let office: CostOffice;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "balcao-costs-"));
  place = await startPagesApp({ directory });
  installCard(place);
  office = await costOffice(place);
});
afterAll(async () => {
  await place.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** `FAULT_SEED=…` repeats the orders of a failed run. */
const SEED = Number(process.env["FAULT_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
let state = SEED;
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
const below = (limit: number): number => Math.floor(random() * limit);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

/** Statuses of all messages, shuffled, some of them twice: some messages fail, some prices are reported late. */
function prepareStatuses(): object[] {
  const pricing = pricingOf(place.graph.book);
  const free = KILLS * 5;
  pricing.freeServiceMessages = free;
  run(
    place.app.installation.system,
    "INSERT INTO installation_setting (key, value) VALUES ('freeServiceMessages', ?)",
    String(free),
  );
  const late = new Set<string>();
  pricing.withholds = (status, { id }) => (status === "read" ? !late.has(id) : late.has(id));
  const sent = office.accept((KILLS + 1) * MESSAGES_PER_KILL, () => {
    const template = oneOf(TEMPLATES);
    return { to: oneOf(NUMBERS), ...(template && { template }) };
  });
  return sent
    .flatMap((message) => {
      place.app.clock.advance(1000 + below(3000));
      if (below(8) === 0) late.add(message.id);
      const names = below(20) === 0 ? ["sent", "failed"] : ["sent", "delivered", "read"];
      return names.flatMap((name) => Array<object>(1 + below(2)).fill(office.status(message, name)));
    })
    .map((status) => [random(), status] as const)
    .sort(([a], [b]) => a - b)
    .map(([, status]) => status);
}

async function startServer(began: number) {
  const args = [directory, place.graph.url, String(began)];
  const child = Bun.spawn(["bun", CHILD, ...args], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  place.graph.webhook = `${value?.trim()}/webhooks/meta`;
  return {
    async kill(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

function stored<Row>(sql: string): Row[] {
  const path = join(directory, "companies", String(office.tenant.id), "company.sqlite");
  const db = openDatabase(path, { durability: "full", readonly: true });
  const rows = db.prepare(sql).all() as Row[];
  db.close();
  return rows;
}

test(
  `a server that is killed ${KILLS} times while it enters statuses has the network's bill, each message once`,
  async () => {
    const waiting = prepareStatuses();
    const began = place.app.clock.now();
    await place.app.stop({ directory: true });
    /** Posts statuses until this many are left; an unanswered webhook is posted again, as the network does. */
    const postUntil = async (left: number, mayGoOn: () => boolean): Promise<void> => {
      while (waiting.length > left && mayGoOn()) {
        const some = waiting.slice(0, IN_ONE_WEBHOOK);
        if ((await office.post(some)) === 200) waiting.splice(0, some.length);
      }
    };
    const each = Math.ceil(waiting.length / (KILLS + 1));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await startServer(began);
      let isKilled = false;
      const posting = postUntil(waiting.length - each, () => !isKilled);
      await Bun.sleep(20 + below(400));
      isKilled = true;
      await server.kill();
      await posting;
    }
    const last = await startServer(began);
    await postUntil(0, () => true);
    const open = `SELECT (SELECT count(*) FROM inbound_event WHERE state = 'new') + (SELECT count(*) FROM cost_repricing) AS n`;
    await eventually(
      async () => (stored<{ n: number }>(open)[0]?.n === 0 ? true : undefined),
      "all statuses entered",
    );
    await last.kill();

    const bill = billOf(place.graph.book, office.number.businessId);
    const rows = stored<{ id: string; micros: number }>(
      `SELECT m.provider_id AS id, c.micros FROM message_cost c JOIN message m ON m.id = c.message_id
       WHERE c.delivered = 1`,
    );
    const ledger = new Map(rows.map(({ id, micros }) => [id, micros] as const));
    const different = bill
      .filter(({ id, micros }) => ledger.get(id) !== micros)
      .map(({ id, market, micros }) => ({ id, market, micros, stored: ledger.get(id) }));
    expect({ seed: SEED, different }).toEqual({ seed: SEED, different: [] });
    expect([rows.length, ledger.size]).toEqual([bill.length, bill.length]);
    const [sum] = stored("SELECT sum(micros) AS micros, sum(count) AS count FROM cost_total");
    expect(sum).toEqual({
      micros: bill.reduce((all, { micros }) => all + micros, 0),
      count: bill.length,
    });
  },
  120_000 + KILLS * 10_000,
);
