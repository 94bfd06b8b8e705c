import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { announceLock } from "#simulator/standing/announce.ts";
import type { ServerHere } from "#test/helpers/server-here.ts";
import { eventually, linkConnection } from "#test/helpers/whatsapp-world.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOfficeOfTime, type Staff } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A number that may not start conversations, by hand and in a campaign: docs/rules/reach.md#before-writing and #held. */
const NORTH = "Loja Norte";
const KNOWN = "Marina Ribeiro";
const NEW = "Davi Novais";
const SECOND_NEW = "Elisa Prata";
const THIRD_NEW = "Otávio Prado";
const FOURTH_NEW = "Nina Rocha";
const MINUTE = 60_000;
/** An admin with a browser; the calls of the test use the session of the first admin. */
const HEAD: Staff = { name: "Rita Melo", email: "rita@example.com", password: "segredo-da-rita" };

let office: Office<ServerHere>;
let ana: Desk;
let head: Desk;
let marina: Phone;
let davi: Phone;
let elisa: Phone;
let otavio: Phone;
let nina: Phone;
const audience: Phone[] = [];

beforeAll(async () => {
  office = await openOfficeOfTime();
  const { call, world } = office;
  const northPhone = world.network.addPhone({ number: "5511400010002", name: NORTH });
  const north = await linkConnection(world, NORTH, northPhone);
  await call("PUT", `/whatsapp/${office.connectionId}`, { isDefault: true });
  await call("PUT", `/whatsapp/${north}`, { queueIds: [office.queues.vendas], sendIntervalMs: 0 });
  const contact = async (name: string, number: string) => {
    const person = office.customer(name, number);
    await call("POST", "/contacts", { name, number, email: "", extraInfo: [] });
    return person;
  };
  marina = office.customer(KNOWN, "5511977710001");
  davi = await contact(NEW, "5511977710002");
  elisa = await contact(SECOND_NEW, "5511977710003");
  otavio = await contact(THIRD_NEW, "5511977710004");
  nina = await contact(FOURTH_NEW, "5511977710005");
  await call("PUT", "/settings/campaignsEnabled", { key: "campaignsEnabled", value: "true" });
  await call("POST", "/campaign-settings", { settings: { messageInterval: 20, longerIntervalAfter: 0 } });
  for (let n = 1; n <= 2; n += 1) audience.push(await contact(`Lista ${n}`, `551196665000${n}`));
  await call("POST", "/users", { ...HEAD, profile: "admin", queueIds: [office.queues.vendas] });
  ana = await office.desk(ANA);
  head = await office.desk(HEAD);
}, 90_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);
const texts = (phone: Phone) => phone.inbox.map(({ content }) => textOf(content));
const gets = (phone: Phone, text: string) =>
  eventually(async () => texts(phone).some((got) => got.includes(text)) || undefined, `${text} on a phone`);

step("a campaign begins before the lock and reaches its first person, who never wrote", async () => {
  await marina.send.text(office.world.shop, "Tem bolo hoje?");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", KNOWN);
  await ana.message("Tem bolo hoje?").waitFor();
  const { call } = office;
  const list = await call<{ id: number }>("POST", "/contact-lists", { name: "Clientes" });
  const item = (name: string, number: string) =>
    call("POST", "/contact-list-items", { name, number, email: "", contactListId: list.id });
  await item("Lista 1", "5511966650001");
  await item(KNOWN, "5511977710001");
  await item("Lista 2", "5511966650002");
  await call("POST", "/campaigns", {
    ...{ name: "Bolo da semana", contactListId: list.id, whatsappId: office.connectionId },
    ...{ message1: "Bolo da semana: cenoura", confirmation: false, scheduledAt: new Date().toISOString() },
  });
  const [first] = audience;
  for (let turn = 0; turn < 20 && first?.inbox.length === 0; turn += 1) {
    await office.world.server.later(1000, "campaigns", "outbox");
    await Bun.sleep(200);
  }
  expect(audience.map(({ inbox }) => inbox.length)).toEqual([1, 0]);
});

step("the connections page shows for how long new conversations are held", async () => {
  expect(await ana.page.getByRole("button", { name: /^Novas conversas suspensas/ }).count()).toBe(0);

  const { shop } = office.world;
  shop.standing.lock = { type: "RESTRICT_ALL_COMPANIONS", endsAt: Date.now() + 3 * 86_400_000 };
  announceLock(shop);
  await head.page.goto(`${office.url}/connections`);
  await head.page.getByText(/^Novas conversas suspensas até \d\d\/\d\d \d\d:\d\d$/).waitFor();
  // A lock costs 60, a number linked this week 10.
  const health = head.page.locator(".number-health-row").filter({ hasText: "30 de 100" });
  await health.getByRole("progressbar", { name: "Novas conversas hoje: 1 de 30" }).waitFor();
  await health.getByText("Ver os 2 motivos").click();
  await health.getByText(/^Responda a quem já escreveu/).waitFor();
  await expectNoBarriers(head.page, "connections page with a restriction");
});

step("an established conversation shows the icon alone, and its messages leave", async () => {
  await ana.page.getByRole("button", { name: /^Novas conversas suspensas até/ }).waitFor();
  await ana.send(KNOWN, "Tem sim, de cenoura");
  await gets(marina, "de cenoura");
  expect(await ana.page.getByRole("region", { name: "Número com restrição" }).count()).toBe(0);
});

/** Starts a conversation on the number that the dialog proposes. */
async function start(
  contact: string,
  inDialog: (dialog: ReturnType<Desk["page"]["getByRole"]>) => Promise<void>,
) {
  await ana.button("Novo atendimento").first().click();
  const dialog = ana.page.getByRole("dialog", { name: "Novo atendimento" });
  await dialog.getByRole("combobox", { name: /^Contato/ }).fill(contact.slice(0, 6));
  await ana.page.getByRole("option", { name: contact }).click();
  await inDialog(dialog);
  await dialog.getByRole("button", { name: "Iniciar" }).click();
  await ana.room(contact).waitFor();
}
const bar = () => ana.page.getByRole("region", { name: "Número com restrição" });

step("a person who starts a conversation reads it before, and the messages wait", async () => {
  await start(NEW, async (dialog) => {
    await dialog.getByText(/Loja Centro: Este número não pode iniciar novas conversas até/).waitFor();
    await dialog.getByRole("button", { name: `Enviar por ${NORTH}` }).waitFor();
    await expectNoBarriers(ana.page, "dialog of a new ticket");
  });
  await bar()
    .getByText(/não pode iniciar novas conversas até .* Sua mensagem fica na fila/)
    .waitFor();
  await ana.send(NEW, "Primeira mensagem");
  await ana.send(NEW, "Segunda mensagem");
  await bar().getByRole("button", { name: "Cancelar as 2 mensagens na fila" }).waitFor();
  await expectNoBarriers(ana.page, "held messages");
  expect(davi.inbox).toEqual([]);
});

step("a waiting message goes by another number once, with its text written again by the person", async () => {
  await start(SECOND_NEW, async () => undefined);
  await ana.send(SECOND_NEW, "Oi Elisa, tudo bem?");
  await bar()
    .getByRole("button", { name: `Enviar por ${NORTH}` })
    .click();
  const question = ana.page.getByRole("alertdialog");
  await question.getByRole("button", { name: `Usar ${NORTH}` }).click();
  await ana.toast(`Agora esta conversa usa ${NORTH}`).waitFor();
  await ana.input(SECOND_NEW).and(ana.page.getByText("Oi Elisa, tudo bem?")).waitFor();
  await ana.input(SECOND_NEW).press("Enter");
  await gets(elisa, "Oi Elisa");
  expect(elisa.inbox.map(({ chat }) => chat)).toEqual(["5511400010002"]);
  expect(await bar().count()).toBe(0);
});

step("a conversation begins by another number, chosen in the dialog", async () => {
  await start(FOURTH_NEW, async (dialog) => {
    await dialog.getByRole("button", { name: `Enviar por ${NORTH}` }).click();
    await dialog.getByText(/não pode iniciar novas conversas/).waitFor({ state: "detached" });
  });
  expect(await bar().count()).toBe(0);
  await ana.send(FOURTH_NEW, "Oi Nina, tudo bem?");
  await gets(nina, "Oi Nina");
  expect(nina.inbox.map(({ chat }) => chat)).toEqual(["5511400010002"]);
});

step("the running campaign continues with established people, and the others wait", async () => {
  for (let turn = 0; turn < 20 && !texts(marina).some((text) => text.includes("Bolo da semana")); turn += 1) {
    await office.world.server.later(10_000, "campaigns", "outbox");
    await Bun.sleep(200);
  }
  await gets(marina, "Bolo da semana");
  expect(audience.map(({ inbox }) => inbox.length)).toEqual([1, 0]);
});

step(
  "after the lock held messages leave in order, people before the campaign, each once",
  async () => {
    const { shop } = office.world;
    shop.standing.lock = null;
    announceLock(shop);
    await head.page.getByText(/^Novas conversas suspensas/).waitFor({ state: "detached" });
    await gets(davi, "Primeira mensagem");
    expect(audience.map(({ inbox }) => inbox.length)).toEqual([1, 0]);
    for (let turn = 0; turn < 12 && audience.some(({ inbox }) => inbox.length === 0); turn += 1) {
      await office.world.server.later(MINUTE, "outbox", "campaigns");
      await Bun.sleep(700);
    }
    await gets(davi, "Segunda mensagem");
    expect(texts(davi)).toEqual(
      ["Primeira mensagem", "Segunda mensagem"].map((text) => expect.stringContaining(text)),
    );
    expect(audience.map((phone) => texts(phone).length)).toEqual([1, 1]);
    expect(elisa.inbox).toHaveLength(1);
    expect(texts(marina).filter((text) => text.includes("Bolo da semana"))).toHaveLength(1);
    expect(ana.problems.unexpected()).toEqual([]);
    expect(head.problems.unexpected()).toEqual([]);
  },
  60_000,
);

step("beyond the day's budget a person confirms before the first message leaves", async () => {
  const { call } = office;
  await call("PUT", `/whatsapp/${office.connectionId}`, { newChatsPerDay: 1 });
  await start(THIRD_NEW, async (dialog) => {
    await dialog.getByText(/já atingiu o limite de novas conversas de hoje\. Ao enviar/).waitFor();
    await expectNoBarriers(ana.page, "dialog of a new ticket beyond the budget");
  });
  await ana.page.getByRole("region", { name: "Limite de novas conversas" }).waitFor();
  await expectNoBarriers(ana.page, "conversation beyond the budget");
  await ana.input(THIRD_NEW).fill("Oi Otávio, seu pedido chegou");
  await ana.input(THIRD_NEW).press("Enter");
  const question = ana.page.getByRole("alertdialog");
  await question.getByText(/aumenta o risco/).waitFor();
  await question.getByRole("button", { name: "Cancelar" }).click();
  await question.waitFor({ state: "hidden" });
  expect(otavio.inbox).toEqual([]);
  await ana.input(THIRD_NEW).press("Enter");
  await question.getByRole("button", { name: "Iniciar mesmo assim" }).click();
  await gets(otavio, "seu pedido chegou");
  await ana.page.getByRole("region", { name: "Limite de novas conversas" }).waitFor({ state: "hidden" });
  expect(otavio.inbox).toHaveLength(1);
});
