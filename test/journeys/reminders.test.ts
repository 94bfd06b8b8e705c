import { afterAll, beforeAll, expect } from "bun:test";
import type { ServerHere } from "#test/helpers/server-here.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOfficeOfTime } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A person is reminded of a customer: by a key in the conversation, in the bell, and back in the conversation. */
const CUSTOMER = "Marina Ribeiro";
const NOTE = "Confirmar o endereço";
const HOUR = 3_600_000;

let office: Office<ServerHere>;
let ana: Desk;

beforeAll(async () => {
  office = await openOfficeOfTime();
  ana = await office.desk(ANA);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

step("F2 h writes a reminder of the open ticket", async () => {
  const { page } = ana;
  await office.customer(CUSTOMER).send.text(office.world.shop, "Até que horas vocês entregam?");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.input(CUSTOMER).focus();
  await page.keyboard.press("F2");
  await page.getByRole("toolbar").waitFor();
  await page.keyboard.press("h");
  const dialog = page.getByRole("dialog", { name: `Lembrete: ${CUSTOMER}` });
  await dialog.getByRole("textbox", { name: "Nota" }).fill(NOTE);
  await dialog.getByRole("button", { name: /^Em 1 hora/ }).press("Enter");
  await ana.toast("Lembrete para").waitFor();
  await dialog.waitFor({ state: "detached" });
});

step(
  "at its time the reminder is in the bell with its note, and leads back to the conversation",
  async () => {
    const { page } = ana;
    await page.goto(`${office.url}/contacts`);
    await office.world.server.later(HOUR + 60_000, "user-reminders");
    await page.getByRole("button", { name: /^Notificações/ }).click();
    const entry = page.getByText(NOTE);
    await entry.waitFor();
    await entry.click();
    await ana.room(CUSTOMER).waitFor();
    expect(page.url()).toContain("/tickets/");
  },
);
