import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { barriers } from "./helpers/accessibility.ts";
import { DESKTOP, PHONE } from "./helpers/browser.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Every page and what opens over it, in both themes, on a desk and on a phone, by the rules of WCAG 2.2 AA. */
const CUSTOMER = "Marina Ribeiro";
const SCREENS = [
  { name: "desk", options: { viewport: DESKTOP } },
  { name: "phone", options: { viewport: PHONE, hasTouch: true, isMobile: true } },
];

let office: Office;
beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

/** Looks at the page in the light and in the dark. */
async function expectNoBarriers(page: Page, place: string): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    expect({ place, theme, barriers: await barriers(page) }).toEqual({ place, theme, barriers: [] });
  }
}

for (const { name, options } of SCREENS) {
  step(`${name}: the login page and its errors`, async () => {
    const { page } = await office.browser.visitor(`${name} visitor`, options);
    await page.goto(`${office.url}/login`);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByText("Obrigatório").first().waitFor();
    await expectNoBarriers(page, "login");
    await page.goto(`${office.url}/setup#used`);
    await page.getByRole("heading", { name: "A instalação já foi concluída" }).waitFor();
    await expectNoBarriers(page, "setup");
  });

  step(`${name}: the connections page and its dialogs`, async () => {
    const { page } = await office.desk({ ...OWNER, name: `${name} owner` }, options);
    await page.goto(`${office.url}/connections`);
    await page.getByRole("button", { name: /^Editar/ }).waitFor();
    await expectNoBarriers(page, "connections");
    await page.getByRole("button", { name: /^Editar/ }).click();
    for (const tab of ["Geral", "Mensagens", "Redirecionamento e limites", "Avançado"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectNoBarriers(page, `connection, ${tab}`);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Excluir/ }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectNoBarriers(page, "delete");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu do perfil" }).click();
    await page.getByRole("menu").waitFor();
    await expectNoBarriers(page, "profile menu");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("menuitem", { name: "Conexões" }).waitFor();
    await expectNoBarriers(page, "palette");
  });

  step(`${name}: the ticket page with a conversation`, async () => {
    const customer = `${CUSTOMER} ${name}`;
    await office.customer(customer).send.text(office.world.shop, "Bom dia! Vocês fazem *bolo* de cenoura?");
    const ana = await office.desk({ ...ANA, name: `${name} ana` }, options);
    await ana.tab("Aguardando").click();
    await ana.row(customer).waitFor();
    await expectNoBarriers(ana.page, "waiting");
    await ana.press("Aceitar", customer);
    await ana.message("Bom dia!").waitFor();
    await expectNoBarriers(ana.page, "conversation");
  });
}
