import { afterAll, beforeAll, expect } from "bun:test";
import { workbook } from "#outreach/contact-imports/testing.ts";
import { barriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A contact list is imported from a spreadsheet with mistakes, and its numbers are checked live. */
const ROWS = 5000;
const KNOWN = { name: "Aline Prado", number: "5511966660001" };

let office: Office;
let admin: Desk;

beforeAll(async () => {
  office = await openOffice();
  office.customer(KNOWN.name, KNOWN.number);
  await office.call("POST", "/contact-lists", { name: "Natal 2026" });
  admin = await office.desk(OWNER);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

function spreadsheet(): Buffer {
  const rows: (string | number)[][] = [["Nome", "WhatsApp", "E-mail", "Cidade"]];
  rows.push([KNOWN.name, `+${KNOWN.number}`, "", "Santos"]);
  rows.push(["Abel Sem Zap", "+5511900000002", "", "Santos"]);
  for (let index = 2; index < ROWS; index += 1)
    rows.push([`Cliente ${index}`, `(11) 9${70_000_000 + index}`, `c${index}@example.com`, "Santos"]);
  rows[40] = ["Sem número", "", "", ""];
  rows[2500] = ["Curto", "123", "", ""];
  rows[4000] = ["E-mail errado", "11955550001", "nada", ""];
  rows[4001] = ["De novo", "(11) 970000100", "", ""];
  return Buffer.from(workbook(rows));
}

step("an empty contact list shows what to do", async () => {
  const { page } = admin;
  await page.goto(`${office.url}/contact-lists`);
  await page.getByRole("link", { name: "Natal 2026" }).click();
  await page.getByText("Ninguém nesta lista ainda").waitFor();
  expect(await barriers(page)).toEqual([]);
});

step("a spreadsheet of 5,000 rows is imported, and the report names the rejected rows", async () => {
  const { page } = admin;
  await admin.button("Importar de uma planilha").click();
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page
    .getByRole("dialog")
    .locator('input[type="file"]')
    .setInputFiles({ name: "natal.xlsx", mimeType, buffer: spreadsheet() });
  await page.getByText("3 com problema").waitFor({ timeout: 30_000 });
  expect(await barriers(page)).toEqual([]);
  await admin.button("Importar 4.996 contatos").click();
  await page.getByText("Importação concluída").waitFor({ timeout: 45_000 });
  const leftOut = page.getByRole("region", { name: "Linhas com problema" });
  for (const words of ["Número vazio", "Número inválido", "E-mail inválido"])
    await leftOut.getByText(words).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).last().click();
  await page.getByText("4.996 contatos").waitFor();
});

step("numbers of the list are checked one per second, and the results appear live", async () => {
  const { page } = admin;
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await page.getByText("Verificando os números no WhatsApp").waitFor();
  await row("Abel Sem Zap").getByText("Sem WhatsApp").waitFor({ timeout: 20_000 });
  await row(KNOWN.name).getByText("Válido").waitFor({ timeout: 20_000 });
  expect(await barriers(page)).toEqual([]);
});

step("thousands of rows can be scrolled, and only visible ones are rendered", async () => {
  const { page } = admin;
  for (let turn = 0; turn < 12; turn += 1) {
    const shown = await page.getByRole("table").getAttribute("aria-rowcount");
    await page.locator("main").evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.waitForFunction(
      (before) => document.querySelector("table")?.getAttribute("aria-rowcount") !== before,
      shown,
    );
  }
  expect(Number(await page.getByRole("table").getAttribute("aria-rowcount"))).toBeGreaterThan(240);
  expect(await page.locator("tr[data-row]").count()).toBeLessThan(130);
  expect(admin.problems.unexpected()).toEqual([]);
});
