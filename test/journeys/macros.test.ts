import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A macro that replies, tags and transfers, run by keyboard alone (docs/rules/macros.md). */
const CUSTOMER = "Marina Ribeiro";

let office: Office;
let ana: Desk;
let marina: Phone;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  const { id: tagId } = await office.call<{ id: number }>("POST", "/tags", {
    name: "Orçamento",
    color: "#0b72c4",
  });
  await office.call("POST", "/macros", {
    name: "Pedir orçamento",
    shared: true,
    digit: 1,
    actions: [
      { action: "reply", text: "{{firstName}}, vou passar seu pedido para quem faz o orçamento." },
      { action: "tag_add", tagIds: [tagId] },
      { action: "transfer", queueId: office.queues.suporte },
    ],
  });
  ana = await office.desk(ANA);
  await marina.send.text(office.world.shop, "Quanto custa um bolo para 50 pessoas?");
  await ana.page.goto(`${office.url}/tickets?view=waiting`);
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

step("F2 m 1 previews a macro, and Ctrl+Enter replies, tags and transfers as the preview says", async () => {
  const { page } = ana;
  await ana.input(CUSTOMER).focus();
  await page.keyboard.press("F2");
  await page.getByRole("toolbar").waitFor();
  await page.keyboard.press("m");
  await page.keyboard.press("1");
  const dialog = page.getByRole("dialog", { name: "Pedir orçamento" });
  await dialog.getByText("Adicionar tags: Orçamento").waitFor();
  await dialog.getByText("Transferir para Suporte").waitFor();
  const previewed = await dialog.getByRole("textbox").inputValue();
  expect(previewed).toContain("Marina, vou passar seu pedido para quem faz o orçamento.");
  await expectNoBarriers(page, "preview of a macro");
  expect(marina.inbox).toHaveLength(0);
  await page.keyboard.press("Control+Enter");
  await ana.toast("Macro Pedir orçamento executada.").waitFor();
  const got = await marina.received(({ content }) => textOf(content) !== "", 15_000);
  expect(textOf(got.content)).toBe(previewed);
  const { tickets } = await office.call<{
    tickets: { queueId: number; status: string; tags: { name: string }[] }[];
  }>("GET", "/tickets?status=pending&showAll=true");
  expect(tickets).toMatchObject([
    { queueId: office.queues.suporte, status: "pending", tags: [{ name: "Orçamento" }] },
  ]);
});
