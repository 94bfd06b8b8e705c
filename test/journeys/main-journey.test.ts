import { afterAll, beforeAll, expect } from "bun:test";
import { document } from "#simulator/people/documents.ts";
import { photo } from "#simulator/people/pictures.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import { kindOf, quotedId, textOf, unwrap } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually, startWorld, type World } from "#test/helpers/whatsapp-world.ts";
import { type JourneyBrowser, startBrowser } from "./helpers/browser.ts";
import { Desk } from "./helpers/desk.ts";
import { readQr } from "./helpers/qr.ts";
import { steps } from "./helpers/steps.ts";

/** The product's main job, from the first start to the second visit of a customer. */
const OWNER = { email: "rita@aurora.example", password: "pão quentinho" } as const;
const ANA = { name: "Ana Lima", email: "ana@aurora.example", password: "segredo-da-ana" } as const;
const BRUNO = { name: "Bruno Reis", email: "bruno@aurora.example", password: "segredo-do-bruno" } as const;
const CUSTOMER = "Marina Ribeiro";

let world: World;
let browser: JourneyBrowser;
let owner: Desk;
let ana: Desk;
let bruno: Desk;
let marina: Phone;
let connectionId: number;

beforeAll(async () => {
  world = await startWorld({ firstRun: true });
  browser = await startBrowser();
  marina = world.network.addPerson({ number: "5511977776666", name: CUSTOMER, addressing: "lid" });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

const step = steps(() => browser);
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
/** Messages on the customer's phone, by kind, without the attendant's signature. */
const got = (kind: string, words = "") =>
  marina.received(({ content }) => kindOf(content) === kind && textOf(content).includes(words), 15_000);

/** A call with the session of the owner's page: signing in again would end it. */
async function asOwner<T>(method: string, path: string, body?: unknown): Promise<T> {
  const token = await owner.page.evaluate(() => localStorage.getItem("token") ?? "");
  return world.server.call<T>(method, path, body, token);
}

step("the printed one-time link opens the set-up, which continues to the connections", async () => {
  const [, link = ""] = await world.server.says(/First run: open (\S+)/);
  owner = new Desk(await browser.visitor("owner"));
  const { page } = owner;
  await page.goto(link);
  await page.getByLabel("Nome da empresa").fill("Padaria Aurora");
  await page.getByLabel("Seu nome").fill("Rita Souza");
  await page.getByLabel("E-mail").fill(OWNER.email);
  await page.getByLabel("Senha", { exact: true }).fill(OWNER.password);
  await owner.button("Começar").click();
  await page.getByRole("heading", { name: "Conexões" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/connections");
  const again = await fetch(`${world.server.url}/api/setup`);
  expect(await again.json()).toEqual({ open: false });
});

step("a connection is added and linked by QR code without a reload", async () => {
  const { page } = owner;
  await page.evaluate(() => Object.assign(globalThis, { sameVisit: true }));
  await owner.button("Adicionar conexão").first().click();
  await page.getByRole("menuitem", { name: "WhatsApp", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: /^Nome/ }).fill("Loja Centro");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  const picture = page.getByRole("img", { name: "QR code para conectar o WhatsApp" });
  await picture.waitFor();

  const codes = async () =>
    (await asOwner<{ qrcode: string }[]>("GET", "/whatsapp")).map(({ qrcode }) => qrcode);
  await world.shop.scan(await readQr(picture, codes));
  await page.getByText("Conectado!").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("row", { name: /Loja Centro.*Conectado/ }).waitFor();
  expect(await page.evaluate(() => Reflect.get(globalThis, "sameVisit"))).toBe(true);
});

step("two attendants of one queue sign in on separate computers", async () => {
  const queue = await asOwner<{ id: number }>("POST", "/queue", { name: "Encomendas", color: "#0b72c4" });
  for (const person of [ANA, BRUNO])
    await asOwner("POST", "/users", { ...person, profile: "user", queueIds: [queue.id] });
  const [connection] = await asOwner<{ id: number }[]>("GET", "/whatsapp");
  connectionId = connection?.id ?? 0;
  await asOwner("PUT", `/whatsapp/${connectionId}`, { queueIds: [queue.id] });
  ana = new Desk(await browser.visitor("ana"));
  bruno = new Desk(await browser.visitor("bruno"));
  // Bruno's accept is rejected, because Ana accepts first.
  bruno.problems.allow(/409 \(Conflict\).*\/api\/tickets\/1\)/);
  await ana.signIn(world.server.url, ANA);
  await bruno.signIn(world.server.url, BRUNO);
});

step("a customer's ticket waits for both attendants", async () => {
  await marina.send.text(world.shop, "Boa tarde! Vocês fazem bolo de cenoura?");
  for (const desk of [ana, bruno]) {
    await desk.tab("Aguardando").click();
    await desk.row(CUSTOMER).getByText("Boa tarde! Vocês fazem bolo de cenoura?").waitFor();
    await desk.row(CUSTOMER).getByText("Encomendas").waitFor();
    await desk.rowButton("Aceitar", CUSTOMER).waitFor();
  }
});

step("of two simultaneous accepts one succeeds, and the other attendant sees the winner's name", async () => {
  // Delays the event of Ana's accept, so that Bruno accepts as well.
  const late = Promise.withResolvers<void>();
  await bruno.page.route("**/api/tickets/*", async (route) => {
    await late.promise;
    await route.continue();
  });
  await bruno.press("Aceitar", CUSTOMER);
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
  late.resolve();
  await bruno.toast("Ana Lima aceitou primeiro").waitFor();
  await bruno.row(CUSTOMER).waitFor({ state: "detached" });
  await ana.message("Boa tarde! Vocês fazem bolo de cenoura?").waitFor();
});

step(
  "text, picture, voice note, document and quote of the attendant are shown on the customer's phone",
  async () => {
    await ana.send(CUSTOMER, "Fazemos, sim! Para quantas pessoas?");
    expect(textOf((await got("text", "Fazemos, sim!")).content)).toContain("Para quantas pessoas?");

    const picture = Buffer.from(await photo("cake"));
    await ana.sendFiles([{ name: "bolo.jpg", mimeType: "image/jpeg", buffer: picture }], "Este é o nosso");
    const image = await got("image", "Este é o nosso");
    expect(sha256(await marina.download(image))).toBe(sha256(picture));

    await ana.sendVoice(2);
    const voice = await got("voice");
    const sound = await marina.download(voice);
    expect(unwrap(voice.content).audioMessage).toMatchObject({
      ptt: true,
      mimetype: "audio/ogg; codecs=opus",
    });
    expect(sound.subarray(0, 4).toString()).toBe("OggS");
    expect(sound.subarray(28, 36).toString()).toBe("OpusHead");

    const { fileName, bytes } = document("guest-list");
    await ana.sendFiles([{ name: fileName, mimeType: "application/pdf", buffer: Buffer.from(bytes) }]);
    const file = await got("document");
    expect(unwrap(file.content).documentMessage).toMatchObject({ fileName, mimetype: "application/pdf" });
    expect(sha256(await marina.download(file))).toBe(sha256(bytes));

    const question = marina.chats.all().find(({ fromMe }) => fromMe) as ChatMessage;
    await ana.choose(ana.message("bolo de cenoura?").first(), "Responder");
    await ana.send(CUSTOMER, "De cenoura com chocolate!");
    const quote = await got("text", "De cenoura com chocolate!");
    expect(quotedId(quote.content)).toBe(question.id);
  },
);

step("blue marks appear on the customer's phone and on the page once messages are read", async () => {
  await marina.reached(marina.chats.all().find(({ fromMe }) => fromMe) as ChatMessage, "read");
  const received = ana.marked(ana.message("Fazemos, sim!"), "Recebida");
  await received.waitFor();
  const grey = await received.evaluate((mark) => getComputedStyle(mark).color);
  marina.read(world.shop);
  for (const words of ["Fazemos, sim!", "Este é o nosso", "De cenoura com chocolate!"])
    await ana.marked(ana.message(words).last(), "Lida").waitFor();
  const heard = ana.conversation.getByText("Ouvida", { exact: true });
  await heard.waitFor();
  expect(await heard.evaluate((mark) => getComputedStyle(mark).color)).not.toBe(grey);
});

step("the customer's edit, deletion, reaction, location and contact card are shown on the page", async () => {
  const wrong = await marina.send.text(world.shop, "São quarenta pesoas");
  await ana.message("São quarenta pesoas").waitFor();
  await marina.send.edit(world.shop, wrong, "São quarenta pessoas");
  await ana.message("São quarenta pessoas").getByText("editada").waitFor();

  const secret = await marina.send.text(world.shop, "mensagem por engano");
  await ana.message("mensagem por engano").waitFor();
  await marina.send.revoke(world.shop, secret);
  await ana.message("Essa mensagem foi apagada pelo contato").waitFor();

  await marina.send.react(world.shop, await got("text", "De cenoura com chocolate!"), "❤️");
  await ana.message("De cenoura com chocolate!").getByRole("button", { name: /❤️/ }).waitFor();

  await marina.send.location(world.shop, { latitude: -23.55, longitude: -46.63, name: "Casa da festa" });
  const place = ana.message("Casa da festa").getByRole("link");
  await place.waitFor();
  expect(await place.getAttribute("href")).toContain("-23.55");

  await marina.send.vcard(world.shop, [{ name: "Tia Lúcia", number: "5511955554444" }]);
  await ana.message("Tia Lúcia").getByRole("button", { name: "Salvar contato" }).waitFor();
});

let ticketId: number;
step("a resolved ticket leaves the attendant's list", async () => {
  const { tickets } = await asOwner<{ tickets: { id: number }[] }>(
    "GET",
    "/tickets?status=open&showAll=true&pageNumber=1",
  );
  ticketId = tickets[0]?.id ?? 0;
  await ana.button("Resolver").click();
  await ana.toast("Atendimento resolvido").waitFor();
  await ana.room(CUSTOMER).waitFor({ state: "detached" });
  await ana.tab("Resolvidos").click();
  await ana.row(CUSTOMER).waitFor();
});

step("a customer who writes before the farewell was sent stays with the attendant", async () => {
  await marina.send.text(world.shop, "E bolo de fubá?");
  await ana.toast(`${CUSTOMER} escreveu: o atendimento continua aberto.`).waitFor();
  await ana.tab("Abertos").click();
  await ana.open(CUSTOMER);
  await ana.button("Resolver").click();
  await ana.toast("Atendimento resolvido").waitFor();
  const settlesAt = async () =>
    (await asOwner<{ closeSettlesAt: string | null }>("GET", `/tickets/${ticketId}`)).closeSettlesAt;
  expect(await settlesAt()).not.toBeNull();
  await eventually(async () => ((await settlesAt()) === null ? true : undefined), "the close settled");
});

step(
  "a later message makes the same ticket wait for both attendants, and the conversation continues",
  async () => {
    await marina.send.text(world.shop, "Mais uma coisa: entregam no domingo?");
    for (const desk of [ana, bruno]) {
      await desk.tab("Abertos").click();
      await desk.tab("Aguardando").click();
      await desk.row(CUSTOMER).getByText("Mais uma coisa: entregam no domingo?").waitFor();
    }
    await bruno.press("Aceitar", CUSTOMER);
    await bruno.message("Mais uma coisa: entregam no domingo?").waitFor();
    await bruno.message("De cenoura com chocolate!").waitFor();
    const { tickets, count } = await asOwner<{ tickets: { id: number }[]; count: number }>(
      "GET",
      "/tickets?status=open&showAll=true&pageNumber=1",
    );
    expect({ id: tickets[0]?.id, count }).toEqual({ id: ticketId, count: 1 });
  },
);

step("the pages report no error during the journey", async () => {
  expect(browser.problems()).toEqual({ owner: [], ana: [], bruno: [] });
  expect(world.network.problems).toEqual([]);
});
