import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { pnJid } from "./jids.ts";
import { prepareBurst } from "./messaging/burst.ts";
import { Client, textIn } from "./testing/client.ts";
import { harness } from "./testing/harness.ts";
import { memoryAuth } from "./testing/memory-auth.ts";
import { type SpawnedNetwork, spawnNetwork } from "./testing/spawn.ts";

const world = harness();

describe("bursts", () => {
  // Baileys may swap the first messages of an unknown person, so each person greets first.
  test("a burst of messages from many people arrives once each, in order per person", async () => {
    const people = Array.from({ length: 20 }, () => world.person());
    for (const person of people) await person.send.text(world.phone, "oi");
    await world.companion.queue.whenEmpty();
    const burst = await prepareBurst(world.phone, people, 600);
    await burst.send();
    await world.companion.queue.whenEmpty();
    const got = world.client.messages.filter(({ key }) => burst.ids.includes(key.id ?? ""));
    expect(got).toHaveLength(600);
    people.forEach(({ number }, index) => {
      const own = got.filter(({ key }) => key.remoteJid === pnJid(number));
      const expected = Array.from({ length: 30 }, (_, round) => `mensagem ${index + round * 20 + 1}`);
      expect(own.map(textIn)).toEqual(expected);
    });
    const entries = world.network.ledger.of(world.phone.number).filter(({ id }) => burst.ids.includes(id));
    expect(new Set(entries.map(({ settledBy }) => settledBy))).toEqual(new Set(["receipt"]));
  });
});

describe("a simulator in another process", () => {
  let spawned: SpawnedNetwork;
  beforeAll(async () => {
    spawned = await spawnNetwork();
  });
  afterAll(() => spawned.stop());

  test("a simulator in another process is driven by its control API: link, send, answer, burst, faults", async () => {
    const { remote } = spawned;
    const number = "5511911110001";
    const person = "5511977770001";
    await remote.call("add-phone", { number, name: "Padaria Aurora" });
    await remote.call("add-phone", { number: person, name: "Marina" });
    const first = new Client(spawned, memoryAuth());
    expect((await remote.call("scan", { number, qr: await first.qr() })).device).toBe(1);
    await first.closed();
    const client = await new Client(spawned, first.auth).opened();
    const sent = await remote.call("send", { kind: "text", from: person, to: number, text: "Oi" });
    const got = await client.received(({ key }) => key.id === sent.id);
    await client.socket.sendMessage(got.key.remoteJid ?? "", { text: "Olá!" });
    const burst = await remote.call("burst-prepare", {
      to: number,
      first: "5511966660000",
      people: 5,
      count: 50,
    });
    await remote.call("burst-send", { burst: burst.burst });
    await client.received(({ key }) => key.id === burst.ids.at(-1));
    await remote.call("settled", { number });
    const inbox = await remote.call("inbox", { number: person });
    expect(inbox).toMatchObject([{ text: "Olá!", deliveries: 1, kind: "text" }]);
    const ledger = await remote.call("ledger", { number });
    expect(ledger.filter(({ settledAt }) => settledAt !== null)).toHaveLength(51);
    await remote.call("cut", { number });
    expect(await client.closed()).toBe(428);
    expect(await remote.call("scan", { number: "123", qr: "" }).catch(String)).toContain("Invalid format");
    expect(await remote.call("problems", {})).toEqual([]);
  });
});
