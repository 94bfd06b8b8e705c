import { afterAll, beforeAll, expect, test } from "bun:test";
import { proto } from "@whiskeysockets/baileys";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import type { Companion } from "#simulator/devices/companion.ts";
import { startNetwork } from "#simulator/network.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { type BinaryNode, node } from "#simulator/transport/node.ts";
import { fieldNumbers } from "./wire-fields.ts";

const network = await startNetwork();
const engine = new TestEngine(network, { timings: { missing: 1000 } });
let shop: Phone;
let ana: Phone;
let device: Companion;

beforeAll(async () => {
  shop = network.addPhone({ number: "5511900010001", name: "Padaria Aurora" });
  ana = network.addPerson({ number: "5511900010002", name: "Ana" });
  await engine.link(shop);
  await ana.send.text(shop, "bom dia");
  await engine.text("bom dia");
  const [linked] = shop.companions.values();
  if (!linked) throw new Error("no device is linked");
  device = linked;
});
afterAll(async () => {
  await engine.dispose();
  await network.stop();
});

/** Field 15999, which no kind of message has: an older library decodes a new kind as such an unknown field. */
const UNKNOWN_FIELD = Uint8Array.from([0xfa, 0xe7, 0x07, 0x03, 0x61, 0x62, 0x63]);
const { encode } = proto.Message;

/** Sends a content whose encoded form ends with an unknown field. */
async function sendWithUnknown(to: Parameters<Phone["send"]["content"]>[0], content: proto.IMessage) {
  const spy = proto.Message as { encode: typeof encode };
  spy.encode = (message, writer) => {
    const written = encode(message, writer);
    return { finish: () => Buffer.concat([written.finish(), UNKNOWN_FIELD]) } as unknown as typeof written;
  };
  try {
    return await ana.send.content(to, content);
  } finally {
    spy.encode = encode;
  }
}

const unsupported = (id: string): Promise<Extract<InboundEvent, { kind: "message" }>> =>
  engine.received("message", (event) => event.providerId === id && event.content.type === "unsupported");

let stanzas = 0;
/** Delivers a stanza from Ana with these nodes instead of ciphertexts. */
function deliver(parts: BinaryNode[], attrs: Record<string, string> = {}): string {
  const id = `3AFF${++stanzas}`;
  const t = Math.floor(Date.now() / 1000);
  const from = `${ana.number}@s.whatsapp.net`;
  device.deliver(node("message", { from, id, type: "text", t, notify: "Ana", ...attrs }, parts));
  return id;
}

test("an envelope that contains only unknown fields is shown as unsupported", async () => {
  const { id } = await sendWithUnknown(shop, {});
  expect(await unsupported(id)).toMatchObject({ pushName: "Ana", fromMe: false });
});

test("an envelope of unknown fields beside the usual context is shown as unsupported", async () => {
  const { id } = await sendWithUnknown(shop, { messageContextInfo: { messageSecret: new Uint8Array(32) } });
  await unsupported(id);
});

test("an unknown kind inside a known container is shown as unsupported", async () => {
  const { id } = await ana.send.content(shop, { ephemeralMessage: { message: {} } });
  await unsupported(id);
});

test("an unknown kind in a group is shown as unsupported, the key before it is not", async () => {
  const group = network.addGroup("Fornecedores", [shop, ana]);
  const first = await ana.send.text(group, "oi, grupo");
  await engine.text("oi, grupo");
  const { id } = await sendWithUnknown(group, {});
  await unsupported(id);
  expect(
    engine.inbound.filter((event) => event.kind === "message" && event.providerId === first.id),
  ).toHaveLength(1);
  expect(engine.inbound.filter((event) => event.kind === "message" && event.providerId === id)).toHaveLength(
    1,
  );
});

test("plain text in place of a ciphertext is shown as unsupported, without its text", async () => {
  const forged = encode({ conversation: "pague aqui" }).finish();
  const id = deliver([node("plaintext", {}, forged)]);
  await unsupported(id);
  expect(JSON.stringify(engine.inbound)).not.toContain("pague aqui");
});

test("stanzas without decryptable content are shown as unsupported", async () => {
  const ids = [
    deliver([]),
    deliver([node("something-new", {}, Uint8Array.from([1, 2, 3]))]),
    deliver([node("enc", { v: 9, type: "newmsg" }, Uint8Array.from([1, 2, 3]))]),
    deliver([node("enc", { v: 2, type: "msmsg" }, Uint8Array.from([1, 2, 3]))]),
    deliver([node("unavailable", { type: "view_once_unavailable_fanout" })]),
  ];
  for (const id of ids) await unsupported(id);
});

test("a stanza without a chat creates no event and does not end the socket", async () => {
  deliver([], { from: "status@broadcast", participant: `${ana.number}@s.whatsapp.net` });
  deliver([node("plaintext", {}, Uint8Array.from([1]))], { recipient: "5511900010009@s.whatsapp.net" });
  await ana.send.text(shop, "tudo certo?");
  await engine.text("tudo certo?");
  expect(engine.session.some((event) => event.type === "closed")).toBe(false);
});

test("field numbers are read from bytes, including those of fields that a decoder drops", () => {
  const known = encode({
    conversation: "oi",
    messageContextInfo: { messageSecret: new Uint8Array(3) },
  }).finish();
  expect([...fieldNumbers(known)]).toEqual([1, 35]);
  expect([...fieldNumbers(Buffer.concat([known, UNKNOWN_FIELD]))]).toEqual([1, 35, 15999]);
  expect(() => fieldNumbers(Uint8Array.from([0x80]))).toThrow();
});
