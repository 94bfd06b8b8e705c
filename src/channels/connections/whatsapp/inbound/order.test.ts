import { afterAll, afterEach, expect, test } from "bun:test";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const engines: TestEngine[] = [];
afterEach(async () => {
  network.faults.clear();
  await Promise.all(engines.splice(0).map((engine) => engine.dispose()));
});
afterAll(() => network.stop());

let numbers = 5511922220000;
const newPhone = (name: string): Phone => network.addPhone({ number: String(++numbers), name });

async function linked(): Promise<{ engine: TestEngine; shop: Phone; ana: Phone; device: Companion }> {
  const engine = new TestEngine(network, { timings: { stop: 100 } });
  engines.push(engine);
  const [shop, ana] = [newPhone("Padaria Aurora"), newPhone("Ana")];
  await engine.link(shop);
  await ana.send.text(shop, "bom dia");
  await engine.text("bom dia");
  const [device] = shop.companions.values();
  if (!device) throw new Error("no device is linked");
  await device.queue.whenEmpty();
  return { engine, shop, ana, device };
}

const textsOf = (events: readonly InboundEvent[], phone: Phone): string[] =>
  events.flatMap((event) =>
    event.kind === "message" &&
    event.chat.some(({ value }) => value === phone.number) &&
    event.content.type === "text"
      ? [event.content.text]
      : [],
  );

test("live messages wait for the offline backlog of their chat", async () => {
  const { engine, shop, ana, device } = await linked();
  const bia = newPhone("Bia");
  await engine.provider.stop(engine.key);
  for (let n = 0; n < 40; n++) await ana.send.text(shop, `a${n}`);
  for (let n = 0; n < 40; n++) await bia.send.text(shop, `b${n}`, { addressing: "lid" });
  engine.inbound.length = 0;
  await engine.start();
  await network.until(() => device.isLive);
  for (let n = 40; n < 45; n++) {
    await ana.send.text(shop, `a${n}`, { addressing: n % 2 === 0 ? "lid" : "pn" });
    await bia.send.text(shop, `b${n}`);
  }
  await Promise.all([engine.text("a44"), engine.text("b44")]);
  for (const [name, phone] of [
    ["a", ana],
    ["b", bia],
  ] as const) {
    expect(textsOf(engine.inbound, phone)).toEqual(Array.from({ length: 45 }, (_, n) => `${name}${n}`));
  }
});

test("backlog messages are marked as offline, the live messages that follow are not", async () => {
  const { engine, shop, ana, device } = await linked();
  await engine.provider.stop(engine.key);
  for (let n = 0; n < 20; n++) await ana.send.text(shop, `guardada ${n}`);
  await engine.start();
  await network.until(() => device.isLive);
  await ana.send.text(shop, "ao vivo");
  expect((await engine.text("ao vivo")).offline).toBe(false);
  expect((await engine.text("guardada 19")).offline).toBe(true);
});

test("forty unreadable messages of one person do not delay another person's message", async () => {
  const { engine, shop, ana } = await linked();
  const bia = newPhone("Bia");
  await bia.send.text(shop, "primeira");
  await engine.text("primeira");
  const from = `${bia.number}@s.whatsapp.net`;
  network.faults.add({ kind: "spoil", match: { tag: "message", attrs: { from } } });
  for (let n = 0; n < 40; n++) await bia.send.text(shop, `ilegível ${n}`);
  await ana.send.text(shop, "e eu?");
  // Baileys' own pause of 250 ms after each failure would add ten seconds.
  await engine.text("e eu?", 4000);
});

test("unreadable messages of sixty-four people do not delay another person's message", async () => {
  const { engine, shop, ana } = await linked();
  const people = Array.from({ length: 64 }, (_, n) => newPhone(`Pessoa ${n}`));
  for (const { number } of people) {
    const match = { tag: "message", attrs: { from: `${number}@s.whatsapp.net` } };
    network.faults.add({ kind: "spoil", match, times: 1 });
  }
  await Promise.all(people.map((person) => person.send.text(shop, "ilegível")));
  await ana.send.text(shop, "e eu?");
  // More people than are handled in parallel: with Baileys' pause of 250 ms for each of them Ana would wait for eight seconds.
  await engine.text("e eu?", 4000);
});

test("unanswered queries for the privacy ids of forty people do not delay another person's message", async () => {
  const { engine, shop, ana } = await linked();
  const usync = { tag: "iq", attrs: { xmlns: "usync" } };
  network.faults.add({ kind: "drop", direction: "incoming", match: usync });
  for (let n = 0; n < 40; n++) {
    const person = network.addPhone({ number: String(++numbers), name: `Pessoa ${n}`, lid: null });
    await person.send.text(shop, "sem id");
  }
  await ana.send.text(shop, "e eu?");
  // The queries time out after 20 s.
  await engine.text("e eu?", 4000);
});

test("the copy of an unreadable message is requested while a send gets no answer", async () => {
  const { engine, shop, ana } = await linked();
  const bia = newPhone("Bia");
  const group = network.addGroup("Fornecedores", [shop, ana, newPhone("Caio")]);
  await bia.send.text(shop, "primeira");
  await engine.text("primeira");
  network.faults.add({
    kind: "drop",
    direction: "incoming",
    match: { tag: "iq", attrs: { xmlns: "encrypt", type: "get" }, child: "key" },
  });
  const sending = engine.send(`${group.id}@g.us`, "vou demorar");
  await Bun.sleep(200);
  const from = `${bia.number}@s.whatsapp.net`;
  network.faults.add({ kind: "spoil", match: { tag: "message", attrs: { from } }, times: 1 });
  await bia.send.text(shop, "ilegível");
  await ana.send.text(shop, "e eu?");
  // The query of the send times out after 20 s.
  await engine.text("e eu?", 4000);
  await engine.text("ilegível", 4000);
  await engine.provider.stop(engine.key);
  expect((await sending).result.state).toBe("retry");
});

test("an unanswered query for a privacy id does not delay another person's message", async () => {
  const { engine, shop, ana } = await linked();
  network.faults.add({
    kind: "drop",
    direction: "incoming",
    match: { tag: "iq", attrs: { xmlns: "usync" } },
  });
  const dora = network.addPhone({ number: String(++numbers), name: "Dora", lid: null });
  await dora.send.text(shop, "sem id");
  await ana.send.text(shop, "e eu?");
  await engine.text("e eu?", 4000);
});
