import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { type ApiDocument, type Operation, operationOf } from "./api-document.ts";
import { EXAMPLE_LANGUAGES, exampleOf } from "./examples.ts";
import { createKeyForm, createKeyList } from "./keys/keys-model.ts";
import pt from "./locales/pt.json";
import { fieldTextKey } from "./operation-card.tsx";
import { SentList, sentState } from "./sent-list.ts";
import { createTestForm } from "./test-form.ts";
import { createWebhookForm, createWebhookList } from "./webhooks/webhooks-model.ts";

let app: TestApp;
let send: Operation;
let status: Operation;
beforeAll(async () => {
  app = await startTestApp();
  const document = (await app.api().get("/openapi.json")).body as ApiDocument;
  const read = (method: string, path: string) => {
    const operation = operationOf(document, method, path);
    if (!operation) throw new Error(`${method} ${path} is not described`);
    return operation;
  };
  send = read("POST", "/api/messages/send");
  status = read("GET", "/api/messages/send/{messageId}");
});
afterAll(() => app.stop());

describe("API documentation page", () => {
  test("the API documentation shows both bodies of a call, its headers and its errors", () => {
    expect(send.bodies.map(({ contentType }) => contentType)).toEqual([
      "application/json",
      "multipart/form-data",
    ]);
    const [json, form] = send.bodies;
    expect(json?.fields.map(({ name, required }) => [name, required])).toEqual([
      ["number", true],
      ["body", false],
      ["closeTicket", false],
      ["openTicket", false],
      ["ifRestricted", false],
      ["quotedMsgId", false],
    ]);
    expect(form?.fields).toContainEqual({ name: "medias", type: "file[]", required: false });
    expect(send.headers.map(({ name }) => name)).toEqual(["Idempotency-Key"]);
    expect(send.errors).toContainEqual({ status: 401, codes: ["ERR_INVALID_API_TOKEN"] });
    expect(send.answerHeaders.map(({ name }) => name)).toContain("X-RateLimit-Remaining");
    expect(status.parameters).toEqual([
      expect.objectContaining({ name: "messageId", required: true }),
      expect.objectContaining({ name: "whatsappId", required: false }),
    ]);
  });

  test("the API documentation describes every field", () => {
    for (const operation of [send, status]) {
      const asked = [
        ...operation.parameters,
        ...operation.headers,
        ...operation.bodies.flatMap((b) => b.fields),
      ];
      for (const { name } of asked) expect(Object.keys(pt.field)).toContain(fieldTextKey(name));
      const told = [...operation.answer, ...operation.answerHeaders];
      for (const { name } of told) expect(Object.keys(pt.answer)).toContain(fieldTextKey(name));
    }
  });

  test("the API documentation shows each call in three languages, with this server's URL", () => {
    for (const language of EXAMPLE_LANGUAGES)
      for (const body of send.bodies) {
        const code = exampleOf(language, "https://chat.example", send, body);
        expect(code).toContain("https://chat.example/api/messages/send");
        expect(code).toContain(`Bearer ${pt.docs.yourToken}`);
        expect(code).toContain("5511988887777");
      }
    expect(exampleOf("curl", "https://chat.example", send, send.bodies[1] ?? null)).toContain(
      "-F 'medias=@boleto.pdf'",
    );
    expect(exampleOf("curl", "https://chat.example", status, null)).toContain("/api/messages/send/812'");
  });
});

describe("test form of the API", () => {
  const answer = { mensagem: "ok", messageId: 1, ticketId: 2, contactId: 3, status: "queued" } as const;
  const fill = (form: ReturnType<typeof createTestForm>["form"], values: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(values)) form.set(name, value as never);
  };

  test("the API test form sends a text with the typed token", async () => {
    const sent: unknown[] = [];
    let told = 0;
    const { form, outcome } = createTestForm("text", {
      send: async (token, body) => {
        sent.push([token, body]);
        return answer;
      },
      onSent: () => {
        told += 1;
      },
      delayMs: 0,
    });
    await form.submit();
    expect(form.problem("token")).toBe("required");
    fill(form, { token: " segredo ", number: "5511988887777", body: "Oi" });
    await form.submit();
    expect(sent).toEqual([["segredo", { number: "5511988887777", body: "Oi" }]]);
    expect([told, outcome.value?.kind]).toEqual([1, "sent"]);
  });

  test("the API test form sends files as multipart and requires at least one", async () => {
    const sent: FormData[] = [];
    const { form } = createTestForm("media", {
      send: async (_token, body) => {
        sent.push(body as FormData);
        return answer;
      },
      onSent: () => undefined,
      delayMs: 0,
    });
    fill(form, { token: "segredo", number: "5511988887777" });
    await form.submit();
    expect([sent.length, form.problem("medias")]).toEqual([0, "required"]);
    fill(form, { medias: [new File(["a"], "a.txt"), new File(["b"], "b.txt")] });
    await form.submit();
    expect(sent[0]?.getAll("medias").map((file) => (file as File).name)).toEqual(["a.txt", "b.txt"]);
  });

  test("the API test form shows errors at their fields", async () => {
    const { form, outcome } = createTestForm("text", {
      send: async () => {
        throw new ApiError(401, "ERR_INVALID_API_TOKEN");
      },
      onSent: () => undefined,
      delayMs: 0,
    });
    fill(form, { token: "errado", number: "5511988887777", body: "Oi" });
    await form.submit();
    expect(outcome.value).toMatchObject({ kind: "refused", error: { status: 401 } });
  });
});

test("the message history loads the page after its last row, and starts again for another connection", async () => {
  const asked: unknown[] = [];
  const line = (id: number) => ({ id }) as never;
  const sent = new SentList({
    history: async (query) => {
      asked.push(query);
      return { messages: query.before ? [line(1)] : [line(9), line(5)], hasMore: query.before === undefined };
    },
  });
  await sent.list.reload();
  await sent.list.loadMore();
  expect(sent.list.items.value.map(({ id }) => id)).toEqual([9, 5, 1]);
  sent.choose(3);
  expect(asked).toEqual([{}, { before: 5 }, { whatsappId: 3 }]);
});

test("the state of a message sent by the API is updated until the phone has received it", () => {
  expect(sentState({ status: "queued", ack: 0 })).toBe("queued");
  expect([1, 2, 3, 5].map((ack) => sentState({ status: "sent", ack }))).toEqual([
    "sent",
    "received",
    "read",
    "read",
  ]);
  expect(sentState({ status: "failed", ack: 0 })).toBe("failed");
});

describe("API keys of the company", () => {
  const key = (id: number) => ({
    id,
    name: "ERP",
    last4: "abcd",
    createdBy: null,
    scopes: ["contacts:read" as const],
    createdAt: "2026-03-02T13:05:11.000Z",
    lastUsedAt: null,
  });

  test("a new API key needs a name and a scope", async () => {
    const made: unknown[] = [];
    const form = createKeyForm({
      make: async (body) => {
        made.push(body);
        return { ...key(1), key: "blc_x" };
      },
      onCreated: () => undefined,
      onFailure: () => undefined,
      delayMs: 0,
    });
    await form.submit();
    expect([form.problem("name"), form.problem("scopes"), made]).toEqual(["required", "required", []]);
    form.set("name", "ERP");
    form.set("scopes", ["contacts:read"]);
    await form.submit();
    expect(made).toEqual([{ name: "ERP", scopes: ["contacts:read"] }]);
  });

  test("a new API key is listed first, and a revoked one disappears", async () => {
    const list = createKeyList({
      list: async () => ({ keys: [key(1)] }),
      revoke: async () => ({ message: "" }),
    });
    await list.reload();
    list.put(key(2));
    expect(list.rows.value.map(({ id }) => id)).toEqual([2, 1]);
    await list.remove(1);
    expect(list.rows.value.map(({ id }) => id)).toEqual([2]);
  });
});

describe("webhooks of the company", () => {
  const row = (id: number, name: string) => ({
    id,
    name,
    url: "https://erp.example/hook",
    events: ["message.created" as const],
    createdAt: "2026-03-02T13:05:11.000Z",
  });

  test("a new webhook shows its secret once, an edited one does not", async () => {
    const saved: unknown[] = [];
    const options = {
      calls: {
        make: async () => ({ ...row(1, "ERP"), secret: "whsec_1" }),
        change: async () => row(1, "CRM"),
      },
      onSaved: (...told: unknown[]) => void saved.push(told),
      onFailure: () => undefined,
      delayMs: 0,
    };
    const fresh = createWebhookForm({ ...options, row: null });
    await fresh.submit();
    expect([fresh.problem("name"), fresh.problem("url"), fresh.problem("events")]).toEqual([
      "required",
      "required",
      "required",
    ]);
    fresh.set("name", "ERP");
    fresh.set("url", "https://erp.example/hook");
    fresh.set("events", ["message.created"]);
    await fresh.submit();
    await createWebhookForm({ ...options, row: row(1, "ERP") }).submit();
    expect(saved).toEqual([
      [row(1, "ERP"), "whsec_1"],
      [row(1, "CRM"), null],
    ]);
  });

  test("webhooks are sorted by name, and a deleted one disappears", async () => {
    const list = createWebhookList({
      list: async () => ({ webhooks: [row(1, "ERP")] }),
      remove: async () => ({ message: "" }),
    });
    await list.reload();
    list.put(row(2, "CRM"));
    expect(list.rows.value.map(({ name }) => name)).toEqual(["CRM", "ERP"]);
    await list.remove(1);
    expect(list.rows.value.map(({ id }) => id)).toEqual([2]);
  });
});
