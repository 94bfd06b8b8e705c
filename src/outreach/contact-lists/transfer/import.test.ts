import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeZip } from "client-zip";
import { bomb, form, workbook } from "#outreach/contact-imports/testing.ts";
import { addItem, importInto, newList, type Office, office } from "#outreach/contact-lists/testing.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

const people = async ({ api }: Office, list: number, page = 1) =>
  (await api.get(`/contact-list-items?contactListId=${list}&pageNumber=${page}`)).body;
const names = async (desk: Office, list: number) =>
  (await people(desk, list)).contacts.map(({ name }: { name: string }) => name);

describe("an import into a contact list", () => {
  test("a list import reports skipped rows and existing items", async () => {
    const desk = office(app);
    const list = await newList(desk);
    await addItem(desk, list, "Ana", "5511970000001");
    const rows: (string | number)[][] = [["Nome", "WhatsApp", "E-mail", "Cidade"]];
    for (let index = 0; index < 1500; index += 1)
      rows.push([`Cliente ${index}`, 5_511_970_000_000 + index, `c${index}@example.com`, "Santos"]);
    rows[5] = ["Sem número", "", "", ""];
    rows[700] = ["Curto", "123", "", ""];
    rows[701] = ["Erro", "5511955550001", "nada", ""];
    rows[702] = ["De novo", "551170000000", "", ""];
    rows[703] = ["", "5511955550002", "", ""];
    const done = await importInto(app, desk, list, workbook(rows), "lista.xlsx");
    expect(done).toMatchObject({
      state: "done",
      contactListId: list,
      total: 1500,
      created: 1495,
      duplicates: 2,
      invalidCount: 3,
      mapping: ["name", "number", "email", "ignore"],
    });
    expect(done.invalid.map(({ row, reason }) => [row, reason])).toEqual([
      [6, "number_missing"],
      [701, "number_invalid"],
      [702, "email_invalid"],
    ]);
    expect((await desk.api.get(`/contact-lists/${list}`)).body.contactsCount).toBe(1496);
    expect((await desk.api.get("/contacts")).body.count).toBe(0);
    expect((await people(desk, list)).contacts[0]).toMatchObject({ name: "5511955550002" });
  }, 30_000);

  test("a dry run of a list import reports its result and writes nothing", async () => {
    const desk = office(app);
    const list = await newList(desk);
    await addItem(desk, list, "Ana", "551132320001");
    const csv = "nome;numero\nAna;551132320001\nBia;551132320002\nBia;551132320002\n";
    expect(await importInto(app, desk, list, csv, "a.csv", "?dryRun=true")).toMatchObject({
      created: 1,
      duplicates: 2,
    });
    expect(await names(desk, list)).toEqual(["Ana"]);
  });

  test("a list import broadcasts its progress and is for admins", async () => {
    const desk = office(app);
    const list = await newList(desk);
    const attendant = testUser(desk.tenant);
    const [mine, theirs] = await Promise.all([app.socket(desk.user), app.socket(attendant)]);
    const done = await importInto(app, desk, list, "numero\n551132320001\n", "a.csv");
    expect(await mine.event("contactImport", "update")).toMatchObject({ record: { contactListId: list } });
    await mine.event("ContactListItem", "reload");
    expect(await mine.event("notice", "create")).toMatchObject({
      code: "contact_import_done",
      details: { contactListId: list, created: 1 },
    });
    await app.settled(attendant, theirs);
    expect(theirs.events("contactImport")).toEqual([]);
    expect((await app.api(attendant).get(`/contacts/import/${done.id}`)).status).toBe(404);
    expect((await app.api(attendant).get(`/contacts/import/${done.id}/report`)).status).toBe(404);
    expect((await desk.api.get("/contacts/import/list")).body).toEqual([]);
    expect((await desk.api.get(`/contacts/import/list?contactListId=${list}`)).body).toMatchObject([
      { id: done.id },
    ]);
    mine.close();
    theirs.close();
  });

  test("a list import ends when its list is deleted", async () => {
    const desk = office(app);
    const list = await newList(desk);
    const lines = Array.from({ length: 1200 }, (_, index) => 551_132_300_000 + index).join("\n");
    const begun = await desk.api.post(`/contact-lists/${list}/upload`, form(`numero\n${lines}`, "a.csv"));
    await desk.api.delete(`/contact-lists/${list}`);
    await app.app.runJob("contact_import");
    expect((await desk.api.get(`/contacts/import/${begun.body.importId}`)).status).toBe(404);
    expect(readdirSync(join(desk.tenant.directory, "imports"))).toEqual([]);
    expect((await desk.api.post(`/contact-lists/${list}/upload`, form("numero\n1", "a.csv"))).status).toBe(
      404,
    );
    expect(await importInto(app, desk, await newList(desk), "numero\n551132320001", "b.csv")).toMatchObject({
      created: 1,
    });
  });

  test.each([
    ["Latin-1", Buffer.from("nome;numero\nJoão Ávila;551132320001\n", "latin1")],
    [
      "UTF-16",
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from("nome;numero\nJoão Ávila;551132320001\n", "utf16le"),
      ]),
    ],
    ["UTF-16 without its mark", Buffer.from("nome;numero\nJoão Ávila;551132320001\n", "utf16le")],
    ["UTF-8 with its mark", Buffer.from("\ufeffnome;numero\nJoão Ávila;551132320001\n")],
  ])("a list is read from a file in the encoding %s", async (_, bytes) => {
    const desk = office(app);
    const list = await newList(desk);
    await importInto(app, desk, list, new Uint8Array(bytes), "a.csv");
    expect(await names(desk, list)).toEqual(["João Ávila"]);
  });

  test("formulas in an import become plain text", async () => {
    const desk = office(app);
    const list = await newList(desk);
    const csv = 'nome;numero\n"=HYPERLINK(""http://x"")";551132320001\n=1+1;+55 11 3232-0002\n';
    expect(await importInto(app, desk, list, csv, "a.csv")).toMatchObject({ created: 2 });
    expect(await names(desk, list)).toEqual(['=HYPERLINK("http://x")', "=1+1"].sort());
    const { body } = await desk.api.get(`/contact-lists/${list}/export`);
    expect(String(body)).toContain(`"'=1+1";551132320002`);
  });
});

describe("a list import of a bad file", () => {
  test("a list import rejects a bad file with a reason, within bounded memory, and does not block the next import", async () => {
    const desk = office(app);
    const list = await newList(desk);
    const send = async (content: BlobPart, name: string) => {
      const { status, body } = await desk.api.post(`/contact-lists/${list}/upload`, form(content, name));
      return [status, body.error, body.details ?? null];
    };
    const bytes = bomb(150 * 1024 * 1024, 2);
    const rows = Array.from({ length: 200_000 }, (_, index) => `C;${551_100_000_000 + index}`).join("\n");
    const huge = new Uint8Array(50 * 1024 * 1024).fill(0x61);
    const archive = new Uint8Array(
      await new Response(makeZip([{ name: "a.txt", input: "x" }])).arrayBuffer(),
    );
    Bun.gc(true);
    const before = process.memoryUsage().rss;
    expect(await send("%PDF-1.7", "a.pdf")).toEqual([415, "ERR_MEDIA_TYPE", null]);
    expect(await send("%PDF-1.7", "a.xlsx")).toEqual([415, "ERR_MEDIA_TYPE", null]);
    expect(await send("<html><table></table></html>", "a.xls")).toEqual([415, "ERR_MEDIA_TYPE", null]);
    expect(await send(archive, "a.xlsx")).toEqual([415, "ERR_MEDIA_TYPE", null]);
    expect(await send("", "a.csv")).toEqual([415, "ERR_MEDIA_TYPE", null]);
    expect(await send(huge, "a.csv")).toEqual([413, "ERR_MEDIA_TOO_LARGE", null]);
    expect(await send(bytes, "a.xlsx")).toEqual([413, "ERR_MEDIA_TOO_LARGE", null]);
    expect(await send(`nome;numero\n${rows}`, "a.csv")).toEqual([
      413,
      "ERR_MEDIA_TOO_LARGE",
      { maxRows: 50_000 },
    ]);
    expect(await send("nome;cidade\nAna;Santos", "a.csv")).toMatchObject([400, "ERR_IMPORT_COLUMNS", {}]);
    expect(await desk.api.post(`/contact-lists/${list}/upload`)).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { file: "required" } } },
    });
    Bun.gc(true);
    // The limit includes the client's copies of the bodies, because the client runs in this process.
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(200);
    const folder = join(desk.tenant.directory, "imports");
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    expect(await importInto(app, desk, list, "numero\n551132320001", "a.csv")).toMatchObject({ created: 1 });
  }, 60_000);
});
