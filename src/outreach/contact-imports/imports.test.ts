import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { one, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { form, imported, workbook, workedOff } from "./testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

interface Office {
  readonly tenant: Tenant;
  readonly user: UserCtx;
  readonly api: Api;
}
function office(): Office {
  const tenant = app.company();
  const user = testUser(tenant);
  return { tenant, user, api: app.api(user) };
}
const count = ({ tenant }: Office): number =>
  one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM contact")?.n ?? 0;
const find = async ({ api }: Office, text: string) =>
  (await api.get(`/contacts?searchParam=${encodeURIComponent(text)}`)).body.contacts[0];

describe("a file of contacts", () => {
  test("a file of 10,000 rows is imported and skipped rows are reported with their reason", async () => {
    const desk = office();
    const rows: (string | number)[][] = [["Nome", "Telefone", "E-mail", "Cidade"]];
    for (let index = 0; index < 10_000; index += 1)
      rows.push([`Cliente ${index}`, 5_511_970_000_000 + index, `c${index}@example.com`, "Santos"]);
    rows[8] = ["Sem número", "", "", ""];
    rows[5001] = ["Curto", "12345", "", ""];
    rows[9000] = ["X".repeat(51), "5511955550000", "", ""];
    rows[9001] = ["Erro", "5511955550001", "nada", ""];
    rows[9002] = ["A", "5511955550002", "", ""];
    const done = await imported(app, desk.api, form(workbook(rows)));
    expect(done).toMatchObject({
      state: "done",
      total: 10_000,
      done: 10_000,
      created: 9_995,
      updated: 0,
      duplicates: 0,
      invalidCount: 5,
      fileName: "clientes.xlsx",
    });
    expect(done.invalid.map(({ row, reason }) => [row, reason])).toEqual([
      [9, "number_missing"],
      [5002, "number_invalid"],
      [9001, "name_too_long"],
      [9002, "email_invalid"],
      [9003, "name_too_short"],
    ]);
    expect(count(desk)).toBe(9_995);
    expect(await find(desk, "5511970004321")).toMatchObject({
      name: "Cliente 4321",
      number: "5511970004321",
      email: "c4321@example.com",
      exists: "unknown",
      extraInfo: [{ name: "Cidade", value: "Santos" }],
    });
    await becomesTrue(() => !existsSync(join(desk.tenant.directory, "imports", `${done.id}.jsonl`)));
  }, 60_000);

  test("an import fills only empty fields of existing contacts, with and without the ninth digit", async () => {
    const desk = office();
    const named = testContact(desk.tenant, { name: "Marina", number: "5511987654321" });
    run(desk.tenant.db, "UPDATE contact_identity SET match_key = '551187654321'");
    run(
      desk.tenant.db,
      "UPDATE contact SET name_source = 'manual', email = 'm@example.com' WHERE id = ?",
      named,
    );
    run(
      desk.tenant.db,
      "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, 'cidade', 'Rio')",
      named,
    );
    const csv = "nome;numero;email;Cidade;Bairro\nOutra;+55 (11) 8765-4321;o@example.com;Santos;Centro\n";
    expect(await imported(app, desk.api, form(csv, "a.csv"))).toMatchObject({ created: 0, updated: 1 });
    expect((await desk.api.get(`/contacts/${named}`)).body).toMatchObject({
      name: "Marina",
      email: "m@example.com",
      extraInfo: [
        { name: "cidade", value: "Rio" },
        { name: "Bairro", value: "Centro" },
      ],
    });
    expect(await imported(app, desk.api, form(csv, "a.csv"))).toMatchObject({ updated: 0, duplicates: 1 });
    expect(count(desk)).toBe(1);
  });

  test("an imported name replaces a number used as a name; a row without a name gets its number", async () => {
    const desk = office();
    const csv = "nome,telefone\n,5511970001111\n";
    await imported(app, desk.api, form(csv, "a.csv"));
    expect(await find(desk, "5511970001111")).toMatchObject({ name: "5511970001111" });
    await imported(app, desk.api, form("nome,telefone\nLia,5511970001111\n", "a.csv"));
    expect(await find(desk, "5511970001111")).toMatchObject({ name: "Lia" });
  });

  test("a dry run writes nothing and shows the rows as they were read", async () => {
    const desk = office();
    testContact(desk.tenant, { name: "Ana", number: "551132320001" });
    run(desk.tenant.db, "UPDATE contact SET name_source = 'manual'");
    const csv = [
      "Nome;Celular;E-mail",
      "Ana;551132320001;",
      "Bia;5511960000002;b@example.com",
      "Bia de novo;5511960000002;",
      "Caio;99;",
    ].join("\r\n");
    const look = await imported(app, desk.api, form(csv, "a.csv"), "?dryRun=true");
    expect(look).toMatchObject({
      dryRun: true,
      created: 1,
      updated: 0,
      duplicates: 2,
      invalidCount: 1,
      columns: ["Nome", "Celular", "E-mail"],
      mapping: ["name", "number", "email"],
    });
    expect(look.preview.map(({ name, number, outcome, reason }) => [name, number, outcome, reason])).toEqual([
      ["Ana", "551132320001", "duplicate", null],
      ["Bia", "5511960000002", "created", null],
      ["Bia de novo", "5511960000002", "duplicate", null],
      ["Caio", "99", "invalid", "number_invalid"],
    ]);
    expect(count(desk)).toBe(1);
    expect((await desk.api.get("/contacts/import/list")).body).toEqual([]);
  });

  test("a dry run without new contacts reads every row, also after a restart", async () => {
    const desk = office();
    const lines = Array.from({ length: 1200 }, (_, index) => `C${index};${5_511_930_000_000 + index}`).join(
      "\n",
    );
    const file = () => form(`nome;numero\n${lines}`, "a.csv");
    await imported(app, desk.api, file());
    expect(await imported(app, desk.api, file(), "?dryRun=true")).toMatchObject({
      created: 0,
      duplicates: 1200,
    });
    const look = await desk.api.post("/contacts/import?dryRun=true", file());
    const { processRows } = await import("./run/process-rows.ts");
    processRows(desk.tenant, look.body.importId);
    // Drops the state in memory, as a restart does.
    desk.tenant.drop(`contact-import-${look.body.importId}`);
    expect(await workedOff(app, desk.api, look.body.importId)).toMatchObject({
      done: 1200,
      duplicates: 1200,
    });
  });

  test("a request may name the columns and the country of the numbers", async () => {
    const desk = office();
    const csv = "Zap;Quem;Obs\n(11) 98888-7777;Lia;vip\n+1 415 555 0100;Bob;\n";
    const refused = await desk.api.post("/contacts/import", form(csv.replace("Zap", "Linha"), "a.csv"));
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: "ERR_IMPORT_COLUMNS",
        details: {
          columns: ["Linha", "Quem", "Obs"],
          rows: [
            ["(11) 98888-7777", "Lia", "vip"],
            ["+1 415 555 0100", "Bob"],
          ],
        },
      },
    });
    const fields = { mapping: JSON.stringify(["number", "name", "extra"]), countryCode: "55" };
    await imported(app, desk.api, form(csv, "a.csv", fields));
    expect(await find(desk, "lia")).toMatchObject({
      number: "5511988887777",
      extraInfo: [{ name: "Obs", value: "vip" }],
    });
    expect(await find(desk, "bob")).toMatchObject({ number: "14155550100" });
    for (const mapping of ['["number","number","extra"]', '["nonsense"]', "{}", "not json"])
      expect(await desk.api.post("/contacts/import", form(csv, "a.csv", { mapping }))).toMatchObject({
        status: 400,
        body: { error: "ERR_VALIDATION", details: { fields: { mapping: "invalid" } } },
      });
  });
});

describe("a file that is not a spreadsheet", () => {
  test("a file that is no spreadsheet is rejected with a reason and does not block the next import", async () => {
    const desk = office();
    const send = async (content: BlobPart, name: string) => {
      const { status, body } = await desk.api.post("/contacts/import", form(content, name));
      return [status, body.error, body.details];
    };
    expect(await send("%PDF-1.7", "a.pdf")).toEqual([415, "ERR_MEDIA_TYPE", undefined]);
    expect(await send("%PDF-1.7", "a.xlsx")).toEqual([415, "ERR_MEDIA_TYPE", undefined]);
    expect(await send("numero\n".repeat(50_002), "a.csv")).toEqual([
      413,
      "ERR_MEDIA_TOO_LARGE",
      { maxRows: 50_000 },
    ]);
    expect(await send(new Uint8Array(10 * 1024 * 1024 + 1), "a.csv")).toEqual([
      413,
      "ERR_MEDIA_TOO_LARGE",
      undefined,
    ]);
    expect(await send("nome;cidade\nAna;Santos", "a.csv")).toMatchObject([400, "ERR_IMPORT_COLUMNS", {}]);
    expect(await send("numero\n5511912340001", "a.csv")).toEqual([200, undefined, undefined]);
  });
});

describe("an import", () => {
  const rows = (from: number, many: number): string =>
    Array.from({ length: many }, (_, index) => `C${from + index};${5_511_940_000_000 + from + index}`).join(
      "\n",
    );

  test("a company has one import at a time, until it ends or is cancelled", async () => {
    const desk = office();
    const begin = () => desk.api.post("/contacts/import", form(`nome;numero\n${rows(0, 1200)}`, "a.csv"));
    const first = await begin();
    expect(await begin()).toMatchObject({ status: 409, body: { error: "ERR_IMPORT_RUNNING" } });
    const other = office();
    expect((await other.api.post("/contacts/import", form("numero\n5511900000001", "b.csv"))).status).toBe(
      200,
    );
    const stranger = app.api(testUser(desk.tenant));
    expect((await stranger.delete(`/contacts/import/${first.body.importId}`)).body.error).toBe(
      "ERR_NO_PERMISSION",
    );
    expect((await desk.api.delete(`/contacts/import/${first.body.importId}`)).status).toBe(200);
    expect((await desk.api.get(`/contacts/import/${first.body.importId}`)).body.state).toBe("cancelled");
    await app.app.runJob("contact_import");
    expect(count(desk)).toBe(0);
    expect((await begin()).status).toBe(200);
  });

  test("an import continues after a restart after its last step, without lost or repeated rows", async () => {
    const desk = office();
    const begun = await desk.api.post("/contacts/import", form(`nome;numero\n${rows(0, 1750)}`, "a.csv"));
    const { STEP, processRows } = await import("./run/process-rows.ts");
    processRows(desk.tenant, begun.body.importId);
    expect(count(desk)).toBe(STEP);
    await app.stop({ directory: true });
    app = await startTestApp({ directory: app.directory, clock: app.clock, env: { RATE_LIMITS: "off" } });
    const tenant = app.installation.tenants.open(desk.tenant.id);
    const api = app.api({ ...desk.user, tenant });
    expect(await workedOff(app, api, begun.body.importId)).toMatchObject({
      state: "done",
      done: 1750,
      created: 1750,
    });
    expect(count({ ...desk, tenant })).toBe(1750);
  });

  test("an import that was killed while reading its file is released", async () => {
    const desk = office();
    run(
      desk.tenant.db,
      "INSERT INTO contact_import (source, state, busy, created_at) VALUES ('file', 'reading', 1, ?)",
      app.clock.now(),
    );
    desk.tenant.write((unit) => unit.scheduleWake("contact_import", unit.now));
    await app.app.runJob("contact_import");
    const begin = () => desk.api.post("/contacts/import", form("numero\n5511930000001", "a.csv"));
    expect((await begin()).status).toBe(409);
    app.clock.advance(5 * 60_000);
    await app.app.runJob("contact_import");
    expect((await begin()).status).toBe(200);
  });

  test("an import whose reservation expired during the upload does not start", async () => {
    const { api, tenant } = office();
    const answer = new Response(form("Nome,Número\nAna,5511988887777", "slow.csv"));
    const type = answer.headers.get("content-type") ?? "";
    const bytes = await answer.bytes();
    const ended = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(pipe) {
        pipe.enqueue(bytes.subarray(0, 60));
        await ended.promise;
        pipe.enqueue(bytes.subarray(60));
        pipe.close();
      },
    });
    const slow = fetch(`${app.url}/api/contacts/import`, {
      method: "POST",
      headers: { authorization: `Bearer ${api.token}`, "content-type": type },
      body,
    });
    const newest = () =>
      one<{ id: number; state: string; busy: number | null }>(
        tenant.db,
        "SELECT id, state, busy FROM contact_import ORDER BY id DESC LIMIT 1",
      );
    await becomesTrue(() => newest()?.state === "reading");
    app.clock.advance(6 * 60_000);
    await app.app.runJob("contact_import");
    expect(newest()).toMatchObject({ state: "failed", busy: null });
    ended.resolve();
    expect((await slow).status).toBe(400);
    expect(newest()).toMatchObject({ state: "failed", busy: null });
  });

  test("an import broadcasts its progress, reloads lists, and notifies the user who started it", async () => {
    const desk = office();
    const colleague = testUser(desk.tenant);
    const [mine, theirs] = await Promise.all([app.socket(desk.user), app.socket(colleague)]);
    const done = await imported(app, desk.api, form(`nome;numero\n${rows(0, 3)}\nx;1`, "clientes.csv"));
    expect(await theirs.event("contactImport", "update")).toMatchObject({ record: { id: done.id } });
    await theirs.event("contact", "reload");
    expect(await mine.event("notice", "create")).toMatchObject({
      code: "contact_import_done",
      details: { importId: done.id, name: "clientes.csv", created: 3, invalid: 1 },
    });
    await app.settled(colleague, theirs);
    expect(theirs.frames.filter((frame) => JSON.stringify(frame).includes("contact_import_done"))).toEqual(
      [],
    );
    expect((await desk.api.get("/contacts/import/list")).body).toMatchObject([
      { id: done.id, state: "done" },
    ]);
    mine.close();
    theirs.close();
  });

  test("skipped rows can be downloaded with their reason and without formulas", async () => {
    const desk = office();
    const done = await imported(app, desk.api, form("nome;numero\n=1+1;x\n\nAna;5511920000001\n", "a.csv"));
    const { body, headers } = await desk.api.get(`/contacts/import/${done.id}/report`);
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(String(body).replace("\ufeff", "")).toBe(
      `Linha;Motivo;nome;numero\r\n2;Número inválido;"'=1+1";x\r\n`,
    );
    const english = await desk.api.get(`/contacts/import/${done.id}/report?language=en`);
    expect(String(english.body)).toContain("Row;Reason;nome;numero\r\n2;Number is not valid");
  });

  test("an import of another company is 404", async () => {
    const desk = office();
    const done = await imported(app, desk.api, form("numero\n5511910000001", "a.csv"));
    const other = office();
    for (const path of ["", "/report"])
      expect(await other.api.get(`/contacts/import/${done.id}${path}`)).toMatchObject({
        status: 404,
        body: { error: "ERR_NOT_FOUND" },
      });
    expect((await other.api.delete(`/contacts/import/${done.id}`)).status).toBe(404);
  });

  test("an import deletes the rows files that a killed one left", async () => {
    const desk = office();
    const left = join(desk.tenant.directory, "imports", "77.jsonl");
    await Bun.write(left, '[1,"Ana"]');
    await imported(app, desk.api, form("numero\n5511930000001", "a.csv"));
    expect(existsSync(left)).toBe(false);
  });

  test("an ended import leaves no file of the upload on disk", async () => {
    const desk = office();
    await imported(app, desk.api, form("numero\n5511910000009", "a.csv"));
    const left = (folder: string) =>
      existsSync(join(desk.tenant.directory, folder)) ? readdirSync(join(desk.tenant.directory, folder)) : [];
    expect([left("imports"), left("media/incoming")]).toEqual([[], []]);
  });
});
