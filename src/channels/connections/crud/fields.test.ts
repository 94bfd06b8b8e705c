import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { PromptExistsPort } from "#accounts/queues/index.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let admin: Api;
let queues: number[];
let path: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => {
  const tenant = app.company();
  admin = app.api(testUser(tenant, { profile: "admin" }));
  queues = [testQueue(tenant), testQueue(tenant), testQueue(tenant)];
  path = `/whatsapp/${testConnection(tenant, { queueIds: queues.slice(0, 1) })}`;
});

/** Minutes, times and switches of the dialog, with the largest number each takes (docs/rules/connections.md#saving). */
const NUMBERS = {
  timeSendQueue: 10_080,
  maxUseBotQueues: 100,
  timeUseBotQueues: 10_080,
  expiresTicket: 525_600,
  timeCreateNewTicket: 525_600,
  ratingTimeout: 10_080,
  outOfHoursRepeat: 10_080,
} as const;
const TEXTS = [
  "greetingMessage",
  "complationMessage",
  "outOfHoursMessage",
  "ratingMessage",
  "expiresInactiveMessage",
] as const;

describe("the bot settings of a connection", () => {
  test("the bot settings of a connection are stored as sent, numbers also as text, and stay when the body omits them", async () => {
    const body = {
      ...Object.fromEntries(TEXTS.map((field) => [field, `{{ms}}! ${field}`])),
      ...Object.fromEntries(Object.keys(NUMBERS).map((field, index) => [field, String(index + 1)])),
      queueIds: queues.slice(0, 2),
      sendIdQueue: String(queues[1]),
      keepUserOnReopen: true,
    };
    expect((await admin.put(path, body)).status).toBe(200);
    await admin.put(path, { name: "Loja Sul" });
    const answer = (await admin.get(path)).body;
    expect(answer).toMatchObject({
      ...Object.fromEntries(TEXTS.map((field) => [field, `{{ms}}! ${field}`])),
      ...Object.fromEntries(Object.keys(NUMBERS).map((field, index) => [field, index + 1])),
      sendIdQueue: queues[1],
      keepUserOnReopen: true,
      warnings: [],
    });
    expect(answer.queues.map(({ id }: { id: number }) => id)).toEqual(queues.slice(0, 2));
  });

  test.each(Object.entries(NUMBERS))("%s accepts whole numbers from 0 to %d", async (field, most) => {
    for (const wrong of [-1, 1.5, most + 1, "dez"]) {
      const { status, body } = await admin.put(path, { name: "Loja Sul", [field]: wrong });
      expect([status, body.error, Object.keys(body.details.fields)]).toEqual([
        400,
        "ERR_VALIDATION",
        [field],
      ]);
    }
    for (const right of [0, most])
      expect((await admin.put(path, { [field]: right })).body[field]).toBe(right);
    expect((await admin.get(path)).body.name).not.toBe("Loja Sul");
  });

  test("a redirect to a queue of another connection is disabled, with a warning until the queue is added", async () => {
    const stray = await admin.put(path, { sendIdQueue: queues[2], timeSendQueue: 5 });
    expect(stray.body.warnings).toEqual(["sendIdQueue"]);
    const fed = await admin.put(path, { queueIds: queues, greetingMessage: "Olá" });
    expect(fed.body.warnings).toEqual([]);
    expect((await admin.put(path, { sendIdQueue: "" })).body.sendIdQueue).toBeNull();
  });

  test("an unknown queue, prompt or integration is refused, and the error names the field", async () => {
    for (const [field, code] of [
      ["sendIdQueue", "ERR_NO_QUEUE_FOUND"],
      ["promptId", "ERR_NOT_FOUND"],
      ["integrationId", "ERR_NOT_FOUND"],
    ] as const) {
      const refused = await admin.put(path, { name: "Loja Sul", [field]: 4711 });
      expect([field, refused.status, refused.body.error]).toEqual([field, 404, code]);
      const { body } = await admin.put(path, { [field]: "" });
      expect([body[field], body.name]).not.toContain("Loja Sul");
      expect(body[field]).toBeNull();
    }
    app.installation.ports.plug(PromptExistsPort, () => true);
    expect((await admin.put(path, { promptId: 6 })).body.promptId).toBe(6);
    app.installation.ports.plug(PromptExistsPort, () => false);
    expect((await admin.put(path, { name: "Loja Sul" })).body.promptId).toBe(6);
  });

  test("a menu without a greeting is refused, and nothing is stored", async () => {
    const refused = await admin.put(path, { queueIds: queues, greetingMessage: " ", maxUseBotQueues: 9 });
    expect([refused.status, refused.body.error]).toEqual([400, "ERR_WAPP_GREETING_REQUIRED"]);
    expect((await admin.get(path)).body).toMatchObject({ maxUseBotQueues: 3, queues: [{ id: queues[0] }] });
  });
});
