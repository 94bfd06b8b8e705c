import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { TestEngine } from "#channels/connections/whatsapp/testing/engine.ts";
import { tinyJpeg } from "#simulator/media/pictures.ts";
import { startNetwork } from "#simulator/network.ts";
import { kindOf, linkIn, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const network = await startNetwork();
const engine = new TestEngine(network);
let company: Phone;
let ana: Phone;
let people = 5511944440010;
const newPerson = (name: string, more: { lid?: null; addressing?: "lid" } = {}) =>
  network.addPerson({ number: String(++people), name, ...more });
const pn = (phone: Phone) => `${phone.number}@s.whatsapp.net`;
const WRITTEN = { state: "written" } as const;

beforeAll(async () => {
  company = network.addPhone({ number: "5511944440001", name: "Padaria Aurora" });
  ana = newPerson("Ana");
  await engine.link(company);
});
afterAll(async () => {
  await engine.dispose();
  await network.stop();
  expect(network.problems).toEqual([]);
});

test("a text reaches the phone, and its receipts arrive in order", async () => {
  const { id, result } = await engine.send(pn(ana), "Bom dia!");
  expect(result).toEqual(WRITTEN);
  const message = await ana.received((each) => each.id === id);
  expect(unwrap(message.content).extendedTextMessage?.text).toBe("Bom dia!");
  ana.read(company);
  await engine.received("ack", (ack) => ack.providerId === id && ack.ack === 4);
  const acks = engine.inbound.flatMap((event) =>
    event.kind === "ack" && event.providerId === id ? [event] : [],
  );
  expect(acks.map(({ ack }) => ack)).toEqual([1, 2, 4]);
  expect(new Set(acks.map(({ chatKey }) => chatKey)).size).toBe(1);
  expect(acks[0]?.chat.map(({ value }) => value)).toContain(ana.number);
});

test("a voice note gets the receipt `played` after it was heard", async () => {
  const path = join(engine.directory, "voz.ogg");
  await Bun.write(path, "OggS and the rest");
  const { id } = await engine.send(pn(ana), {
    type: "media",
    kind: "audio",
    path,
    mimeType: "audio/ogg; codecs=opus",
    fileName: "voz.ogg",
    caption: "",
    voice: true,
    duration: 2.4,
  });
  const message = await ana.received((each) => each.id === id);
  expect(unwrap(message.content).audioMessage).toMatchObject({ ptt: true, seconds: 2 });
  ana.read(company);
  await engine.received("ack", (ack) => ack.providerId === id && ack.ack === 5);
});

test("pictures are sent with preview and dimensions, documents with their name, and both files arrive unchanged", async () => {
  const bytes = await tinyJpeg();
  const path = join(engine.directory, "bolo.jpg");
  await Bun.write(path, bytes);
  const file = { type: "media", path, fileName: "bolo.jpg", voice: false, duration: null } as const;
  const image = await engine.send(pn(ana), {
    ...file,
    kind: "image",
    mimeType: "image/jpeg",
    caption: "olha",
  });
  const received = await ana.received((each) => each.id === image.id);
  const picture = unwrap(received.content).imageMessage;
  expect(picture).toMatchObject({ caption: "olha", mimetype: "image/jpeg", width: 48, height: 48 });
  expect([...(picture?.jpegThumbnail ?? [])].slice(0, 2)).toEqual([0xff, 0xd8]);
  expect(Buffer.compare(await ana.download(received), bytes)).toBe(0);
  const document = await engine.send(pn(ana), {
    ...file,
    kind: "application",
    mimeType: "application/pdf",
    fileName: "orçamento.pdf",
    caption: "",
  });
  const paper = await ana.received((each) => each.id === document.id);
  expect(unwrap(paper.content).documentMessage?.fileName).toBe("orçamento.pdf");
  expect(Buffer.compare(await ana.download(paper), bytes)).toBe(0);
});

test("locations, contact cards, quotes, edits, reactions and revokes keep their type", async () => {
  const asked = await ana.send.text(company, "onde fica?");
  await engine.text("onde fica?");
  const answer = await engine.send(
    pn(ana),
    { type: "location", latitude: -23, longitude: -46, name: "Loja", address: "Rua B" },
    { quoted: { providerId: asked.id, body: "onde fica?", fromMe: false, participant: null } },
  );
  const place = unwrap((await ana.received((each) => each.id === answer.id)).content).locationMessage;
  expect(place).toMatchObject({ name: "Loja", degreesLatitude: -23 });
  expect(place?.contextInfo).toMatchObject({ stanzaId: asked.id, participant: pn(ana) });
  const cards = await engine.send(pn(ana), {
    type: "contacts",
    cards: [{ name: "Zé", vcard: "BEGIN:VCARD\nEND:VCARD" }],
  });
  expect(kindOf((await ana.received((each) => each.id === cards.id)).content)).toBe("vcard");
  const { id } = await engine.send(pn(ana), "abrimos às 8");
  const message = await ana.received((each) => each.id === id);
  await engine.send(pn(ana), { type: "edit", targetId: id, text: "abrimos às 7" });
  await ana.until(() => (message.editedAt !== null ? true : undefined));
  await engine.send(pn(ana), { type: "reaction", targetId: asked.id, targetFromMe: false, emoji: "❤️" });
  await ana.until(() => (asked.reactions.get(company.number) === "❤️" ? true : undefined));
  await engine.send(pn(ana), { type: "revoke", targetId: id, targetFromMe: true });
  await ana.until(() => (message.isRevoked ? true : undefined));
});

test("a forwarded message is marked as forwarded on the phone, and others are not", async () => {
  const marks = [true, false].map(async (forwarded) => {
    const { id } = await engine.send(pn(ana), "leia isto", { forwarded });
    const message = await ana.received((each) => each.id === id);
    return unwrap(message.content).extendedTextMessage?.contextInfo?.isForwarded ?? false;
  });
  expect(await Promise.all(marks)).toEqual([true, false]);
});

test("a text with a link preview reaches the phone with the preview, and a text without one has none on the phone", async () => {
  const picture = Buffer.from(await tinyJpeg());
  const preview = { url: "https://loja.com.br", title: "Loja", text: "Bolos e pães" };
  const content = { type: "text", text: "Veja https://loja.com.br hoje" } as const;
  const shown = await engine.send(pn(ana), {
    ...content,
    preview: { ...preview, picture: picture.toString("base64") },
  });
  const bare = await engine.send(pn(ana), content);
  const link = linkIn((await ana.received((each) => each.id === shown.id)).content);
  expect(link).toMatchObject({ url: preview.url, title: "Loja", description: "Bolos e pães" });
  expect(Buffer.compare(Buffer.from(link?.picture ?? []), picture)).toBe(0);
  expect(linkIn((await ana.received((each) => each.id === bare.id)).content)).toBeNull();
});

test("two sends with the same id show one message on the phone", async () => {
  const { id } = await engine.send(pn(ana), "uma só vez");
  const again = await engine.send(pn(ana), "um texto que não conta", { providerId: id });
  expect(again.result).toEqual(WRITTEN);
  const message = await ana.received((each) => each.id === id);
  await ana.until(() => (message.deliveries === 2 ? true : undefined));
  expect(unwrap(message.content).extendedTextMessage?.text).toBe("uma só vez");
  expect(ana.inbox.filter((each) => each.id === id)).toHaveLength(1);
});

test("a first message reaches a contact without a LID", async () => {
  const davi = newPerson("Davi", { lid: null });
  const { id, result } = await engine.send(pn(davi), "olá, Davi");
  expect(result).toEqual(WRITTEN);
  await davi.received((each) => each.id === id);
});

test("a message to a LID address is delivered", async () => {
  const eva = newPerson("Eva", { addressing: "lid" });
  const { id } = await engine.send(`${eva.lid}@lid`, "olá, Eva");
  await eva.received((each) => each.id === id);
  await engine.received("ack", (ack) => ack.providerId === id && ack.ack === 2);
});

test("a send is retried when the query for the recipient's devices gets no response", async () => {
  const caio = newPerson("Caio");
  const stop = network.faults.add({
    kind: "drop",
    direction: "incoming",
    match: { tag: "iq", attrs: { xmlns: "usync" } },
  });
  const slow = new TestEngine(network, { timings: { query: 150 } });
  await slow.link(network.addPhone({ number: "5511944440002", name: "Filial" }));
  const first = await slow.send(pn(caio), "perdida?");
  expect(first.result.state).toBe("retry");
  stop();
  const second = await slow.send(pn(caio), "perdida?", { providerId: first.id });
  expect(second.result).toEqual(WRITTEN);
  const message = await caio.received((each) => each.id === first.id);
  expect(message.deliveries).toBe(1);
  await slow.dispose();
});

test("a number that is not on the network is rejected permanently", async () => {
  const { result } = await engine.send("5511900009999@s.whatsapp.net", "alguém?");
  expect(result).toMatchObject({ state: "refused", code: "ERR_WAPP_INVALID_CONTACT" });
  expect((await engine.send("not an address", "x")).result).toMatchObject({ state: "refused" });
  const missing = {
    type: "media",
    kind: "image",
    mimeType: "image/jpeg",
    caption: "",
    voice: false,
  } as const;
  const gone = { ...missing, path: "/nowhere/x.jpg", fileName: "x.jpg", duration: null };
  expect((await engine.send(pn(ana), gone)).result).toMatchObject({
    state: "refused",
    code: "ERR_SENDING_WAPP_MSG",
  });
});

test("a message rejected by the network is reported with the network's error code", async () => {
  network.faults.add({
    kind: "ackError",
    number: company.number,
    match: { tag: "message" },
    code: 463,
    times: 1,
  });
  const { id } = await engine.send(pn(ana), "recusada");
  const refusal = await engine.received("ack", (ack) => ack.providerId === id);
  expect(refusal).toMatchObject({ ack: -1, error: "463" });
});

test("a message is sent again to a phone that could not decrypt it, even after a restart of the session", async () => {
  const rui = newPerson("Rui");
  rui.setReachable(false);
  network.faults.add({ kind: "failDecrypt", number: rui.number, times: 1 });
  const { id } = await engine.send(pn(rui), "segredo");
  await engine.received("ack", (ack) => ack.providerId === id && ack.ack === 1);
  await engine.provider.stop(engine.key);
  engine.forget();
  rui.setReachable(true);
  await engine.start();
  await engine.event("open");
  const message = await rui.received((each) => each.id === id);
  expect(unwrap(message.content).extendedTextMessage?.text).toBe("segredo");
});

test("a group message is sent once, and it counts as read when all members have read it", async () => {
  const lia = newPerson("Lia");
  const group = network.addGroup("Equipe", [company, ana, lia]);
  const { id, result } = await engine.send(`${group.id}@g.us`, "reunião às 9");
  expect(result).toEqual(WRITTEN);
  await ana.received((each) => each.id === id);
  await lia.received((each) => each.id === id);
  await engine.received("ack", (ack) => ack.providerId === id && ack.ack === 2);
  ana.read(group);
  await ana.send.text(group, "li");
  await engine.text("li");
  expect(engine.inbound.some((e) => e.kind === "ack" && e.providerId === id && e.ack === 4)).toBe(false);
  lia.read(group);
  await engine.received("ack", (ack) => ack.providerId === id && ack.ack === 4);
  const readers = engine.inbound.flatMap((e) =>
    e.kind === "ack" && e.providerId === id && e.member?.ack === 4
      ? [JSON.stringify(e.member.identities)]
      : [],
  );
  expect(new Set(readers).size).toBe(2);
});

test("read receipts and typing indicators are sent only on request", async () => {
  const message = await ana.send.text(company, "viu?");
  const event = await engine.text("viu?");
  await ana.reached(message, "delivered");
  expect(message.step).toBe("delivered");
  const read = [{ providerId: event.providerId, participant: null }];
  expect(await engine.provider.markRead(engine.key, pn(ana), read)).toBe(true);
  await ana.reached(message, "read");
  const seen = ana.until((heard) => (heard?.type === "typing" ? true : undefined));
  await engine.provider.typing(engine.key, pn(ana), true, null);
  await seen;
});

test("numbers, profile pictures and the health of the connection can be queried", async () => {
  const found = await engine.provider.checkNumber(engine.key, ana.number);
  expect(found?.exists).toBe(true);
  expect(found?.identities.map(({ kind }) => kind)).toEqual(["pn", "lid"]);
  expect(await engine.provider.checkNumber(engine.key, "5511900008888")).toEqual({
    exists: false,
    identities: [],
  });
  expect(await engine.provider.profilePicture(engine.key, pn(ana))).toBeNull();
  expect(await engine.provider.probe(engine.key)).toBe(true);
  expect(await engine.provider.probe({ companyId: 9, connectionId: 9 })).toBe(false);
});

test("nothing can be sent while the session is not open", async () => {
  const other = new TestEngine(network);
  expect((await other.send(pn(ana), "x")).result.state).toBe("retry");
  expect(await other.provider.markRead(other.key, pn(ana), [{ providerId: "X", participant: null }])).toBe(
    false,
  );
  await other.dispose();
});

test("messages sent concurrently reach each chat in order", async () => {
  const [one, two] = [newPerson("Um"), newPerson("Dois")];
  const wanted = Array.from({ length: 20 }, (_, n) => `${n}`);
  await Promise.all(wanted.flatMap((text) => [engine.send(pn(one), text), engine.send(pn(two), text)]));
  for (const person of [one, two]) {
    await person.until(() => (person.inbox.length === 20 ? true : undefined));
    expect(person.inbox.map(({ content }) => unwrap(content).extendedTextMessage?.text)).toEqual(wanted);
  }
});

test("messages that both sides send at the same time are readable, by phone number and by LID", async () => {
  const eva = newPerson("Eva", { addressing: "lid" });
  await eva.send.text(company, "começo");
  await engine.text("começo");
  const wanted = Array.from({ length: 40 }, (_, n) => `ao mesmo tempo ${n}`);
  const theirs = wanted.map((text, n) => eva.send.text(company, text, { addressing: n % 2 ? "pn" : "lid" }));
  const ours = wanted.map((text, n) => engine.send(n % 3 ? pn(eva) : `${eva.lid}@lid`, text));
  await Promise.all([...theirs, ...ours]);
  await engine.text("ao mesmo tempo 39");
  await eva.until(() => (eva.inbox.length === 40 ? true : undefined));
  const heard = engine.inbound.filter((event) => event.kind === "message" && event.pushName === "Eva");
  expect(heard).toHaveLength(41);
  expect(network.problems).toEqual([]);
});
