import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { definitionOf, keysOf } from "#accounts/settings/index.ts";
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
  run(
    tenant.db,
    `INSERT INTO message_template (connection_id, name, language, category, status, components, synced_at)
      VALUES (?, 'aviso', 'pt_BR', 'UTILITY', 'APPROVED', ?, 1)`,
    connectionId,
    JSON.stringify([{ type: "BODY", text: "{{1}}: {{2}}" }]),
  );
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
type Fields = Readonly<Record<string, unknown>>;
/** How a row with texts is saved: a call that creates one, and the path of one that is changed. */
interface Saved {
  readonly path: string;
  /** Absent: rows are only changed. */
  readonly fresh?: () => Fields;
  /** The path of a row to change. Absent: rows are only created. */
  readonly existing?: () => string | Promise<string>;
  readonly fields: readonly string[];
  readonly single?: true;
}
let made = 0;
const word = () => `r${++made}`;
const create = async (path: string, body: Fields): Promise<string> => {
  const reply = await admin.post(path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return `${path}/${reply.body.id}`;
};
const quickReply = () => ({ shortcode: word(), message: "Oi" });
const option = () => ({ queueId, title: word(), message: "Oi" });
const schedule = () => ({ contactId, body: "Até já", sendAt: at() });
const typebot = () => ({
  type: "typebot",
  name: word(),
  urlN8N: "https://typebot.example",
  typebotSlug: "fluxo",
  typebotRestartMessage: "",
  typebotUnknownMessage: "",
});
const prompt = () => ({ name: word(), prompt: "Seja breve", apiKey: "sk-0123456789abcdef", queueId });
const fileList = () => ({ name: word(), message: "Oi", options: [] });
const campaign = () => ({ name: word(), message1: "Oi", confirmation: false });
const SLOTS = [1, 2, 3, 4, 5];
/** Templates have their texts as parameters; other fields are texts. */
const sentAs = (field: string, text: string): unknown =>
  field === "parameters"
    ? ["Oi", text]
    : field.startsWith("template")
      ? { templateName: "aviso", templateLanguage: "pt_BR", parameters: ["Oi", text] }
      : text;
const followUp = () => ({
  name: `Sequência ${++made}`,
  steps: [{ waitMinutes: 60, text: "Oi" }],
  ending: { action: "none", waitMinutes: 60 },
});
/** An item of each list whose fields are paths. */
const ITEMS: Readonly<Record<string, object>> = {
  steps: { waitMinutes: 60, text: "Oi" },
  actions: { action: "reply", text: "Oi", templateName: "aviso" },
};
const macro = () => ({ name: `Macro ${++made}`, actions: [ITEMS["actions"]] });
/** The body with the text in this field; a field of a step or an action is a path. */
function bodyWith(field: string, text: string): object {
  const [list = "", index, key] = field.split(".");
  const item = ITEMS[list];
  if (!item || !index || !key) return { [field]: sentAs(field, text) };
  return { [list]: [{ ...item, [key]: sentAs(key, text) }] };
}

/** The texts that each file checks when it saves them: all texts that the product fills in before it sends them. */
const CHECKED: Readonly<Record<string, Saved>> = {
  "src/channels/connections/crud/body-columns.ts": {
    path: "/whatsapp",
    fresh: () => ({ name: word() }),
    existing: () => `/whatsapp/${connectionId}`,
    fields: [
      "greetingMessage",
      "complationMessage",
      "outOfHoursMessage",
      "ratingMessage",
      "expiresInactiveMessage",
    ],
  },
  "src/accounts/queues/service.ts": {
    path: "/queue",
    fresh: () => ({ name: word(), color: `#${(0x100000 + ++made).toString(16)}` }),
    existing: () => `/queue/${queueId}`,
    fields: ["greetingMessage", "complationMessage", "outOfHoursMessage", "ratingMessage"],
  },
  "src/accounts/queues/options/save.ts": {
    path: "/queue-options",
    fresh: option,
    existing: () => create("/queue-options", option()),
    fields: ["message"],
  },
  "src/inbox/quick-replies/save.ts": {
    path: "/quick-messages",
    fresh: quickReply,
    existing: () => create("/quick-messages", quickReply()),
    fields: ["message"],
  },
  "src/inbox/follow-ups/save.ts": {
    path: "/follow-ups",
    fresh: followUp,
    existing: () => create("/follow-ups", followUp()),
    fields: ["steps.0.text", "steps.0.template"],
  },
  "src/automation/ticket-actions/check.ts": {
    path: "/macros",
    fresh: macro,
    existing: () => create("/macros", macro()),
    fields: ["actions.0.text", "actions.0.parameters"],
  },
  "src/inbox/scheduled-messages/save.ts": {
    path: "/schedules",
    fresh: schedule,
    existing: () => create("/schedules", schedule()),
    fields: ["body", "template"],
  },
  "src/inbox/consents/save.ts": {
    path: "/consent-texts",
    existing: () => `/consent-texts/${connectionId}`,
    fields: ["text"],
  },
  "src/automation/integrations/crud/save.ts": {
    path: "/queueIntegration",
    fresh: typebot,
    existing: () => create("/queueIntegration", typebot()),
    fields: ["typebotRestartMessage", "typebotUnknownMessage"],
  },
  "src/automation/prompts/crud/save.ts": {
    path: "/prompt",
    fresh: prompt,
    existing: () => create("/prompt", prompt()),
    fields: ["prompt"],
  },
  "src/outreach/file-lists/save.ts": {
    path: "/files",
    fresh: fileList,
    existing: () => create("/files", fileList()),
    fields: ["message"],
    single: true,
  },
  "src/outreach/campaigns/editing/save.ts": {
    path: "/campaigns",
    fresh: campaign,
    existing: () => create("/campaigns", campaign()),
    fields: SLOTS.flatMap((slot) => [`message${slot}`, `confirmationMessage${slot}`, `template${slot}`]),
    single: true,
  },
  "src/accounts/settings/write.ts": { path: "/settings", fields: [] },
};
/** The files that fill in variables, and where the texts they render are checked. */
const RENDERED: Readonly<Record<string, string>> = {
  "src/automation/chatbot/rehearsal.ts": "texts of queues and options, rehearsed before they are saved",
  "src/automation/prompts/turns/context.ts": "prompts",
  "src/inbox/follow-ups/running/step.ts": "follow-ups",
  "src/inbox/messages/ask-phone/ask-phone.ts": "a setting",
  "src/inbox/messages/outbox/create-from-api.ts": "written by a program, which reads the answer",
  "src/inbox/messages/outbox/create-planned.ts": "scheduled messages",
  "src/inbox/messages/send/reply.ts": "quick replies and the actions of macros and rules",
  "src/inbox/messages/send/write-template.ts": "written by a person for one customer",
  "src/inbox/messages/send/write.ts": "written by a person for one customer",
  "src/inbox/messages/texts/automatic.ts": "connections, queues, options, settings, consents and Typebot",
  "src/inbox/messages/texts/call.ts": "a setting",
  "src/inbox/quick-replies/lists.ts": "quick replies",
  "src/inbox/scheduled-messages/sending/dispatch.ts": "scheduled messages",
  "src/outreach/campaigns/editing/preview.ts": "campaigns",
  "src/outreach/campaigns/sending/dispatch.ts": "campaigns and file lists",
};
/** The files of `src` that contain a call of these functions, without tests and the functions themselves. */
const callersOf = (call: RegExp, without: RegExp): string[] =>
  [...new Bun.Glob("src/**/*.ts").scanSync(".")]
    .filter(
      (path) => !path.endsWith(".test.ts") && !without.test(path) && call.test(readFileSync(path, "utf8")),
    )
    .sort();

type Save = (text: string) => Promise<{ status: number; body: Record<string, unknown> }>;
/** Every text that the product renders, by each call that saves it. */
const SAVED: readonly (readonly [string, Save, string, boolean])[] = [
  ...Object.values(CHECKED).flatMap(({ path, fresh, existing, fields, single = false }) =>
    fields.flatMap((field) => [
      ...(fresh
        ? [
            [
              `POST ${path} ${field}`,
              (text: string) => admin.post(path, { ...fresh(), ...bodyWith(field, text) }),
              field,
              single,
            ] as const,
          ]
        : []),
      ...(existing
        ? [
            [
              `PUT ${path} ${field}`,
              async (text: string) =>
                admin.put(await existing(), {
                  ...(path === "/consent-texts" && { tellAgain: false }),
                  ...(["/queue-options", "/quick-messages", "/files"].includes(path) ? fresh?.() : {}),
                  ...bodyWith(field, text),
                }),
              field,
              single,
            ] as const,
          ]
        : []),
    ]),
  ),
  ...keysOf("company")
    .filter((key) => definitionOf(key)?.rendered)
    .map(
      (key) =>
        [
          `setting ${key}`,
          (value: string) => admin.put(`/settings/${key}`, { value }),
          "value",
          false,
        ] as const,
    ),
];

describe("text sent to customers", () => {
  test("every file that checks texts when it saves them is tested here", () => {
    const callers = callersOf(/\bcheckVariables\(/, /text-variables\/check\.ts$/);
    expect(callers).toEqual(Object.keys(CHECKED).sort());
  });

  test("every file that fills in variables names where its texts are checked", () => {
    const callers = callersOf(/\b(?:rendered|renderCampaign)\(/, /send\/variables\.ts$|sending\/render\.ts$/);
    expect(callers).toEqual(Object.keys(RENDERED).sort());
  });

  test.each(SAVED)(
    "%s with an unknown variable is refused with field and variable",
    async (_name, save, field, single) => {
      const variable = single ? "{firstNme}" : "{{firstNme}}";
      const { status, body } = await save(`Olá ${variable}, seu pedido saiu`);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          error: "ERR_UNKNOWN_VARIABLE",
          details: { field, variable, reason: "unknown", fields: { [field]: "unknown_variable" } },
        },
      });
    },
  );

  test.each(SAVED)(
    "%s accepts known variables and additional fields of contacts",
    async (name, save, _field, single) => {
      const extra = single || name.includes("/prompt") ? "" : " Código {{código do cliente}}";
      const { status, body } = await save(`{{ms}}, {{primeiro_nome}}!${extra}`);
      expect({ status, body }).toMatchObject({ status: 200 });
    },
  );

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
