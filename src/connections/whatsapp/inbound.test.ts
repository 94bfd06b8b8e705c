import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { InboundEvent } from "#connections/provider.ts";
import { TestEngine } from "#connections/whatsapp/testing/engine.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const engine = new TestEngine(network);
let company: Phone;
let ana: Phone;

beforeAll(async () => {
  company = network.addPhone({ number: "5511933330001", name: "Padaria Aurora" });
  ana = network.addPerson({ number: "5511933330002", name: "Ana" });
  await engine.link(company);
});
afterAll(async () => {
  await engine.dispose();
  await network.stop();
  expect(network.problems).toEqual([]);
});

const values = (event: InboundEvent) => event.chat.map(({ kind, value }) => [kind, value]);

test("a customer's text arrives with every known identity, the name and the network's time", async () => {
  await ana.send.text(company, "Oi, tem pão?");
  const event = await engine.text("Oi, tem pão?");
  expect(values(event)).toEqual([
    ["pn", ana.number],
    ["lid", ana.lid ?? ""],
  ]);
  expect(event.chat[0]?.address).toBe(`${ana.number}@s.whatsapp.net`);
  expect(event).toMatchObject({ fromMe: false, pushName: "Ana", participant: null, history: false });
  expect(Math.abs(event.at - Date.now())).toBeLessThan(5000);
});

test("one person is one chat, whether she writes by number or by privacy id", async () => {
  const bia = network.addPerson({ number: "5511933330003", name: "Bia" });
  await bia.send.text(company, "pelo número", { addressing: "pn" });
  await bia.send.text(company, "pelo lid", { addressing: "lid" });
  const first = await engine.text("pelo número");
  const second = await engine.text("pelo lid");
  expect(second.chatKey).toBe(first.chatKey);
  expect(values(second)).toEqual(values(first));
});
