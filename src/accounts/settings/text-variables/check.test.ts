import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let tenant: Tenant;
let admin: Api;
let connectionId: number;
let queueId: number;
let contactId: number;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company();
  run(app.installation.system, "UPDATE plan SET use_campaigns = 1, use_open_ai = 1, use_schedules = 1");
  run(
    app.installation.system,
    "INSERT OR REPLACE INTO installation_setting VALUES ('campaignsEnabled', 'true')",
  );
  const person = testUser(tenant, { profile: "admin" });
  admin = app.api(person);
  connectionId = testConnection(tenant, { name: "Loja", isDefault: true });
  queueId = testQueue(tenant, "Vendas");
  const made = await admin.post("/contacts", {
    name: "Maria Souza",
    number: "5511988887777",
    extraInfo: [{ name: "Código do cliente", value: "A-1" }],
  });
  contactId = made.body.id;
});
afterAll(() => app.stop());

const at = () => new Date(app.clock.now() + 3_600_000).toISOString();
/** Every text that the product renders, by the call that saves it. */
const SAVED: readonly [
  string,
  (text: string) => Promise<{ status: number; body: Record<string, unknown> }>,
  string,
][] = [
  [
    "greeting of a connection",
    (greetingMessage) => admin.put(`/whatsapp/${connectionId}`, { greetingMessage }),
    "greetingMessage",
  ],
  [
    "farewell of a connection",
    (complationMessage) => admin.put(`/whatsapp/${connectionId}`, { complationMessage }),
    "complationMessage",
  ],
  [
    "rating of a connection",
    (ratingMessage) => admin.put(`/whatsapp/${connectionId}`, { ratingMessage }),
    "ratingMessage",
  ],
  [
    "text out of hours",
    (outOfHoursMessage) => admin.put(`/whatsapp/${connectionId}`, { outOfHoursMessage }),
    "outOfHoursMessage",
  ],
  [
    "text of inactivity",
    (expiresInactiveMessage) => admin.put(`/whatsapp/${connectionId}`, { expiresInactiveMessage }),
    "expiresInactiveMessage",
  ],
  [
    "greeting of a queue",
    (greetingMessage) => admin.put(`/queue/${queueId}`, { greetingMessage }),
    "greetingMessage",
  ],
  [
    "farewell of a queue",
    (complationMessage) => admin.put(`/queue/${queueId}`, { complationMessage }),
    "complationMessage",
  ],
  [
    "option of a queue",
    (message) => admin.post("/queue-options", { queueId, title: "Preços", message }),
    "message",
  ],
  [
    "quick reply",
    (message) => admin.post("/quick-messages", { shortcode: `q${Math.random()}`.slice(0, 12), message }),
    "message",
  ],
  ["scheduled message", (body) => admin.post("/schedules", { contactId, body, sendAt: at() }), "body"],
  ["automatic text", (value) => admin.put("/settings/greetingAcceptedMessage", { value }), "value"],
  ["consent text", (text) => admin.put(`/consent-texts/${connectionId}`, { text, tellAgain: false }), "text"],
];

describe("text sent to customers", () => {
  test.each(SAVED)(
    "%s with an unknown variable is refused with field and variable",
    async (_name, save, field) => {
      const { status, body } = await save("Olá {{firstNme}}, seu pedido saiu");
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          error: "ERR_UNKNOWN_VARIABLE",
          details: {
            field,
            variable: "{{firstNme}}",
            reason: "unknown",
            fields: { [field]: "unknown_variable" },
          },
        },
      });
    },
  );

  test.each(SAVED)("%s accepts known variables and additional fields of contacts", async (_name, save) => {
    const { status } = await save("{{ms}}, {{primeiro_nome}}! Código {{código do cliente}}");
    expect(status).toBe(200);
  });

  test("a campaign with an unknown column is rejected, and the error names the known ones", async () => {
    const save = (message1: string) =>
      admin.post("/campaigns", { name: "Natal", message1, confirmation: false });
    const refused = await save("Oi {nome}, promoção em {cidade}");
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "ERR_UNKNOWN_VARIABLE", details: { field: "message1", variable: "{cidade}" } },
    });
    expect(refused.body.details.known).toContain("email");
    expect((await save("{{ms}}, {primeiro_nome}! {numero} {email}")).status).toBe(200);
    const files = await admin.post("/files", { name: "Catálogo", message: "Oi {cidade}", options: [] });
    expect(files).toMatchObject({ status: 400, body: { details: { field: "message" } } });
  });

  test("the response has the additional fields of the company's contacts and its campaign variables", async () => {
    expect((await admin.get("/text-variables")).body.extras).toEqual(["código do cliente"]);
    const other = app.api(testUser(app.company(), { profile: "admin" }));
    expect((await other.get("/text-variables")).body).toEqual({ extras: [], keys: [] });
  });
});
