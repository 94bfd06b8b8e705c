import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Balcao, BalcaoError } from "#clients/typescript/src/index.ts";
import { NumberCheckPort } from "#people/contacts/index.ts";
import { CLIENT_FILE, madeClientCalls } from "#scripts/api-client.ts";
import { talk } from "./helpers/talk.ts";

const NUMBER = "5511988880011";
const TOKEN = "kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE";

interface Described {
  readonly responses: Readonly<
    Record<
      string,
      { content?: Record<string, { schema: { properties?: Record<string, { enum?: string[] }> } }> }
    >
  >;
}

const t = talk();
let paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
const docs = await Bun.file(join(import.meta.dir, "..", "docs", "api.md")).text();
beforeAll(async () => {
  await t.start();
  t.meet();
  t.app.installation.ports.plug(NumberCheckPort, { check: async () => null });
  await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja", token: TOKEN });
  paths = (await t.app.api().get("/openapi.json")).body.paths;
});
afterAll(() => t.stop());

describe("docs/api.md", () => {
  test("docs/api.md names only calls that exist", () => {
    const named = [...docs.matchAll(/`(GET|POST|PUT|DELETE) (\/api\/[^`\s]+)`/g)];
    expect(named.length).toBeGreaterThanOrEqual(3);
    for (const [call, method = "", path = ""] of named)
      expect(paths[path]?.[method.toLowerCase()], call).toBeDefined();
  });

  test("docs/api.md names every error of the send routes under its status", () => {
    const { responses = {} } = paths["/api/messages/send"]?.["post"] ?? {};
    for (const [status, { content }] of Object.entries(responses)) {
      if (status === "200" || status >= "500") continue;
      for (const code of content?.["application/json"]?.schema.properties?.["error"]?.enum ?? [])
        expect(docs).toContain(`| ${status} | \`${code}\` |`);
    }
  });
});

describe("the typed client", () => {
  const client = (token = TOKEN) => new Balcao({ baseUrl: t.app.url, token });

  test("the typed client in the repository equals the one generated from the API description", async () => {
    expect(await Bun.file(CLIENT_FILE).text()).toBe(await madeClientCalls());
  });

  test("the typed client sends a text once and reads the state of its message", async () => {
    const input = {
      body: { number: NUMBER, body: "Do cliente tipado" },
      headers: { "Idempotency-Key": "c-1" },
    };
    const sent = await client().postMessagesSend(input);
    expect(await client().postMessagesSend(input)).toEqual(sent);
    expect(await client().getMessagesSendByMessageId({ path: { messageId: sent.messageId } })).toMatchObject({
      id: sent.messageId,
      error: null,
    });
    expect(t.texts().filter((text) => text === "Do cliente tipado")).toHaveLength(1);
  });

  test("the typed client sends files", async () => {
    const file = (name: string) => new File(["%PDF-1.4\n%%EOF\n"], name, { type: "application/pdf" });
    const { messageIds } = await client().postMessagesSend({
      form: { number: NUMBER, body: "Recibos", medias: [file("um.pdf"), file("dois.pdf")] },
    });
    expect(messageIds).toHaveLength(2);
  });

  test("the typed client throws the error of the server with its code", async () => {
    const refused = await client("errado")
      .postMessagesSend({ body: { number: NUMBER, body: "Oi" } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(BalcaoError);
    expect(refused).toMatchObject({ status: 401, code: "ERR_INVALID_API_TOKEN" });
    const invalid = client().postMessagesSend({ body: { number: "1", body: "Oi" } });
    expect(await invalid.catch((error: unknown) => error)).toMatchObject({
      status: 400,
      details: { fields: { number: "too_short" } },
    });
  });
});
