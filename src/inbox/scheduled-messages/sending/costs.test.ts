import { afterAll, beforeAll, expect, test } from "bun:test";
import { costOffice, costsSettled, installCard } from "#inbox/costs/testing.ts";
import { one } from "#platform/db/database.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

const HOUR = 60 * 60_000;
let place: PagesApp;
beforeAll(async () => {
  place = await startPagesApp();
  installCard(place);
});
afterAll(() => place.stop());

test.each([
  ["stop_automatic", { status: "ERRO", error: "ERR_BUDGET_USED" }],
  ["stop_marketing", { status: "ENVIADA", error: null }],
  ["warn", { status: "ENVIADA", error: null }],
])("with %s and a used budget a scheduled message becomes %j", async (atEnd, outcome) => {
  const office = await costOffice(place);
  const { app, graph } = place;
  office.customer().writes("Oi");
  await quiet(graph);
  const contactId = one<{ id: number }>(office.tenant.db, "SELECT id FROM contact")?.id;
  const planned = await app.api(office.ana).post("/schedules", {
    ...{ contactId, whatsappId: office.connectionId, body: "Seu pedido chegou" },
    sendAt: new Date(app.clock.now() + HOUR).toISOString(),
  });
  expect(planned.status).toBe(200);
  await app.api(office.admin).put("/costs/budget", { micros: 1, atEnd });
  const sent = office.accept(1, () => ({ to: "5511988880000", template: "retomar_conversa" }));
  await office.post(sent.map((message) => office.status(message, "delivered")));
  await costsSettled(place);
  app.clock.advance(HOUR);
  for (const job of ["schedules", "outbox"]) await app.app.runJob(job);
  await quiet(graph);
  const { body } = await app.api(office.ana).get(`/schedules/${planned.body.id}`);
  expect(body).toMatchObject(outcome);
});
