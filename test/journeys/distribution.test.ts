import { afterAll, beforeAll, expect } from "bun:test";
import type { ServerHere } from "#test/helpers/server-here.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, openOfficeOfTime, type Staff } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Two attendants in rotation: each new customer is offered to one of them, and to the other when the offer is not accepted. */
const MINUTE = 60_000;

let office: Office<ServerHere>;
let ana: Desk;
let bruno: Desk;

beforeAll(async () => {
  office = await openOfficeOfTime();
  const { call, queues } = office;
  const users = await call<{ id: number; name: string }[]>("GET", "/users/list");
  const idOf = (staff: Staff) => users.find(({ name }) => name === staff.name)?.id;
  await call("PUT", `/queue/${queues.vendas}`, {
    allowDistributedTickets: true,
    usersDistributedTickets: `${idOf(ANA)};${idOf(BRUNO)}`,
  });
  [ana, bruno] = await Promise.all([office.desk(ANA), office.desk(BRUNO)]);
  for (const desk of [ana, bruno]) await desk.tab("Aguardando").click();
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

/** Lets a new customer write. */
const writes = (name: string) => office.customer(name).send.text(office.world.shop, "Bom dia!");
const waits = (minutes: number) => office.world.server.later(minutes * MINUTE, "distribution");
const isGone = (desk: Desk, customer: string) => desk.row(customer).waitFor({ state: "detached" });

step("customers are offered to the attendants in turn, each to one attendant only", async () => {
  await writes("Marina Ribeiro");
  await ana.row("Marina Ribeiro").getByText("Sua vez", { exact: true }).waitFor();
  await writes("Tomás Antunes");
  await bruno.row("Tomás Antunes").waitFor();
  expect(await ana.row("Tomás Antunes").count()).toBe(0);
  expect(await bruno.row("Marina Ribeiro").count()).toBe(0);
});

step("an attendant who accepts in time keeps the customer", async () => {
  await bruno.press("Aceitar", "Tomás Antunes");
  await bruno.room("Tomás Antunes").waitFor();
});

step("an offer not accepted for five minutes moves to the other attendant and leaves the first", async () => {
  await bruno.tab("Aguardando").click();
  await waits(5);
  await bruno.row("Marina Ribeiro").waitFor();
  await isGone(ana, "Marina Ribeiro");
});

step(
  "an offer that both let expire is visible to both, and the accepting attendant reads that it expired",
  async () => {
    await waits(5);
    await ana.row("Marina Ribeiro").waitFor();
    await bruno.row("Marina Ribeiro").getByText("Sua vez", { exact: true }).waitFor({ state: "detached" });
    await ana.press("Aceitar", "Marina Ribeiro");
    await isGone(bruno, "Marina Ribeiro");
    await ana.conversation.getByText("Ninguém aceitou a oferta").waitFor();
  },
);

step("the pages report no error during the journey", async () => {
  expect(office.browser.problems()).toEqual({ [ANA.name]: [], [BRUNO.name]: [] });
  expect(office.world.network.problems).toEqual([]);
});
