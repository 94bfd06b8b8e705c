import { afterAll, beforeAll, expect } from "bun:test";
import type { Phone } from "#simulator/phones/phone.ts";
import type { ServerHere } from "#test/helpers/server-here.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, OWNER, openOfficeOfTime } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A message that the network loses is found on the phone and shown in its place: docs/rules/reconciliation.md. */
const CUSTOMER = "Marina Ribeiro";
const HOUR_MS = 3_600_000;

let office: Office<ServerHere>;
let ana: Desk;
let marina: Phone;

beforeAll(async () => {
  office = await openOfficeOfTime();
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
}, 90_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

step("the network loses the second of three messages", async () => {
  const { shop, network } = office.world;
  await marina.send.text(shop, "Bom dia, vocês têm bolo de fubá?");
  network.faults.add({ kind: "swallow", number: shop.number, times: 1 });
  await marina.send.text(shop, "Preciso para as 15h");
  await marina.send.text(shop, "Pode ser o grande");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.message("Pode ser o grande").waitFor();
  expect(await ana.message("Preciso para as 15h").count()).toBe(0);
});

step("an admin checks the number a day later and reads what was found", async () => {
  await office.world.server.later(25 * HOUR_MS);
  const owner = await office.desk(OWNER);
  await owner.page.goto(`${office.url}/connections`);
  await owner.page.getByRole("button", { name: "ainda sem conferência" }).click();
  const dialog = owner.page.getByRole("dialog");
  await dialog.getByText("Ainda não houve conferência").waitFor();
  await dialog.getByRole("button", { name: "Conferir agora" }).click();
  await dialog.getByText("1 mensagem perdida foi encontrada").waitFor();
  await dialog.getByText("Na conversa", { exact: true }).waitFor();
  await expectNoBarriers(owner.page, "report of lost messages");
  await owner.page.setViewportSize({ width: 390, height: 844 });
  await owner.page.emulateMedia({ colorScheme: "dark" });
});

step("the attendant sees the message in its place, with the note that it was found later", async () => {
  const found = ana.message("Preciso para as 15h");
  await found.waitFor();
  await ana.page.getByText(/encontrada depois, em/).waitFor();
  const texts = await ana.page.locator(".bubble").allInnerTexts();
  const order = ["bolo de fubá", "Preciso para as 15h", "Pode ser o grande"].map((text) =>
    texts.findIndex((bubble) => bubble.includes(text)),
  );
  expect(order.every((place) => place >= 0)).toBe(true);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  await ana.page.reload();
  await found.waitFor();
});
