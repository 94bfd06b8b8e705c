import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Companion } from "./devices/companion.ts";
import { lidJid, pnJid } from "./jids.ts";
import { type Network, startNetwork } from "./network.ts";
import { textOf } from "./phones/content.ts";
import type { Phone } from "./phones/phone.ts";
import { Client, linkedClient, textIn } from "./testing/client.ts";
import { muteSignalLogs } from "./testing/quiet.ts";

muteSignalLogs();
let network: Network;
let phone: Phone;
let client: Client;
let companion: Companion;
let numbers = 5511977770000;

beforeAll(async () => {
  network = await startNetwork();
  phone = network.addPhone({ number: "5511911112222", name: "Padaria Aurora" });
  ({ client, companion } = await linkedClient(network, phone));
});
afterAll(async () => {
  await client.end();
  expect(network.problems).toEqual([]);
  await network.stop();
});

const newPerson = (options: { lid?: null; addressing?: "pn" | "lid"; name?: string } = {}) =>
  network.addPerson({ number: String(++numbers), name: "Marina Ribeiro", ...options });

describe("text messages", () => {
  test("a person known by number writes, and the message carries the privacy id", async () => {
    const marina = newPerson();
    const { id } = await marina.send.text(phone, "Boa tarde!");
    const got = await client.received(({ key }) => key.id === id);
    expect(textIn(got)).toBe("Boa tarde!");
    expect(got.key).toMatchObject({
      remoteJid: pnJid(marina.number),
      remoteJidAlt: lidJid(marina.lid ?? ""),
      fromMe: false,
    });
    expect(got.pushName).toBe("Marina Ribeiro");
  });

  test("a person known by privacy id writes, and the message carries the number and is answered at the privacy id", async () => {
    const joao = newPerson({ addressing: "lid" });
    const { id } = await joao.send.text(phone, "Vocês entregam?");
    const got = await client.received(({ key }) => key.id === id);
    expect(got.key).toMatchObject({
      remoteJid: lidJid(joao.lid ?? ""),
      remoteJidAlt: pnJid(joao.number),
      addressingMode: "lid",
    });
    await client.socket.sendMessage(lidJid(joao.lid ?? ""), { text: "Entregamos sim" });
    const answer = await joao.received();
    expect(textOf(answer.content)).toBe("Entregamos sim");
    expect(answer.addressing).toBe("lid");
  });

  test("a person without a privacy id writes first and can then be answered", async () => {
    const ana = newPerson({ lid: null });
    const { id } = await ana.send.text(phone, "Oi");
    await client.received(({ key }) => key.id === id);
    await client.socket.sendMessage(pnJid(ana.number), { text: "Olá" });
    expect(textOf((await ana.received()).content)).toBe("Olá");
  });

  test("several messages arrive in the order in which they were sent", async () => {
    const marina = newPerson();
    const texts = Array.from({ length: 30 }, (_, index) => `linha ${index}`);
    await Promise.all(texts.map((text) => marina.send.text(phone, text)));
    await client.received((message) => textIn(message) === "linha 29");
    const got = client.messages.filter(({ key }) => key.remoteJid === pnJid(marina.number));
    expect(got.map(textIn)).toEqual(texts);
  });

  test("a message sent by the client is shown on the company's phone", async () => {
    const marina = newPerson();
    const sent = await client.socket.sendMessage(pnJid(marina.number), { text: "Pronto!" });
    const copy = await phone.sentByCompanion(({ id }) => id === sent?.key.id);
    expect(copy).toMatchObject({ chat: marina.number, fromMe: true, device: companion.id });
    expect(textOf(copy.content)).toBe("Pronto!");
  });

  test("a message typed on the company's phone reaches the person and the linked device", async () => {
    const marina = newPerson();
    const { id } = await phone.send.text(marina, "Da rua mesmo");
    expect((await marina.received()).id).toBe(id);
    const copy = await client.received(({ key }) => key.id === id);
    expect(copy.key).toMatchObject({ fromMe: true, remoteJid: pnJid(marina.number) });
    expect(textIn(copy)).toBe("Da rua mesmo");
  });
});

describe("receipts", () => {
  test("an answer is acknowledged, delivered and read", async () => {
    const marina = newPerson();
    marina.setReachable(false);
    const sent = await client.socket.sendMessage(pnJid(marina.number), { text: "Chegou?" });
    const id = sent?.key.id ?? "";
    await phone.sentByCompanion((message) => message.id === id && message.step === "sent");
    expect(marina.inbox).toEqual([]);
    marina.setReachable(true);
    await client.until(() => (client.statusOf(id) === 3 ? true : undefined));
    marina.read(phone);
    await client.until(() => (client.statusOf(id) === 4 ? true : undefined));
  });

  test("delivery and read receipts of the client reach the person", async () => {
    const marina = newPerson();
    const message = await marina.send.text(phone, "Tem pão?");
    await marina.reached(message, "delivered");
    const got = await client.received(({ key }) => key.id === message.id);
    await client.socket.readMessages([got.key]);
    await marina.reached(message, "read");
    expect(network.ledger.of(phone.number).find(({ id }) => id === message.id)).toMatchObject({
      settledBy: "receipt",
      readAt: expect.any(Number),
    });
  });
});

describe("a device that was offline", () => {
  test("a device that reconnects gets its waiting messages in order, none twice", async () => {
    const own = network.addPhone({ number: "5511911113333", name: "Vento Telecom" });
    const first = await linkedClient(network, own);
    await first.client.end();
    await own.until(() => (first.companion.wire === null ? true : undefined));
    const marina = newPerson();
    for (const text of ["um", "dois", "três"]) await marina.send.text(own, text);
    expect(first.companion.queue.size).toBe(3);
    const second = await new Client(network, first.client.auth).opened();
    await second.received((message) => textIn(message) === "três");
    expect(second.messages.map(textIn)).toEqual(["um", "dois", "três"]);
    expect(second.seen("messages.upsert").map(({ type }) => type)).toEqual(["append"]);
    await first.companion.queue.whenEmpty();
    await second.end();
    const third = await new Client(network, first.client.auth).opened();
    expect(third.messages).toEqual([]);
    await third.end();
  });
});
