import { afterAll, beforeAll, expect } from "bun:test";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A person selects waiting tickets by mouse and keys, changes them together, and takes it back. */
const CUSTOMERS = ["Marina Ribeiro", "Otávio Lima"] as const;

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
const urgent = (name: string) => ana.row(name).getByTitle(/urgente/i);

step("selected tickets become urgent together, and an undo takes it back", async () => {
  const { page } = ana;
  for (const name of CUSTOMERS) await office.customer(name).send.text(office.world.shop, "Bom dia!");
  await ana.tab("Aguardando").click();
  for (const name of CUSTOMERS) await ana.row(name).waitFor();
  const [marina] = CUSTOMERS;
  await ana.row(marina).hover();
  await ana.row(marina).getByRole("checkbox").click();
  const bar = page.getByRole("region", { name: "Ações em massa" });
  await bar.getByText("1 selecionado").waitFor();
  await ana.row(marina).locator(".row-link").focus();
  await page.keyboard.press("x");
  await bar.waitFor({ state: "detached" });
  await page.keyboard.press("Space");
  await bar.getByText("1 selecionado").waitFor();
  for (const key of ["ArrowUp", "ArrowDown"]) await page.keyboard.press(`Shift+${key}`);
  await bar.getByText("2 selecionados").waitFor();
  await bar.getByRole("button", { name: "Ações" }).click();
  await page.getByRole("menuitem", { name: "Prioridade urgente" }).click();
  await bar.getByText("2 atendimentos prontos").waitFor();
  for (const name of CUSTOMERS) await urgent(name).waitFor();
  await bar.getByRole("button", { name: "Desfazer" }).click();
  await bar.getByText("2 atendimentos desfeitos").waitFor();
  for (const name of CUSTOMERS) await urgent(name).waitFor({ state: "detached" });
  await bar.getByRole("button", { name: "Fechar" }).click();
  expect(await bar.count()).toBe(0);
});
