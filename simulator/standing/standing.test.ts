import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { standingVerbs } from "#simulator/control/standing-verbs.ts";
import { pnJid } from "#simulator/jids.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type Client, linkedClient } from "#simulator/testing/client.ts";
import { muteSignalLogs } from "#simulator/testing/quiet.ts";
import { giveToken } from "./announce.ts";

muteSignalLogs();
let network: Network;
let phone: Phone;
let client: Client;
let numbers = 5511977880000;
/** What the network reported about the account, and the errors of refused messages. */
const reports: Record<string, unknown>[] = [];
const errors: string[] = [];

beforeAll(async () => {
  network = await startNetwork();
  phone = network.addPhone({ number: "5511911113333", name: "Padaria Aurora" });
  ({ client } = await linkedClient(network, phone));
  client.socket.ws.on("CB:notification,type:mex", (node: BinaryNode) => {
    const [update] = node.content as BinaryNode[];
    const { data } = JSON.parse(Buffer.from(update?.content as Uint8Array).toString());
    reports.push(Object.values(data)[0] as Record<string, unknown>);
  });
  client.socket.ws.on("CB:ack,class:message", ({ attrs }: BinaryNode) => {
    if (attrs["error"]) errors.push(attrs["error"]);
  });
});
afterEach(async () => {
  const { lock, cap } = phone.standing;
  const total = reports.length + [lock, cap].filter((each) => each !== null).length;
  await standingVerbs.lift.run(network, { number: phone.number });
  phone.standing.reached.clear();
  await soon(() => reports.length === total, "the report of the lifting");
});
afterAll(async () => {
  await client.end();
  await network.stop();
});

const newPerson = () => network.addPerson({ number: String(++numbers), name: "Marina Ribeiro" });
const writeTo = (person: Phone) => client.socket.sendMessage(pnJid(person.number), { text: "oi" });
async function soon(check: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 5000;
  while (!check()) {
    if (Date.now() > end) throw new Error(`${what} did not happen`);
    await Bun.sleep(10);
  }
}

test("the network reports each warning when the count of new chats crosses it, and refuses more with 475", async () => {
  await standingVerbs.cap.run(network, { number: phone.number, total: 10, used: 6, isQuiet: true });
  reports.length = 0;
  for (let n = 0; n < 4; n += 1) await writeTo(newPerson());
  await soon(() => reports.length === 3, "three reports");
  expect(reports.map(({ capping_status, used_quota }) => [capping_status, used_quota])).toEqual([
    ["FIRST_WARNING", 7],
    ["SECOND_WARNING", 9],
    ["CAPPED", 10],
  ]);
  await writeTo(newPerson());
  await soon(() => errors.at(-1) === "475", "a refusal");
  expect(reports).toHaveLength(3);
});

test("a lock is reported at its begin and at its end, and refuses only new chats with 463", async () => {
  reports.length = 0;
  const known = newPerson();
  giveToken(phone, known);
  await standingVerbs["account.lock"].run(network, { number: phone.number, seconds: 1 });
  await writeTo(newPerson());
  await soon(() => errors.at(-1) === "463", "a refusal");
  await writeTo(known);
  await soon(() => known.inbox.length === 1, "the message to an established chat");
  await soon(() => reports.length === 2, "the report of the end");
  expect(reports.map(({ is_active }) => is_active)).toEqual([true, false]);
});

test("a lock that was lifted before its end is reported as ended once", async () => {
  reports.length = 0;
  await standingVerbs["account.lock"].run(network, { number: phone.number, seconds: 0.3 });
  await standingVerbs.lift.run(network, { number: phone.number });
  await Bun.sleep(400);
  expect(reports.map(({ is_active }) => is_active)).toEqual([true, false]);
});
