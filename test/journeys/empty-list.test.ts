import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import type { Desk } from "./helpers/desk.ts";
import { type Office, openOffice, type Staff } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A supervisor empties a waiting list by keyboard alone: views, order, bulk actions, macros, snooze. Keys follow each other at once. */
const SONIA: Staff = { name: "Sônia Prado", email: "sonia@example.com", password: "segredo-da-sonia" };
/** `LONG_JOURNEYS=1`: a list of five pages. */
const WAITING = process.env["LONG_JOURNEYS"] === "1" ? 200 : 60;
const CUSTOMERS = Array.from({ length: WAITING }, (_, n) => `Cliente ${String(n + 1).padStart(3, "0")}`);
/** Tickets that wait until the last step. */
const REST = WAITING - 26;
const QUOTE = "Orçamento";
const SPAM = "Spam";

/** A run of many tickets on a busy machine, ms. */
const RUN_MS = 45_000;
/** The set-up, with a conversation for each customer, on a busy machine, ms. */
const SET_UP_MS = 180_000;

let office: Office;
let sonia: Desk;

beforeAll(async () => {
  office = await openOffice();
  const { vendas } = office.queues;
  const [quote, spam] = await Promise.all(
    [QUOTE, SPAM].map((name) => office.call<{ id: number }>("POST", "/tags", { name, color: "#0b72c4" })),
  );
  await office.call("POST", "/users", { ...SONIA, profile: "supervisor", queueIds: [vendas] });
  await office.call("POST", "/macros", {
    name: "Encerrar spam",
    shared: true,
    digit: 1,
    actions: [
      { action: "tag_add", tagIds: [spam?.id] },
      { action: "resolve", farewell: false },
    ],
  });
  expect(quote?.id).toBeGreaterThan(0);
  const shop = office.world.shop;
  const [first = "", ...others] = CUSTOMERS;
  await office.customer(first).send.text(shop, "Quanto custa?");
  await Promise.all(others.map((name) => office.customer(name).send.text(shop, "Quanto custa?")));
  sonia = await office.desk(SONIA);
  await sonia.page.evaluate(() => {
    const seen = globalThis as unknown as { pointed: number };
    seen.pointed = 0;
    for (const name of ["pointerdown", "mousedown", "touchstart"])
      addEventListener(name, () => (seen.pointed += 1), true);
  });
}, SET_UP_MS);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const press = (...keys: string[]) =>
  keys.reduce((done, key) => done.then(() => sonia.page.keyboard.press(key)), Promise.resolve());
const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const bar = () => sonia.page.getByRole("region", { name: "Ações em massa" });
const count = (tab: string, of: number) =>
  sonia.page.getByRole("tab", { name: new RegExp(`^${tab} ?${of}$`) }).waitFor();

/** Moves the focus by Tab, or Shift+Tab, until the element has it. */
async function tabTo(target: Locator, key: "Tab" | "Shift+Tab"): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    await press(key);
    if (await hasFocus(target)) return;
  }
  throw new Error(`not reached by ${key}: ${target}`);
}

/** Selects the focused row and those below it. */
async function select(rows: number): Promise<void> {
  await press("Space");
  for (let n = 1; n < rows; n += 1) await press("Shift+ArrowDown");
  await bar()
    .getByText(rows === 1 ? "1 selecionado" : `${rows} selecionados`)
    .waitFor();
}

/** A command on the selected tickets, with a choice from its dialog. */
async function command(key: string, dialog: string, choice: string): Promise<void> {
  await press("F2", key);
  await sonia.page.getByRole("dialog", { name: dialog }).waitFor();
  await sonia.page.keyboard.type(choice);
  await press("Tab", "Enter");
}
const done = (tickets: number) =>
  bar().getByText(`${tickets} atendimentos prontos`).waitFor({ timeout: RUN_MS });
/** Moves the focus to a row of the list on screen, once it has this row. */
async function enterList(row: Locator): Promise<void> {
  await row.first().waitFor();
  await press("j");
  await rowHasFocus();
}
const rowHasFocus = () => sonia.page.locator("[data-ticket] > .row-link:focus").waitFor();

step("a view opens by its digit, and the list below it is reached without the mouse", async () => {
  const { page } = sonia;
  await page.getByRole("button", { name: /^Não lidas/ }).waitFor();
  await press("3");
  await page.getByRole("button", { name: new RegExp(`^Não lidas ?${WAITING}$`), pressed: true }).waitFor();
  await enterList(sonia.row(CUSTOMERS[0] ?? ""));
  await tabTo(sonia.tab("Atendendo"), "Shift+Tab");
  await press("ArrowRight");
  await count("Aguardando", WAITING);
});

step("the order changes from its menu", async () => {
  const { page } = sonia;
  await tabTo(page.getByRole("button", { name: /^Ordem/ }), "Shift+Tab");
  await press("Enter");
  await page.getByRole("menu").waitFor();
  await press("ArrowDown", "Enter");
  await page
    .getByRole("button", { name: "Ordem: Chegadas mais recentes" })
    .and(page.locator(":focus"))
    .waitFor();
  await sonia.list
    .locator("[data-ticket]")
    .first()
    .filter({ hasText: CUSTOMERS[WAITING - 1] ?? "" })
    .waitFor();
  await enterList(sonia.row(CUSTOMERS[WAITING - 1] ?? ""));
});

step("rows selected by Shift and arrows get a tag, and others go to another queue", async () => {
  await select(10);
  await command("l", "Adicionar tag", "Orç");
  // Selects the next rows while the run works; the run changes none of them.
  await select(10);
  await sonia.toast("Ações em massa concluídas. Prontos: 10").waitFor({ timeout: RUN_MS });
  await command("t", "Transferir para a fila", "Sup");
  await done(10);
  await count("Aguardando", WAITING - 10);
});

step("a macro runs on one ticket and on many", async () => {
  const { page } = sonia;
  await press("F2", "m", "1");
  await page.getByRole("dialog", { name: "Encerrar spam" }).getByText("Adicionar tags: Spam").waitFor();
  await press("Control+Enter");
  // The event of the change may arrive before the answer, while the dialog still has the focus.
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await count("Aguardando", WAITING - 11);
  await select(10);
  await command("m", "Executar macro", "Enc");
  await done(10);
  await count("Aguardando", WAITING - 21);
});

step("some are taken over and snoozed", async () => {
  await select(5);
  await press("F2", "a");
  await count("Atendendo", 5);
  await count("Aguardando", REST);
  await tabTo(sonia.tab("Aguardando"), "Shift+Tab");
  await press("ArrowLeft");
  await enterList(sonia.list.locator("[data-ticket]").filter({ hasText: SONIA.name }));
  await press("x", "Control+a");
  await bar().getByText("Todos os 5 da lista").waitFor();
  await command("z", "Adiar", "Adiar até amanhã");
  await count("Atendendo", 0);
  await count("Adiados", 5);
});

step("the rest is resolved at once, and nothing is left", async () => {
  const { page } = sonia;
  await tabTo(sonia.tab("Atendendo"), "Shift+Tab");
  await press("ArrowRight");
  await enterList(sonia.list.locator("[data-ticket]").filter({ hasNotText: SONIA.name }));
  await press("x", "Control+a");
  await bar().getByText(`Todos os ${REST} da lista`).waitFor();
  await press("F2", "E");
  await done(REST);
  await count("Aguardando", 0);
  await page.getByText("Ninguém aguardando").waitFor();
  expect(await page.evaluate(() => (globalThis as unknown as { pointed: number }).pointed)).toBe(0);
});

interface Row {
  readonly contact: { readonly name: string };
  readonly queueId: number;
  readonly user: { readonly name: string } | null;
  readonly tags: readonly { readonly name: string }[];
  readonly snooze?: { readonly asleep: boolean } | null;
}

step("the server has what was done to each ticket", async () => {
  const rows = async (query: string): Promise<readonly Row[]> => {
    const all: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { tickets, hasMore } = await office.call<{ tickets: Row[]; hasMore: boolean }>(
        "GET",
        `/tickets?${query}&showAll=true&pageNumber=${page}`,
      );
      all.push(...tickets);
      if (!hasMore) return all;
    }
  };
  const [pending, snoozed, closed] = await Promise.all(
    ["status=pending", "status=open&asleep=true", "status=closed"].map(rows),
  );
  const names = (list: readonly Row[] = [], tag?: string) =>
    list
      .filter(({ tags }) => !tag || tags.some(({ name }) => name === tag))
      .map(({ contact }) => contact.name);
  expect(pending?.every(({ queueId }) => queueId === office.queues.suporte)).toBe(true);
  expect(names(pending)).toHaveLength(10);
  expect(snoozed?.map(({ user, snooze }) => [user?.name, snooze?.asleep])).toEqual(
    Array.from({ length: 5 }, () => [SONIA.name, true]),
  );
  expect(names(closed, SPAM)).toHaveLength(11);
  const everybody = [...names(pending), ...names(snoozed), ...names(closed)];
  expect(everybody.toSorted()).toEqual(CUSTOMERS);
  const all = [...(pending ?? []), ...(snoozed ?? []), ...(closed ?? [])];
  expect(names(all, QUOTE)).toHaveLength(10);
});
