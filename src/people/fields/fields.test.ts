import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { form, imported } from "#outreach/contact-imports/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import type { CreateFieldBody } from "./contract.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function office() {
  const tenant = app.company();
  const person = testUser(tenant);
  const boss = testUser(tenant, { profile: "admin" });
  const admin = app.api(boss);
  const define = async (body: Partial<CreateFieldBody> & { key: string }) =>
    (await admin.post("/fields", { of: "contact", label: body.key, kind: "text", ...body })).body;
  return { tenant, person, boss, api: app.api(person), admin, define };
}
const problems = (body: { details?: { fields?: unknown } }) => body.details?.fields;

describe("definition of a field", () => {
  test("a field is created, changed, ordered and deleted by admins only", async () => {
    const { api, admin, person } = office();
    const body = { of: "contact", key: "cpf", label: "CPF", kind: "text" };
    expect((await api.post("/fields", body)).status).toBe(403);
    const socket = await app.socket(person);
    const made = await admin.post("/fields", body);
    expect(made).toMatchObject({
      status: 200,
      body: { ...body, active: true, position: 1, hasValues: false },
    });
    expect(await socket.event("field", "create")).toMatchObject({ record: { key: "cpf" } });
    const second = (await admin.post("/fields", { ...body, key: "plano", label: "Plano" })).body;
    expect((await admin.put("/fields/order", { ids: [second.id, made.body.id] })).status).toBe(200);
    expect((await admin.put("/fields/order", { ids: [second.id] })).status).toBe(400);
    const { fields } = (await api.get("/fields?of=contact")).body;
    expect(fields.map(({ key }: { key: string }) => key)).toEqual(["plano", "cpf"]);
    expect((await admin.delete(`/fields/${second.id}`)).status).toBe(200);
    expect((await admin.delete(`/fields/${second.id}`)).status).toBe(404);
    const trail = (await admin.get("/audit?kind=field")).body.records;
    expect(trail.map(({ verb }: { verb: string }) => verb)).toEqual([
      "removed",
      "changed",
      "created",
      "created",
    ]);
  });

  test("a key and a label are unique among the fields of contacts, and free for tickets", async () => {
    const { admin } = office();
    const body = { of: "contact", key: "cpf", label: "CPF", kind: "text" };
    await admin.post("/fields", body);
    const taken = { status: 409, body: { error: "ERR_NAME_IN_USE" } };
    expect(await admin.post("/fields", { ...body, label: "Outro" })).toMatchObject(taken);
    expect(await admin.post("/fields", { ...body, key: "outro", label: "cpf" })).toMatchObject(taken);
    expect((await admin.post("/fields", { ...body, of: "ticket" })).status).toBe(200);
    for (const key of ["CPF", "1a", "a-b", ""])
      expect((await admin.post("/fields", { ...body, key, label: "Novo" })).status).toBe(400);
  });

  test("the kind of a field no longer changes once a value exists", async () => {
    const { tenant, api, admin, define } = office();
    const { id } = await define({ key: "idade", label: "Idade" });
    expect((await admin.put(`/fields/${id}`, { kind: "number" })).body.kind).toBe("number");
    await api.put(`/contacts/${testContact(tenant)}/fields`, { values: { idade: 40 } });
    const refused = await admin.put(`/fields/${id}`, { kind: "text" });
    expect(refused.status).toBe(400);
    expect(problems(refused.body)).toEqual({ kind: "invalid" });
  });

  test("the 51st field and the third field shown in lists are rejected with ERR_LIMIT_REACHED", async () => {
    const { admin, define } = office();
    for (let n = 1; n <= 50; n += 1) await define({ key: `campo${n}`, label: `Campo ${n}`, inList: n <= 2 });
    const body = { of: "contact", key: "mais", label: "Mais", kind: "text" };
    expect(await admin.post("/fields", body)).toMatchObject({
      status: 409,
      body: { error: "ERR_LIMIT_REACHED", details: { resource: "fields", limit: 50 } },
    });
    const { fields } = (await admin.get("/fields?of=contact")).body;
    expect(await admin.put(`/fields/${fields[9].id}`, { inList: true })).toMatchObject({
      status: 409,
      body: { error: "ERR_LIMIT_REACHED", details: { resource: "fieldsInList", limit: 2 } },
    });
  });

  test("a field whose only queue is deleted is no longer required", async () => {
    const { tenant, admin, define } = office();
    const queueId = testQueue(tenant, "Cobrança");
    const { id } = await define({ key: "cpf", required: true, queueIds: [queueId] });
    expect((await admin.delete(`/queue/${queueId}`)).status).toBe(200);
    const { fields } = (await admin.get("/fields")).body;
    expect(fields).toMatchObject([{ id, required: false, queueIds: [] }]);
  });
});

describe("value of a field", () => {
  test.each([
    ["text", "123", ["x".repeat(501), 5]],
    ["number", 12.5, ["12", 1e13]],
    ["date", "2026-02-28", ["2026-02-30", "28/02/2026"]],
    ["choice", "Ouro", ["Bronze", ["Ouro"]]],
    ["multi", ["Ouro", "Prata"], [["Ouro", "Bronze"], "Ouro"]],
    ["yes_no", false, ["sim", 1]],
  ] as const)(
    "a value of kind %s is stored as typed, and others are rejected with its key",
    async (kind, value, others) => {
      const { tenant, api, define } = office();
      await define({ key: "campo", kind, choices: ["Ouro", "Prata"] });
      const path = `/contacts/${testContact(tenant)}/fields`;
      expect((await api.put(path, { values: { campo: value } })).body.fields).toEqual({ campo: value });
      for (const other of others) {
        const refused = await api.put(path, { values: { campo: other } });
        expect(refused.status).toBe(400);
        if (JSON.stringify(other).length < 500) expect(problems(refused.body)).toEqual({ campo: "invalid" });
      }
      expect((await api.put(path, { values: { campo: null } })).body.fields).toEqual({});
      expect(problems((await api.put(path, { values: { outro: "x" } })).body)).toEqual({ outro: "invalid" });
    },
  );

  test("an inactive field is not shown and cannot be written, but keeps its values", async () => {
    const { tenant, api, admin, define } = office();
    const { id } = await define({ key: "cpf" });
    const contactId = testContact(tenant);
    await api.put(`/contacts/${contactId}/fields`, { values: { cpf: "123" } });
    await admin.put(`/fields/${id}`, { active: false });
    expect((await api.get(`/contacts/${contactId}`)).body.fields).toEqual({});
    expect((await api.put(`/contacts/${contactId}/fields`, { values: { cpf: "9" } })).status).toBe(400);
    await admin.put(`/fields/${id}`, { active: true });
    expect((await api.get(`/contacts/${contactId}`)).body.fields).toEqual({ cpf: "123" });
  });

  test("a removed choice stays in stored values and is rejected in new ones", async () => {
    const { tenant, api, admin, define } = office();
    const { id } = await define({ key: "plano", kind: "choice", choices: ["Ouro", "Prata"] });
    const [old, fresh] = [testContact(tenant), testContact(tenant)];
    await api.put(`/contacts/${old}/fields`, { values: { plano: "Ouro" } });
    await admin.put(`/fields/${id}`, { choices: ["Prata"] });
    expect((await api.get(`/contacts/${old}`)).body.fields).toEqual({ plano: "Ouro" });
    expect((await api.put(`/contacts/${old}/fields`, { values: { plano: "Ouro" } })).status).toBe(200);
    expect((await api.put(`/contacts/${fresh}/fields`, { values: { plano: "Ouro" } })).status).toBe(400);
  });

  test("the contact list filters by values of a field; deleting the field deletes its values", async () => {
    const { tenant, api, admin, define } = office();
    const { id } = await define({ key: "cidade" });
    const [here, there] = [testContact(tenant), testContact(tenant)];
    await api.put(`/contacts/${here}/fields`, { values: { cidade: "São Paulo" } });
    await api.put(`/contacts/${there}/fields`, { values: { cidade: "Santos" } });
    const list = (filter: unknown) =>
      api.get(`/contacts?fields=${encodeURIComponent(JSON.stringify(filter))}`);
    expect((await list({ cidade: "sao paulo" })).body).toMatchObject({ contacts: [{ id: here }], count: 1 });
    expect((await list({ outra: "x" })).status).toBe(400);
    await admin.delete(`/fields/${id}`);
    expect(all(tenant.db, "SELECT * FROM field_value")).toEqual([]);
  });

  test("the audit trail never contains the value of a field", async () => {
    const { tenant, admin, define } = office();
    await define({ key: "cpf" });
    await admin.put(`/contacts/${testContact(tenant)}/fields`, { values: { cpf: "987654321" } });
    expect(JSON.stringify((await admin.get("/audit")).body)).not.toContain("987654321");
  });
});

describe("field values at merge, erasure, import and export", () => {
  test("a merge keeps the survivor's values and takes missing ones from the loser; the undo returns them", async () => {
    const { tenant, api, admin, define } = office();
    await define({ key: "cidade" });
    await define({ key: "cpf" });
    const [survivor, loser] = [testContact(tenant), testContact(tenant)];
    await api.put(`/contacts/${survivor}/fields`, { values: { cidade: "Santos" } });
    await api.put(`/contacts/${loser}/fields`, { values: { cidade: "Campinas", cpf: "123" } });
    const { mergeId, contact } = (await admin.post(`/contacts/${survivor}/merge`, { otherId: loser })).body;
    expect(contact.fields).toEqual({ cidade: "Santos", cpf: "123" });
    const back = (await admin.post(`/contacts/merges/${mergeId}/undo`, {})).body;
    expect(back.fields).toEqual({ cidade: "Campinas", cpf: "123" });
    expect((await api.get(`/contacts/${survivor}`)).body.fields).toEqual({ cidade: "Santos" });
  });

  test("erasing a person deletes the values of all fields", async () => {
    const { tenant, api, admin, define } = office();
    await define({ key: "cpf" });
    const contactId = testContact(tenant);
    await api.put(`/contacts/${contactId}/fields`, { values: { cpf: "123" } });
    expect((await admin.delete(`/contacts/${contactId}`)).status).toBe(200);
    expect(all(tenant.db, "SELECT * FROM field_value")).toEqual([]);
  });

  test("an import with ten invalid dates imports all people and lists the ten values", async () => {
    const { tenant, api, define } = office();
    await define({ key: "nascimento", label: "Nascimento", kind: "date" });
    const rows = Array.from({ length: 30 }, (_, n) => {
      const day = n < 10 ? "31/02/1990" : "07/03/1990";
      return `Pessoa ${n},55119700011${String(n).padStart(2, "0")},${day}`;
    });
    const done = await imported(app, api, form(`nome,telefone,Nascimento\n${rows.join("\n")}\n`, "a.csv"));
    expect(done).toMatchObject({ created: 30, invalidCount: 0 });
    expect(done.invalid.map(({ reason }) => reason)).toEqual(Array(10).fill("field_invalid"));
    const stored = all<{ text: string }>(tenant.db, "SELECT text FROM field_value");
    expect(stored.map(({ text }) => text)).toEqual(Array(20).fill("1990-03-07"));
    expect(all(tenant.db, "SELECT * FROM contact_extra")).toEqual([]);
  });

  test("the export of contacts has a column for each active field, and an import reads it again", async () => {
    const { tenant, api, admin, define } = office();
    await define({ key: "nascimento", label: "Nascimento", kind: "date" });
    await define({ key: "plano", label: "Planos", kind: "multi", choices: ["Ouro", "Prata"] });
    const contactId = testContact(tenant, { name: "Lia", number: "551132320001" });
    await api.put(`/contacts/${contactId}/fields`, {
      values: { nascimento: "1990-03-07", plano: ["Ouro", "Prata"] },
    });
    const { body: csv } = await admin.get<string>("/contacts/export?language=pt");
    expect(csv).toContain("Nascimento");
    expect(csv).toContain("07/03/1990");
    run(tenant.db, "DELETE FROM field_value");
    await imported(app, api, form(csv, "a.csv"));
    expect((await api.get(`/contacts/${contactId}`)).body.fields).toEqual({
      nascimento: "1990-03-07",
      plano: ["Ouro", "Prata"],
    });
  });

  test("extra information moves into a field; values that do not fit stay and are listed", async () => {
    const { tenant, api, admin, define } = office();
    const { id } = await define({ key: "nascimento", label: "Nascimento", kind: "date" });
    const [fits, not] = [testContact(tenant), testContact(tenant)];
    for (const [contactId, value] of [
      [fits, "7/3/1990"],
      [not, "março"],
    ] as const)
      run(
        tenant.db,
        "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, 'Nasc', ?)",
        contactId,
        value,
      );
    const ask = (dryRun: boolean) => admin.post(`/fields/${id}/take-extra`, { name: "nasc", dryRun });
    const expected = { taken: 1, kept: 0, refusedCount: 1, refused: [{ contactId: not, value: "março" }] };
    expect((await ask(true)).body).toMatchObject(expected);
    expect((await api.get(`/contacts/${fits}`)).body.fields).toEqual({});
    expect((await ask(false)).body).toMatchObject(expected);
    expect((await api.get(`/contacts/${fits}`)).body).toMatchObject({
      fields: { nascimento: "1990-03-07" },
      extraInfo: [],
    });
    expect((await api.get(`/contacts/${not}`)).body.extraInfo).toMatchObject([{ value: "março" }]);
  });
});
