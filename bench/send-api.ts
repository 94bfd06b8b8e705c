import { openDatabase } from "#platform/db/open.ts";
import type { RemoteNetwork } from "#simulator/control/remote.ts";
import { companyFile } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { type Figure, ms, percent, perSecond } from "./harness/report.ts";
import { link, startSimulated, until } from "./harness/simulated.ts";

const SHOP = "5511400010001";
const FIRST = 5511970000000n;
const PEOPLE = 50;
const CALLS = 3000;
const IN_FLIGHT = 16;
const TOKEN = "kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE";

const numberOf = (n: number) => String(FIRST + BigInt(n % PEOPLE));

/**
 * Other systems send through a connection's token without their own limits (`apiRatePerMinute` 0, `sendIntervalMs`
 * 0), every tenth call twice under one Idempotency-Key: each message reaches its phone once, in order per contact.
 */
export async function sendApi(kept: string): Promise<Figure[]> {
  const world = await startSimulated(kept, "send-api", 4305);
  const { network, ours, headers, directory } = world;
  const connectionId = await link(world, SHOP, "WhatsApp");
  const change = {
    name: "WhatsApp",
    token: TOKEN,
    apiRatePerMinute: 0,
    sendIntervalMs: 0,
    newChatsPerDay: 0,
  };
  const put = `${ours.url}/api/whatsapp/${connectionId}`;
  await fetch(put, { method: "PUT", headers, body: JSON.stringify(change) });
  // These people have written before, so their numbers need no check.
  const { burst } = await network.call("burst-prepare", {
    to: SHOP,
    first: String(FIRST),
    people: PEOPLE,
    count: PEOPLE,
  });
  await network.call("burst-send", { burst });
  const db = openDatabase(companyFile(directory), { durability: "full", readonly: true });
  const count = (sql: string) => Number(db.prepare(sql).pluck().get());
  const contacts = `SELECT count(*) FROM contact WHERE connection_id = ${connectionId}`;
  await until("their first messages", () => count(contacts) >= PEOPLE, 20);

  const took: number[] = [];
  let replayed = 0;
  const began = performance.now();
  // One worker per group of recipients: messages to one recipient are sent in order.
  const workers = Array.from({ length: IN_FLIGHT }, (_, group) => sendTo(group, ours.url, took));
  for (const count of await Promise.all(workers)) replayed += count;
  const accepted = took.length / ((performance.now() - began) / 1000);
  const acked = `SELECT count(*) FROM message WHERE origin = 'api' AND ack >= 1`;
  await until("every message acknowledged", () => count(acked) >= CALLS, 20);
  const delivered = CALLS / ((performance.now() - began) / 1000);
  db.close();

  const inOrder = await phonesInOrder(network);
  await world.stop();
  return [
    {
      name: "POST /api/messages/send with a key: accepted",
      ours: `${perSecond(accepted)}, p50 ${ms(percentile(took, 0.5))}, p99 ${ms(percentile(took, 0.99))}; at the phones ${perSecond(delivered)}`,
      ratio: percent(accepted / 500),
      goal: "≥ 500/s",
      met: accepted >= 500,
    },
    {
      name: "the same: phones that got each message once and in order",
      ours: `${inOrder} of ${PEOPLE}; ${replayed} of ${CALLS / 10} repeated calls replayed`,
      ratio: percent(inOrder / PEOPLE),
      goal: "all",
      met: inOrder === PEOPLE && replayed === CALLS / 10,
    },
  ];
}

const send = (url: string, n: number): Promise<Response> =>
  fetch(`${url}/api/messages/send`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      "idempotency-key": `k-${n}`,
    },
    body: JSON.stringify({ number: numberOf(n), body: `aviso ${n}` }),
  });

/** Sends the messages of one group of recipients, every tenth call twice; returns the number of replayed calls. */
async function sendTo(group: number, url: string, took: number[]): Promise<number> {
  let replayed = 0;
  for (let n = 0; n < CALLS; n += 1) {
    if ((n % PEOPLE) % IN_FLIGHT !== group) continue;
    const at = performance.now();
    const first = await send(url, n);
    if (!first.ok) throw new Error(`send failed: ${first.status} ${await first.text()}`);
    await first.arrayBuffer();
    took.push(performance.now() - at);
    if (n % 10 !== 0) continue;
    const again = await send(url, n);
    if (again.headers.get("idempotent-replay") === "true") replayed += 1;
    await again.arrayBuffer();
  }
  return replayed;
}

/** Number of phones that received each message once and in order. */
async function phonesInOrder(network: RemoteNetwork): Promise<number> {
  let inOrder = 0;
  for (let n = 0; n < PEOPLE; n += 1) {
    const inbox = (await network.call("inbox", { number: numberOf(n) })) as readonly { text?: string }[];
    const got = inbox
      .map(({ text }) => Number(/^aviso (\d+)$/.exec(text ?? "")?.[1] ?? -1))
      .filter((k) => k >= 0);
    const wanted = Array.from({ length: CALLS / PEOPLE }, (_, k) => n + k * PEOPLE);
    if (JSON.stringify(got) === JSON.stringify(wanted)) inOrder += 1;
  }
  return inOrder;
}
