import { type Figure, percent, perSecond } from "./harness/report.ts";
import { link, startSimulated, until } from "./harness/simulated.ts";
import { burst, listener } from "./whatsapp.ts";

const SHOP = "5511400010001";
const PEOPLE = 200;
const BURST = 5000;
const RULES = 50;
/** Pairs of runs; each pair begins with the other kind, because a burst leaves work for the next one. The medians are compared. */
const PAIRS = 6;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Receiving with 50 active rules that listen to every message and whose conditions do not hold, and without them. */
export async function rules(kept: string, niceness: number): Promise<Figure[]> {
  const world = await startSimulated(kept, "rules", 4331, niceness);
  const { network, ours, headers, token } = world;
  await link(world, SHOP, "WhatsApp");
  const call = async (method: string, path: string, body: object) => {
    const reply = await fetch(`${ours.url}/api${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as { id: number };
  };
  const ids: number[] = [];
  for (let n = 0; n < RULES; n += 1) {
    const conditions = {
      all: [
        { field: "message.text", op: "contains_word", value: [`palavra${n}`, `termo${n}`] },
        { field: "priority", op: "in", value: [1, 2, 3] },
      ],
    };
    const actions = [{ action: "priority", priority: 4 }];
    const rule = { name: `Regra ${n}`, event: "message_received", conditions, actions };
    ids.push((await call("POST", "/rules", rule)).id);
  }
  const turn = async (active: boolean) => {
    for (const id of ids) await call("PUT", `/rules/${id}`, { active });
  };
  const browser = await listener(ours, token);
  const ingest = async (count: number) => {
    const send = await burst(network, SHOP, PEOPLE, count, "5511970000000");
    const before = browser.count();
    const at = performance.now();
    await send();
    await until(`${count} messages in the browser`, () => browser.count() - before >= count, 5);
    return count / ((performance.now() - at) / 1000);
  };
  // New contacts and their Signal sessions.
  await ingest(2000);
  const [without, with_]: [number[], number[]] = [[], []];
  for (let pair = 0; pair < PAIRS; pair += 1)
    for (const active of pair % 2 === 0 ? [false, true] : [true, false]) {
      await turn(active);
      (active ? with_ : without).push(await ingest(BURST));
    }
  browser.close();
  await world.stop();
  const ratio = median(with_) / median(without);
  return [
    {
      name: `inbound with ${RULES} active rules, network at niceness ${niceness}`,
      ours: perSecond(median(with_)),
      yardstick: `${perSecond(median(without))} without rules`,
      ratio: percent(ratio),
      goal: "≥ 90 %",
      met: ratio >= 0.9,
    },
  ];
}
