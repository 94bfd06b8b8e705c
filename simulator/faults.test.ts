import { afterEach, describe, expect, test } from "bun:test";
import type { EventEmitter } from "node:events";
import { pnJid } from "./jids.ts";
import { textOf } from "./phones/content.ts";
import { Client, linkedClient, textIn } from "./testing/client.ts";
import { harness } from "./testing/harness.ts";
import { memoryAuth } from "./testing/memory-auth.ts";

const world = harness();
afterEach(() => world.network.faults.clear());

let numbers = 5511922220000;
const otherCompany = () => world.network.addPhone({ number: String(++numbers), name: "Vento Telecom" });

describe("retries", () => {
  test("a client that cannot decrypt a message requests a retry and gets it once", async () => {
    const marina = world.person();
    const before = await marina.send.text(world.phone, "um");
    await world.client.received(({ key }) => key.id === before.id);
    const user = `${marina.lid}_1.0`;
    await world.client.auth.keys.set({ session: { [user]: null } });
    marina.handset.forgetSession(world.companion.address);
    const elsewhere = world.network.addPhone({ number: String(++numbers), name: "Outra" });
    await marina.handset.openSession(world.companion.address, elsewhere.handset.bundle());
    const lost = await marina.send.text(world.phone, "dois");
    const got = await world.client.received(
      ({ key, message }) => key.id === lost.id && !!message?.conversation,
    );
    expect(textIn(got)).toBe("dois");
    expect(world.client.messages.filter((message) => textIn(message) === "dois")).toHaveLength(1);
  });

  test("a phone that cannot decrypt a message requests a retry and shows it once", async () => {
    const marina = world.person();
    world.network.faults.add({ kind: "failDecrypt", number: marina.number, times: 1 });
    await world.client.socket.sendMessage(pnJid(marina.number), { text: "Pedido pronto" });
    const message = await marina.received();
    expect(textOf(message.content)).toBe("Pedido pronto");
    expect(marina.inbox).toHaveLength(1);
  });
});

describe("faults of stanzas", () => {
  test("a message with a dropped acknowledgement is delivered but unacknowledged", async () => {
    const marina = world.person();
    const match = { tag: "ack", attrs: { class: "message" } };
    world.network.faults.add({ kind: "drop", direction: "outgoing", match });
    const acks: string[] = [];
    world.client.socket.ws.on("CB:ack,class:message", ({ attrs }) => acks.push(attrs.id));
    const sent = await world.client.socket.sendMessage(pnJid(marina.number), { text: "oi" });
    await marina.received(({ id }) => id === sent?.key.id);
    await world.client.until(() => (world.client.statusOf(sent?.key.id ?? "") === 3 ? true : undefined));
    expect(acks).not.toContain(sent?.key.id);
  });

  test("a message that the server refuses is not delivered and is shown as failed", async () => {
    const marina = world.person();
    world.network.faults.add({ kind: "ackError", match: {}, code: 479, times: 1 });
    const sent = await world.client.socket.sendMessage(pnJid(marina.number), { text: "oi" });
    const failed = await world.client.until(() => {
      const updates = world.client.seen("messages.update").flat();
      const update = updates.find(({ key }) => key.id === sent?.key.id)?.update;
      return [update, ...world.client.messages.filter(({ key }) => key.id === sent?.key.id)].find(
        (each) => each?.messageStubParameters?.length,
      );
    });
    expect(failed).toMatchObject({ status: 0, messageStubParameters: ["479"] });
    expect(marina.inbox).toEqual([]);
  });

  test("a stanza delivered twice gives one message at the client", async () => {
    const marina = world.person();
    const { id: first } = await marina.send.text(world.phone, "oi");
    await world.client.received(({ key }) => key.id === first);
    const match = { tag: "message" };
    world.network.faults.add({ kind: "duplicate", direction: "outgoing", match, times: 1 });
    const { id } = await marina.send.text(world.phone, "em dobro");
    await world.client.received(({ key }) => key.id === id);
    await world.companion.queue.whenEmpty();
    expect(world.client.messages.filter((message) => textIn(message) === "em dobro")).toHaveLength(1);
  });

  test("a message delivered twice is counted and shown once", async () => {
    const marina = world.person();
    const jid = pnJid(marina.number);
    const sent = await world.client.socket.sendMessage(jid, { text: "oi" });
    const message = await marina.received();
    await world.client.socket.sendMessage(jid, { text: "oi" }, { messageId: sent?.key.id ?? "" });
    await marina.until(() => (message.deliveries === 2 ? true : undefined));
    expect(marina.inbox).toHaveLength(1);
  });

  test("a refused query fails with its code, a delayed response still arrives", async () => {
    const match = { tag: "iq", attrs: { xmlns: "blocklist" } };
    world.network.faults.add({ kind: "iqError", match, code: 429, text: "rate-overlimit", times: 1 });
    const refused = world.client.socket.fetchBlocklist();
    expect(await refused.catch(({ data, message }) => [data, message])).toEqual([429, "rate-overlimit"]);
    world.network.faults.add({ kind: "delay", direction: "incoming", match, ms: 20, times: 1 });
    expect(await world.client.socket.fetchBlocklist()).toEqual([]);
  });
});

describe("faults of connections", () => {
  test("a cut connection is detected, and messages in flight arrive after the next login", async () => {
    const phone = otherCompany();
    const { client, companion } = await linkedClient(world.network, phone);
    const marina = world.person();
    world.network.faults.add({ kind: "drop", direction: "outgoing", match: { tag: "message" } });
    await marina.send.text(phone, "perdida no caminho");
    companion.wire?.terminate();
    expect(await client.closed()).toBe(428);
    world.network.faults.clear();
    const again = await new Client(world.network, client.auth).opened();
    await again.received((message) => textIn(message) === "perdida no caminho");
    await again.end();
  });

  test("a black-holed connection gets no response", async () => {
    const phone = otherCompany();
    const { client, companion } = await linkedClient(world.network, phone, { defaultQueryTimeoutMs: 50 });
    world.network.faults.add({ kind: "silence", number: phone.number });
    expect(await client.socket.fetchBlocklist().catch(() => [])).toEqual([]);
    await world.person().send.text(phone, "alô?");
    expect(companion.queue.size).toBe(1);
    world.network.faults.clear();
    await client.end();
  });

  test("a client that gets an HTTP error instead of the websocket has no connection", async () => {
    world.network.faults.add({ kind: "http", status: 503, times: 1 });
    const client = new Client(world.network, memoryAuth(), { connectTimeoutMs: 50 });
    const status = new Promise((resolve) => {
      const websocket = client.socket.ws as unknown as EventEmitter;
      websocket.on("unexpected-response", (_request, { statusCode }) => resolve(statusCode));
    });
    expect(await status).toBe(503);
    await client.end();
  });

  test("a login can be refused with any reason", async () => {
    const phone = otherCompany();
    const { client } = await linkedClient(world.network, phone);
    await client.end();
    world.network.faults.add({ kind: "loginFailure", reason: 503, number: phone.number, times: 1 });
    expect(await new Client(world.network, client.auth).closed()).toBe(503);
  });

  test("an ended stream makes the client restart", async () => {
    const { client, companion } = await linkedClient(world.network, otherCompany());
    companion.restart();
    expect(await client.closed()).toBe(515);
  });
});
