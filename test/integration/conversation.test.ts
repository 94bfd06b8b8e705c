import { afterAll, beforeAll, expect, test } from "bun:test";
import { createIntake, ProviderPort } from "#channels/connections/index.ts";
import { SessionsPort } from "#channels/connections/sessions/registry.ts";
import { createWhatsappProvider } from "#channels/connections/whatsapp/index.ts";
import { recording } from "#channels/media/testing.ts";
import { fakeClock } from "#platform/clock.ts";
import { all } from "#platform/db/database.ts";
import { caCertificate } from "#simulator/media/certificates.ts";
import { tinyJpeg } from "#simulator/media/pictures.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import { kindOf, textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import type { TestSocket } from "#test/helpers/socket.ts";

// The whole server with the real engine in its worker, against the simulated network.
let network: Network;
let app: TestApp;
let tenant: Tenant;
let shop: Phone;
let maria: Phone;
let ana: UserCtx;
let asAna: Api;
let asAdmin: Api;
let live: TestSocket;
let connectionId: number;
let ticketId: number;

beforeAll(async () => {
  network = await startNetwork();
  shop = network.addPhone({ number: "5511400020001", name: "Padaria Aurora" });
  maria = network.addPerson({ number: "5511987650001", name: "Maria Souza" });
  app = await startTestApp({
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
  tenant = app.company("Padaria Aurora");
  const queueId = testQueue(tenant, "Balcão");
  ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  const admin = testUser(tenant, { name: "Chefe", profile: "admin" });
  asAna = app.api(ana);
  asAdmin = app.api(admin);
  const adminSocket = await app.socket(admin);
  const made = await asAdmin.post("/whatsapp", { name: "Loja", queueIds: [queueId], sendIntervalMs: 0 });
  connectionId = made.body.id;
  const shown = await adminSocket.next(
    (frame) => frame.t === "event" && (frame.data["session"] as { status?: string })?.status === "qrcode",
  );
  const { qrcode } = (shown as unknown as { data: { session: { qrcode: string } } }).data.session;
  await shop.scan(qrcode);
  await adminSocket.next(
    (frame) => frame.t === "event" && (frame.data["session"] as { status?: string })?.status === "CONNECTED",
  );
  live = await app.socket(ana);
});
afterAll(async () => {
  await app.stop();
  await network.stop();
  expect(network.problems).toEqual([]);
});

/** Waits for the next event of a message that matches. */
const news = async (action: "create" | "update", fits: (message: Record<string, unknown>) => boolean) => {
  const frame = await live.next(
    (each) =>
      each.t === "event" &&
      each.channel.endsWith("appMessage") &&
      each.data.action === action &&
      fits(each.data["message"] as Record<string, unknown>),
  );
  return (frame as unknown as { data: { message: Record<string, unknown>; ticket: { id: number } } }).data;
};

test("a customer's message appears in the attendant's browser as a ticket under the customer's name", async () => {
  await maria.send.text(shop, "Bom dia! Tem pão de queijo?");
  const { message, ticket } = await news("create", ({ body }) => body === "Bom dia! Tem pão de queijo?");
  ticketId = ticket.id;
  expect(message).toMatchObject({ fromMe: false, contact: { name: "Maria Souza" }, notify: true });
  const pending = await asAna.get("/tickets?status=pending");
  expect(pending.body.tickets).toMatchObject([
    { id: ticketId, status: "pending", unreadMessages: 1, contact: { number: "5511987650001" } },
  ]);
});

test("an accepted ticket is answered: the phone has the answer once, and its receipts arrive", async () => {
  await asAna.put(`/tickets/${ticketId}`, { status: "open", userId: ana.actor.id });
  live.send({ t: "joinChatBox", ticketId });
  const sent = await asAna.post(`/messages/${ticketId}`, { body: "Tem sim, quentinho!" });
  const arrived = await maria.received((message) => textOf(message.content).includes("quentinho"));
  expect(textOf(arrived.content)).toBe("*Ana:*\nTem sim, quentinho!");
  expect(arrived.deliveries).toBe(1);
  const { id } = sent.body.message;
  await news("update", (message) => message["id"] === id && message["ack"] === 2);
  maria.read(shop);
  const read = await news("update", (message) => message["id"] === id && message["ack"] === 4);
  expect(read.message).toMatchObject({ sendState: "sent", ack: 4 });
});

test("messages shown on the attendant's screen are marked as read on the customer's phone", async () => {
  const message = await maria.send.text(shop, "Pode separar dez?");
  await news("create", ({ body }) => body === "Pode separar dez?");
  await maria.reached(message, "read");
});

test("a picture from the customer can be opened, with its size", async () => {
  const bytes = await tinyJpeg();
  await maria.send.image(shop, bytes, { caption: "Assim" });
  const { message } = await news("create", ({ body }) => body === "Assim");
  expect(message).toMatchObject({ mediaType: "image", mediaState: "stored", mimeType: "image/jpeg" });
  const file = await fetch(`${app.url}${message["mediaUrl"]}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  const measured = await news("update", ({ id, width }) => id === message["id"] && width !== null);
  expect(measured.message).toMatchObject({ width: 48, height: 48 });
});

test("a picture from the attendant reaches the phone byte by byte", async () => {
  const bytes = await tinyJpeg(20, 200, 40);
  const form = new FormData();
  form.append("body", "Temos este");
  form.append("medias", new Blob([new Uint8Array(bytes)]), "broa.jpg");
  await asAna.post(`/messages/${ticketId}`, form);
  const arrived = await maria.received((message) => kindOf(message.content) === "image");
  expect(unwrap(arrived.content).imageMessage?.caption).toBe("*Ana:*\nTemos este");
  expect((await maria.download(arrived)).equals(bytes)).toBe(true);
});

test("a recording from the browser arrives as a voice note, and the original is kept", async () => {
  const mp3 = recording(2);
  const form = new FormData();
  form.append("medias", new Blob([new Uint8Array(mp3)]), "audio-record-1.mp3");
  const sent = await asAna.post(`/messages/${ticketId}`, form);
  expect(sent.body.message).toMatchObject({ voice: true, mediaType: "audio", mimeType: "audio/mpeg" });
  // One file per three seconds and connection.
  await app.app.runJob("outbox");
  app.clock.advance(3000);
  const arrived = await maria.received((message) => kindOf(message.content) === "voice");
  expect(unwrap(arrived.content).audioMessage).toMatchObject({
    ptt: true,
    seconds: 2,
    mimetype: "audio/ogg; codecs=opus",
  });
  expect((await maria.download(arrived)).subarray(0, 4).toString()).toBe("OggS");
  const { message } = await news(
    "update",
    ({ id, waveform }) => id === sent.body.message.id && waveform !== null,
  );
  expect(message).toMatchObject({ duration: 2, mimeType: "audio/mpeg" });
});

test("a customer's answer, edit, reaction and deletion are shown to the attendant", async () => {
  const ours = await maria.received((message) => textOf(message.content).includes("quentinho"));
  const quoting = await maria.send.text(shop, "Quero dez", { quote: ours });
  const { message } = await news("create", ({ body }) => body === "Quero dez");
  expect(message["quotedMsg"]).toMatchObject({ body: "*Ana:*\nTem sim, quentinho!", fromMe: true });
  await maria.send.edit(shop, quoting, "Quero doze");
  await news(
    "update",
    ({ id, body, isEdited }) => id === message["id"] && body === "Quero doze" && isEdited === true,
  );
  await maria.send.react(shop, ours, "❤️");
  const loved = await news("update", ({ reactions }) => (reactions as unknown[]).length > 0);
  expect(loved.message["reactions"]).toMatchObject([{ authorId: "5511987650001", emoji: "❤️" }]);
  await maria.send.revoke(shop, quoting);
  await news("update", ({ id, isDeleted }) => id === message["id"] && isDeleted === true);
});

test("an attendant's edit, reaction and deletion are shown on the phone", async () => {
  const sent = await asAna.post(`/messages/${ticketId}`, { body: "São R$ 10" });
  const { id } = sent.body.message;
  const arrived = await maria.received((message) => textOf(message.content).includes("R$ 10"));
  await news("update", (message) => message["id"] === id && message["sendState"] === "sent");
  expect((await asAna.put(`/messages/${id}`, { body: "São R$ 12" })).status).toBe(200);
  await maria.until(() => (textOf(arrived.content).includes("12") ? true : undefined));
  expect(textOf(arrived.content)).toBe("*Ana:*\nSão R$ 12");
  const theirs = (await asAna.get(`/messages/${ticketId}`)).body.messages.find(
    (message: { body: string }) => message.body === "Pode separar dez?",
  );
  await asAna.put(`/messages/${theirs.id}/reaction`, { emoji: "👍" });
  await maria.until(() =>
    maria.chats.all().some((message) => [...message.reactions.values()].includes("👍")) ? true : undefined,
  );
  expect((await asAna.delete(`/messages/${id}`)).status).toBe(200);
  await maria.until(() => (arrived.isRevoked ? true : undefined));
});

test("a location and a contact card arrive in their own kinds", async () => {
  await maria.send.location(shop, { latitude: -23.55, longitude: -46.63, name: "Casa", address: "Rua A, 1" });
  const place = await news("create", ({ mediaType }) => mediaType === "locationMessage");
  expect(place.message["body"]).toBe("-23.55,-46.63|Casa|Rua A, 1");
  await maria.send.vcard(shop, [{ name: "João", number: "5511988887777" }]);
  const card = await news("create", ({ mediaType }) => mediaType === "vcard");
  expect(card.message["body"]).toContain("FN:João");
});

test("an answer typed on the shop's phone is in the conversation", async () => {
  await shop.send.text(maria, "Respondi do celular");
  const { message } = await news("create", ({ body }) => body === "Respondi do celular");
  expect(message).toMatchObject({ fromMe: true, origin: "phone" });
});

test("messages written while the server's session was offline arrive in order, once", async () => {
  const sessions = app.installation.ports.use(SessionsPort);
  await sessions.find(tenant.id, connectionId)?.end();
  const texts = Array.from({ length: 30 }, (_, index) => `fila ${index}`);
  for (const text of texts) await maria.send.text(shop, text);
  (await sessions.getOrCreate(tenant, connectionId)).begin();
  await news("create", ({ body }) => body === "fila 29");
  const stored = all<{ body: string }>(
    tenant.db,
    "SELECT body FROM message WHERE body LIKE 'fila %' ORDER BY id",
  );
  expect(stored.map(({ body }) => body)).toEqual(texts);
});
