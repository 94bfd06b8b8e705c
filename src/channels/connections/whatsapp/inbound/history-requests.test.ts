import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { HistoryRequest } from "#channels/connections/provider.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import type { Phone } from "#simulator/phones/phone.ts";

let network: Network;
let shop: Phone;
let engine: TestEngine;
let people = 0;

beforeAll(async () => {
  network = await startNetwork();
  shop = network.addPhone({ number: "5511911110000", name: "Padaria Aurora" });
  engine = new TestEngine(network, { timings: { history: 1500 } });
  await engine.link(shop);
});
afterAll(async () => {
  await engine.dispose();
  await network.stop();
});
beforeEach(() => network.faults.clear());

const newPerson = (): Phone =>
  network.addPerson({ number: `551197000${String(++people).padStart(4, "0")}`, name: "Marina" });

/** A chat whose second and third message the network lost. */
async function chatWithGap(person = newPerson()) {
  await person.send.text(shop, "first");
  await engine.text("first");
  network.faults.add({ kind: "swallow", number: shop.number, times: 2 });
  const lost = [await person.send.text(shop, "lost 1"), await person.send.text(shop, "lost 2")];
  const last = await person.send.text(shop, `last of ${person.number}`);
  await engine.text(`last of ${person.number}`);
  return { person, lost, last };
}

const before = (person: Phone, message: ChatMessage, more: Partial<HistoryRequest> = {}): HistoryRequest => ({
  chat: `${person.number}@s.whatsapp.net`,
  before: { providerId: message.id, fromMe: message.fromMe, at: message.at },
  count: 50,
  unit: "seconds",
  ...more,
});
const request = async (wanted: HistoryRequest) => {
  const answer = await engine.provider.requestHistory?.(engine.key, wanted);
  if (answer?.state !== "answered") return answer?.state;
  return answer.events.map((event) =>
    event.kind === "message" && event.content.type === "text" ? event.content.text : event.kind,
  );
};

describe("a request to the phone for older messages", () => {
  test("the phone answers a history request with the messages before a known one, including lost ones", async () => {
    const { person, last, lost } = await chatWithGap();
    expect(engine.inbound.some((event) => "providerId" in event && event.providerId === lost[0]?.id)).toBe(
      false,
    );
    expect(await request(before(person, last))).toEqual(["first", "lost 1", "lost 2"]);
    expect(await request(before(person, last, { count: 1 }))).toEqual(["lost 2"]);
  });

  test("the phone's answer to a request for older messages is returned and never imported as history", async () => {
    const { person, last } = await chatWithGap();
    const known = engine.inbound.length;
    expect(await request(before(person, last))).toHaveLength(3);
    expect(engine.inbound.slice(known)).toEqual([]);
  });

  test("a request for older messages ends as `silent` when the phone does not answer or expects another unit of time", async () => {
    const { person, last } = await chatWithGap();
    network.faults.add({ kind: "onDemand", answer: "never", times: 1 });
    expect(await request(before(person, last))).toBe("silent");
    network.faults.add({ kind: "onDemand", unit: "milliseconds" });
    expect(await request(before(person, last))).toBe("silent");
    expect(await request(before(person, last, { unit: "milliseconds" }))).toHaveLength(3);
  });

  test("an answer of the phone that cannot be read counts as silence, so that it is not requested without end", async () => {
    const { person, last } = await chatWithGap();
    network.faults.add({ kind: "onDemand", answer: "unreadable", times: 1 });
    expect(await request(before(person, last))).toBe("silent");
    expect(await request(before(person, last))).toEqual(["first", "lost 1", "lost 2"]);
  });

  test("an answer of the phone that arrives twice is used once", async () => {
    const { person, last } = await chatWithGap();
    network.faults.add({ kind: "onDemand", answer: "twice", times: 1 });
    expect(await request(before(person, last))).toHaveLength(3);
    expect(await request(before(person, last))).toHaveLength(3);
  });

  test("an answer of the phone that is sent as a file is downloaded", async () => {
    const { person, last } = await chatWithGap();
    network.faults.add({ kind: "onDemand", answer: "blob", times: 1 });
    expect(await request(before(person, last))).toEqual(["first", "lost 1", "lost 2"]);
  });

  test("a phone that is switched off answers when it is on again, and a late answer is dropped", async () => {
    const { person, last } = await chatWithGap();
    shop.setReachable(false);
    const asked = request(before(person, last));
    expect(await asked).toBe("silent");
    shop.setReachable(true);
    expect(await request(before(person, last))).toHaveLength(3);
  });

  test("the answer of a chat with a privacy id contains its messages", async () => {
    const person = network.addPerson({ number: "5511960001111", name: "Lia", addressing: "lid" });
    const { last } = await chatWithGap(person);
    expect(await request(before(person, last, { chat: `${person.lid}@lid` }))).toHaveLength(3);
  });

  test("a request of a session that is not open is not sent", async () => {
    const key = { companyId: 9, connectionId: 9 };
    const { person, last } = await chatWithGap();
    const answer = await engine.provider.requestHistory?.(key, before(person, last));
    expect(answer).toEqual({ state: "closed" });
  });
});
