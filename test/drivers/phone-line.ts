import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";
import { fakeClock } from "#platform/clock.ts";
import { caCertificate } from "#simulator/media/certificates.ts";
import { startNetwork } from "#simulator/network.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import { kindOf, textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { type Arrived, type Line, newNumber, type Person, type SampleFile, unsigned, until } from "./line.ts";

/** A phone linked by QR code: the real engine in its worker thread, against the simulated network. */
export async function phoneLine(): Promise<Line & { stop(): Promise<void> }> {
  const network = await startNetwork();
  const shop = network.addPhone({ number: "5511400030001", name: "Padaria Aurora" });
  const app = await startTestApp({
    clock: fakeClock(Date.now()),
    plug(installation) {
      const provider = createWhatsappProvider({
        events: createIntake(installation),
        sealingKey: installation.secrets.key("whatsapp"),
        workers: 1,
        url: network.url,
        rootKey: network.rootKey,
        mediaAuthority: caCertificate,
        log: () => {},
      });
      installation.ports.plug(ProviderPort, provider);
    },
  });
  const tenant = app.company("Padaria Aurora");
  const queueId = testQueue(tenant, "Vendas");
  const ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  const admin = testUser(tenant, { name: "Dona", profile: "admin" });
  const made = await app.api(admin).post("/whatsapp", { name: "Loja", sendIntervalMs: 0 });
  const connectionId = made.body.id as number;
  const state = async () => (await app.api(admin).get(`/whatsapp/${connectionId}`)).body;
  const qrcode = await until(async () => ((await state()).qrcode as string) || null, "a code to scan");
  await shop.scan(qrcode);
  await until(async () => (await state()).status === "CONNECTED", "the phone is linked");

  const hangUp = () => {
    for (const { wire } of shop.companions.values()) wire?.terminate();
  };
  let undo: (() => void)[] = [];
  const undone = () => {
    for (const each of undo.splice(0)) each();
  };
  return {
    driver: "whatsapp",
    ...{ app, connectionId, queueId, ana, admin },
    person: (name, { phone = true } = {}) =>
      personOf(
        shop,
        network.addPerson({
          name,
          number: newNumber(),
          ...(!phone && { addressing: "lid", hidesNumber: true }),
        }),
      ),
    repeats(on) {
      undone();
      const match = { tag: "message" };
      if (on)
        undo = [network.faults.add({ kind: "duplicate", direction: "outgoing", match, number: shop.number })];
    },
    outage(on) {
      undone();
      if (!on) return;
      undo = [network.faults.add({ kind: "http", status: 503 })];
      hangUp();
    },
    // Drops the server's acknowledgement, by which the product learns that the server has the message.
    losesWord() {
      const match = { tag: "ack", attrs: { class: "message" } };
      return network.faults.add({
        kind: "drop",
        direction: "outgoing",
        match,
        number: shop.number,
        times: 1,
      });
    },
    limits: () => {},
    endsAccess() {
      for (const device of [...shop.companions.keys()]) shop.unlink(device);
      return null;
    },
    async stop() {
      await app.stop();
      await network.stop();
    },
  };
}

function personOf(shop: Phone, phone: Phone): Person {
  let hasSeenTyping = false;
  phone.network.feed.listen(phone.number, (event) => {
    if (event.type === "typing" && event.state === "composing") hasSeenTyping = true;
  });
  const own = (id: string): ChatMessage => {
    const found = phone.chats.all().find((message) => message.id === id);
    if (!found) throw new Error(`no message ${id} on the phone`);
    return found;
  };
  return {
    name: phone.name,
    writes: async (text, { quotes, at } = {}) =>
      (await phone.send.text(shop, text, { ...(quotes && { quote: own(quotes) }), ...(at && { at }) })).id,
    sends: async (file) => (await sendFile(shop, phone, file)).id,
    reacts: async (id, emoji) => void (await phone.send.react(shop, own(id), emoji)),
    edits: async (id, text) => void (await phone.send.edit(shop, own(id), text)),
    deletes: async (id) => void (await phone.send.revoke(shop, own(id))),
    reads: async () => phone.read(shop),
    arrived: () => phone.inbox.map((message) => arrivedOf(phone, message)),
    reactionTo: (id) => own(id).reactions.get(shop.number),
    hasSeenReading: (id) => own(id).step === "read",
    hasSeenTyping: () => hasSeenTyping,
    pressable: () => [],
    presses: async () => {},
    isWrittenToBesideUs: async (text) => void (await shop.send.text(phone, text)),
  };
}

function sendFile(
  shop: Phone,
  phone: Phone,
  { kind, bytes, mimeType, name }: SampleFile,
): Promise<ChatMessage> {
  switch (kind) {
    case "image":
      return phone.send.image(shop, bytes, { mimeType });
    case "audio":
      return phone.send.audio(shop, bytes, mimeType);
    case "video":
      return phone.send.video(shop, bytes);
    case "document":
      return phone.send.document(shop, bytes, name, { mimeType });
  }
}

function arrivedOf(phone: Phone, message: ChatMessage): Arrived {
  const inner = unwrap(message.content);
  const kind = kindOf(message.content);
  const context =
    inner.extendedTextMessage?.contextInfo ??
    inner.imageMessage?.contextInfo ??
    inner.audioMessage?.contextInfo;
  return {
    id: message.id,
    text: unsigned(textOf(message.content)),
    kind:
      kind === "voice"
        ? "audio"
        : kind === "image" || kind === "audio" || kind === "video" || kind === "document"
          ? kind
          : "text",
    quotes: context?.stanzaId || null,
    isEdited: message.editedAt !== null,
    isDeleted: message.isRevoked,
    bytes: () => phone.download(message),
  };
}
