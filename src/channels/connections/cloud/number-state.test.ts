import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { templateRecipients } from "#inbox/messages/outbox/queries.sql.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { tell } from "#simulator/graph/cloud-calls.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import { agentAnswers, writesInStandby } from "#simulator/graph/cloud-standby.ts";
import { testQueue } from "#test/helpers/installation.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";
import { stateOf } from "./number-state.ts";

const HOUR = 60 * 60_000;
const MARIA = { name: "Maria", phone: "5511977770001" };
let place: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  await reads();
});
const settled = () => quiet(place.graph);
async function reads() {
  await place.app.app.runJob("number-states");
  await settled();
}
const admin = () => place.app.api(office.admin);
const state = async () => (await admin().get(`/whatsapp/${office.connectionId}/state`)).body;
const ticket = () =>
  one<{ id: number; standby_since: number | null }>(
    office.tenant.db,
    "SELECT id, standby_since FROM ticket ORDER BY id DESC",
  );
const notice = (field: string) => ({
  object: "whatsapp_business_account",
  entry: [{ id: office.number.businessId, time: 1, changes: [{ field, value: {} }] }],
});

describe("state of an official number", () => {
  test("the state of a connected number is read at once and shown to admins only", async () => {
    expect(await state()).toMatchObject({
      ...{ quality: "GREEN", limit: 250, isUnlimited: false, used24h: 0 },
      ...{ nameState: "APPROVED", health: { canSend: "AVAILABLE", problems: [] }, history: null },
    });
    const answer = await place.app.api(office.ana).get(`/whatsapp/${office.connectionId}/state`);
    expect(answer.status).toBe(403);
  });

  test("the state is read again every hour, and at once after a notice of Meta", async () => {
    Object.assign(office.number, { quality: "RED", tier: "TIER_1K", canSend: "LIMITED" });
    await reads();
    expect((await state()).quality).toBe("GREEN");
    await place.graph.post(notice("phone_number_quality_update"));
    await reads();
    expect(await state()).toMatchObject({
      quality: "RED",
      limit: 1000,
      health: { canSend: "LIMITED", problems: ["Payment issue"] },
    });
    office.number.quality = "YELLOW";
    place.app.clock.advance(HOUR + 1000);
    await reads();
    expect((await state()).quality).toBe("YELLOW");
  });

  test("a campaign's audience states what the limit leaves after the recipients of the last 24 h", async () => {
    office.customer().writes("Oi");
    await settled();
    const id = ticket()?.id ?? 0;
    const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
    run(office.tenant.db, accept, office.ana.actor.id, office.queueId, id);
    const template = { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] };
    await place.app.api(office.ana).post(`/messages/${id}`, template);
    await settled();
    const { used24h } = await state();
    const { body } = await admin().get(`/campaign-audience?whatsappId=${office.connectionId}`);
    expect(body.left).toBe(250 - used24h);
  });

  test("the messaging limit is read from a tier, a number or an unlimited portfolio of Meta", () => {
    const limitOf = (tier: unknown) => {
      const { messagingLimit, isUnlimited } = stateOf({ whatsapp_business_manager_messaging_limit: tier });
      return [messagingLimit, isUnlimited];
    };
    expect(limitOf("TIER_10K")).toEqual([10_000, false]);
    expect(limitOf(2000)).toEqual([2000, false]);
    expect(limitOf("TIER_UNLIMITED")).toEqual([null, true]);
    expect(limitOf(undefined)).toEqual([null, false]);
  });
});

describe("webhooks about an official number", () => {
  const delivered = (event: string) =>
    all<{ body: string }>(
      office.tenant.db,
      "SELECT body FROM integration_delivery WHERE event = ? ORDER BY id",
      event,
    ).map(({ body }) => JSON.parse(body));
  const subscribe = async (...events: string[]) => {
    const hook = { name: "ERP", url: "https://erp.example/hook", events };
    expect((await admin().post("/webhooks", hook)).status).toBe(200);
  };

  test("connection.state has quality, limit, name review and health, and is sent only after a change", async () => {
    await subscribe("connection.state");
    office.number.quality = "RED";
    for (let read = 0; read < 2; read += 1) {
      await place.graph.post(notice("phone_number_quality_update"));
      await reads();
    }
    const state = { quality: "RED", limit: 250, isUnlimited: false, nameState: "APPROVED" };
    expect(delivered("connection.state")).toMatchObject([
      { connection: { id: office.connectionId }, state: { ...state, canSend: "AVAILABLE" } },
    ]);
  });

  test("template.changed names the template with its state, and is not sent when Meta changed nothing", async () => {
    await subscribe("template.changed");
    const about = () => notice("template_category_update");
    await place.graph.post(about());
    await settled();
    expect(delivered("template.changed")).toEqual([]);
    const index = office.number.templates.findIndex(({ name }) => name === "pedido_enviado");
    const [template] = office.number.templates.splice(index, 1);
    if (template) office.number.templates.push({ ...template, category: "MARKETING" });
    await place.graph.post(about());
    await settled();
    await place.graph.post(about());
    await settled();
    expect(delivered("template.changed")).toMatchObject([
      {
        connection: { id: office.connectionId },
        template: {
          ...{ name: "pedido_enviado", language: "pt_BR", status: "APPROVED", category: "MARKETING" },
          ...{ quality: "", pausedUntil: null },
        },
      },
    ]);
    const { body: rows } = await admin().get(`/whatsapp/${office.connectionId}/templates`);
    const shown = (rows.templates ?? rows).find(({ name }: { name: string }) => name === "pedido_enviado");
    expect(shown).toMatchObject({ category: "MARKETING" });
  });

  test("contact.identified has every identity of a contact whose phone became known, and a null phone before", async () => {
    await subscribe("contact.identified", "message.created");
    const person = { name: "Marina", userId: "BR.1111111111AAAA" };
    customerOf(place.graph, office.number, person).writes("Oi");
    await settled();
    const phone = "5511977770031";
    customerOf(place.graph, office.number, { ...person, phone }).writes("Oi de novo");
    await settled();
    expect(delivered("message.created")[0]).toMatchObject({ contact: { phone: null } });
    expect(delivered("contact.identified").at(-1)).toMatchObject({
      contact: { phone, identities: expect.arrayContaining([{ kind: "pn", value: phone }]) },
    });
  });
});

describe("the limit of a portfolio", () => {
  const send = async (phone: string) => {
    office.customer({ phone }).writes("Oi");
    await settled();
    const id = ticket()?.id ?? 0;
    const accept = "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ? WHERE id = ?";
    run(office.tenant.db, accept, office.ana.actor.id, office.queueId, id);
    const template = { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] };
    expect((await place.app.api(office.ana).post(`/messages/${id}`, template)).status).toBe(200);
    await settled();
  };

  test("the message after the last allowed recipient (131064) waits, and restricts templates of the number", async () => {
    office.number.portfolio.recipientsLeft = 1;
    await send("5511977770011");
    await send("5511977770012");
    const states = all<{ state: string; held: string | null }>(
      office.tenant.db,
      "SELECT state, held_by AS held FROM outbox ORDER BY id",
    );
    expect(states).toEqual([
      { state: "sent", held: null },
      { state: "queued", held: "limit_reached" },
    ]);
    const [row] = (await admin().get("/whatsapp")).body;
    expect(row.restrictions).toMatchObject([{ kind: "limit_reached", effect: "templates" }]);
  });

  test("counting the recipients of templates reads an index, not the outbox", () => {
    const plan = all<{ detail: string }>(
      office.tenant.db,
      `EXPLAIN QUERY PLAN ${templateRecipients.text}`,
      0,
    ).map(({ detail }) => detail);
    expect(plan.join()).toContain("INDEX outbox_template");
  });
});

describe("standby", () => {
  test("the queue menu is not sent while Meta's agent answers, and is sent again afterwards", async () => {
    const other = testQueue(office.tenant, "Suporte");
    const body = { name: "Oficial", queueIds: [office.queueId, other], greetingMessage: "Escolha o setor" };
    expect((await admin().put(`/whatsapp/${office.connectionId}`, body)).status).toBe(200);
    const sent = () => one<{ n: number }>(office.tenant.db, "SELECT count(*) AS n FROM outbox")?.n;
    writesInStandby(place.graph, office.number, MARIA, "Qual o horário?");
    await settled();
    writesInStandby(place.graph, office.number, MARIA, "Alguém?");
    await settled();
    expect(sent()).toBe(0);
    office.customer(MARIA).writes("Quero falar com alguém");
    await settled();
    expect(sent()).toBe(1);
  });

  test("no text about inactivity, no rating and no farewell is sent while Meta's agent answers", async () => {
    run(
      office.tenant.db,
      `UPDATE connection SET expires_ticket_minutes = 30, expires_inactive_message = 'Encerrado',
        completion_message = 'Até logo', rating_message = 'Nota?'`,
    );
    writeSetting(office.tenant, "userRating", "enabled");
    await admin().put(`/whatsapp/${office.connectionId}`, { name: "Oficial" });
    const sent = () => all<{ body: string }>(office.tenant.db, "SELECT body FROM message WHERE from_me = 1");
    const open = () =>
      run(
        office.tenant.db,
        "UPDATE ticket SET status = 'open', user_id = ?, queue_id = ?",
        office.ana.actor.id,
        office.queueId,
      );
    writesInStandby(place.graph, office.number, MARIA, "Qual o horário?");
    await settled();
    open();
    expect((await office.asAna.put(`/tickets/${ticket()?.id}`, { status: "closed" })).status).toBe(200);
    await settled();
    writesInStandby(place.graph, office.number, MARIA, "5");
    await settled();
    open();
    agentAnswers(place.graph, office.number, MARIA, "Das 9 às 18.");
    await settled();
    place.app.clock.advance(HOUR);
    await place.app.app.runJob("inactivity_close");
    await settled();
    expect(one(office.tenant.db, "SELECT close_reason AS reason FROM ticket ORDER BY id DESC")).toEqual({
      reason: "inactivity",
    });
    expect(sent()).toEqual([{ body: "Das 9 às 18." }]);
  });

  test("while Meta's agent answers, its messages are shown and the ticket is marked until the customer returns to us", async () => {
    writesInStandby(place.graph, office.number, MARIA, "Qual o horário?");
    await settled();
    agentAnswers(place.graph, office.number, MARIA, "Das 9 às 18.");
    await settled();
    const bodies = all<{ body: string; origin: string }>(
      office.tenant.db,
      "SELECT body, origin FROM message ORDER BY id",
    );
    expect(bodies).toEqual([
      { body: "Qual o horário?", origin: "contact" },
      { body: "Das 9 às 18.", origin: "bot" },
    ]);
    const id = ticket()?.id ?? 0;
    expect((await admin().get(`/tickets/${id}`)).body.standbySince).toBeString();
    office.customer(MARIA).writes("Quero falar com alguém");
    await settled();
    expect((await admin().get(`/tickets/${id}`)).body.standbySince).toBeNull();
  });

  test("a message of an attendant takes the conversation over", async () => {
    writesInStandby(place.graph, office.number, MARIA, "Qual o horário?");
    await settled();
    const id = ticket()?.id ?? 0;
    run(
      office.tenant.db,
      "UPDATE ticket SET status = 'open', user_id = ? WHERE id = ?",
      office.ana.actor.id,
      id,
    );
    const answer = await place.app.api(office.ana).post(`/messages/${id}`, { body: "Posso ajudar?" });
    expect(answer.status).toBe(200);
    expect(ticket()?.standby_since).toBeNull();
  });
});

describe("a template that Meta holds for its quality", () => {
  beforeEach(async () => {
    office.number.holdsTemplates = true;
    office.customer().writes("Oi");
    await settled();
    const id = ticket()?.id ?? 0;
    const accept = "UPDATE ticket SET status = 'open', user_id = ? WHERE id = ?";
    run(office.tenant.db, accept, office.ana.actor.id, id);
    const template = { templateName: "pedido_enviado", templateLanguage: "pt_BR", parameters: [] };
    expect((await place.app.api(office.ana).post(`/messages/${id}`, template)).status).toBe(200);
    await settled();
  });
  const message = () =>
    one<{ ack: number; state: string; id: string }>(
      office.tenant.db,
      "SELECT ack, send_state AS state, provider_id AS id FROM message WHERE from_me = 1",
    );
  const sent = () =>
    cloudOf(place.graph.book).sent.filter(
      ({ number, type }) => number === office.number && type === "template",
    );
  const pass = async (ms: number) => {
    place.app.clock.advance(ms);
    await place.app.app.runJob("outbox");
    await settled();
  };

  test("a template held by Meta stays unsent under Meta's id until its status arrives, for up to 7 days", async () => {
    const [held] = sent();
    expect(message()).toEqual({ ack: 0, state: "sending", id: held?.id ?? "" });
    for (const ms of [61_000, HOUR, 24 * HOUR]) {
      await pass(ms);
      expect(message()).toMatchObject({ ack: 0, state: "sending" });
    }
    if (held) await tell(place.graph, held, "sent");
    await settled();
    expect(message()).toMatchObject({ ack: 1, state: "sent" });
    expect(sent()).toHaveLength(1);
  });

  test("a template held by Meta is not sent again when the session reopens, and fails when Meta refuses it", async () => {
    const state = { statusReason: null, qrcode: "", retries: 0, health: "ok" } as const;
    office.tenant.write((unit) =>
      unit.emit(SessionChanged, {
        connectionId: office.connectionId,
        before: { ...state, status: "OPENING" },
        after: { ...state, status: "CONNECTED" },
        lastEventAt: unit.now,
      }),
    );
    await settled();
    await pass(61_000);
    expect(sent()).toHaveLength(1);
    const [held] = sent();
    if (held) await tell(place.graph, held, "failed", [{ code: 132_015, title: "Template is paused" }]);
    await settled();
    expect(message()?.state).toBe("failed");
  });

  test("a template held by Meta fails after 7 days without a status, and a later status marks it as sent", async () => {
    await pass(7 * 24 * HOUR);
    expect(message()).toMatchObject({ ack: 0, state: "failed" });
    const [held] = sent();
    if (held) await tell(place.graph, held, "delivered");
    await settled();
    expect(message()).toMatchObject({ ack: 2, state: "sent" });
    expect(sent()).toHaveLength(1);
  });
});
