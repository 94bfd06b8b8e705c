import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { openRestriction } from "#channels/connections/index.ts";
import { createClosedTicket } from "#inbox/tickets/index.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";
import { turnsDuring } from "#test/helpers/turns.ts";
import { audienceOf } from "./editing/audience.ts";

let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
let api: Api;
let whatsappId: number;
let contactListId: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = app.company();
  writeSetting(tenant, "campaignsEnabled", "true");
  admin = testUser(tenant, { profile: "admin" });
  api = app.api(admin);
  whatsappId = testConnection(tenant, { name: "Loja", isDefault: true });
  contactListId = tenant.write((unit) => {
    const { id } = addList(unit, "Clientes");
    insertItem(unit, id, { name: "=Maria", number: "5511988887777", email: "m@example.com" });
    insertItem(unit, id, { name: "João", number: "5511988886666", email: "" });
    return id;
  });
});
const body = () => ({ name: "Natal", message1: "Olá {nome}", contactListId, whatsappId });

describe("campaigns", () => {
  test("campaigns are for admins, and 403 while the provider has not enabled them", async () => {
    const user = app.api(testUser(tenant));
    expect((await user.get("/campaigns")).status).toBe(403);
    writeSetting(tenant, "campaignsEnabled", "false");
    expect(await api.get("/campaigns")).toMatchObject({
      status: 403,
      body: { error: "ERR_PLAN_FEATURE", details: { feature: "useCampaigns" } },
    });
  });

  test("campaign bodies accept the values of a form: an empty text is null, and a boolean may be a text", async () => {
    const made = await api.post("/campaigns", {
      ...body(),
      ...{
        confirmation: "true",
        tagListId: "",
        fileListId: "null",
        whatsappId: String(whatsappId),
        scheduledAt: "",
      },
    });
    expect(made.body).toMatchObject({
      ...{ status: "INATIVA", confirmation: true, tagListId: null, fileListId: null, whatsappId },
      ...{ scheduledAt: null, editable: true, contactList: { name: "Clientes" }, whatsapp: { name: "Loja" } },
      ...{ companyId: tenant.id, mediaPath: null, message2: "", report: { total: 0, progress: 0 } },
    });
    const { id } = made.body as { id: number };
    expect((await api.get(`/campaigns/${id}`)).body).toMatchObject({
      ...{ shipping: [], timeline: { points: [] } },
      contactList: { contacts: [{ name: "=Maria", isWhatsappValid: null }, { name: "João" }] },
    });
  });

  test("an invalid name or time is rejected and nothing is written", async () => {
    for (const [wrong, field] of [
      [{ name: "x" }, "name"],
      [{ scheduledAt: "amanhã" }, "scheduledAt"],
      [{ confirmation: "talvez" }, "confirmation"],
      [{ message1: "x".repeat(4097) }, "message1"],
    ] as const) {
      const { status, body: answer } = await api.post("/campaigns", { ...body(), ...wrong });
      expect([status, Object.keys((answer as { details: { fields: object } }).details.fields)]).toEqual([
        400,
        [field],
      ]);
    }
    expect((await api.get("/campaigns")).body).toEqual({ records: [], count: 0, hasMore: false });
  });

  test("a campaign with confirmation needs a request text", async () => {
    const scheduledAt = new Date(app.clock.now() + 86_400_000).toISOString();
    const asking = { ...body(), message1: "", message3: "Olá", confirmation: true };
    expect(await api.post("/campaigns", { ...asking, scheduledAt })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { confirmationMessage3: "required" } } },
    });
    const { id } = (await api.post("/campaigns", asking)).body as { id: number };
    expect((await api.put(`/campaigns/${id}`, { scheduledAt })).status).toBe(400);
    expect((await api.put(`/campaigns/${id}`, { scheduledAt, confirmationMessage1: "Posso?" })).status).toBe(
      200,
    );
  });

  test("a campaign without text whose file list has no files cannot be scheduled: ERR_CAMPAIGN_NO_MESSAGE", async () => {
    const { id: fileListId } = (
      await api.post("/files", { name: "Catálogos", message: "Veja", options: [{ name: "Preços" }] })
    ).body as { id: number };
    const scheduledAt = new Date(app.clock.now() + 86_400_000).toISOString();
    expect((await api.post("/campaigns", { ...body(), message1: "", fileListId, scheduledAt })).body).toEqual(
      {
        error: "ERR_CAMPAIGN_NO_MESSAGE",
      },
    );
  });

  test("the audience counts each contact of a list and a tag once", async () => {
    const tagId = run(
      tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#fff', 0, 0)",
    ).id;
    const tagged = async (name: string, number: string, times: number) => {
      const { id } = (await api.post("/contacts", { name, number })).body as { id: number };
      const fields = {
        contactId: id,
        connectionId: whatsappId,
        channel: "whatsapp",
        isGroup: false,
      } as const;
      for (let n = 0; n < times; n += 1)
        tenant.write((unit) => {
          const ticket = createClosedTicket(unit, { ...fields, origin: "api" });
          run(unit.db, "INSERT INTO ticket_tag VALUES (?, ?)", ticket.id, tagId);
        });
      return id;
    };
    await tagged("Maria", "5511988887777", 2);
    await tagged("Rosa", "5511988885555", 3);
    const left = await tagged("Saiu", "5511988884444", 1);
    run(tenant.db, "UPDATE contact SET opted_out_at = 1 WHERE id = ?", left);
    const reach = async (query: string) => (await api.get(`/campaign-audience?${query}`)).body;
    expect(await reach("")).toEqual({ count: 0, left: null, cold: null });
    expect(await reach(`contactListId=${contactListId}`)).toEqual({ count: 2, left: null, cold: null });
    expect(await reach(`contactListId=0&tagListId=${tagId}`)).toEqual({ count: 2, left: null, cold: null });
    expect(await reach(`contactListId=${contactListId}&tagListId=${tagId}`)).toEqual({
      ...{ count: 3, left: null, cold: null },
    });
    // Of the three only Maria wrote, and on this connection alone.
    const ticket =
      "SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.name = 'Maria' LIMIT 1";
    run(tenant.db, `UPDATE ticket SET last_customer_message_at = 1 WHERE id = (${ticket})`);
    const all = `contactListId=${contactListId}&tagListId=${tagId}`;
    expect(await reach(`${all}&whatsappId=${whatsappId}`)).toEqual({ count: 3, left: null, cold: 2 });
    const other = testConnection(tenant, { name: "Outra" });
    expect(await reach(`${all}&whatsappId=${other}`)).toEqual({ count: 3, left: null, cold: 3 });
    expect((await api.get("/campaign-audience?contactListId=999")).status).toBe(404);
  });

  test("the audience of a tag is counted in steps, and other requests run between them", async () => {
    const tagId = run(
      tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('Todos', '#fff', 0, 0)",
    ).id;
    const fields = { connectionId: whatsappId, channel: "whatsapp", isGroup: false } as const;
    tenant.write((unit) => {
      for (let n = 0; n < 1600; n += 1) {
        const contactId = testContact(tenant, { name: `C${n}`, number: `5511${40_000_000 + n}` });
        const ticket = createClosedTicket(unit, { ...fields, contactId, origin: "api" });
        run(unit.db, "INSERT INTO ticket_tag VALUES (?, ?)", ticket.id, tagId);
      }
    });
    const { result, turns } = await turnsDuring(() => audienceOf(admin, { tagListId: tagId }));
    expect(result).toEqual({ count: 1600, left: null, cold: null });
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  test("campaigns are found by a part of their name without accents, newest first, in pages", async () => {
    for (let n = 1; n <= 21; n += 1) await api.post("/campaigns", { ...body(), name: `Promoção ${n}` });
    const page = (await api.get("/campaigns?searchParam=PROMOCAO&pageNumber=1")).body as {
      records: { name: string }[];
    };
    expect(page).toMatchObject({ count: 21, hasMore: true });
    expect(page.records[0]?.name).toBe("Promoção 21");
    expect((await api.get("/campaigns?pageNumber=2")).body).toMatchObject({ hasMore: false });
  });

  test("lists of scheduled campaigns cannot be deleted", async () => {
    const scheduledAt = new Date(app.clock.now() + 86_400_000).toISOString();
    await api.post("/campaigns", { ...body(), scheduledAt });
    expect((await api.delete(`/contact-lists/${contactListId}`)).body).toEqual({ error: "ERR_LIST_IN_USE" });
  });

  test("campaign changes are broadcast to admins, at most every 2 seconds", async () => {
    const socket = await app.socket(admin);
    const { id } = (await api.post("/campaigns", body())).body as { id: number };
    expect(await socket.event("campaign", "create")).toMatchObject({ record: { id } });
    app.clock.advance(2000);
    for (const name of ["Um", "Dois", "Três"]) await api.put(`/campaigns/${id}`, { name });
    expect(await socket.event("campaign", "update")).toMatchObject({ record: { name: "Um" } });
    app.clock.advance(2000);
    expect(await socket.event("campaign", "update")).toMatchObject({ record: { name: "Três" } });
    await api.delete(`/campaigns/${id}`);
    expect(await socket.event("campaign", "delete")).toMatchObject({ id });
    expect((await api.get(`/campaigns/${id}`)).status).toBe(404);
    expect((await api.post(`/campaigns/${id}/restart`, {})).status).toBe(404);
  });

  test("a file can be attached to a campaign and removed", async () => {
    const { id } = (await api.post("/campaigns", body())).body as { id: number };
    const form = new FormData();
    form.append("file", new File(["preços"], "tabela.txt", { type: "text/plain" }));
    const put = await api.post(`/campaigns/${id}/media-upload`, form);
    expect(put.body).toMatchObject({ mediaName: "tabela.txt" });
    expect((put.body as { mediaPath: string }).mediaPath).toContain(`/media/${tenant.id}/`);
    await api.delete(`/campaigns/${id}/media-upload`);
    expect((await api.get(`/campaigns/${id}`)).body).toMatchObject({ mediaPath: null, mediaName: null });
  });

  test("recipients are listed by state and exported without formulas", async () => {
    const { id } = (
      await api.post("/campaigns", { ...body(), scheduledAt: new Date(app.clock.now()).toISOString() })
    ).body as { id: number };
    run(tenant.db, "UPDATE connection SET status = 'OPENING'");
    await app.app.runJob("campaigns");
    expect((await api.get(`/campaigns/${id}/recipients?state=waiting`)).body).toMatchObject({
      count: 2,
      records: [{ name: "=Maria", state: "waiting", reason: null }, { name: "João" }],
    });
    expect((await api.get(`/campaigns/${id}/recipients?state=sent`)).body).toMatchObject({ count: 0 });
    expect((await api.get(`/campaigns/${id}/recipients?searchParam=6666`)).body).toMatchObject({ count: 1 });
    const csv = await api.get<string>(`/campaigns/${id}/recipients.csv`);
    expect(csv.body.split("\r\n")[1]).toBe(`"'=Maria";5511988887777;m@example.com;;Em espera;;;;;;;`);
    const english = await api.get<string>(`/campaigns/${id}/recipients.csv?language=en`);
    expect(english.body).toContain("Name;Number;Email;Message;Status;Reason;");
    expect(english.body).toContain("João;5511988886666;;;Waiting;");
  });

  test("the exported recipients have dates as the file's language writes them", async () => {
    const { id } = (await api.post("/campaigns", body())).body as { id: number };
    const readAt = Date.parse("2026-04-03T15:04:05Z");
    run(
      tenant.db,
      `INSERT INTO campaign_recipient (campaign_id, position, contact_key, number, name, search, state, read_at)
      VALUES (?, 0, 'k', '5511988887777', 'Maria', 'maria', 'read', ?)`,
      id,
      readAt,
    );
    const row = async (language: string) =>
      (await api.get<string>(`/campaigns/${id}/recipients.csv?language=${language}`)).body.split("\r\n")[1];
    expect(await row("pt")).toContain(";03/04/2026 12:04:05;");
    expect(await row("es")).toContain(";03/04/2026 12:04:05;");
    expect(await row("en")).toContain(";3 Apr 2026 12:04:05;");
  });

  test("a page of recipients continues after the previous one, and starts at its offset when the list changed", async () => {
    const { id } = (await api.post("/campaigns", body())).body as { id: number };
    for (let n = 0; n < 45; n += 1)
      run(
        tenant.db,
        `INSERT INTO campaign_recipient (campaign_id, position, contact_key, number, name, search, state)
         VALUES (?1, ?2, 'k' || ?2, ?3, ?4, fold(?4) || ' ' || ?3, 'waiting')`,
        ...[id, n * 3, `55119${80_000_000 + n}`, `Conceição ${n}`],
      );
    const page = async (query: string) => {
      const answer = (await api.get(`/campaigns/${id}/recipients?${query}`)).body as {
        records: { name: string }[];
        count: number;
        hasMore: boolean;
      };
      const { records, count, hasMore } = answer;
      return [records.length, records[0]?.name, records.at(-1)?.name, count, hasMore];
    };
    expect(await page("pageNumber=1")).toEqual([20, "Conceição 0", "Conceição 19", 45, true]);
    expect(await page("pageNumber=2")).toEqual([20, "Conceição 20", "Conceição 39", 45, true]);
    expect(await page("pageNumber=3")).toEqual([5, "Conceição 40", "Conceição 44", 45, false]);
    expect(await page("pageNumber=4")).toEqual([0, undefined, undefined, 45, false]);
    expect(await page("searchParam=CONCEICAO&pageNumber=3")).toEqual([
      5,
      "Conceição 40",
      "Conceição 44",
      45,
      false,
    ]);
    expect(await page("searchParam=%2B55 (11) 98000-0044")).toEqual([
      1,
      "Conceição 44",
      "Conceição 44",
      1,
      false,
    ]);
    expect(await page("state=waiting&pageNumber=1")).toEqual([20, "Conceição 0", "Conceição 19", 45, true]);
    // Five recipients ahead of page 2 are no longer waiting, so page 2 begins five recipients later.
    run(
      tenant.db,
      "UPDATE campaign_recipient SET state = 'sent' WHERE campaign_id = ? AND position < 15",
      id,
    );
    expect(await page("state=waiting&pageNumber=2")).toEqual([20, "Conceição 25", "Conceição 44", 40, false]);
    const plan = tenant.db.$client
      .prepare(
        "EXPLAIN QUERY PLAN SELECT count(*) FROM campaign_recipient WHERE campaign_id = 1 AND instr(search, 'x') > 0",
      )
      .all();
    expect(JSON.stringify(plan)).toContain("COVERING INDEX campaign_recipient_search");
  });

  test("the preview shows the texts for the first recipient", async () => {
    await api.post("/campaign-settings", { settings: { variables: [{ key: "loja", value: "Aurora" }] } });
    const { body: answer } = await api.post("/campaigns/preview", {
      contactListId,
      texts: ["Olá {primeiro_nome}, da {loja}: {{data}} {x}"],
    });
    expect(answer).toEqual({
      recipient: { name: "=Maria", number: "5511988887777", email: "m@example.com" },
      texts: ["Olá =Maria, da Aurora: 20/11/2026 {x}"],
    });
    expect((await api.post("/campaigns/preview", { texts: ["{nome}"] })).body).toEqual({
      ...{ recipient: null, texts: ["{nome}"] },
    });
  });
});

describe("the settings of campaigns", () => {
  test("campaign settings have defaults, as JSON", async () => {
    expect((await api.get("/campaign-settings")).body).toEqual([
      { key: "messageInterval", value: "20" },
      { key: "longerIntervalAfter", value: "20" },
      { key: "greaterInterval", value: "60" },
      { key: "variables", value: "[]" },
    ]);
  });
  test("campaign settings are accepted as object or list, as values or JSON; absent keys stay", async () => {
    await api.post("/campaign-settings", { settings: { messageInterval: 5, greaterInterval: "120" } });
    const list = [{ key: "variables", value: '[{"key":"a","value":"b"}]' }];
    expect((await api.post("/campaign-settings", { settings: list })).body).toEqual([
      { key: "messageInterval", value: "5" },
      { key: "longerIntervalAfter", value: "20" },
      { key: "greaterInterval", value: "120" },
      { key: "variables", value: '[{"key":"a","value":"b"}]' },
    ]);
  });
  test("unknown intervals and duplicate variables are rejected and nothing is written", async () => {
    const twice = [
      { key: "a", value: "1" },
      { key: "a", value: "2" },
    ];
    for (const settings of [
      { messageInterval: 7 },
      { greaterInterval: 121 },
      { messageInterval: 5, variables: twice },
    ])
      expect((await api.post("/campaign-settings", { settings })).status).toBe(400);
    expect((await api.get("/campaign-settings")).body).toContainEqual({
      key: "messageInterval",
      value: "20",
    });
  });
});

test("a number that has sent no messages has the risk score 0", async () => {
  run(tenant.db, "UPDATE connection SET linked_at = 1");
  expect((await api.get(`/whatsapp/${whatsappId}/risk`)).body).toEqual({
    ...{ score: 0, sentToday: 0, cap: 500, failureRate: 0, reasons: [] },
  });
  expect((await api.get("/whatsapp/999/risk")).body).toEqual({ error: "ERR_NO_WAPP_FOUND" });
});

test("the risk of a number is 100 minus its score, with the same reasons", async () => {
  run(tenant.db, "UPDATE connection SET linked_at = ?", app.clock.now());
  tenant.write((unit) =>
    openRestriction(unit, { connectionId: whatsappId, kind: "reachout_lock", endsAt: null }),
  );
  const { health } = (await api.get(`/whatsapp/${whatsappId}/reach`)).body;
  const { score, reasons } = (await api.get(`/whatsapp/${whatsappId}/risk`)).body;
  expect({ score, reasons }).toEqual({ score: 70, reasons: ["restricted", "linked_lately"] });
  expect([health.score, health.reasons.map(({ code }: { code: string }) => code)]).toEqual([30, reasons]);
});

test("any user can undo an opt-out", async () => {
  const { id } = (await api.post("/contacts", { name: "Maria", number: "5511988887777" })).body as {
    id: number;
  };
  run(tenant.db, "UPDATE contact SET opted_out_at = ? WHERE id = ?", app.clock.now(), id);
  expect((await api.get(`/contacts/${id}`)).body).toMatchObject({
    optedOutAt: new Date(app.clock.now()).toISOString(),
  });
  await app.api(testUser(tenant)).delete(`/contacts/${id}/opt-out`);
  expect((await api.get(`/contacts/${id}`)).body).toMatchObject({ optedOutAt: null });
});
