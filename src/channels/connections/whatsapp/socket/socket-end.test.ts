import { afterAll, afterEach, expect, test } from "bun:test";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

/** Rounds per case: 10 in the ordinary run, 100 with `LONG=1`, or the number in `LINK_ENDS`. */
const ROUNDS = Number(process.env["LINK_ENDS"] ?? (process.env["LONG"] ? 100 : 10));
const LIMIT_MS = 30_000 + ROUNDS * 5000;

const network = await startNetwork();
const engines: TestEngine[] = [];
afterEach(async () => {
  network.faults.clear();
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()));
});
afterAll(() => network.stop());

let numbers = 5511944440000;
const newPhone = (name: string): Phone => network.addPhone({ number: String(++numbers), name });

async function linked(): Promise<{ engine: TestEngine; shop: Phone; ana: Phone; device: Companion }> {
  const engine = new TestEngine(network, { timings: { retryPause: 250 } });
  engines.push(engine);
  const shop = newPhone("Padaria Aurora");
  const ana = newPhone("Ana");
  await engine.link(shop);
  await ana.send.text(shop, "bom dia");
  await engine.text("bom dia");
  const [device] = shop.companions.values();
  if (!device) throw new Error("no device is linked");
  await device.queue.whenEmpty();
  return { engine, shop, ana, device };
}

const cut = async (engine: TestEngine, device: Companion): Promise<void> => {
  engine.forget();
  device.wire?.terminate();
  await engine.event("closed");
};
const reopen = async (engine: TestEngine): Promise<void> => {
  engine.forget();
  await engine.start();
  await engine.event("open");
};
const texts = (events: readonly InboundEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === "message" && event.content.type === "text" ? [event.content.text] : [],
  );

test(
  "a socket cut while it handles an unreadable message does not block the next one",
  async () => {
    const { engine, shop, ana, device } = await linked();
    const wanted = ["bom dia"];
    for (let round = 0; round < ROUNDS; round++) {
      const match = { tag: "message", attrs: { from: `${ana.number}@s.whatsapp.net` } };
      network.faults.add({ kind: "spoil", match, times: 1 });
      await ana.send.text(shop, `rodada ${round}`);
      // The socket is cut during Baileys' pause before it handles the copy that answers the retry receipt.
      await Bun.sleep(60 + (30 * round) / ROUNDS);
      await cut(engine, device);
      await Bun.sleep(300);
      await reopen(engine);
      await engine.text(`rodada ${round}`);
      await ana.send.text(shop, `depois da rodada ${round}`);
      await engine.text(`depois da rodada ${round}`);
      wanted.push(`rodada ${round}`, `depois da rodada ${round}`);
    }
    // A message that was sent again may arrive twice: the inbox stores it once.
    expect([...new Set(texts(engine.inbound))]).toEqual(wanted);
  },
  LIMIT_MS,
);

/** Each message event once, as the inbox stores them, in the order in which they arrived first. */
function keptOnce(events: readonly InboundEvent[]): Extract<InboundEvent, { kind: "message" }>[] {
  const kept = new Map<string, Extract<InboundEvent, { kind: "message" }>>();
  for (const event of events) {
    if (event.kind !== "message") continue;
    const name = `${event.chatKey} ${event.eventKey}`;
    if (!kept.has(name)) kept.set(name, event);
  }
  return [...kept.values()];
}

test(
  "sockets cut at random moments lose, duplicate and reorder nothing, and the next one receives",
  async () => {
    const { engine, shop, ana, device } = await linked();
    const people = [
      ana,
      newPhone("Bia"),
      network.addPerson({ number: String(++numbers), name: "Caio", addressing: "lid" }),
    ];
    const group = network.addGroup("Fornecedores", [shop, ...people]);
    const readable: string[] = [];
    const unreadable: string[] = [];
    engine.inbound.length = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const spoils = people[Math.floor(Math.random() * people.length)];
      const match = { tag: "message", attrs: { notify: spoils?.name ?? "" } };
      const stopSpoiling = network.faults.add({
        kind: "spoil",
        match,
        times: 1 + Math.floor(Math.random() * 3),
      });
      const said = people.map(async (person) => {
        const isSpoiled = person === spoils;
        for (let n = 0; n < 6; n++) {
          const body = `${round} ${person.name} ${n}`;
          const to = n % 3 === 2 ? group : shop;
          (isSpoiled ? unreadable : readable).push(body);
          await person.send.text(to, body);
        }
      });
      if (round % 2 === 0) await Promise.all(said);
      await Bun.sleep(Math.random() * 70);
      await cut(engine, device);
      await Promise.all(said);
      stopSpoiling();
      if (round % 3 === 0) await Bun.sleep(300 * Math.random());
      await reopen(engine);
      const probe = `volta ${round}`;
      readable.push(probe);
      await ana.send.text(shop, probe);
      await engine.text(probe);
    }
    const bodies = () =>
      keptOnce(engine.inbound).map(({ content }) => (content.type === "text" ? content.text : content.type));
    await engine.until(
      () => new Set(bodies()).size === readable.length + unreadable.length,
      "every message",
      20_000,
    );
    expect(bodies().toSorted()).toEqual([...readable, ...unreadable].toSorted());
    // A message that had to be sent again may arrive after later messages; all others arrive in order.
    for (const person of people) {
      for (const isGroup of [false, true]) {
        const inGroup = (body: string) => / [25]$/.test(body) === isGroup;
        const wanted = readable.filter((body) => body.includes(` ${person.name} `) && inGroup(body));
        const came = bodies().filter((body) => wanted.includes(body));
        expect([person.name, came]).toEqual([person.name, wanted]);
      }
    }
  },
  LIMIT_MS,
);

test("a start requested during a stop opens the session afterwards", async () => {
  const { engine, shop, ana } = await linked();
  engine.forget();
  const stopping = engine.provider.stop(engine.key);
  const starting = engine.start();
  await Promise.all([stopping, starting]);
  await engine.event("open");
  await ana.send.text(shop, "de volta?");
  await engine.text("de volta?");
});
