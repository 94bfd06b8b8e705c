import { afterAll, beforeAll, expect } from "bun:test";
import { photo } from "#simulator/people/pictures.ts";
import { kindOf, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A message is forwarded to another contact: docs/rules/conversations.md#forwarding. */
const CUSTOMER = "Marina Ribeiro";
const SUPPLIER = "Moinho Azul";

let office: Office;
let ana: Desk;
let marina: Phone;
let mill: Phone;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  mill = office.customer(SUPPLIER);
  ana = await office.desk(ANA);
  await marina.send.text(office.world.shop, "Preciso de farinha *integral*");
  await marina.send.image(office.world.shop, await photo("cake"), { caption: "Como este bolo" });
  await mill.send.text(office.world.shop, "Bom dia, moinho aqui");
  for (const name of [SUPPLIER, CUSTOMER]) {
    await ana.page.goto(`${office.url}/tickets?view=waiting`);
    await ana.press("Aceitar", name);
    await ana.room(name).waitFor();
  }
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);
const dialog = () => ana.page.getByRole("dialog", { name: "Encaminhar mensagem" });

step("a text is forwarded by keyboard alone, and it is sent only after the button is pressed", async () => {
  const { keyboard } = ana.page;
  await ana
    .message("farinha")
    .getByRole("button", { name: /^Opções da mensagem/ })
    .focus();
  await keyboard.press("Enter");
  await ana.page.getByRole("menuitem", { name: "Encaminhar" }).waitFor();
  await keyboard.type("enc");
  await keyboard.press("Enter");
  await dialog().waitFor();
  await dialog().getByText("Preciso de farinha integral").waitFor();
  await keyboard.type("Moinho");
  await ana.page.getByRole("option", { name: SUPPLIER }).waitFor();
  await keyboard.press("ArrowDown");
  await keyboard.press("Enter");
  expect(mill.chats.all().filter(({ fromMe }) => !fromMe)).toHaveLength(0);
  await expectNoBarriers(ana.page, "forward dialog");
  await dialog().getByRole("button", { name: "Encaminhar" }).focus();
  await ana.page.keyboard.press("Tab");
  await dialog().getByRole("button", { name: "Encaminhar" }).press("Enter");
  await ana.toast(`Mensagem encaminhada para ${SUPPLIER}`).waitFor();
  const got = await mill.received(({ content }) => textOf(content).includes("farinha"), 15_000);
  expect(textOf(got.content)).toContain("Preciso de farinha *integral*");
  await dialog().waitFor({ state: "detached" });
});

step("a picture is forwarded with its caption", async () => {
  await ana.choose(ana.message("Como este bolo"), "Encaminhar");
  await dialog().getByRole("combobox").fill("Moinho");
  await ana.page.getByRole("option", { name: SUPPLIER }).click();
  await dialog().getByRole("button", { name: "Encaminhar" }).click();
  const got = await mill.received(({ content }) => kindOf(content) === "image", 15_000);
  expect(textOf(got.content)).toContain("Como este bolo");
});

step("a message forwarded to a contact without an open ticket starts an attendance first", async () => {
  const row = { name: "Padaria Nova", number: "5511933332222" };
  const phone = office.customer(row.name, row.number);
  await office.call("POST", "/contacts", { name: row.name, number: row.number });
  await ana.choose(ana.message("farinha"), "Encaminhar");
  await dialog().getByRole("combobox").fill("Padaria");
  await ana.page.getByRole("option", { name: row.name }).click();
  await dialog().getByRole("button", { name: "Encaminhar" }).click();
  await ana.room(row.name).waitFor();
  const got = await phone.received(({ content }) => textOf(content).includes("farinha"), 15_000);
  expect(textOf(got.content)).toContain("integral");
});
