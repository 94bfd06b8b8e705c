import { afterAll, beforeAll, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { InboundEvent } from "#channels/connections/provider.ts";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { tinyJpeg } from "#simulator/media/pictures.ts";
import { startNetwork } from "#simulator/network.ts";
import { unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const engine = new TestEngine(network);
let company: Phone;
let ana: Phone;
let people = 5511933330010;
const newPerson = (name: string, more: { hidesNumber?: boolean; lid?: null } = {}) =>
  network.addPerson({ number: String(++people), name, ...more });

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
const media = (caption: string) =>
  engine.received("message", ({ content }) => content.type === "media" && content.caption === caption);

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

test("messages by number and by privacy id of one person have the same chat", async () => {
  const bia = newPerson("Bia");
  await bia.send.text(company, "pelo número", { addressing: "pn" });
  await bia.send.text(company, "pelo lid", { addressing: "lid" });
  const first = await engine.text("pelo número");
  const second = await engine.text("pelo lid");
  expect(second.chatKey).toBe(first.chatKey);
  expect(values(second)).toEqual(values(first));
});

test("the chat of a person with a hidden number stays the same when the number becomes known", async () => {
  const caio = newPerson("Caio", { hidesNumber: true });
  await caio.send.text(company, "sem número", { addressing: "lid" });
  const hidden = await engine.text("sem número");
  expect(values(hidden)).toEqual([["lid", caio.lid ?? ""]]);
  await caio.send.text(company, "agora com número", { addressing: "pn" });
  const shown = await engine.text("agora com número");
  expect(values(shown).map(([kind]) => kind)).toEqual(["pn", "lid"]);
  expect(shown.chatKey).toBe(hidden.chatKey);
  const link = await engine.received("identity", (event) => event.chatKey === hidden.chatKey);
  expect(link.identities.map(({ value }) => value)).toEqual([caio.number, caio.lid ?? ""]);
});

test("a message of a customer without a privacy id arrives", async () => {
  const davi = newPerson("Davi", { lid: null });
  await davi.send.text(company, "só tenho número");
  expect(values(await engine.text("só tenho número"))).toEqual([["pn", davi.number]]);
});

test("a photo is downloaded, authenticated and stored before its event", async () => {
  const bytes = await tinyJpeg();
  await ana.send.image(company, bytes, { caption: "meu bolo" });
  const event = await media("meu bolo");
  if (event.content.type !== "media") throw new Error("no media");
  const { file, ...facts } = event.content.media;
  expect(facts).toEqual({
    kind: "image",
    mimeType: "image/jpeg",
    fileName: null,
    voice: false,
    sticker: false,
    duration: null,
  });
  if (file.state !== "stored") throw new Error("not stored");
  expect(file.path.startsWith(`${engine.directory}/media/`)).toBe(true);
  expect(file.path.endsWith(".jpg")).toBe(true);
  expect(file.size).toBe(bytes.length);
  expect(file.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(Buffer.compare(readFileSync(file.path), bytes)).toBe(0);
});

test("voice notes, videos, documents and stickers arrive with their own media kind", async () => {
  const bytes = Buffer.from("not really media, but the network does not look");
  await ana.send.voice(company, bytes, { seconds: 7 });
  await ana.send.video(company, bytes, { caption: "vídeo", seconds: 3 });
  await ana.send.document(company, bytes, "../../orçamento.pdf", { caption: "orçamento" });
  await ana.send.sticker(company, bytes);
  const mediaOf = (event: Awaited<ReturnType<typeof media>>) =>
    event.content.type === "media" ? event.content.media : null;
  const voice = await engine.received(
    "message",
    ({ content }) => content.type === "media" && content.media.voice,
  );
  expect(mediaOf(voice)).toMatchObject({ kind: "audio", duration: 7 });
  expect(mediaOf(await media("vídeo"))).toMatchObject({ kind: "video", duration: 3 });
  const document = mediaOf(await media("orçamento"));
  expect(document).toMatchObject({ kind: "application", fileName: "../../orçamento.pdf" });
  expect(document?.file.state === "stored" && document.file.path).toMatch(/\/media\/[0-9a-f]{32}\.pdf$/);
  const sticker = await engine.received(
    "message",
    ({ content }) => content.type === "media" && content.media.sticker,
  );
  expect(mediaOf(sticker)).toMatchObject({ kind: "image", mimeType: "image/webp" });
});

test("a file changed in transit is refused and can be downloaded again", async () => {
  const stop = network.faults.add({ kind: "media", direction: "download", isCorrupt: true });
  const bytes = await tinyJpeg(1, 2, 3);
  await ana.send.image(company, bytes, { caption: "adulterada" });
  const event = await media("adulterada");
  stop();
  if (event.content.type !== "media" || event.content.media.file.state !== "missing")
    throw new Error("was taken");
  const file = await engine.provider.downloadMedia(engine.key, event.content.media.file.handle);
  expect(file?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(file && existsSync(file.path)).toBe(true);
  expect(await engine.provider.downloadMedia(engine.key, "unknown")).toBeNull();
});

test("locations, contact cards, quotes, view-once and disappearing messages arrive with their content", async () => {
  const asked = await ana.send.text(company, "pergunta");
  await ana.send.text(company, "resposta", { quote: asked });
  expect((await engine.text("resposta")).quoted).toEqual({
    providerId: asked.id,
    body: "pergunta",
    fromMe: false,
  });
  await ana.send.location(company, { latitude: -23.5, longitude: -46.6, name: "Praça", address: "Rua A, 1" });
  const place = await engine.received("message", ({ content }) => content.type === "location");
  expect(place.content).toMatchObject({
    latitude: -23.5,
    longitude: -46.6,
    name: "Praça",
    address: "Rua A, 1",
  });
  await ana.send.vcard(company, [
    { name: "Zé", number: "5511900000001" },
    { name: "Lu", number: "5511900000002" },
  ]);
  const cards = await engine.received("message", ({ content }) => content.type === "contacts");
  expect(cards.content.type === "contacts" && cards.content.cards.map((card) => card.name)).toEqual([
    "Zé",
    "Lu",
  ]);
  await ana.send.text(company, "some em um dia", { ephemeral: 86400 });
  await engine.text("some em um dia");
  await ana.send.image(company, await tinyJpeg(4, 4, 4), { caption: "uma vez", viewOnce: true });
  await media("uma vez");
});

test("the preview that the sender's phone sent along with an address arrives with the text", async () => {
  const picture = await tinyJpeg();
  const link = { url: "https://pao.com.br/bolo", title: "Bolo de fubá", description: "Feito hoje", picture };
  await ana.send.text(company, "olha https://pao.com.br/bolo", { link });
  expect((await engine.text("olha https://pao.com.br/bolo")).content).toEqual({
    type: "text",
    text: "olha https://pao.com.br/bolo",
    preview: {
      url: "https://pao.com.br/bolo",
      title: "Bolo de fubá",
      text: "Feito hoje",
      picture: Buffer.from(picture).toString("base64"),
    },
  });
});

test("edits, reactions and deletions name their message and their author", async () => {
  const message = await ana.send.text(company, "preço?");
  await engine.text("preço?");
  await ana.send.edit(company, message, "qual o preço?");
  await ana.send.react(company, message, "👍");
  await ana.send.react(company, message, "");
  await ana.send.revoke(company, message);
  const edit = await engine.received("edit");
  expect(edit).toMatchObject({ providerId: message.id, fromMe: false, body: "qual o preço?" });
  const removed = await engine.received("reaction", ({ emoji }) => emoji === "");
  const reactions = engine.inbound.filter((event) => event.kind === "reaction");
  expect(reactions.map((event) => event.emoji)).toEqual(["👍", ""]);
  expect(removed.providerId).toBe(message.id);
  expect(removed.author.map(({ value }) => value)).toContain(ana.number);
  const revoke = await engine.received("revoke");
  expect(revoke).toMatchObject({ providerId: message.id, fromMe: false });
  const keys = engine.inbound.map((event) => `${event.chatKey} ${event.kind} ${event.eventKey}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a message typed on the phone arrives as our own message in the customer's chat", async () => {
  await ana.send.text(company, "está aí?");
  const theirs = await engine.text("está aí?");
  await company.send.text(ana, "estou, respondi do celular");
  const ours = await engine.text("estou, respondi do celular");
  expect(ours).toMatchObject({ fromMe: true, chatKey: theirs.chatKey, pushName: null });
  expect(values(ours)).toEqual(values(theirs));
});

test("a group message has its author; subject and members of the group are reported", async () => {
  const rui = newPerson("Rui");
  const group = network.addGroup("Fornecedores", [company, ana, rui]);
  await rui.send.text(group, "entrega às 6h");
  await ana.send.text(group, "combinado");
  const first = await engine.text("entrega às 6h");
  const second = await engine.text("combinado");
  expect(values(first)).toEqual([["group", group.id]]);
  expect(second.chatKey).toBe(first.chatKey);
  expect(first.participant?.map(({ value }) => value)).toContain(rui.number);
  expect(first.pushName).toBe("Rui");
  const told = await engine.received("group", (event) => event.chatKey === first.chatKey);
  expect(told.subject).toBe("Fornecedores");
  expect(told.members.map(({ value }) => value)).toContain(ana.number);
});

test("messages of a group carry its subject as soon as it is known, also after a restart and a rename", async () => {
  const group = network.addGroup("Entregas", [company, ana]);
  await ana.send.text(group, "primeira do grupo");
  const { chatKey } = await engine.text("primeira do grupo");
  await engine.received("group", (event) => event.chatKey === chatKey && event.subject === "Entregas");
  await ana.send.text(group, "segunda do grupo");
  expect((await engine.text("segunda do grupo")).groupName).toBe("Entregas");
  await engine.provider.stop(engine.key);
  engine.forget();
  await engine.start();
  await engine.event("open");
  await ana.send.text(group, "depois da pausa");
  expect((await engine.text("depois da pausa")).groupName).toBe("Entregas");
  network.renameGroup(group, ana, "Entregas da manhã");
  await engine.received("group", (event) => event.subject === "Entregas da manhã");
  await ana.send.text(group, "com nome novo");
  expect((await engine.text("com nome novo")).groupName).toBe("Entregas da manhã");
});

test("an unanswered call is reported as one missed call", async () => {
  const call = ana.send.call(company, true);
  ana.send.hangUp(company, call, "timeout");
  const event = await engine.received("call", ({ callId }) => callId === call.id);
  expect(event).toMatchObject({ video: true, outcome: "missed", group: false });
  expect(values(event).map(([, value]) => value)).toContain(ana.number);
});

test("a call is rejected immediately when calls are refused, and reported as one rejected call", async () => {
  engine.provider.setRejectCalls(engine.key, true);
  await engine.provider.probe(engine.key);
  const call = ana.send.call(company);
  const event = await engine.received("call", ({ callId }) => callId === call.id);
  expect(event.outcome).toBe("rejected");
  await ana.until(() => (ana.calls.some(({ status }) => status === "reject") ? true : undefined));
  ana.send.hangUp(company, call);
  await ana.send.text(company, "liguei");
  await engine.text("liguei");
  expect(engine.inbound.filter((e) => e.kind === "call" && e.callId === call.id)).toHaveLength(1);
});

test("a message of unknown kind is reported as unsupported, synchronization between phones is skipped", async () => {
  await ana.send.content(company, { orderMessage: { orderId: "1" } });
  const strange = await engine.received("message", ({ content }) => content.type === "unsupported");
  expect(strange.content).toEqual({ type: "unsupported", kind: "orderMessage" });
  await ana.send.content(company, { pinInChatMessage: { type: 1 } });
  expect((await engine.received("skipped")).reason).toBe("pinInChatMessage");
});

test("an unreadable message is requested again and then arrives once", async () => {
  const lia = newPerson("Lia");
  const [companion] = company.companions.values();
  if (!companion) throw new Error("not linked");
  // A session built on a one-time key that the engine does not have: nothing sent over it can be decrypted.
  const bundle = companion.takeBundle();
  const preKey = bundle.preKey && { id: bundle.preKey.id, value: ana.handset.identityKey };
  await lia.handset.openSession(companion.address, { ...bundle, preKey });
  await lia.send.text(company, "ilegível na primeira vez");
  await engine.text("ilegível na primeira vez");
  await lia.send.text(company, "e agora?");
  await engine.text("e agora?");
  const messages = engine.inbound.filter((event) => event.kind === "message" && event.pushName === "Lia");
  expect(messages).toHaveLength(2);
});

test("a message delivered again after many changes of direction is not reported again, and later ones arrive", async () => {
  const nina = newPerson("Nina");
  const [companion] = company.companions.values();
  if (!companion) throw new Error("not linked");
  const queued = new Set(companion.queue.list());
  await nina.send.text(company, "a primeira");
  const [stanza] = companion.queue.list().filter((one) => !queued.has(one));
  if (!stanza) throw new Error("acknowledged too early");
  await engine.text("a primeira");
  // The session keeps the keys of the last changes only.
  for (let turn = 1; turn <= 8; turn += 1) {
    await engine.send(`${nina.number}@s.whatsapp.net`, `resposta ${turn}`);
    await nina.received(({ content }) => unwrap(content).extendedTextMessage?.text === `resposta ${turn}`);
    await nina.send.text(company, `pergunta ${turn}`);
    await engine.text(`pergunta ${turn}`);
  }
  companion.deliver(stanza);
  await companion.queue.whenEmpty();
  await nina.send.text(company, "a última");
  await engine.text("a última");
  const texts = engine.inbound.flatMap((event) =>
    event.kind === "message" && event.pushName === "Nina" && event.content.type === "text"
      ? [event.content.text]
      : [],
  );
  expect(texts.filter((text) => text === "a primeira")).toHaveLength(1);
  expect(texts).toHaveLength(10);
});
