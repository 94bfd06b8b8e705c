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

step("selected messages are forwarded together, in their order", async () => {
  await ana.choose(ana.message("farinha"), "Selecionar");
  const boxes = ana.page.getByRole("checkbox", { name: /^Selecionar a mensagem/ });
  await boxes.nth(1).check();
  const bar = ana.page.getByRole("toolbar", { name: "Encaminhar 2 mensagens" });
  await bar.waitFor();
  await expectNoBarriers(ana.page, "selected messages");
  await bar.getByRole("button", { name: "Encaminhar" }).click();
  const several = ana.page.getByRole("dialog", { name: "Encaminhar 2 mensagens" });
  await several.getByRole("combobox").fill("Moinho");
  await ana.page.getByRole("option", { name: SUPPLIER }).click();
  const before = mill.inbox.length;
  await several.getByRole("button", { name: "Encaminhar", exact: true }).click();
  await ana.toast("Encaminhado para 1 conversa").waitFor();
  await mill.until(() => (mill.inbox.length >= before + 2 ? true : undefined));
  expect(mill.inbox.slice(before).map(({ content }) => kindOf(content))).toEqual(["text", "image"]);
});

step("the menu of a message shows its info", async () => {
  await ana.choose(ana.message("farinha"), "Informações");
  await ana.page.getByRole("dialog", { name: "Informações da mensagem" }).getByText("Recebida").waitFor();
  await expectNoBarriers(ana.page, "message info");
  await ana.page.keyboard.press("Escape");
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

step("a message is undone in its seconds, and its text is in the composer again", async () => {
  await ana.open(CUSTOMER);
  await ana.page.getByRole("button", { name: "Perfil" }).click();
  await ana.page.getByRole("menuitem", { name: "Editar perfil" }).click();
  await ana.page.getByRole("tab", { name: "Envio" }).click();
  await ana.page.getByRole("button", { name: /Tempo para desfazer/ }).click();
  await ana.page.getByRole("option", { name: "10 segundos" }).click();
  // Until it is gone, the list handles Escape.
  await ana.page.getByRole("listbox").waitFor({ state: "detached" });
  await ana.page.keyboard.press("Escape");
  await ana.input(CUSTOMER).fill("Custa 12");
  await ana.input(CUSTOMER).press("Enter");
  await ana.page.getByText(/^Enviando em \d+ s$/).waitFor();
  await expectNoBarriers(ana.page, "held message");
  await ana.input(CUSTOMER).press("Control+z");
  await ana.message("Custa 12").waitFor({ state: "detached" });
  expect(await ana.input(CUSTOMER).inputValue()).toBe("Custa 12");
  expect(marina.inbox).toHaveLength(0);
});
