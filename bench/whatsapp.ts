import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { openDatabase } from "#platform/db/open.ts";
import type { RemoteNetwork } from "#simulator/control/remote.ts";
import { companyFile } from "./data/dataset.ts";
import { percentile } from "./harness/load.ts";
import { cpuSeconds, type Program } from "./harness/programs.ts";
import { type Figure, ms, percent, perSecond } from "./harness/report.ts";
import { link, startSimulated, until } from "./harness/simulated.ts";
import { Talker } from "./harness/talker.ts";

const SHOP = "5511400010001";
const BARE = "5511400010009";
const PEOPLE = 200;
const BURST = 10_000;

/** A browser of an admin that counts created messages. */
export async function listener(ours: Program, token: string): Promise<{ count(): number; close(): void }> {
  const socket = new WebSocket(`${ours.url.replace("http", "ws")}/socket`);
  let count = 0;
  await new Promise<void>((resolve) => {
    socket.onopen = () => socket.send(JSON.stringify({ t: "auth", token }));
    socket.onmessage = ({ data }) => {
      const text = String(data);
      if (text.startsWith('{"t":"ready"')) resolve();
      else if (text.includes('-appMessage","data":{"action":"create"')) count += 1;
    };
  });
  return { count: () => count, close: () => socket.close() };
}

/** Prepares a burst of messages at the network; the returned function sends it. */
export async function burst(
  network: RemoteNetwork,
  to: string,
  people: number,
  count: number,
  first: string,
): Promise<() => Promise<unknown>> {
  const { burst: name } = await network.call("burst-prepare", { to, first, people, count });
  return () => network.call("burst-send", { burst: name });
}

/**
 * The whole path between the customer's phone and the attendant's browser, with the real engine; `niceness` is that of
 * the simulated network.
 */
export async function whatsapp(kept: string, niceness: number): Promise<Figure[]> {
  const world = await startSimulated(kept, "whatsapp", 4303, niceness);
  const { network, ours, headers, token, control, directory } = world;
  await network.call("add-phone", { number: BARE, name: "Medida" });
  const connectionId = await link(world, SHOP, "WhatsApp");
  const figures: Figure[] = [];

  // Adds up the totals of the generated attendances as the nightly job does. Otherwise the first messages would do it.
  await (await fetch(`${ours.url}/api/dashboard?days=30`, { headers })).arrayBuffer();

  const browser = await listener(ours, token);
  const ingest = async (people: number, count: number, first: string) => {
    const send = await burst(network, SHOP, people, count, first);
    const before = browser.count();
    const at = performance.now();
    await send();
    await until(`${count} messages in the browser`, () => browser.count() - before >= count, 5);
    return count / ((performance.now() - at) / 1000);
  };
  // New contacts first; afterwards they are known, and so are their Signal sessions.
  const fresh = await ingest(2000, 2000, "5511970000000");
  await ingest(PEOPLE, 2000, "5511970000000");
  const known = await ingest(PEOPLE, BURST, "5511970000000");

  // The yardstick has its own people and runs alone on the machine.
  const bareDirectory = mkdtempSync(join(tmpdir(), "bare-baileys-"));
  const bare = new Talker(["bench/harness/bare-baileys.ts", control, BARE, bareDirectory]);
  await bare.next();
  const bareIngest = async (people: number, count: number) => {
    const send = await burst(network, BARE, people, count, "5511980000000");
    const before = Number(await bare.ask("count"));
    const at = performance.now();
    await send();
    await until("the yardstick's messages", async () => Number(await bare.ask("count")) - before >= count, 5);
    return count / ((performance.now() - at) / 1000);
  };
  const bareFresh = await bareIngest(2000, 2000);
  await bareIngest(PEOPLE, 2000);
  const bareKnown = await bareIngest(PEOPLE, BURST);
  figures.push({
    name: "inbound, known contacts → event in the browser",
    ours: perSecond(known),
    yardstick: `${perSecond(bareKnown)} bare Baileys`,
    ratio: percent(known / bareKnown),
    goal: "≥ 1,200/s, ≥ 60 %",
    met: known >= 1200 && known / bareKnown >= 0.6,
  });
  figures.push({
    name: "inbound, new contacts",
    ours: perSecond(fresh),
    yardstick: `${perSecond(bareFresh)} bare Baileys`,
    ratio: percent(fresh / bareFresh),
    goal: "≥ 900/s",
    met: fresh >= 900,
  });

  // Times the inbox while a burst arrives.
  const send = await burst(network, SHOP, PEOPLE, BURST, "5511970000000");
  const before = browser.count();
  const samples: number[] = [];
  void send();
  while (browser.count() - before < BURST) {
    const at = performance.now();
    await (
      await fetch(`${ours.url}/api/tickets?status=open&showAll=true&pageNumber=1`, { headers })
    ).arrayBuffer();
    samples.push(performance.now() - at);
  }
  const p99 = percentile(samples, 0.99);
  figures.push({
    name: `GET /tickets during a ${BURST.toLocaleString("en")}-message burst`,
    ours: `p50 ${ms(percentile(samples, 0.5))}, p99 ${ms(p99)} (${samples.length})`,
    goal: "p99 < 50 ms",
    met: p99 < 50,
  });

  figures.push(await trickle(network, browser));
  figures.push(...(await outbound(ours, network, bare, headers, directory, connectionId)));
  browser.close();
  await bare.stop();
  await world.stop();
  rmSync(bareDirectory, { recursive: true, force: true });
  return figures.map((each) => ({ ...each, name: `${each.name}, network at niceness ${niceness}` }));
}

/** 100 messages a second, each timed from the phone to the browser. */
async function trickle(network: RemoteNetwork, browser: { count(): number }): Promise<Figure> {
  const samples: number[] = [];
  for (let n = 0; n < 300; n += 1) {
    const begin = performance.now();
    const before = browser.count();
    const from = String(5511970000000n + BigInt(n % PEOPLE));
    const sent = network.call("send", { kind: "text", from, to: SHOP, text: `uma de cada vez ${n}` });
    while (browser.count() === before) await new Promise(setImmediate);
    samples.push(performance.now() - begin);
    await sent;
    await Bun.sleep(Math.max(0, 10 - (performance.now() - begin)));
  }
  const [p50, p99] = [percentile(samples, 0.5), percentile(samples, 0.99)];
  return {
    name: "phone → browser at up to 100 msg/s (encryption at the phone included)",
    ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    goal: "p50 < 15 ms, p99 < 60 ms",
    met: p50 < 15 && p99 < 60,
  };
}

/** Runs work. `cost` is the processor time of a program (all threads) per message, which other programs change least. */
async function priced<T>(
  process: Subprocess,
  messages: number,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly cost: string }> {
  const before = await cpuSeconds(process);
  const answer = await work();
  const spent = (await cpuSeconds(process)) - before;
  return { answer, cost: `${((spent / messages) * 1000).toFixed(2)} ms of the processor each` };
}

/**
 * Time from the API call until the network's acknowledgement, for people who were written to before: right after the start,
 * while the runtime still compiles both programs, and afterwards.
 */
async function outbound(
  ours: Program,
  network: RemoteNetwork,
  bare: Talker,
  headers: Record<string, string>,
  directory: string,
  connectionId: number,
): Promise<Figure[]> {
  const count = 2000;
  const db = openDatabase(companyFile(directory), { durability: "full", readonly: true });
  const tickets = db
    .prepare("SELECT id FROM ticket WHERE connection_id = ? AND status <> 'closed' ORDER BY id LIMIT 50")
    .all(connectionId) as { id: number }[];
  for (const { id } of tickets)
    await fetch(`${ours.url}/api/tickets/${id}`, { method: "PUT", headers, body: '{"status":"open"}' });
  // Reads through an index, and only the first row: it is polled a hundred times a second and must not occupy a core.
  const open = db.prepare("SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')").pluck();
  const acked = db
    .prepare("SELECT count(*) FROM message WHERE from_me = 1 AND connection_id = ? AND ack >= 1")
    .pluck();
  const run = async (messages: number) => {
    const before = Number(acked.get(connectionId));
    const at = performance.now();
    let next = 0;
    const worker = async () => {
      while (next < messages) {
        const n = next;
        next += 1;
        const response = await fetch(`${ours.url}/api/messages/${tickets[n % tickets.length]?.id}`, {
          method: "POST",
          headers,
          body: JSON.stringify({ body: `mensagem ${n}` }),
        });
        if (!response.ok) throw new Error(`POST failed: ${response.status} ${await response.text()}`);
        await response.arrayBuffer();
      }
    };
    await Promise.all(Array.from({ length: 16 }, worker));
    await until(
      "every message acknowledged",
      () => Number(open.get()) === 0 && Number(acked.get(connectionId)) - before >= messages,
      10,
    );
    return messages / ((performance.now() - at) / 1000);
  };
  const jids = Array.from({ length: 50 }, (_, n) => String(5511980000000n + BigInt(n))).join(",");
  await run(200);
  const ourTurns = [await priced(ours.process, count, () => run(count))];
  ourTurns.push(await priced(ours.process, count, () => run(count)));
  db.close();
  const send = async () => count / Number(await bare.ask(`send ${jids} ${count}`));
  await bare.ask(`send ${jids} 200`);
  const bareTurns = [await priced(bare.process, count, send)];
  bareTurns.push(await priced(bare.process, count, send));
  await network.call("problems", {});
  return ["right after the start", "afterwards"].map((when, turn): Figure => {
    const [one, other] = [ourTurns[turn], bareTurns[turn]];
    if (!one || !other) throw new Error(`turn ${turn} was not measured`);
    const ratio = one.answer / other.answer;
    return {
      name: `outbound: API call → acknowledged, ${when}`,
      ours: `${perSecond(one.answer)}, ${one.cost}`,
      yardstick: `${perSecond(other.answer)}, ${other.cost} bare Baileys`,
      ratio: percent(ratio),
      goal: "≥ 75 %",
      met: ratio >= 0.75,
    };
  });
}
