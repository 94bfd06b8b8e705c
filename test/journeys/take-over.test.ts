import { afterAll, beforeAll, expect } from "bun:test";
import type { Phone } from "#simulator/phones/phone.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** An admin in the ticket of another attendant: docs/rules/take-over.md#asked-before-writing. */
const CUSTOMER = "Marina Ribeiro";

let office: Office;
let ana: Desk;
let owner: Desk;
let marina: Phone;
let uuid: string;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
  owner = await office.desk({ ...OWNER, name: "owner" });
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);
const bar = () => owner.page.getByRole("region", { name: "Atendimento de outra pessoa" });

step("an admin who opens Ana's ticket sees the choice instead of a text box", async () => {
  await marina.send.text(office.world.shop, "Boa tarde!");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
  await ana.input(CUSTOMER).fill("rascunho da Ana");
  uuid = new URL(ana.page.url()).pathname.split("/").at(-1) ?? "";
  await owner.page.goto(`${office.url}/tickets/${uuid}`);
  await bar().getByText("Este atendimento é de Ana Lima.").waitFor();
  expect(await owner.input(CUSTOMER).count()).toBe(0);
  // Text typed blindly is not sent: there is no text box, and no key takes the ticket over.
  await owner.page.keyboard.type("oi, ola, o que houve, ja vi");
  await bar().waitFor();
  await owner.page.keyboard.press("Escape");
  await owner.page.goto(`${office.url}/tickets/${uuid}`);
  await bar().waitFor();
  await expectNoBarriers(owner.page, "take-over bar");
});

step("answering without taking over leaves the ticket with Ana, and the question is asked once", async () => {
  await bar().getByRole("button", { name: "Responder sem assumir" }).click();
  await owner.input(CUSTOMER).waitFor();
  await owner.page.keyboard.type("Aqui é a gerência.");
  await owner.page.keyboard.press("Enter");
  await owner.message("Aqui é a gerência.").waitFor();
  await owner.page.getByRole("link", { name: "Contatos" }).click();
  await owner.page.goBack();
  await owner.input(CUSTOMER).waitFor();
  expect(await bar().count()).toBe(0);
});

step("taking over moves the ticket, notifies Ana and keeps her draft", async () => {
  await owner.page.reload();
  await bar()
    .getByRole("textbox", { name: /^Motivo/ })
    .fill("Ana saiu mais cedo");
  await bar().getByRole("button", { name: "Assumir", exact: true }).click();
  await owner.input(CUSTOMER).waitFor();
  await owner.page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  await owner.conversation.getByText("Admin assumiu o atendimento").waitFor();
  await owner.conversation.getByText("Ana saiu mais cedo").waitFor();
  await ana.toast(`Admin assumiu o seu atendimento de ${CUSTOMER}`).waitFor();
  expect(await ana.input(CUSTOMER).count()).toBe(0);
  await ana.page.getByRole("button", { name: "Nota interna" }).waitFor();
});

step("Ana's draft is in her text box again when the ticket comes back to her", async () => {
  await office.world.server.signIn();
  const { id } = await office.call<{ id: number }>("GET", `/tickets/u/${uuid}`);
  const users = await office.call<{ users: { id: number; email: string }[] }>("GET", "/users");
  const userId = users.users.find(({ email }) => email === ANA.email)?.id;
  await office.call("PUT", `/tickets/${id}`, { userId, queueId: office.queues.vendas, status: "open" });
  await ana.input(CUSTOMER).waitFor();
  expect(await ana.input(CUSTOMER).inputValue()).toBe("rascunho da Ana");
});

step("a supervisor of the queue may only take over, and the attendant's draft is kept", async () => {
  const SOL = { name: "Sol Dias", email: "sol@example.com", password: "segredo-da-sol" };
  await office.call("POST", "/users", { ...SOL, profile: "supervisor", queueIds: [office.queues.vendas] });
  const sol = await office.desk(SOL);
  await sol.page.goto(`${office.url}/tickets/${uuid}`);
  const choice = sol.page.getByRole("region", { name: "Atendimento de outra pessoa" });
  const buttons = choice.getByRole("button");
  await buttons.first().waitFor();
  expect(await buttons.allTextContents()).toEqual(["Assumir"]);
  expect(await sol.input(CUSTOMER).count()).toBe(0);
  await expectNoBarriers(sol.page, "take-over bar of a supervisor");
  await choice.getByRole("button", { name: "Assumir" }).click();
  await sol.input(CUSTOMER).waitFor();
  expect(await sol.input(CUSTOMER).inputValue()).toBe("");
  await ana.toast(`Sol Dias assumiu o seu atendimento de ${CUSTOMER}`).waitFor();
});
