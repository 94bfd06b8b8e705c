import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { all, one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { append } from "./append.ts";
import { writeSheet } from "./sheet/write-sheet.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

/** A company with an admin, a supervisor of the second queue, and finished attendances of both queues. */
function office(count: number, name = "Maria") {
  const tenant = app.company();
  tenant.db.$client.pragma("synchronous = OFF");
  const [sales, support] = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")];
  const connectionId = testConnection(tenant, { queueIds: [sales, support] });
  const contactId = testContact(tenant, { name });
  const admin = testUser(tenant, { name: "Chefe", profile: "admin" });
  const boss = testUser(tenant, { name: "Sol", profile: "supervisor", queueIds: [support] });
  const now = app.clock.now();
  tenant.write(() => {
    for (let n = 1; n <= count; n += 1) {
      const ticket = run(
        tenant.db,
        `INSERT INTO ticket (uuid, protocol, status, contact_id, connection_id, queue_id, created_at, updated_at)
          VALUES (?, ?, 'closed', ?, ?, ?, ?, ?)`,
        ...[crypto.randomUUID(), `P${n}`, contactId, connectionId, n % 4 === 0 ? support : sales, now, now],
      ).id;
      run(
        tenant.db,
        `INSERT INTO ticket_period (ticket_id, user_id, queue_id, connection_id, created_at, queued_at, started_at,
          finished_at, close_reason, messages_in, messages_out) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'user', 2, 3)`,
        ...[
          ticket,
          admin.actor.id,
          n % 4 === 0 ? support : sales,
          connectionId,
          now - 90_000 - n,
          now - 90_000 - n,
        ],
        ...[now - 60_000 - n, now - n],
      );
    }
  });
  const path = (end: string) => join(tenant.directory, "reports", end);
  return { tenant, contactId, admin, boss, api: app.api(admin), asBoss: app.api(boss), path };
}
type Office = ReturnType<typeof office>;
const COLUMNS = ["protocol", "contact", "waiting", "support", "messagesIn", "closeReason"];
const request = (api: Office["api"], body: object = {}) =>
  api.post("/reports/files", {
    kind: "attendances",
    format: "csv",
    filter: { days: "7" },
    columns: COLUMNS,
    language: "pt",
    ...body,
  });
const write = () => app.app.runJob("report_files");
const lines = (text: string) => text.replace("\ufeff", "").trimEnd().split("\r\n");
async function written(o: Office, api = o.api, body: object = {}): Promise<string> {
  const { status, body: started } = await request(api, body);
  expect(status).toBe(200);
  await write();
  const answer = await api.get(`/reports/files/${started.id}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as string;
}
const fileRow = (o: Office) =>
  one<{ id: number; state: string; bytes: number; done: number; error: string | null }>(
    o.tenant.db,
    "SELECT * FROM report_file ORDER BY id DESC LIMIT 1",
  );

describe("a file of a report", () => {
  test("a file has the rows of the page, in the same order and with the same columns", async () => {
    const o = office(95);
    const [head, ...rows] = lines(await written(o));
    expect(head).toBe("Protocolo;Contato;Espera;Tempo de atendimento;Mensagens recebidas;Como terminou");
    expect(rows[0]).toBe("P1;Maria;0:00:30;0:01:00;2;Por uma pessoa");
    const shown: string[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { body } = await o.api.get(`/reports/attendances?days=7&pageNumber=${page}`);
      shown.push(...body.attendances.map(({ protocol }: { protocol: string }) => protocol));
    }
    expect(rows.map((row) => row.split(";")[0] ?? "")).toEqual(shown);
  });

  test("the file of a supervisor has only the rows of own queues", async () => {
    const o = office(8);
    const rows = lines(await written(o, o.asBoss)).slice(1);
    expect(rows.map((row) => row.split(";")[0])).toEqual(["P4", "P8"]);
  });

  test("a spreadsheet is written by a subprocess, and texts that look like formulas are stored as text", async () => {
    const o = office(3, "=HYPERLINK(1)");
    const { body } = await request(o.api, { format: "xlsx" });
    await write();
    const book = read(readFileSync(o.path(`${body.id}.xlsx`)), { type: "buffer" });
    const sheet = book.Sheets[book.SheetNames[0] ?? ""];
    if (!sheet) throw new Error("no sheet");
    expect(utils.sheet_to_json<unknown[]>(sheet, { header: 1 }).slice(0, 2)).toEqual([
      ["Protocolo", "Contato", "Espera", "Tempo de atendimento", "Mensagens recebidas", "Como terminou"],
      ["P1", "=HYPERLINK(1)", "0:00:30", "0:01:00", 2, "Por uma pessoa"],
    ]);
    expect(sheet["B2"]).toMatchObject({ t: "s" });
    expect(sheet["B2"].f).toBeUndefined();
    const csv = await written(o);
    expect(lines(csv)[1]).toStartWith(`P1;"'=HYPERLINK(1)";`);
  });

  test("the report of resolutions can be downloaded as a file", async () => {
    const o = office(2);
    expect(lines(await written(o, o.api, { kind: "resolutions" }))).toEqual([
      "Motivo;Atendimentos",
      "Sem motivo;2",
    ]);
  });

  test("a file can be downloaded only by its user, for 24 hours, and each download is in the audit trail", async () => {
    const o = office(2);
    await written(o);
    const id = fileRow(o)?.id ?? 0;
    expect((await o.asBoss.get(`/reports/files/${id}`)).status).toBe(404);
    expect(
      all(o.tenant.db, "SELECT kind, action AS verb FROM audit_log WHERE kind = 'report' ORDER BY id"),
    ).toEqual([
      { kind: "report", verb: "exported" },
      { kind: "report", verb: "downloaded" },
    ]);
    app.clock.advance(24 * 60 * 60_000);
    await write();
    expect((await app.api(o.admin).get(`/reports/files/${id}`)).status).toBe(404);
    expect(readdirSync(o.path(""))).toEqual([]);
  });

  test("the bell shows the progress of a file, and only its user is notified when it is ready", async () => {
    const o = office(2);
    const [own, other] = [await app.socket(o.admin), await app.socket(o.boss)];
    const { body } = await request(o.api);
    expect((await o.api.get("/works")).body).toMatchObject([
      { kind: "report", id: body.id, done: 0, total: 2, canCancel: true },
    ]);
    expect((await o.asBoss.get("/works")).body).toEqual([]);
    await write();
    expect((await o.api.get("/works")).body).toEqual([]);
    expect((await o.api.get("/notifications")).body.notifications).toMatchObject([
      { kind: "report_ready", subjectId: body.id },
    ]);
    await app.settled(o.admin, own);
    expect(own.events("report").at(-1)).toMatchObject({
      action: "update",
      file: { id: body.id, state: "done" },
    });
    expect(other.events("report")).toEqual([]);
  });
});

describe("limits", () => {
  test("a user can have one file in progress, and can cancel it", async () => {
    const o = office(2);
    const { body } = await request(o.api);
    expect((await request(o.api)).body.error).toBe("ERR_EXPORT_RUNNING");
    expect((await request(o.asBoss)).status).toBe(200);
    expect((await o.asBoss.delete(`/reports/files/${body.id}`)).status).toBe(404);
    expect((await o.api.delete(`/reports/files/${body.id}`)).status).toBe(200);
    await write();
    expect((await o.api.get("/reports/files")).body.files).toMatchObject([{ state: "cancelled" }]);
    expect((await request(o.api)).status).toBe(200);
    await write();
  });

  test("a spreadsheet with more than 100,000 rows is rejected; a CSV file with as many rows is not", async () => {
    const o = office(1);
    const { now } = { now: app.clock.now() };
    run(
      o.tenant.db,
      `INSERT INTO ticket_period (ticket_id, connection_id, created_at, finished_at, messages_in)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100001) SELECT 1, 1, ?, ?, 0 FROM n`,
      ...[now - 5, now - 5],
    );
    expect((await request(o.api, { format: "xlsx" })).body).toEqual({
      error: "ERR_EXPORT_TOO_LARGE",
      details: { limit: 100_000 },
    });
    const { body } = await request(o.api);
    expect(fileRow(o)).toMatchObject({ state: "running" });
    await o.api.delete(`/reports/files/${body.id}`);
  });

  test("attendants get 403 for files, and a file in progress ends when its user loses the right", async () => {
    const o = office(2);
    expect((await request(app.api(testUser(o.tenant)))).status).toBe(403);
    await request(o.asBoss);
    run(o.tenant.db, "UPDATE user SET profile = 'user' WHERE id = ?", o.boss.actor.id);
    await write();
    expect(fileRow(o)).toMatchObject({ state: "failed", error: "ERR_NO_PERMISSION" });
    expect(existsSync(o.path(`${fileRow(o)?.id}.csv`))).toBe(false);
  });
});

describe("a kill while a file is written", () => {
  test("after a kill a file continues after the last recorded piece, and is complete", async () => {
    const o = office(30);
    const whole = await written(o);
    const { id: first = 0 } = fileRow(o) ?? {};
    // The state after a kill: some rows are recorded, and half a row was written after them.
    const { body } = await request(o.api);
    const rows = whole.split("\r\n");
    const safe = `\ufeff${rows.slice(0, 11).join("\r\n").replace("\ufeff", "")}\r\n`;
    writeFileSync(o.path(`${body.id}.part`), `${safe}P9;Mar`);
    const at = one<{ at: number; key: number }>(
      o.tenant.db,
      "SELECT finished_at AS at, id AS key FROM ticket_period ORDER BY finished_at DESC LIMIT 1 OFFSET 9",
    );
    run(
      o.tenant.db,
      "UPDATE report_file SET bytes = ?, done = 10, next_rows = ? WHERE id = ?",
      ...[Buffer.byteLength(safe), JSON.stringify(at), body.id],
    );
    await write();
    expect(readFileSync(o.path(`${body.id}.csv`))).toEqual(readFileSync(o.path(`${first}.csv`)));
    expect(readdirSync(o.path("")).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  test("a file whose unfinished part was deleted begins again", async () => {
    const o = office(5);
    const { body } = await request(o.api);
    run(
      o.tenant.db,
      'UPDATE report_file SET bytes = 900, done = 3, next_rows = \'{"at":1,"key":1}\' WHERE id = ?',
      body.id,
    );
    await write();
    expect(lines(readFileSync(o.path(`${body.id}.csv`), "utf8"))).toHaveLength(6);
  });
});

test("erasing any person deletes all stored files, and a file in progress begins again", async () => {
  const o = office(2);
  await written(o);
  const { body } = await request(o.asBoss);
  run(o.tenant.db, "UPDATE report_file SET bytes = 10, done = 1 WHERE id = ?", body.id);
  const other = testContact(o.tenant, { name: "Outra pessoa" });
  expect((await o.api.delete(`/contacts/${other}`)).status).toBe(200);
  expect(readdirSync(o.path(""))).toEqual([]);
  expect(all(o.tenant.db, "SELECT id, bytes, done FROM report_file")).toEqual([
    { id: body.id, bytes: 0, done: 0 },
  ]);
  await write();
  expect(fileRow(o)).toMatchObject({ state: "done" });
});

describe("a file in pieces", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "balcao-report-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test("bytes after the recorded size are truncated", () => {
    const path = join(directory, "a.part");
    expect(append(path, 0, "um\n")).toBe(3);
    appendFileSync(path, "meio");
    expect(append(path, 3, "dois\n")).toBe(8);
    expect(readFileSync(path, "utf8")).toBe("um\ndois\n");
    expect(append(path, 99, "x")).toBeUndefined();
    expect(append(path, 0, "novo\n")).toBe(5);
  });

  test("any text is read back unchanged from the spreadsheet", async () => {
    const rows = [["<&>\"'", " a\nb ", "\u0001x", 12.5, null, "=1+1", "😀 ç"]];
    const input = join(directory, "rows");
    writeFileSync(input, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    await writeSheet(input, join(directory, "a.xlsx"));
    const book = read(readFileSync(join(directory, "a.xlsx")), { type: "buffer" });
    const sheet = book.Sheets["1"];
    if (!sheet) throw new Error("no sheet");
    expect(utils.sheet_to_json(sheet, { header: 1, raw: true, defval: null })).toEqual([
      ["<&>\"'", " a\nb ", "x", 12.5, null, "=1+1", "😀 ç"],
    ]);
  });
});
