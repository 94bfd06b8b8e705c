import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { type CloudNumber, cloudOf } from "#simulator/graph/cloud-book.ts";
import { tell } from "#simulator/graph/cloud-calls.ts";
import { cloudWebhook, templateWebhook } from "#simulator/graph/cloud-people.ts";
import { decide } from "#simulator/graph/cloud-templates.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

const DAY = 24 * 60 * 60_000;
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

let place: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
});

const cloud = () => cloudOf(place.graph.book);
const settled = () => quiet(place.graph);
const sentBy = (number: CloudNumber) => cloud().sent.filter((sent) => sent.number === number);
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
const row = (sql: string, ...bindings: (string | number)[]): any => one(office.tenant.db, sql, ...bindings);
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
const rows = (sql: string): any[] => all(office.tenant.db, sql);
const message = (id: number) => row("SELECT * FROM message WHERE id = ?", id);
const advance = (ms: number) => place.app.clock.advance(ms);

/** Ana's token expires after some minutes of the simulated clock. */
const freshAna = () => place.app.api(office.ana);

/** Creates a ticket by a customer's message, accepted by Ana; returns its id. */
async function begin(customer = office.customer()): Promise<number> {
  customer.writes("Oi");
  await settled();
  const id = row("SELECT max(id) AS id FROM ticket").id;
  const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
  run(office.tenant.db, accept, office.ana.actor.id, office.queueId, id);
  return id;
}
const send = async (ticketId: number, body: object) => {
  const answer = await freshAna().post(`/messages/${ticketId}`, body);
  await settled();
  return answer;
};

describe("setting up an official number", () => {
  test("an official number connects at once when Meta accepts ids and token, and subscribes to its webhooks", async () => {
    const { body } = await office.asAdmin.get(`/whatsapp/${office.connectionId}`);
    expect(body).toMatchObject({ status: "CONNECTED", provider: "cloud", number: office.number.phone });
    expect(office.number.subscribed).toBe(true);
    expect(JSON.stringify(body)).not.toContain(office.number.token);
    expect(JSON.stringify(rows("SELECT * FROM meta_account"))).not.toContain(office.number.token);
  });

  test("an official number is not stored when Meta rejects it", async () => {
    const { number } = office;
    const wrong = {
      name: "Outro",
      provider: "cloud",
      phoneNumberId: "1",
      businessAccountId: "2",
      accessToken: "x",
    };
    const refused = await office.asAdmin.post("/whatsapp", wrong);
    expect([refused.status, refused.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
    const incomplete = await office.asAdmin.post("/whatsapp", { name: "Outro", provider: "cloud" });
    expect(incomplete.body.details.fields).toMatchObject({
      phoneNumberId: "required",
      accessToken: "required",
    });
    const twice = await office.asAdmin.post("/whatsapp", {
      ...{ name: "Outro", provider: "cloud", phoneNumberId: number.id },
      ...{ businessAccountId: number.businessId, accessToken: number.token },
    });
    expect([twice.status, twice.body.error]).toEqual([409, "ERR_PAGE_IN_USE"]);
    expect(rows("SELECT id FROM connection")).toHaveLength(1);
  });

  test("an official number disconnects on an invalid token; a new token sends the waiting messages", async () => {
    const ticketId = await begin();
    const { number } = office;
    number.token = "EAA-new";
    await send(ticketId, { body: "Chegou?" });
    const status = "SELECT status, status_reason AS reason FROM connection";
    expect(row(status)).toEqual({ status: "DISCONNECTED", reason: "token_invalid" });
    const changed = await office.asAdmin.put(`/whatsapp/${office.connectionId}`, { accessToken: "EAA-new" });
    expect(changed.status).toBe(200);
    await settled();
    advance(3000);
    await place.app.app.runJob("outbox");
    await settled();
    expect(row(status)).toEqual({ status: "CONNECTED", reason: null });
    expect(sentBy(number).map(({ type }) => type)).toEqual(["text"]);
  });
});

describe("inbound messages of an official number", () => {
  test("inbound texts, choices, locations, contact cards and reactions are stored with their type", async () => {
    const maria = office.customer();
    const first = maria.writes("Olá");
    maria.presses({ id: "1", title: "Vendas" });
    maria.sends({
      type: "location",
      location: { latitude: -23.5, longitude: -46.6, name: "Loja", address: "Rua A" },
    });
    maria.sends({
      type: "contacts",
      contacts: [{ name: { formatted_name: "Ana" }, phones: [{ phone: "+55 11 9", wa_id: "55119" }] }],
    });
    maria.sends({ type: "order", order: {} });
    await settled();
    maria.reacts(first, "👍");
    await settled();
    const got = rows("SELECT body, media_type AS type, reactions FROM message ORDER BY id");
    expect(got.map(({ body }) => body)).toEqual([
      "Olá",
      "Vendas",
      "-23.5,-46.6|Loja|Rua A",
      expect.stringContaining("waid=55119"),
      "[mensagem não suportada]",
    ]);
    expect(got[0].reactions).toContain("👍");
  });

  test("an inbound picture is downloaded by its id and stored", async () => {
    office.customer().sendsFile("image", new Uint8Array(PIXEL), "image/png", { caption: "Veja" });
    const picture = () =>
      row(
        "SELECT m.body, f.state, f.mime_type AS type FROM message m JOIN media_file f ON f.id = m.media_id",
      );
    await becomesTrue(() => picture()?.state === "stored");
    expect(picture()).toEqual({ body: "Veja", state: "stored", type: "image/png" });
  });

  test("a sender without a phone number becomes a contact that can be answered and is merged once the number is known", async () => {
    const shy = { name: "Lia", username: "lia.moda", userId: "BR.9911" };
    const lia = office.customer({ ...shy, phone: "" });
    const ticketId = await begin(lia);
    expect(row("SELECT name, number FROM contact")).toEqual({ name: "Lia", number: null });
    await send(ticketId, { body: "Oi, Lia!" });
    expect(sentBy(office.number)[0]?.body).toMatchObject({
      recipient: "BR.9911",
      text: { body: expect.stringContaining("Oi, Lia!") },
    });
    office.customer({ ...shy, phone: "5511988887777" }).writes("Este é meu número");
    await settled();
    expect(rows("SELECT number FROM contact")).toEqual([{ number: "5511988887777" }]);
  });

  test("repeated webhooks are ignored, and webhooks out of order are applied", async () => {
    const maria = office.customer();
    const at = place.app.clock.now();
    const early = maria.body({ id: "wamid.1", type: "text", text: { body: "primeiro" } }, at - 60_000);
    const late = maria.body({ id: "wamid.2", type: "text", text: { body: "segundo" } }, at);
    for (const body of [late, early, late, early]) expect(await place.graph.post(body)).toBe(200);
    await settled();
    expect(rows("SELECT body FROM message ORDER BY id")).toEqual([{ body: "segundo" }, { body: "primeiro" }]);
    expect(rows("SELECT id FROM ticket")).toHaveLength(1);
    expect(await place.graph.post(early, { secret: "forged" })).toBe(401);
  });

  test("messages written on the phone are added to the conversation without opening a ticket", async () => {
    const maria = office.customer();
    maria.isWrittenTo("Te ligo já");
    await settled();
    expect(
      row(
        "SELECT m.body, m.origin, m.from_me AS mine, t.status FROM message m JOIN ticket t ON t.id = m.ticket_id",
      ),
    ).toEqual({ body: "Te ligo já", origin: "phone", mine: 1, status: "closed" });
  });
});

describe("outbound messages of an official number", () => {
  test("an outbound message gets the network's id, and its receipts only advance", async () => {
    const ticketId = await begin();
    const { body } = await send(ticketId, { body: "Tudo bem?" });
    const [sent] = sentBy(office.number);
    if (!sent) throw new Error("nothing was sent");
    expect(message(body.message.id)).toMatchObject({ provider_id: sent.id, send_state: "sent", ack: 2 });
    await tell(place.graph, sent, "read");
    await tell(place.graph, sent, "delivered");
    await settled();
    expect(message(body.message.id).ack).toBe(4);
  });

  test("a message that Meta rejects after accepting it has the reason as its error, and a resend is a new message", async () => {
    cloud().statuses = false;
    const ticketId = await begin();
    const { body } = await send(ticketId, { body: "Olá" });
    const { id } = body.message;
    const [sent] = sentBy(office.number);
    if (!sent) throw new Error("nothing was sent");
    await tell(place.graph, sent, "failed", [{ code: 131_026, title: "Message undeliverable" }]);
    await tell(place.graph, sent, "sent");
    await settled();
    expect(message(id)).toMatchObject({ send_state: "failed", send_error: "ERR_WAPP_INVALID_CONTACT" });
    await office.asAna.post(`/messages/${id}/retry`, {});
    await settled();
    expect(message(id)).toMatchObject({ send_state: "sent", send_error: null });
    expect(sentBy(office.number)).toHaveLength(2);
    cloud().statuses = true;
  });

  test("a message whose response was lost is matched by its status webhook and not sent twice", async () => {
    const ticketId = await begin();
    place.graph.book.loseAnswers = 1;
    const { body } = await send(ticketId, { body: "Só uma vez" });
    advance(90_000);
    await place.app.app.runJob("outbox");
    await settled();
    expect(message(body.message.id).send_state).toBe("sent");
    expect(sentBy(office.number)).toHaveLength(1);
  });

  test("outbound messages keep their order in the outbox during an outage", async () => {
    const ticketId = await begin();
    place.graph.book.down = true;
    for (const text of ["um", "dois", "três"]) await send(ticketId, { body: text });
    place.graph.book.down = false;
    for (let turn = 0; turn < 8; turn++) {
      advance(20_000);
      await place.app.app.runJob("outbox");
      await settled();
    }
    const texts = sentBy(office.number).map(({ body }) =>
      (body["text"] as { body: string }).body.split("\n").at(-1),
    );
    expect(texts).toEqual(["um", "dois", "três"]);
  });

  test("an outbound picture is uploaded and sent by its id", async () => {
    const ticketId = await begin();
    const form = new FormData();
    form.set("body", "Foto");
    form.append("medias", new File([PIXEL], "foto.png", { type: "image/png" }));
    const response = await office.asAna.post(`/messages/${ticketId}`, form);
    expect(response.status).toBe(200);
    await settled();
    const [sent] = sentBy(office.number);
    const image = sent?.body["image"] as { id: string; caption: string };
    expect(image.caption).toContain("Foto");
    expect(place.graph.book.files.get(image.id)?.bytes).toEqual(new Uint8Array(PIXEL));
  });
});

describe("templates of an official number", () => {
  const path = () => `/whatsapp/${office.connectionId}/templates`;
  test("templates are loaded with their variables when the number connects, and then every hour", async () => {
    const { body } = await office.asAna.get(path());
    expect(
      body.templates.map(({ name, usable }: { name: string; usable: boolean }) => [name, usable]),
    ).toEqual([
      ["oferta_de_novembro", false],
      ["pedido_enviado", true],
      ["retomar_conversa", true],
    ]);
    expect(body.templates[2]).toMatchObject({ variables: ["1", "2"], buttons: ["Sim, vamos"] });
    office.number.templates.splice(1, 1);
    advance(60 * 60_000);
    await place.app.app.runJob("templates");
    expect((await freshAna().get(path())).body.templates).toHaveLength(2);
  });

  test("a paused template states the end of its first or second pause, until Meta ends it", async () => {
    const name = "oferta_de_novembro";
    const state = async () => {
      await settled();
      const { templates } = (await freshAna().get(path())).body;
      return templates.find((one: { name: string }) => one.name === name);
    };
    const told = (event: string, title = "") =>
      place.graph.post(templateWebhook(office.number.businessId, name, event, "NONE", title));
    const inHours = (hours: number) => new Date(place.app.clock.now() + hours * 3_600_000).toISOString();
    for (const [title, hours] of [
      ["FIRST_PAUSE", 3],
      ["SECOND_PAUSE", 6],
    ] as const) {
      decide(place.graph.book, name, "PAUSED");
      await told("PAUSED", title);
      expect(await state()).toMatchObject({ status: "PAUSED", pausedUntil: inHours(hours), usable: false });
    }
    decide(place.graph.book, name, "APPROVED");
    await told("APPROVED");
    expect(await state()).toMatchObject({ status: "APPROVED", pausedUntil: null });
    decide(place.graph.book, name, "PENDING");
    await told("PENDING");
    await state();
  });

  test("templates change at once after a webhook; forged, repeated, late and foreign webhooks change nothing", async () => {
    const { book } = place.graph;
    const name = "oferta_de_novembro";
    const told = (event: string) => templateWebhook(office.number.businessId, name, event);
    const state = async () => {
      await settled();
      const { templates } = (await freshAna().get(path())).body;
      return templates.find((one: { name: string }) => one.name === name);
    };
    decide(book, name, "APPROVED");
    expect(await place.graph.post(told("APPROVED"), { secret: "guess" })).toBe(401);
    expect(await state()).toMatchObject({ status: "PENDING", usable: false });
    expect(await place.graph.post(told("APPROVED"))).toBe(200);
    expect(await state()).toMatchObject({ status: "APPROVED", usable: true });
    decide(book, name, "REJECTED", "PROMOTIONAL");
    for (const event of ["REJECTED", "REJECTED", "APPROVED", "PENDING"])
      expect(await place.graph.post(told(event))).toBe(200);
    expect(await state()).toMatchObject({ status: "REJECTED", reason: "PROMOTIONAL", usable: false });
    const before = book.calls.length;
    expect(await place.graph.post(templateWebhook("404404", name, "APPROVED"))).toBe(200);
    expect(book.calls.length).toBe(before);
    // Meta does not respond at this time: the request is repeated a minute later.
    decide(book, name, "PAUSED");
    book.down = true;
    expect(await place.graph.post(told("PAUSED"))).toBe(200);
    await place.app.app.runJob("templates");
    expect(await state()).toMatchObject({ status: "REJECTED" });
    book.down = false;
    advance(60_000);
    await place.app.app.runJob("templates");
    expect(await state()).toMatchObject({ status: "PAUSED" });
  });

  test("only templates can be sent outside the answer window, and they are shown with their values", async () => {
    const ticketId = await begin();
    advance(DAY);
    expect((await send(ticketId, { body: "Oi?" })).body.error).toBe("ERR_WINDOW_CLOSED");
    const missing = await send(ticketId, { templateName: "retomar_conversa", parameters: ["Maria"] });
    expect(missing.body.details.fields).toEqual({ parameters: "required" });
    const pending = await send(ticketId, { templateName: "oferta_de_novembro", parameters: ["10%"] });
    expect(pending.body.details.fields).toEqual({ templateName: "invalid" });
    const { body } = await send(ticketId, {
      templateName: "retomar_conversa",
      parameters: ["{{firstName}}", "o pedido 42"],
    });
    expect(body.message.body).toBe(
      "Olá Maria, podemos continuar o seu atendimento sobre o pedido 42?\n\n_Responda para falar com a equipe_",
    );
    expect(sentBy(office.number)[0]?.body["template"]).toMatchObject({
      name: "retomar_conversa",
      language: { code: "pt_BR" },
      components: [{ type: "body", parameters: [{ text: "Maria" }, { text: "o pedido 42" }] }],
    });
    expect(message(body.message.id)).toMatchObject({ send_state: "sent", ack: 2 });
  });

  test("only admins submit templates, and a submitted template is pending and not usable", async () => {
    const body = {
      name: "boas_vindas",
      language: "pt_BR",
      category: "UTILITY",
      body: "Olá {{1}}!",
      examples: ["Ana"],
    };
    expect((await office.asAna.post(path(), body)).status).toBe(403);
    expect((await office.asAdmin.post(path(), { ...body, examples: [] })).body.details.fields).toEqual({
      examples: "required",
    });
    const made = await office.asAdmin.post(path(), body);
    expect(made.body).toMatchObject({
      name: "boas_vindas",
      status: "PENDING",
      usable: false,
      variables: ["1"],
    });
    const twice = await office.asAdmin.post(path(), body);
    expect([twice.status, twice.body.error]).toEqual([400, "ERR_PROVIDER_AUTH"]);
  });
});

test("a webhook for an unknown number is answered with 200 and dropped", async () => {
  const stranger = { ...office.number, id: "999" };
  expect(await place.graph.post(cloudWebhook(stranger, { messages: [] }))).toBe(200);
});
