import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** After a ticket is closed the customer is asked for a rating, answers and says thanks, and no ticket is opened by it. */
const CUSTOMER = "Marina Ribeiro";

let office: Office;
let ana: Desk;
let marina: Phone;

beforeAll(async () => {
  office = await openOffice();
  const { call, connectionId } = office;
  await Promise.all([
    call("PUT", "/settings/userRating", { key: "userRating", value: "enabled" }),
    call("PUT", `/whatsapp/${connectionId}`, {
      ratingMessage: "{{firstName}}, como foi falar com {{userName}}?",
      complationMessage: "A Padaria Aurora agradece!",
    }),
  ]);
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const says = (text: string) => marina.send.text(office.world.shop, text);
const hears = async (words: string) =>
  textOf((await marina.received(({ content }) => textOf(content).includes(words), 15_000)).content);

step("a customer is asked for a rating on the phone after the ticket is resolved", async () => {
  await says("Tem sonho hoje?");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
  await ana.send(CUSTOMER, "Tem, sim!");
  await ana.button("Resolver").click();
  expect(await hears("como foi falar")).toBe(
    "Marina, como foi falar com Ana Lima?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito Satisfeito",
  );
});

step("an invalid rating is answered with instructions", async () => {
  await says("Foi ótimo");
  expect(await hears("Responda")).toBe("Responda apenas com 1, 2 ou 3.");
});

step("a rating gets a thank-you and opens no ticket; the attendant sees its stars", async () => {
  await says("3");
  expect(await hears("agradece")).toBe("A Padaria Aurora agradece!");
  await ana.tab("Resolvidos").click();
  await ana.open(CUSTOMER);
  await ana.conversation.getByText("Avaliou: ★★★ Muito Satisfeito").waitFor();
  await ana.message(/^3/).waitFor();
});

step("a thank-you of the customer opens no ticket, the next question does", async () => {
  await says("obrigada! 🙏");
  await ana.message("obrigada!").waitFor();
  await ana.tab("Abertos").click();
  await ana.tab("Aguardando").click();
  await ana.list.getByText("Ninguém aguardando").waitFor();
  expect(await ana.row(CUSTOMER).count()).toBe(0);
  await says("E amanhã, abrem a que horas?");
  await ana.row(CUSTOMER).waitFor();
});

step("the pages report no error during the journey", async () => {
  expect(office.browser.problems()).toEqual({ [ANA.name]: [] });
  expect(office.world.network.problems).toEqual([]);
});
