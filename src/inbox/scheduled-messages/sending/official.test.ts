import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { decide } from "#simulator/graph/cloud-templates.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

const HOUR = 60 * 60_000;
let place: PagesApp;
let office: OfficialOffice;
let contactId: number;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  office.customer().writes("Oi");
  await quiet(place.graph);
  contactId = one<{ id: number }>(office.tenant.db, "SELECT id FROM contact")?.id ?? 0;
});

const ana = () => place.app.api(office.ana);
const sent = () => cloudOf(place.graph.book).sent.filter(({ number }) => number === office.number);
const RETURN = {
  templateName: "retomar_conversa",
  templateLanguage: "pt_BR",
  parameters: ["{{firstName}}", "o pedido 42"],
};
const plan = (fields: object, aheadMs = 25 * HOUR) =>
  ana().post("/schedules", {
    contactId,
    whatsappId: office.connectionId,
    sendAt: new Date(place.app.clock.now() + aheadMs).toISOString(),
    ...fields,
  });
async function pass(ms: number): Promise<void> {
  place.app.clock.advance(ms);
  for (const job of ["schedules", "outbox"]) await place.app.app.runJob(job);
  await quiet(place.graph);
}
const read = async (id: number) => (await ana().get(`/schedules/${id}`)).body;

describe("a message planned on an official number", () => {
  test("a scheduled template is sent after the answer window with its values, and stored as the customer reads it", async () => {
    const { status, body } = await plan({ template: RETURN, recurrence: "daily" });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      template: RETURN,
      body: "Olá {{firstName}}, podemos continuar o seu atendimento sobre o pedido 42?\n\n_Responda para falar com a equipe_",
    });
    await pass(25 * HOUR);
    expect(await read(body.id)).toMatchObject({ status: "ENVIADA", error: null });
    expect(sent().map((message) => message.body["template"])).toMatchObject([
      {
        name: "retomar_conversa",
        components: [{ parameters: [{ text: "Maria" }, { text: "o pedido 42" }] }],
      },
    ]);
    // The text of the next message in the series still has the variables.
    await pass(24 * HOUR);
    expect(sent()).toHaveLength(2);
    // Running the job again sends nothing twice.
    run(
      office.tenant.db,
      "UPDATE scheduled_message SET status = 'queued', outbox_id = NULL WHERE id = ?",
      body.id,
    );
    await pass(61_000);
    await pass(1000);
    expect(sent()).toHaveLength(2);
  });

  test("a scheduled message without a template is sent within the answer window and fails with the reason after it", async () => {
    const soon = await plan({ body: "Seu pedido chegou" }, HOUR);
    const late = await plan({ body: "Ainda está aí?" });
    await pass(HOUR);
    expect(await read(soon.body.id)).toMatchObject({ status: "ENVIADA" });
    await pass(24 * HOUR);
    expect(await read(late.body.id)).toMatchObject({ status: "ERRO", error: "ERR_WINDOW_CLOSED" });
    expect(sent().map(({ type }) => type)).toEqual(["text"]);
    // After it got a template, it is sent.
    const again = { template: RETURN, sendAt: new Date(place.app.clock.now()).toISOString() };
    expect((await ana().put(`/schedules/${late.body.id}`, again)).body).toMatchObject({ status: "PENDENTE" });
    await pass(1000);
    expect(await read(late.body.id)).toMatchObject({ status: "ENVIADA" });
    expect(sent().map(({ type }) => type)).toEqual(["text", "template"]);
  });

  test("a scheduled message needs a text or a known template of its connection with valid values", async () => {
    const fields = async (body: object) => (await plan(body)).body.details?.fields;
    expect(await fields({})).toEqual({ body: "required" });
    expect(await fields({ body: "Oi" })).toEqual({ body: "too_short" });
    expect(await fields({ template: { ...RETURN, templateName: "oferta_de_novembro" } })).toEqual({
      template: "invalid",
    });
    expect(await fields({ template: { ...RETURN, parameters: ["Maria"] } })).toEqual({
      template: "required",
    });
    const other = testConnection(office.tenant);
    expect(await fields({ template: RETURN, whatsappId: other })).toEqual({ template: "invalid" });
  });

  test("a scheduled message whose template was paused in the meantime fails with that reason and is not sent", async () => {
    const { body } = await plan({ template: RETURN });
    decide(place.graph.book, "retomar_conversa", "PAUSED");
    await pass(25 * HOUR);
    expect(await read(body.id)).toMatchObject({ status: "ERRO", error: "ERR_TEMPLATE_UNAVAILABLE" });
    expect(sent()).toEqual([]);
  });

  test("a scheduled message that Meta accepts and then refuses shows the reason, and can be edited and sent again", async () => {
    const { body } = await plan({ body: "Seu pedido chegou", recurrence: "daily" }, HOUR);
    office.number.refusals = [{ code: 131_026, isLate: true }];
    await pass(HOUR);
    expect(await read(body.id)).toMatchObject({
      ...{ status: "ERRO", error: "ERR_WAPP_INVALID_CONTACT", sentAt: null },
    });
    const series = "SELECT count(*) AS n FROM scheduled_message";
    expect(one(office.tenant.db, series)).toEqual({ n: 2 });
    office.number.refusals = [];
    const again = { sendAt: new Date(place.app.clock.now()).toISOString() };
    expect((await ana().put(`/schedules/${body.id}`, again)).body).toMatchObject({ status: "PENDENTE" });
    await pass(1000);
    expect(await read(body.id)).toMatchObject({ status: "ENVIADA", error: null });
    expect(one(office.tenant.db, series)).toEqual({ n: 2 });
  });

  test("a scheduled message that Meta accepts and then refuses for a temporary reason waits again until it is sent", async () => {
    const { body } = await plan({ body: "Seu pedido chegou" }, HOUR);
    office.number.refusals = [{ code: 131_056, isLate: true }];
    await pass(HOUR);
    expect(await read(body.id)).toMatchObject({ status: "AGENDADA", sentAt: null });
    office.number.refusals = [];
    await pass(3 * 60_000);
    expect(await read(body.id)).toMatchObject({ status: "ENVIADA", error: null });
  });

  test("a scheduled template accepts a file only as its heading", async () => {
    const { body } = await plan({ template: RETURN });
    const form = new FormData();
    form.set("file", new File(["texto"], "a.txt"));
    const refused = await ana().post(`/schedules/${body.id}/media-upload`, form);
    expect([refused.status, refused.body.details.fields]).toEqual([400, { file: "invalid" }]);
  });
});
