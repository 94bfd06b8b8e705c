import { afterAll, beforeAll, expect } from "bun:test";
import type { Page, Route } from "playwright-core";
import type { Phone } from "#simulator/phones/phone.ts";
import { linkConnection } from "#test/helpers/whatsapp-world.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, openOffice, type Staff } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";
import { clearText, typeBlindly } from "./helpers/typing.ts";

/**
 * Every way of opening a ticket besides the list of tickets: what is typed next is text in its composer
 * (docs/rules/keyboard.md#opening-focuses-the-composer). `test/ticket-openings.test.ts` leads from each caller to its
 * opening here.
 */
const MARINA = "Marina Ribeiro";
const LIDIA = "Lídia Prado";
// Playwright presses no key for other characters than these.
const TEXT = "e ai, tudo bem? abraco";
const NORTH = "Loja Norte";
const CHIEF: Staff = { name: "Rita Alves", email: "rita@example.com", password: "segredo-da-rita" };

interface Ticket {
  readonly id: number;
  readonly uuid: string;
}
interface Opening {
  readonly name: string;
  /** The user whose page is tested; default: Ana, the attendant of all tickets of this test. */
  readonly by?: "chief";
  /** Steps up to the press that opens the ticket. */
  readonly before?: (desk: Desk) => Promise<void>;
  readonly press: (desk: Desk) => Promise<void>;
  /** The ticket opened; default: Marina's. */
  readonly opens?: () => Ticket;
  readonly contact?: string;
}

let office: Office;
let ana: Desk;
let chief: Desk;
let marina: Phone;
const tickets: Record<"marina" | "lidia" | "north", Ticket> = {
  marina: { id: 0, uuid: "" },
  lidia: { id: 0, uuid: "" },
  north: { id: 0, uuid: "" },
};
const staff: Record<string, number> = {};
let north: Phone;

beforeAll(async () => {
  office = await openOffice();
  const { shop } = office.world;
  north = office.world.network.addPhone({ number: "5511400010002", name: NORTH });
  const id = await linkConnection(office.world, NORTH, north);
  await office.call("PUT", `/whatsapp/${id}`, { queueIds: [office.queues.vendas], sendIntervalMs: 0 });
  await office.call("PUT", "/settings/undoCloseSeconds", { value: "15" });
  await office.call("POST", "/users", { ...CHIEF, profile: "admin", queueIds: [] });
  marina = office.customer(MARINA);
  const { users } = await office.call<{ users: { id: number; email: string }[] }>(
    "GET",
    "/users?pageNumber=1",
  );
  for (const { id: userId, email } of users) staff[email] = userId;
  ana = await office.desk(ANA);
  chief = await office.desk(CHIEF, { serviceWorkers: "allow" });
  tickets.marina = await accept(() => marina.send.text(shop, "Boa tarde!"), MARINA);
  tickets.lidia = await accept(() => office.customer(LIDIA).send.text(shop, "Oi"), LIDIA);
  tickets.north = await accept(() => marina.send.text(north, "Pão da loja norte"), MARINA);
}, 120_000);
afterAll(async () => {
  await office?.close();
});
/** A customer writes, and Ana accepts the new ticket. */
async function accept(write: () => unknown, contact: string): Promise<Ticket> {
  await write();
  await ana.page.goto(`${office.url}/tickets?view=waiting`);
  await ana.press("Aceitar", contact);
  await ana.room(contact).waitFor();
  const uuid = new URL(ana.page.url()).pathname.split("/").at(-1) ?? "";
  const { id } = await office.call<{ id: number }>("GET", `/tickets/u/${uuid}`);
  return { id, uuid };
}

const at = (path: string) => (desk: Desk) => desk.page.goto(`${office.url}${path}`).then(() => undefined);
const ticketAt = (ticket: () => Ticket) => (desk: Desk) => at(`/tickets/${ticket().uuid}`)(desk);
const give = (ticket: Ticket, who: Staff) =>
  office.call("PUT", `/tickets/${ticket.id}`, { userId: staff[who.email], queueId: office.queues.vendas });
const notice = (page: Page, name: string) =>
  page.getByRole("region", { name: "Avisos" }).getByRole("button", { name, exact: true }).last();
const resolve = async ({ page }: Desk) => {
  await page.keyboard.press("F2");
  await page.keyboard.press("e");
};
/** Stores Ana's draft as another device would; returns its version. */
const storeDraft = ({ page }: Desk, { id }: Ticket, body: string, version: number) =>
  page.evaluate(
    async ({ path, content }) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem("token")}`,
        "content-type": "application/json",
      };
      const answer = await fetch(path, { method: "PUT", headers, body: content });
      return ((await answer.json()) as { version: number }).version;
    },
    { path: `/api/tickets/${id}/draft`, content: JSON.stringify({ mode: "message", body, version }) },
  );

/** Changes Ana's preferences as another device would; her page follows. */
const prefer = ({ page }: Desk, preferences: Record<string, string>) =>
  page.evaluate(async (body) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem("token")}`,
      "content-type": "application/json",
    };
    await fetch("/api/users/me/preferences", { method: "PUT", headers, body });
  }, JSON.stringify(preferences));

/** Stars Ana's newest message of a ticket. */
const starNewest = ({ page }: Desk, { id }: Ticket) =>
  page.evaluate(async (ticketId) => {
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
    const answer = await fetch(`/api/messages/${ticketId}?pageNumber=1`, { headers });
    const { messages } = (await answer.json()) as { messages: { id: number }[] };
    await fetch(`/api/messages/${messages.at(-1)?.id}/star`, { method: "PUT", headers });
  }, id);

const OPENINGS: readonly Opening[] = [
  {
    name: "Alt+↓",
    before: async (desk) => {
      await at("/tickets")(desk);
      await desk.row(LIDIA).waitFor();
    },
    press: ({ page }) => page.keyboard.press("Alt+ArrowUp"),
  },
  {
    name: "bell",
    before: async (desk) => {
      await at("/contacts")(desk);
      await desk.page.getByRole("heading", { name: "Contatos" }).waitFor();
      await marina.send.text(office.world.shop, "Ainda está aí?");
      await desk
        .button("Notificações")
        .or(desk.page.getByRole("button", { name: /^Notificações/ }))
        .first()
        .click();
    },
    press: ({ page }) => page.locator(".notice").filter({ hasText: "Ainda está aí?" }).click(),
  },
  {
    name: "transfer notice",
    before: async (desk) => {
      await give(tickets.marina, BRUNO);
      await at("/contacts")(desk);
      await desk.page.getByRole("heading", { name: "Contatos" }).waitFor();
      await give(tickets.marina, ANA);
    },
    press: ({ page }) => notice(page, "Abrir").click(),
  },
  {
    name: "kanban card",
    before: at("/kanban"),
    press: ({ page }) => page.locator(`a[href="/tickets/${tickets.marina.uuid}"]`).click(),
  },
  {
    name: "contact history",
    before: async (desk) => {
      await ticketAt(() => tickets.north)(desk);
      const data = desk.page.getByRole("complementary", { name: "Dados do contato" });
      await data.getByRole("button", { name: "Ver todos" }).click();
    },
    press: ({ page }) => page.locator(`a.attendance[href="/tickets/${tickets.marina.uuid}"]`).click(),
  },
  {
    name: "contacts page",
    before: at("/contacts"),
    press: ({ page }) => page.getByRole("button", { name: `Conversar com ${LIDIA}` }).click(),
    opens: () => tickets.lidia,
    contact: LIDIA,
  },
  {
    name: "other connection of the contact",
    before: ticketAt(() => tickets.north),
    press: async ({ page }) => {
      const open = page.getByRole("button", { name: "Abrir", exact: true });
      await open.click();
    },
  },
  {
    name: "link of the new-ticket conflict",
    by: "chief",
    before: async (desk) => {
      await at("/tickets")(desk);
      await desk.button("Novo atendimento").first().click();
      const dialog = desk.page.getByRole("dialog", { name: "Novo atendimento" });
      await dialog.getByRole("combobox", { name: /^Contato/ }).fill("Lídia");
      await desk.page.getByRole("option", { name: LIDIA }).click();
      await dialog.getByRole("combobox", { name: /^Fila/ }).or(dialog.getByLabel("Fila")).first().click();
      await desk.page.getByRole("option", { name: "Vendas" }).click();
      await dialog.getByRole("button", { name: "Iniciar" }).click();
      await desk.button("Abrir este atendimento").click();
      await desk.page.waitForURL(`**/tickets/${tickets.lidia.uuid}*`);
    },
    press: ({ page }) => page.getByRole("button", { name: "Responder sem assumir" }).click(),
    opens: () => tickets.lidia,
    contact: LIDIA,
  },
  {
    name: "take-over",
    by: "chief",
    before: ticketAt(() => tickets.marina),
    press: async (desk) => {
      await desk.button("Assumir").click();
      await desk.input(MARINA).waitFor();
    },
  },
  {
    name: "device notification",
    by: "chief",
    before: at("/contacts"),
    press: async ({ page }) => {
      await page.getByRole("heading", { name: "Contatos" }).waitFor();
      // What the service worker posts to an open page when the notification is pressed. The page listens after 3 s.
      await page.waitForFunction((path) => {
        if (location.pathname === path) return true;
        navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data: { type: "open", path } }));
        return false;
      }, `/tickets/${tickets.marina.uuid}`);
    },
  },
  {
    name: "Desfazer of a close",
    before: async (desk) => {
      await give(tickets.marina, ANA);
      await ticketAt(() => tickets.marina)(desk);
      await desk.input(MARINA).waitFor();
      await resolve(desk);
      await desk.page.waitForURL((url) => url.pathname === "/tickets");
    },
    press: ({ page }) => notice(page, "Desfazer").click(),
  },
  {
    name: "notice of a close taken back by the customer",
    before: async (desk) => {
      await ticketAt(() => tickets.marina)(desk);
      await desk.input(MARINA).waitFor();
      await resolve(desk);
      await desk.page.waitForURL((url) => url.pathname === "/tickets");
      await marina.send.text(office.world.shop, "Mais uma coisa");
      await desk.toast(`${MARINA} escreveu de novo: o atendimento continua aberto`).waitFor();
    },
    press: ({ page }) => notice(page, "Abrir").click(),
  },
  {
    name: "Reabrir",
    before: async (desk) => {
      await ticketAt(() => tickets.marina)(desk);
      await desk.input(MARINA).waitFor();
      await resolve(desk);
      await desk.page.waitForURL((url) => url.pathname === "/tickets");
      await at("/tickets?view=closed")(desk);
      await desk.row(MARINA).first().waitFor();
    },
    press: (desk) => desk.press("Reabrir", MARINA),
  },
  {
    name: "list of drafts",
    before: async (desk) => {
      await at("/contacts")(desk);
      const version = await storeDraft(desk, tickets.lidia, "Oi, Lídia", 0);
      await desk.button("Menu do perfil").click();
      await desk.page.getByRole("menuitem", { name: "Rascunhos" }).click();
      await desk.button("Abrir o atendimento").waitFor();
      await storeDraft(desk, tickets.lidia, "", version);
    },
    press: (desk) => desk.button("Abrir o atendimento").click(),
    opens: () => tickets.lidia,
    contact: LIDIA,
  },
  {
    name: "list of starred messages",
    before: async (desk) => {
      await at("/contacts")(desk);
      await starNewest(desk, tickets.lidia);
      await desk.button("Menu do perfil").click();
      await desk.page.getByRole("menuitem", { name: "Favoritas" }).click();
      await desk.page.getByRole("dialog", { name: "Favoritas" }).locator(".starred-open").waitFor();
    },
    press: ({ page }) => page.locator(".starred-open").click(),
    opens: () => tickets.lidia,
    contact: LIDIA,
  },
  {
    name: "next ticket after resolving",
    before: async (desk) => {
      await give(tickets.north, BRUNO);
      await prefer(desk, { afterResolve: "next" });
      await ticketAt(() => tickets.marina)(desk);
      await desk.row(LIDIA).waitFor();
      await desk.input(MARINA).waitFor();
    },
    press: async (desk) => {
      await resolve(desk);
      await desk.page.waitForURL(`**/tickets/${tickets.lidia.uuid}*`);
      await prefer(desk, { afterResolve: "list" });
      await give(tickets.north, ANA);
      await office.call("PUT", `/tickets/${tickets.marina.id}`, { status: "open", userId: staff[ANA.email] });
    },
    opens: () => tickets.lidia,
    contact: LIDIA,
  },
  {
    name: "share page",
    before: async (desk) => {
      await at("/tickets")(desk);
      await desk.page.evaluate(async () => {
        const cache = await caches.open("shared-with-balcao");
        await cache.put("/shared/words", Response.json({ text: "", at: Date.now(), files: 0 }));
      });
      await at("/share")(desk);
    },
    press: ({ page }) =>
      page
        .getByRole("button", { name: new RegExp(LIDIA) })
        .first()
        .click(),
    opens: () => tickets.lidia,
    contact: LIDIA,
  },
];

// Each opening is independent of the others.
for (const { name, by, before, press, opens = () => tickets.marina, contact = MARINA } of OPENINGS)
  steps(() => office?.browser)(
    `text typed after opening a ticket by ${name} goes to its composer`,
    async () => {
      const desk = by === "chief" ? chief : ana;
      await before?.(desk);
      await press(desk);
      await desk.page.waitForURL(`**/tickets/${opens().uuid}*`);
      await typeBlindly(desk.page, TEXT);
      const typed = await desk.input(contact).inputValue();
      await clearText(desk, contact);
      expect({ name, typed }).toEqual({ name, typed: TEXT });
      expect(await office.call<{ status: string }>("GET", `/tickets/${opens().id}`)).toMatchObject({
        status: "open",
      });
    },
  );

steps(() => office?.browser)(
  "text typed while a ticket and the code of its page load is complete",
  async () => {
    const { page } = ana;
    await page.goto(`${office.url}/kanban`);
    const card = page.locator(`a[href="/tickets/${tickets.marina.uuid}"]`);
    await card.waitFor();
    const gate = Promise.withResolvers<void>();
    const hold = async (route: Route) => {
      await gate.promise;
      await route.continue();
    };
    await page.route(/\.js$|\/api\/tickets\/u\//, hold);
    await card.click();
    await page.waitForURL(`**/tickets/${tickets.marina.uuid}*`);
    await typeBlindly(page, "resolve tenta a nota b");
    gate.resolve();
    await ana.input(MARINA).waitFor();
    expect(await ana.input(MARINA).inputValue()).toBe("resolve tenta a nota b");
    await clearText(ana, MARINA);
    await page.unroute(/\.js$|\/api\/tickets\/u\//, hold);
  },
);
