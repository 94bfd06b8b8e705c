import { afterAll, afterEach, beforeEach, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { BinaryNode, GroupMetadata, WASocket } from "@whiskeysockets/baileys";
import { createProgress } from "#channels/connections/whatsapp/socket/progress.ts";
import { socketConfig } from "#channels/connections/whatsapp/socket/socket-config.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { temporaryStore } from "#channels/connections/whatsapp/testing/store.ts";
import { bundleNodes } from "#simulator/devices/key-bundle.ts";
import { startNetwork } from "#simulator/network.ts";
import { unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { node } from "#simulator/transport/node.ts";
import { queueStanzas } from "./stanza-queue.ts";

const network = await startNetwork();
const engine = new TestEngine(network);
afterAll(async () => {
  await engine.dispose();
  await network.stop();
});

const jid = (phone: Phone) => `${phone.number}@s.whatsapp.net`;

test("a retry receipt of one customer for another customer's message gets nothing", async () => {
  const shop = network.addPhone({ number: "5511955550001", name: "Loja" });
  const ana = network.addPhone({ number: "5511955550002", name: "Ana" });
  const eva = network.addPhone({ number: "5511955550003", name: "Eva" });
  await engine.link(shop);
  await eva.send.text(shop, "oi");
  await engine.text("oi");
  const { id } = await engine.send(jid(ana), "segredo da Ana");
  await ana.received((each) => each.id === id);
  const [device] = shop.companions.values();
  if (!device) throw new Error("no device is linked");
  await device.queue.whenEmpty();

  const [registration, ...keys] = bundleNodes(eva.handset.bundle());
  if (!registration) throw new Error("no registration");
  const t = Math.floor(Date.now() / 1000);
  const retry = node("retry", { count: 1, id, t, v: 1 });
  const attrs = { id, type: "retry", t };
  device.deliver(
    node("receipt", { ...attrs, from: jid(eva) }, [retry, registration, node("keys", {}, keys)]),
  );
  // In the chat of Ana, but by Eva.
  device.deliver(node("receipt", { ...attrs, from: jid(ana), participant: jid(eva) }, [retry, registration]));
  await device.queue.whenEmpty();
  await engine.send(jid(eva), "para a Eva");
  await eva.received(({ content }) => unwrap(content).extendedTextMessage?.text === "para a Eva");
  expect(eva.inbox.map(({ content }) => unwrap(content).extendedTextMessage?.text)).toEqual(["para a Eva"]);
  expect(ana.inbox.map(({ deliveries }) => deliveries)).toEqual([1]);
});

const [ANA, EVA] = ["5511911110001@s.whatsapp.net", "5511911110002@s.whatsapp.net"];
const [GROUP, ANA_LID] = ["1@g.us", "900111@lid"];
let made: ReturnType<typeof temporaryStore>;
let wire: EventEmitter;
let events: string[];
let members: readonly string[] | null;

beforeEach(() => {
  made = temporaryStore();
  made.store.keys.write({ "lid-mapping": { "5511911110001": "900111", "900111_reverse": "5511911110001" } });
  made.store.sent.save("FOR-ANA", ANA, Buffer.from([10, 1, 120]), 1);
  made.store.sent.save("FOR-GROUP", GROUP, Buffer.from([10, 1, 120]), 1);
  wire = new EventEmitter();
  events = [];
  members = null;
  wire.on("CB:receipt", ({ attrs }: BinaryNode) => void events.push(`baileys ${attrs["id"]}`));
  const sock = {
    ws: wire,
    messageMutex: { mutex: null },
    sendMessageAck: async ({ attrs }: BinaryNode) => void events.push(`acknowledged ${attrs["id"]}`),
    groupMetadata: async () => {
      events.push("queried");
      if (!members) throw new Error("not a member");
      return group(members);
    },
  } as unknown as WASocket;
  const options = { guard: (work: () => void) => work(), progress: createProgress(1000), now: () => 1 };
  queueStanzas(sock, made.store, options);
});
afterEach(() => made.dispose());

const group = (ids: readonly string[]): GroupMetadata =>
  ({ id: GROUP, subject: "x", participants: ids.map((id) => ({ id })) }) as unknown as GroupMetadata;
async function retry(id: string, attrs: Record<string, string>, ids: readonly string[] = []) {
  events = [];
  const items = ids.map((item) => ({ tag: "item", attrs: { id: item } }));
  const content = [{ tag: "list", attrs: {}, content: items }];
  wire.emit("CB:receipt", { tag: "receipt", attrs: { id, type: "retry", ...attrs }, content });
  await new Promise((resolve) => setImmediate(resolve));
  return events.join(", ");
}

test("a person may request again what was sent to the person, by number and by privacy id, from any device", async () => {
  expect(await retry("FOR-ANA", { from: ANA })).toBe("baileys FOR-ANA");
  expect(await retry("FOR-ANA", { from: "5511911110001:7@s.whatsapp.net" })).toBe("baileys FOR-ANA");
  expect(await retry("FOR-ANA", { from: ANA_LID })).toBe("baileys FOR-ANA");
  expect(await retry("UNKNOWN", { from: EVA })).toBe("baileys UNKNOWN");
});

test("a request for a message of another chat is acknowledged and never reaches Baileys", async () => {
  expect(await retry("FOR-ANA", { from: EVA })).toBe("acknowledged FOR-ANA");
  expect(await retry("FOR-ANA", { from: ANA, participant: EVA })).toBe("acknowledged FOR-ANA");
  expect(await retry("FOR-ANA", { from: GROUP, participant: ANA })).toBe("acknowledged FOR-ANA");
  expect(await retry("FOR-GROUP", { from: ANA })).toBe("acknowledged FOR-GROUP");
  expect(await retry("UNKNOWN", { from: EVA }, ["FOR-ANA"])).toBe("acknowledged UNKNOWN");
});

test("only a member of a group may request its messages again; an unknown list of members is queried first", async () => {
  const from = GROUP;
  expect(await retry("FOR-GROUP", { from, participant: ANA })).toBe("queried, acknowledged FOR-GROUP");
  members = [ANA_LID];
  expect(await retry("FOR-GROUP", { from, participant: ANA })).toBe("queried, baileys FOR-GROUP");
  expect(await retry("FOR-GROUP", { from, participant: ANA })).toBe("baileys FOR-GROUP");
  expect(await retry("FOR-GROUP", { from, participant: EVA })).toBe("queried, acknowledged FOR-GROUP");
  members = [ANA_LID, EVA];
  expect(await retry("FOR-GROUP", { from, participant: EVA })).toBe("queried, baileys FOR-GROUP");
  expect(await retry("FOR-GROUP", { from })).toBe("queried, acknowledged FOR-GROUP");
});

test("our own devices may request every message again", async () => {
  const from = "5511900000001@s.whatsapp.net";
  expect(await retry("FOR-ANA", { from, recipient: ANA })).toBe("baileys FOR-ANA");
  expect(await retry("FOR-GROUP", { from: GROUP, participant: "900:0@lid" })).toBe("baileys FOR-GROUP");
});

test("the message store gives Baileys a message only for the chat that it was sent to", async () => {
  const wish = {
    store: made.store,
    config: { url: null, timings: {} },
    route: {},
    relay: {},
    repository: {},
  };
  const { getMessage } = socketConfig({ ...wish, log: () => {} } as never);
  const find = async (id: string, remoteJid?: string) =>
    (await getMessage?.({ id, ...(remoteJid && { remoteJid }) }))?.conversation;
  expect(await find("FOR-ANA", ANA)).toBe("x");
  expect(await find("FOR-ANA", ANA_LID)).toBe("x");
  expect(await find("FOR-GROUP", GROUP)).toBe("x");
  expect(await find("FOR-ANA", EVA)).toBeUndefined();
  expect(await find("FOR-ANA", GROUP)).toBeUndefined();
  expect(await find("FOR-ANA")).toBeUndefined();
});
