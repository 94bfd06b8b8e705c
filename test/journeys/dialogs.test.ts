import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { PHONE } from "./helpers/browser.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Dialogs of daily work: nothing covers their buttons, and their size and footer stay while tabs change. */
const TYPED = "(12) 97777-1111";
const NOTEBOOK = { width: 1366, height: 768 };
const SCREENS = [
  { name: "desktop", isPhone: false, options: { viewport: NOTEBOOK } },
  { name: "phone", isPhone: true, options: { viewport: PHONE, hasTouch: true, isMobile: true } },
];
const TABS = ["Dados da fila", "Mensagens", "Horários de atendimento", "Distribuição", "Opções"];

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on screen: ${locator}`);
  return box;
}

/** Presses the middle of an element as it is on screen; fails when something covers it for two seconds. */
async function pressSeen(page: Page, element: Locator, isPhone: boolean): Promise<void> {
  await element.waitFor();
  // Dialog and list may still move to their places.
  const middle = await element.evaluate(async (own) => {
    for (const end = performance.now() + 2000; performance.now() < end; ) {
      const { x, y, width, height } = own.getBoundingClientRect();
      const at = { x: x + width / 2, y: y + height / 2 };
      if (own.contains(document.elementFromPoint(at.x, at.y))) return at;
      await new Promise(requestAnimationFrame);
    }
    return null;
  });
  if (!middle) throw new Error(`covered by something else: ${element}`);
  if (isPhone) await page.touchscreen.tap(middle.x, middle.y);
  else await page.mouse.click(middle.x, middle.y);
}

for (const { name, isPhone, options } of SCREENS) {
  step(
    `${name}: 'Criar contato' is pressed while the list of contacts is open, and the number is filled in`,
    async () => {
      const ana = await office.desk({ ...ANA, name: `${name} ana` }, options);
      const { page } = ana;
      await ana.button("Novo atendimento").first().click();
      const field = page
        .getByRole("dialog", { name: "Novo atendimento" })
        .getByRole("combobox", { name: /^Contato/ });
      for (const place of ["above the field", "in the list"]) {
        await field.fill("");
        await field.pressSequentially(TYPED);
        const item = page.getByRole("option", { name: /Criar contato/ });
        await item.waitFor();
        const button = place === "in the list" ? item : page.locator(".dialog-form-aside");
        await pressSeen(page, button, isPhone);
        const form = page.getByRole("dialog", { name: "Adicionar contato" });
        const number = form.getByRole("textbox", { name: /^Número/ });
        await number.waitFor();
        expect({ place, number: await number.inputValue() }).toEqual({ place, number: TYPED });
        expect(await form.getByRole("textbox", { name: /^Nome/ }).inputValue()).toBe("");
        await form.getByRole("button", { name: "Cancelar" }).click();
        await form.waitFor({ state: "detached" });
      }
      await ana.context.close();
    },
  );

  step(`${name}: the queue dialog keeps its size and its buttons on every tab`, async () => {
    const owner = await office.desk({ ...OWNER, name: `${name} owner` }, options);
    const { page } = owner;
    await page.goto(`${office.url}/queues`);
    await page.getByRole("button", { name: "Editar Vendas" }).click();
    const dialog = page.getByRole("dialog", { name: "Editar fila: Vendas" });
    const boxes: object[] = [];
    for (const tab of TABS) {
      await dialog.getByRole("tab", { name: tab }).click();
      await dialog.getByRole("tab", { name: tab, selected: true }).waitFor();
      boxes.push({
        dialog: await boxOf(dialog),
        save: await boxOf(dialog.getByRole("button", { name: "Salvar", exact: true })),
      });
    }
    expect(boxes).toEqual(TABS.map(() => boxes[0] as object));
    await owner.context.close();
  });
}

step("the transfer dialog shows queues and people at once", async () => {
  await office.customer("Davi Melo").send.text(office.world.shop, "Boa tarde!");
  const ana = await office.desk(ANA, { viewport: NOTEBOOK });
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", "Davi Melo");
  await ana.button("Transferir").click();
  const { page } = ana;
  await page.getByRole("dialog", { name: "Transferir atendimento" }).waitFor();
  const queues = page.locator(".choice-list");
  const seen = async (element: Locator) =>
    element.evaluate((own) => {
      const { x, y, width, height } = own.getBoundingClientRect();
      return own.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
  for (const queue of ["Vendas", "Suporte"]) expect(await seen(queues.getByText(queue))).toBe(true);
  await queues.getByText("1 online · 1 atendimento · 0 esperando").waitFor();
  const person = page.locator(".list-box-popover").getByText("Bruno Reis");
  await person.waitFor();
  expect(await seen(person)).toBe(true);
  await page.keyboard.press("Escape");
  await queues.getByText("Suporte").click();
  await page.getByRole("dialog").getByRole("button", { name: "Transferir" }).click();
  await ana.toast("Atendimento transferido").waitFor();
  await ana.row("Davi Melo").waitFor({ state: "detached" });
});

step("the pages report no error during the journey", async () => {
  expect(Object.values(office.browser.problems()).flat()).toEqual([]);
});
