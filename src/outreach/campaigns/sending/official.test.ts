import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { png } from "#channels/media/testing.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { tell } from "#simulator/graph/cloud-calls.ts";
import { decide } from "#simulator/graph/cloud-templates.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

let place: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  writeSetting(office.tenant, "campaignsEnabled", "true");
  cloudOf(place.graph.book).statuses = true;
});

const boss = () => place.app.api(office.admin);
const sent = (): SentByCloud[] =>
  cloudOf(place.graph.book).sent.filter(({ number }) => number === office.number);
const RETURN = {
  templateName: "retomar_conversa",
  templateLanguage: "pt_BR",
  parameters: ["{primeiro_nome}", "o pedido de {nome}"],
};
const NUMBERS = ["5511980000001", "5511980000002", "5511980000003"];

function people(numbers: readonly string[] = NUMBERS): number {
  return office.tenant.write((unit) => {
    const { id } = addList(unit, `Lista ${Math.random()}`);
    for (const [n, number] of numbers.entries())
      insertItem(unit, id, { number, name: `Maria ${n} Souza`, email: "" });
    run(unit.db, "UPDATE contact_list_item SET is_whatsapp_valid = 1");
    return id;
  });
}
const begin = async (fields: object = {}) =>
  boss().post("/campaigns", {
    name: "Novidades",
    template1: RETURN,
    contactListId: people(),
    whatsappId: office.connectionId,
    scheduledAt: new Date(place.app.clock.now()).toISOString(),
    ...fields,
  });
/** Advances the clock step by step, so that the senders can keep up. */
async function pass(seconds = 80): Promise<void> {
  for (let second = 0; second < seconds; second += 20) {
    for (const job of ["campaigns", "outbox"]) await place.app.app.runJob(job);
    await quiet(place.graph);
    // Messages due within this time are already being sent.
    place.app.clock.advance(20_000);
    await quiet(place.graph);
  }
}
const states = (id: number) =>
  Object.fromEntries(
    all<{ what: string; n: number }>(
      office.tenant.db,
      `SELECT state || coalesce('(' || reason || ')', '') AS what, count(*) AS n FROM campaign_recipient WHERE campaign_id = ? GROUP BY 1`,
      id,
    ).map(({ what, n }) => [what, n]),
  );
const campaign = async (id: number) => (await boss().get(`/campaigns/${id}`)).body;

describe("a campaign of an official number", () => {
  test("recipients whose template Meta holds stay queued in the report until a status arrives", async () => {
    office.number.holdsTemplates = true;
    const { id } = (await begin()).body;
    await pass(400);
    place.app.clock.advance(3_600_000);
    await pass();
    expect(states(id)).toEqual({ queued: 3 });
    const { body } = await boss().get(`/campaigns/${id}/recipients?pageNumber=1`);
    expect(body.records.map(({ state }: { state: string }) => state)).toEqual(["queued", "queued", "queued"]);
    for (const held of sent()) await tell(place.graph, held, "sent");
    await quiet(place.graph);
    expect(states(id)).toEqual({ sent: 3 });
    expect(sent()).toHaveLength(3);
    office.number.holdsTemplates = false;
  });

  test("a campaign of an official number needs approved templates; errors name the problem and write nothing", async () => {
    const refused = async (fields: object) => {
      const { status, body } = await begin(fields);
      return [status, body.details?.fields];
    };
    const text = { template1: null, message1: "Olá {nome}" };
    expect(await refused(text)).toEqual([400, { template1: "required" }]);
    expect(await refused({ message2: "Oi" })).toEqual([400, { template2: "required" }]);
    const pending = { ...RETURN, templateName: "oferta_de_novembro", parameters: ["10%"] };
    expect(await refused({ template3: pending })).toEqual([400, { template3: "invalid" }]);
    const empty = { ...RETURN, parameters: ["{nome}", " "] };
    expect(await refused({ template1: empty })).toEqual([400, { template1: "required" }]);
    const asks = { confirmation: true, confirmationMessage1: "Posso?" };
    expect(await refused(asks)).toEqual([400, { confirmation: "invalid" }]);
    expect(one(office.tenant.db, "SELECT count(*) AS n FROM campaign")).toEqual({ n: 0 });
    // A draft is saved without checks of its templates.
    expect((await begin({ ...text, scheduledAt: null })).status).toBe(200);
  });

  test("each recipient gets the template with their own values, and receipts are counted", async () => {
    const { body } = await begin({
      template2: { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] },
    });
    expect(body.template1).toEqual(RETURN);
    await pass();
    expect(sent().map(({ to, type }) => [to, type])).toEqual(NUMBERS.map((to) => [to, "template"]));
    expect(sent().map(({ body }) => body["template"])).toMatchObject([
      {
        name: "retomar_conversa",
        components: [
          { type: "body", parameters: [{ text: "Maria" }, { text: "o pedido de Maria 0 Souza" }] },
        ],
      },
      { name: "pedido_enviado" },
      { name: "retomar_conversa" },
    ]);
    const [first] = sent();
    if (first) await tell(place.graph, first, "read");
    await quiet(place.graph);
    expect(states(body.id)).toEqual({ read: 1, delivered: 2 });
    expect(await campaign(body.id)).toMatchObject({
      status: "FINALIZADA",
      report: { delivered: 3, received: 3, read: 1, progress: 1 },
    });
    expect(one(office.tenant.db, "SELECT body FROM message ORDER BY id LIMIT 1")).toEqual({
      body: "Olá Maria, podemos continuar o seu atendimento sobre o pedido de Maria 0 Souza?\n\n_Responda para falar com a equipe_",
    });
  });

  test("a message that Meta rejects after accepting it counts as failed with our reason", async () => {
    cloudOf(place.graph.book).statuses = false;
    const { body } = await begin();
    await pass();
    expect((await campaign(body.id)).report).toMatchObject({ delivered: 3 });
    const codes = [131_049, 131_026, 131_050];
    for (const [n, message] of sent().entries())
      await tell(place.graph, message, "failed", [{ code: codes[n], title: "no" }]);
    await quiet(place.graph);
    expect(states(body.id)).toEqual({
      "failed(ERR_MARKETING_LIMIT)": 1,
      "failed(ERR_MARKETING_REFUSED)": 1,
      "skipped(invalid)": 1,
    });
    expect((await campaign(body.id)).report).toMatchObject({ delivered: 0, valid: 2 });
  });

  for (const isLate of [false, true])
    test(`a recipient whose phone Meta needs (131062${isLate ? ", reported after the acceptance" : ""}) fails with that reason, and the others go on`, async () => {
      office.number.refusals = [{ code: 131_062, prefix: NUMBERS[1] ?? "", isLate }];
      const { body } = await begin();
      await pass();
      expect(states(body.id)).toEqual({ delivered: 2, "failed(ERR_NEEDS_PHONE)": 1 });
      expect(await campaign(body.id)).toMatchObject({ status: "FINALIZADA", pauseReason: null });
      const { records } = (await boss().get(`/campaigns/${body.id}/recipients?pageNumber=1`)).body;
      expect(records.map(({ reason }: { reason: string | null }) => reason).filter(Boolean)).toEqual([
        "ERR_NEEDS_PHONE",
      ]);
      office.number.refusals = [];
    });

  for (const isLate of [false, true])
    test(`a limit of the number${isLate ? " reported after the acceptance" : ""} lets recipients wait, and the campaign continues by itself`, async () => {
      office.number.refusals = [{ code: 131_048, isLate }];
      const { body } = await begin();
      await pass(40);
      expect(await campaign(body.id)).toMatchObject({ status: "EM_ANDAMENTO", pauseReason: null });
      expect(states(body.id)).toEqual({ queued: 1, waiting: 2 });
      office.number.refusals = [];
      place.app.clock.advance(24 * 3_600_000);
      for (let n = 0; n < 4; n += 1) {
        place.app.clock.advance(60_000);
        await place.app.app.runJob("ends of restrictions");
        await place.app.app.runJob("outbox");
        await pass(20);
      }
      expect(states(body.id)).toEqual({ delivered: 3 });
      expect(await campaign(body.id)).toMatchObject({ status: "FINALIZADA", report: { delivered: 3 } });
    });

  test("a paused template pauses the campaign without consuming recipients; a resume continues where it stopped", async () => {
    const { body } = await begin();
    await place.app.app.runJob("campaigns");
    await quiet(place.graph);
    decide(place.graph.book, "retomar_conversa", "PAUSED");
    await pass(40);
    // On a slow machine the next message may already be in flight when the rejection arrives; its recipient is
    // returned, too.
    for (let n = 0; n < 5 && states(body.id)["waiting"] !== 2; n += 1) await pass(20);
    expect(sent()).toHaveLength(1);
    expect(states(body.id)).toEqual({ delivered: 1, waiting: 2 });
    expect(await campaign(body.id)).toMatchObject({ status: "EM_ANDAMENTO", pauseReason: "template" });
    const [notice] = all<{ details: string }>(office.tenant.db, "SELECT details FROM notice");
    expect(notice?.details).toContain('"reason":"template"');
    // The template's status from the rejection is stored at once, so resuming the campaign changes nothing.
    await place.app.app.runJob("templates");
    await boss().post(`/campaigns/${body.id}/resume`, {});
    await pass(40);
    expect([sent().length, (await campaign(body.id)).pauseReason]).toEqual([1, "template"]);
    decide(place.graph.book, "retomar_conversa", "APPROVED");
    expect((await boss().post(`/whatsapp/${office.connectionId}/templates/sync`, {})).status).toBe(200);
    await boss().post(`/campaigns/${body.id}/resume`, {});
    await pass();
    expect(states(body.id)).toEqual({ delivered: 3 });
    expect(sent().map(({ to }) => to)).toEqual(NUMBERS);
  });

  test("contacts who opted out get no template", async () => {
    const { body: contact } = await boss().post("/contacts", { name: "Lia", number: NUMBERS[1] });
    run(office.tenant.db, "UPDATE contact SET opted_out_at = 1 WHERE id = ?", contact.id);
    const { body } = await begin();
    await pass();
    expect(states(body.id)).toEqual({ delivered: 2, "skipped(opt_out)": 1 });
  });

  test("a campaign stopped between dispatch and network sends nothing twice after a restart", async () => {
    place.graph.book.loseAnswers = 1;
    cloudOf(place.graph.book).statuses = false;
    const { body } = await begin();
    await place.app.app.runJob("campaigns");
    await quiet(place.graph);
    // The state after a crash: the row is being sent and no response has arrived.
    await boss().post(`/campaigns/${body.id}/cancel`, {});
    await boss().post(`/campaigns/${body.id}/restart`, {});
    const [first] = sent();
    if (first) await tell(place.graph, first, "sent");
    await pass();
    expect(sent().map(({ to }) => to)).toEqual(NUMBERS);
    expect(states(body.id)).toEqual({ sent: 3 });
  });
});

describe("a template with a picture as heading", () => {
  const form = async (template: object, file?: File) => {
    const data = new FormData();
    data.set("template", JSON.stringify(template));
    if (file) data.set("file", file);
    return boss().post(`/whatsapp/${office.connectionId}/templates/media`, data);
  };
  const picture = async (name = "vitrine.png") =>
    new File([new Uint8Array(await png())], name, { type: "image/png" });
  const NEW = {
    name: "vitrine",
    language: "pt_BR",
    category: "MARKETING",
    body: "Olá {{1}}",
    examples: ["Ana"],
  };

  test("a template with a picture is submitted with a sample, which is the header of campaigns without a file", async () => {
    expect((await form(NEW)).body.details.fields).toEqual({ file: "required" });
    expect((await form({ ...NEW, examples: [] }, await picture())).body.details.fields).toEqual({
      examples: "required",
    });
    const text = new File(["texto"], "a.txt");
    expect((await form(NEW, text)).status).toBe(415);
    const made = await form({ ...NEW, buttons: ["Quero", "Parar"] }, await picture());
    expect(made.body).toMatchObject({
      status: "PENDING",
      media: "image",
      mediaName: "vitrine.png",
      buttons: ["Quero", "Parar"],
    });
    decide(place.graph.book, "vitrine", "APPROVED");
    await boss().post(`/whatsapp/${office.connectionId}/templates/sync`, {});
    const template = { ...RETURN, templateName: "vitrine", parameters: ["{nome}"] };
    const { body } = await begin({ template1: template });
    await pass();
    const [first, ...others] = sent();
    const used = first?.body["template"] as { components: { parameters: { image: { id: string } }[] }[] };
    const id = used.components[0]?.parameters[0]?.image.id ?? "";
    expect(place.graph.book.files.get(id)?.type).toBe("image/png");
    // The file is uploaded once for all recipients.
    expect(others.map(({ body }) => JSON.stringify(body).includes(id))).toEqual([true, true]);
    expect(one(office.tenant.db, "SELECT body, media_type AS type FROM message LIMIT 1")).toEqual({
      body: "Olá Maria 0 Souza",
      type: "image",
    });
    expect(states(body.id)).toEqual({ delivered: 3 });
  });

  test("a template with a header file that was created at Meta needs a campaign file of the same type", async () => {
    office.number.templates.push({
      ...{ id: "7", name: "loja", language: "pt_BR", category: "MARKETING", status: "APPROVED" },
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: "Chegou!" },
      ],
    });
    await boss().post(`/whatsapp/${office.connectionId}/templates/sync`, {});
    const template1 = { ...RETURN, templateName: "loja", parameters: [] };
    expect((await begin({ template1 })).body.details.fields).toEqual({ file: "required" });
    const draft = await begin({ template1, scheduledAt: null });
    const upload = new FormData();
    upload.set("file", await picture("loja.png"));
    await boss().post(`/campaigns/${draft.body.id}/media-upload`, upload);
    const at = { scheduledAt: new Date(place.app.clock.now()).toISOString() };
    // A file that no template uses is rejected, not dropped silently.
    const plain = { ...at, template1: RETURN };
    expect((await boss().put(`/campaigns/${draft.body.id}`, plain)).body.details.fields).toEqual({
      file: "invalid",
    });
    expect((await boss().put(`/campaigns/${draft.body.id}`, at)).status).toBe(200);
    await pass();
    expect(states(draft.body.id)).toEqual({ delivered: 3 });
  });
});

test("an approved template cannot be sent by another number", async () => {
  run(office.tenant.db, "UPDATE connection SET provider = 'stable' WHERE id = ?", office.connectionId);
  expect((await begin({ message1: "Oi" })).body.details.fields).toEqual({ template1: "invalid" });
});
