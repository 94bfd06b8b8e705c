import { afterAll, beforeAll, expect } from "bun:test";
import { workbook } from "#outreach/contact-imports/testing.ts";
import { barriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Contacts are imported from a spreadsheet, and a conversation is started with one of them. */
const ROWS = 10_000;
const SOUGHT = { name: "Zuleica Brandão", number: "5511966664321" };

let office: Office;
let ana: Desk;

beforeAll(async () => {
  office = await openOffice();
  ana = await office.desk(ANA);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

function addressBook(): Buffer {
  const rows: string[][] = [["Nome", "Telefone", "E-mail", "Cidade"]];
  for (let index = 0; index < ROWS; index += 1)
    rows.push([`Cliente ${index}`, `(11) 9${70_000_000 + index}`, `c${index}@example.com`, "Santos"]);
  rows[40] = ["Sem número", "", "", ""];
  rows[5000] = ["Curto", "123", "", ""];
  rows[9000] = ["E-mail errado", "11955550001", "nada", ""];
  rows[7000] = [SOUGHT.name, `+${SOUGHT.number}`, "", "Santos"];
  return Buffer.from(workbook(rows));
}

step("the empty contacts page shows what to do and has no axe violations", async () => {
  const { page } = ana;
  await page.getByRole("link", { name: "Contatos" }).click();
  await page.getByText("Ainda não há contatos").waitFor();
  expect(await barriers(page)).toEqual([]);
});

step("a spreadsheet of 10,000 rows is previewed with its columns before anything is written", async () => {
  const { page } = ana;
  await ana.button("Importar e exportar").click();
  await page.getByRole("menuitem", { name: "Importar de um arquivo" }).click();
  const mimeType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
  await page
    .getByRole("dialog")
    .locator('input[type="file"]')
    .setInputFiles({ name: "clientes.xlsx", mimeType, buffer: addressBook() });
  await ana.button("Importar 9.997 contatos").waitFor({ timeout: 30_000 });
  await page.getByText("3 com problema").waitFor();
  expect(await barriers(page)).toEqual([]);
});

step("the import progresses live, and the report names the rejected rows", async () => {
  const { page } = ana;
  await ana.button("Importar 9.997 contatos").click();
  await page.getByText(/^[\d.]+ de 10\.000 linhas/).waitFor();
  await page.getByText("Importação concluída").waitFor({ timeout: 45_000 });
  const leftOut = page.getByRole("region", { name: "Linhas com problema" });
  for (const words of ["Número vazio", "Número inválido", "E-mail inválido"])
    await leftOut.getByText(words).waitFor();
  const download = page.waitForEvent("download");
  await ana.button("Baixar as linhas com o motivo (CSV)").click();
  const report = await Bun.file(await (await download).path()).text();
  expect(report).toContain("5001;Número inválido;Curto;123");
  await page.getByRole("dialog").getByRole("button", { name: "Fechar" }).last().click();
  await page.getByText("9.997 contatos").waitFor();
});

step("an imported contact is found, saved from the list and opened as a ticket", async () => {
  const { page } = ana;
  await page.getByRole("searchbox", { name: "Nome, número ou e-mail" }).fill("zuleica");
  await page.getByText("1 contato", { exact: true }).waitFor();
  await ana.button(`Editar ${SOUGHT.name}`).click();
  await page.getByRole("textbox", { name: "E-mail" }).fill("zuleica@example.com");
  await ana.button("Salvar").click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}/);
  await ana.room(SOUGHT.name).waitFor();
  expect(ana.problems.unexpected()).toEqual([]);
});
