import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";
import { workedOff } from "./testing.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => t.meet());

describe("an import from the phone", () => {
  test("a phone import reads names and numbers of the default connection by the rules of a file", async () => {
    await t.asAdmin.post(`/whatsappsession/${t.connectionId}`);
    t.provider.open({ companyId: t.tenant.id, connectionId: t.connectionId });
    t.provider.answers.phoneBook = () => [
      { number: "5511966660001", name: "Bia Prado" },
      { number: "5511966660002", name: "" },
      { number: "123", name: "Curto" },
    ];
    const look = await t.asAna.post("/contacts/import?dryRun=true");
    expect(await workedOff(t.app, t.asAna, look.body.importId)).toMatchObject({
      source: "phone",
      dryRun: true,
      created: 2,
      invalidCount: 1,
    });
    const begun = await t.asAna.post("/contacts/import");
    expect(await workedOff(t.app, t.asAna, begun.body.importId)).toMatchObject({
      state: "done",
      created: 2,
      invalid: [{ row: 4, reason: "number_invalid" }],
    });
    const found = async (text: string) =>
      (await t.asAna.get(`/contacts?searchParam=${text}`)).body.contacts[0]?.name;
    expect([await found("5511966660001"), await found("5511966660002")]).toEqual([
      "Bia Prado",
      "5511966660002",
    ]);
  });

  test("a phone import needs an open default connection", async () => {
    expect(await t.asAna.post("/contacts/import")).toMatchObject({
      status: 400,
      body: { error: "ERR_WAPP_NOT_INITIALIZED" },
    });
    run(t.tenant.db, "UPDATE connection SET is_default = 0");
    expect(await t.asAna.post("/contacts/import")).toMatchObject({
      status: 400,
      body: { error: "ERR_NO_DEF_WAPP_FOUND" },
    });
    // A rejected import does not remain in the list or block the next one.
    expect((await t.asAna.get("/contacts/import/list")).body).toEqual([]);
  });
});
