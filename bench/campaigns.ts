import { openDatabase } from "#platform/db/open.ts";
import { companyFile } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { type Figure, ms, percent, perSecond } from "./harness/report.ts";
import { link, type Simulated, startSimulated, until } from "./harness/simulated.ts";
import { burst, listener } from "./whatsapp.ts";

const SHOP = "5511400010001";
const NUMBERS = ["5511400010011", "5511400010012", "5511400010013"];
const CUSTOMERS = "5511970000000";
const PEOPLE = 200;
const BURST = 6000;
/** Recipients of each campaign, more than it reaches during the measurement. */
const RECIPIENTS = 200;
const ROUNDS = 3;

interface Measured {
  readonly rate: number;
  readonly samples: readonly number[];
}
/** A period in which campaigns ran undisturbed, ms since 1970. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Three campaigns on three connections at the fastest pace: their effect on the inbox, and on each other. */
export async function campaigns(kept: string): Promise<Figure[]> {
  const world = await startSimulated(kept, "campaigns", 4308);
  const { ours, token, directory } = world;
  await link(world, SHOP, "WhatsApp");
  const connections: number[] = [];
  for (const [n, number] of NUMBERS.entries())
    connections.push(await link(world, number, `Campanha ${n + 1}`));
  const browser = await listener(ours, token);
  const measure = async (): Promise<Measured> => {
    const send = await burst(world.network, SHOP, PEOPLE, BURST, CUSTOMERS);
    const before = browser.count();
    const at = performance.now();
    const samples: number[] = [];
    void send();
    while (browser.count() - before < BURST) {
      const asked = performance.now();
      const { headers } = world;
      const list = `${ours.url}/api/tickets?status=open&showAll=true&pageNumber=1`;
      await (await fetch(list, { headers })).arrayBuffer();
      samples.push(performance.now() - asked);
    }
    return { rate: BURST / ((performance.now() - at) / 1000), samples };
  };
  // The campaigns write to the people of the burst, so the burst is prepared first.
  await measure();
  const ids = await startThree(world, connections);
  const [without, with3]: [Measured[], Measured[]] = [[], []];
  const spans: Span[] = [];
  // Both are measured alternately, so that other load of the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    await command(world, ids, "pause");
    without.push(await measure());
    await command(world, ids, "resume");
    const from = Date.now() + 2000;
    await Bun.sleep(2000);
    with3.push(await measure());
    spans.push({ from, to: Date.now() });
  }
  const calm = summary(without);
  const busy = summary(with3);
  const pace = paceOf(directory, ids, spans);
  browser.close();
  await world.stop();
  return [
    {
      name: "inbound while three campaigns run on three connections",
      ours: perSecond(busy.rate),
      yardstick: `${perSecond(calm.rate)} without them`,
      ratio: percent(busy.rate / calm.rate),
      goal: "≥ 85 %",
      met: busy.rate / calm.rate >= 0.85,
    },
    {
      name: "GET /tickets during a burst and three campaigns",
      ours: `p50 ${ms(busy.p50)}, p99 ${ms(busy.p99)}`,
      yardstick: `p50 ${ms(calm.p50)}, p99 ${ms(calm.p99)} without them`,
      ratio: percent(busy.p99 / calm.p99),
      goal: "p99 < 50 ms, or ≤ 130 %",
      met: busy.p99 < 50 || busy.p99 / calm.p99 <= 1.3,
    },
    {
      name: "each of the three: dispatched after their moment (set, p99)",
      ours: pace.map(({ late }) => ms(late)).join(", "),
      ratio: `${pace.map(({ n }) => n).join(", ")} recipients`,
      goal: "< 1000 ms",
      met: pace.every(({ late, n }) => late < 1000 && n > 5),
    },
  ];
}

function summary(rounds: readonly Measured[]): { rate: number; p50: number; p99: number } {
  const samples = rounds.flatMap((round) => round.samples);
  return {
    rate: percentile(
      rounds.map(({ rate }) => rate),
      0.5,
    ),
    p50: percentile(samples, 0.5),
    p99: percentile(samples, 0.99),
  };
}

async function command({ ours, headers }: Simulated, ids: readonly number[], verb: string): Promise<void> {
  for (const id of ids)
    await fetch(`${ours.url}/api/campaigns/${id}/${verb}`, { method: "POST", headers, body: "{}" });
}

async function startThree({ ours, headers }: Simulated, connections: readonly number[]): Promise<number[]> {
  const call = async <T>(method: string, path: string, body: object): Promise<T> => {
    const answer = await fetch(`${ours.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  await call("PUT", "/settings/campaignsEnabled", { value: "true" });
  await call("PUT", "/settings/campaignDailyCap", { value: "0" });
  await call("POST", "/campaign-settings", { settings: { messageInterval: 0, longerIntervalAfter: 0 } });
  const ids: number[] = [];
  for (const [n, whatsappId] of connections.entries()) {
    const list = await call<{ id: number }>("POST", "/contact-lists", { name: `Medida ${n}` });
    for (let person = 0; person < RECIPIENTS; person += 1)
      await call("POST", "/contact-list-items", {
        ...{ contactListId: list.id, name: `Pessoa ${person}`, email: "p@example.com" },
        number: String(BigInt(CUSTOMERS) + BigInt(person % PEOPLE)),
      });
    const scheduledAt = new Date().toISOString();
    const fields = {
      name: `Medida ${n}`,
      message1: "Olá {nome}",
      contactListId: list.id,
      whatsappId,
      scheduledAt,
    };
    ids.push((await call<{ id: number }>("POST", "/campaigns", fields)).id);
  }
  await until(
    "three campaigns",
    async () => {
      const page = (await (await fetch(`${ours.url}/api/campaigns`, { headers })).json()) as {
        records: { report: { delivered: number } }[];
      };
      return page.records.filter(({ report }) => report.delivered > 0).length === ids.length;
    },
    1,
  );
  return ids;
}

/** Delay of each dispatch: the interval is 1 s here, without the random part. */
function paceOf(
  directory: string,
  ids: readonly number[],
  spans: readonly Span[],
): { late: number; n: number }[] {
  const db = openDatabase(companyFile(directory), { durability: "full", readonly: true });
  const times = db
    .prepare(
      `SELECT dispatched_at FROM campaign_recipient WHERE campaign_id = ? AND dispatched_at BETWEEN ? AND ? ORDER BY 1`,
    )
    .pluck();
  const found = ids.map((id) => {
    const late = spans.flatMap(({ from, to }) => {
      const at = times.all(id, from, to) as number[];
      return at.slice(1).map((time, n) => time - (at[n] ?? 0) - 1000);
    });
    return { late: percentile(late, 0.99), n: late.length };
  });
  db.close();
  return found;
}
