import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { writeSetting } from "#accounts/settings/index.ts";
import { one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

/** A company with an admin and a supervisor of the second queue. */
function office() {
  const tenant = app.company();
  const [sales, support] = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")];
  return {
    ...{ tenant, sales, support, connectionId: testConnection(tenant, { queueIds: [sales, support] }) },
    admin: testUser(tenant, { name: "Chefe", profile: "admin" }),
    boss: testUser(tenant, { name: "Sol", profile: "supervisor", queueIds: [support] }),
  };
}
type Office = ReturnType<typeof office>;

/** Finished attendances of the admin with a rating each, a second apart; every fifth with a comment. */
function rated(
  { tenant, sales, support, connectionId, admin }: Office,
  count: number,
  comment = "Demorou",
): void {
  const contactId = testContact(tenant, { name: "Maria" });
  const now = app.clock.now();
  tenant.write(() => {
    for (let n = 1; n <= count; n += 1) {
      const queue = n % 4 === 0 ? support : sales;
      const at = now - n * 1000;
      const ticket = run(
        tenant.db,
        `INSERT INTO ticket (uuid, protocol, status, contact_id, connection_id, queue_id, created_at, updated_at)
          VALUES (?, ?, 'closed', ?, ?, ?, ?, ?)`,
        ...[crypto.randomUUID(), `P${n}`, contactId, connectionId, queue, at, at],
      ).id;
      const period = run(
        tenant.db,
        `INSERT INTO ticket_period (ticket_id, user_id, queue_id, connection_id, created_at, started_at, finished_at)
          VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[ticket, admin.actor.id, queue, connectionId, at, at, at],
      ).id;
      run(
        tenant.db,
        `INSERT INTO user_rating (period_id, ticket_id, user_id, scale, rate, comment, created_at)
          VALUES (?, ?, ?, ?, 2, ?, ?)`,
        ...[period, ticket, admin.actor.id, n % 2 === 0 ? "nps" : "three", n % 5 === 0 ? comment : null, at],
      );
    }
  });
}

async function begun(by: UserCtx, body: object): Promise<number> {
  const { status, body: started } = await app.api(by).post("/reports/files", {
    ...{ format: "csv", filter: { days: "7" }, language: "pt" },
    ...body,
  });
  expect(status).toBe(200);
  await app.app.runJob("report_files");
  return started.id;
}
async function csvOf(by: UserCtx, body: object): Promise<string[]> {
  const answer = await app.api(by).get(`/reports/files/${await begun(by, body)}`);
  return (answer.body as unknown as string).replace("\ufeff", "").trimEnd().split("\r\n");
}
async function sheetOf({ tenant }: Office, by: UserCtx, body: object) {
  const id = await begun(by, { ...body, format: "xlsx" });
  const book = read(readFileSync(join(tenant.directory, "reports", `${id}.xlsx`)), { type: "buffer" });
  const sheet = book.Sheets["1"];
  if (!sheet) throw new Error("no sheet");
  return { sheet, rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) };
}

describe("a file of the ratings", () => {
  /** Protocols of all pages of the tab Satisfação. */
  async function shown(by: UserCtx, query: string): Promise<string[]> {
    const protocols: string[] = [];
    let after = "";
    do {
      const { body } = await app.api(by).get(`/reports/ratings?days=7${query}${after && `&after=${after}`}`);
      protocols.push(...body.rows.map(({ ticket }: { ticket: { protocol: string } }) => ticket.protocol));
      after = body.next;
    } while (after);
    return protocols;
  }

  test("the file of ratings has the same rows in the same order as the page, with every filter", async () => {
    const o = office();
    rated(o, 130);
    const [head, ...rows] = await csvOf(o.admin, { kind: "ratings" });
    expect(head).toBe(
      "Avaliado em;Contato;Número;Protocolo;Fila;Conexão;Atendente;Escala;Avaliação;Comentário",
    );
    expect(rows[4]?.split(";").slice(3)).toEqual([
      "P5",
      "Vendas",
      expect.any(String),
      "Chefe",
      "1 a 3",
      "2",
      "Demorou",
    ]);
    const filters: readonly [UserCtx, string, object][] = [
      [o.admin, "", {}],
      [o.admin, "&only=comments", { commented: true }],
      [o.admin, `&queueIds=[${o.support}]`, { queueIds: `[${o.support}]` }],
      [o.boss, "", {}],
      [o.boss, `&queueIds=[${o.sales}]`, { queueIds: `[${o.sales}]` }],
    ];
    for (const [by, query, filter] of filters) {
      const written = await csvOf(by, { kind: "ratings", filter: { days: "7", ...filter } });
      expect(written.slice(1).map((row) => row.split(";")[3] ?? "")).toEqual(await shown(by, query));
    }
  });

  test("filters of other tabs are ignored", async () => {
    const o = office();
    rated(o, 3);
    const filter = { days: "7", by: "created", only: "resolved", userIds: "[999]" };
    expect(await csvOf(o.admin, { kind: "ratings", filter })).toHaveLength(4);
  });

  test("a comment that looks like a formula stays text in CSV and spreadsheet", async () => {
    const o = office();
    rated(o, 5, '=HYPERLINK("http://mal")');
    expect((await csvOf(o.admin, { kind: "ratings" })).at(-1)).toEndWith(`;"'=HYPERLINK(""http://mal"")"`);
    const { sheet } = await sheetOf(o, o.admin, { kind: "ratings" });
    expect(sheet["J6"]).toMatchObject({ t: "s", v: '=HYPERLINK("http://mal")' });
    expect(sheet["J6"].f).toBeUndefined();
    expect(sheet["I6"]).toMatchObject({ t: "n", v: 2 });
  });

  test("a file whose part is shorter than its recorded size is written again from the beginning, completely", async () => {
    const o = office();
    rated(o, 250);
    const whole = (await csvOf(o.admin, { kind: "ratings" })).join();
    const { body } = await app
      .api(o.admin)
      .post("/reports/files", { kind: "ratings", format: "csv", filter: { days: "7" }, language: "pt" });
    run(
      o.tenant.db,
      'UPDATE report_file SET bytes = 900, next_rows = \'{"at":1,"key":1}\' WHERE id = ?',
      body.id,
    );
    await app.app.runJob("report_files");
    const answer = await app.api(o.admin).get(`/reports/files/${body.id}`);
    expect((answer.body as unknown as string).replace("\ufeff", "").trimEnd().split("\r\n").join()).toBe(
      whole,
    );
    expect(one(o.tenant.db, "SELECT done, total FROM report_file WHERE id = ?", body.id)).toEqual({
      done: 250,
      total: 250,
    });
  });
});

describe("a file of the working times", () => {
  const HOUR = 60 * 60_000;
  function worked(
    { tenant }: Office,
    user: UserCtx,
    kind: string,
    hours: number,
    reasonId: number | null = null,
  ) {
    const now = app.clock.now();
    run(
      tenant.db,
      `INSERT INTO presence_span (user_id, kind, reason_id, started_at, ended_at, seen_at) VALUES (?, ?, ?, ?, ?, ?)`,
      ...[user.actor.id, kind, reasonId, now - hours * HOUR, now, now],
    );
  }
  async function worktime() {
    const o = office();
    writeSetting(o.tenant, "trackWorkTime", "enabled");
    const ana = testUser(o.tenant, { name: "=Ana", queueIds: [o.support] });
    const lunch = (await app.api(o.admin).post("/pause-reasons", { name: "Almoço" })).body.id;
    await app.api(o.admin).post("/pause-reasons", { name: "Reunião" });
    worked(o, ana, "online", 2);
    worked(o, ana, "paused", 1, lunch);
    worked(o, ana, "serving", 1.5);
    worked(o, o.admin, "online", 3);
    return o;
  }

  test("the file of working times has a row per person of the page, and a column per pause reason that occurs", async () => {
    const o = await worktime();
    expect(await csvOf(o.admin, { kind: "work" })).toEqual([
      "Pessoa;Online;Em pausa;Pausa: Almoço;Com atendimento;Atendimentos",
      `"'=Ana";2:00:00;1:00:00;1:00:00;1:30:00;0`,
      "Chefe;3:00:00;0:00:00;0:00:00;0:00:00;0",
      "Sol;0:00:00;0:00:00;0:00:00;0:00:00;0",
    ]);
  });

  test("a supervisor's file has only the people of own queues, and names that look like formulas stay text in a spreadsheet", async () => {
    const o = await worktime();
    const { rows, sheet } = await sheetOf(o, o.boss, { kind: "work" });
    expect(rows.slice(1).map(([name]) => name)).toEqual(["=Ana", "Sol"]);
    expect(sheet["A2"]).toMatchObject({ t: "s" });
    expect(sheet["A2"].f).toBeUndefined();
  });

  test("an attendant who requests a file of working times gets 403", async () => {
    const o = await worktime();
    const api = app.api(testUser(o.tenant));
    expect(
      (await api.post("/reports/files", { kind: "work", format: "csv", filter: { days: "7" } })).status,
    ).toBe(403);
  });
});
