import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { allowLoopback, desk, forbidLoopback } from "#automation/integrations/testing.ts";
import { run } from "#platform/db/database.ts";
import { IXC_TOKEN, type IxcSimulator, startIxc } from "#simulator/ixc/server.ts";
import { testQueue } from "#test/helpers/installation.ts";

const t = desk();
let ixc: IxcSimulator;
beforeAll(() => t.start());
afterAll(() => t.stop());
const credentials = {
  ipmkauth: "https://mk.example.com",
  clientidmkauth: "Client_Id",
  clientsecretmkauth: "Client_Secret",
} as const;
beforeEach(() => {
  t.meet();
  ixc = startIxc();
  const known = { ipixc: ixc.url, tokenixc: IXC_TOKEN, ...credentials } as const;
  for (const [key, value] of Object.entries(known)) writeSetting(t.tenant, key as keyof typeof known, value);
});
afterEach(() => ixc.stop());

describe("a billing integration", () => {
  const fields = (jsonContent: object) => ({
    type: "billing",
    name: "Faturas",
    jsonContent: JSON.stringify(jsonContent),
  });

  test.each([
    [{}],
    [{ system: "outro", actions: ["second_copy"] }],
    [{ system: "ixc", actions: [] }],
    [{ system: "asaas", actions: ["trust_unblock"] }],
  ])("a billing integration is not created from %j", async (content) => {
    expect(await t.asAdmin.post("/queueIntegration", fields(content))).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { jsonContent: "invalid" } } },
    });
  });

  test("a billing integration can be used by a queue, an option or a connection only with all credentials of its system", async () => {
    const made = (
      await t.asAdmin.post("/queueIntegration", fields({ system: "mkauth", actions: ["second_copy"] }))
    ).body;
    const queueId = testQueue(t.tenant);
    const bind = () =>
      Promise.all([
        t.asAdmin.put(`/queue/${queueId}`, { integrationId: made.id }),
        t.asAdmin.put(`/whatsapp/${t.connectionId}`, { integrationId: made.id }),
        t.asAdmin.post("/queue-options", {
          ...{ queueId, title: "Faturas", action: "integration", integrationId: made.id },
        }),
      ]);
    for (const key of ["ipmkauth", "clientidmkauth", "clientsecretmkauth"] as const) {
      writeSetting(t.tenant, key, "");
      for (const answer of await bind())
        expect(answer).toMatchObject({
          status: 400,
          body: { error: "ERR_VALIDATION", details: { fields: { integrationId: "invalid" } } },
        });
      writeSetting(t.tenant, key, credentials[key]);
    }
    for (const answer of await bind()) expect(answer.status).toBe(200);
    run(t.tenant.db, "UPDATE connection SET integration_id = NULL");
  });

  test("a billing integration whose credentials were removed is skipped: the customer waits for a person", async () => {
    await t.employ(fields({ system: "ixc", actions: ["second_copy"] }));
    writeSetting(t.tenant, "tokenixc", "");
    await t.write("Oi");
    expect(t.ticket()).toMatchObject({ status: "pending", useIntegration: false });
  });

  test("a billing integration makes no requests to a private network", async () => {
    await t.employ(fields({ system: "ixc", actions: ["second_copy"] }));
    forbidLoopback(t);
    await t.write("Oi");
    await t.pass(3000);
    await t.write("52998224725");
    await t.rest();
    expect(t.said().at(-1)).toBe("Não consegui consultar agora. Vou chamar um atendente.");
    allowLoopback(t);
    expect(ixc.calls).toEqual([]);
  });
});
