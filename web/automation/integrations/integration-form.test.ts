import { describe, expect, test } from "bun:test";
import type { DeliveryAnswer, IntegrationMade } from "#automation/integrations/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { createIntegrationForm, type IntegrationValues, valuesOf } from "./integration-form.ts";
import { DeliveryLog } from "./log-dialog.tsx";

function open(refusal?: ApiError) {
  const sent: unknown[] = [];
  const results: string[] = [];
  const create = async (body: object) => {
    sent.push(body);
    if (refusal) throw refusal;
    return { id: 1, ...body, secret: "whsec_1" } as unknown as IntegrationMade;
  };
  const form = createIntegrationForm({
    integration: null,
    calls: { create, update: async () => ({ id: 1 }) as IntegrationMade },
    onSaved: ({ secret }) => results.push(`saved ${secret}`),
    onFailure: (error) => results.push(String(error)),
  });
  const type = (values: Partial<IntegrationValues>) => {
    for (const [name, value] of Object.entries(values)) form.set(name, value as never);
  };
  return { form, sent, results, type };
}

describe("the form of an integration", () => {
  test.each([
    ["", "required"],
    ["a", "too_short"],
    ["a".repeat(51), "too_long"],
  ] as const)("the integration form reports the name %j as %s before the request", async (name, problem) => {
    const { form, sent, type } = open();
    type({ name, urlN8N: "https://x.com" });
    await form.submit();
    expect(form.problem("name")).toBe(problem);
    expect(sent).toEqual([]);
  });

  test.each([
    ["webhook", ["urlN8N"]],
    ["n8n", ["urlN8N"]],
    ["typebot", ["typebotSlug", "urlN8N"]],
    ["dialogflow", ["jsonContent", "projectName"]],
  ] as const)("the integration form requires the mandatory fields of the type %s", async (kind, needed) => {
    const { form, type } = open();
    type({ type: kind, name: "Meu robô" });
    await form.submit();
    expect(Object.keys(form.problems.value).sort()).toEqual([...needed]);
  });

  test("the integration form has the contract's default values and sends the secret unchanged", async () => {
    expect(valuesOf(null)).toMatchObject({
      language: "pt-BR",
      typebotDelayMessage: "1000",
      typebotExpires: "1",
    });
    const { form, sent, results, type } = open();
    type({ name: "Meu sistema", urlN8N: "https://x.com", events: ["ticket.closed"] });
    await form.submit();
    expect(sent).toMatchObject([{ type: "webhook", events: ["ticket.closed"] }]);
    expect(results).toEqual(["saved whsec_1"]);
  });

  test("the integration form shows at the URL that its host is not allowed", async () => {
    const { form, type } = open(new ApiError(400, "ERR_URL_NOT_ALLOWED"));
    type({ name: "Meu sistema", urlN8N: "http://127.0.0.1" });
    await form.submit();
    expect(form.problem("urlN8N")).toBe("invalid");
  });
});

test("the delivery log is loaded page by page, and a repeated delivery shows its new state", async () => {
  const row = (id: number, state: DeliveryAnswer["state"] = "failed") => ({ id, state }) as DeliveryAnswer;
  const requests: (number | undefined)[] = [];
  const log = new DeliveryLog(7, {
    deliveries: async (_id, before) => {
      requests.push(before);
      return before === undefined
        ? { deliveries: [row(9), row(8)], hasMore: true }
        : { deliveries: [row(3)], hasMore: false };
    },
    replay: async (id) => row(id, "waiting"),
  });
  await log.reload();
  await log.more();
  expect(log.rows.value.map(({ id }) => id)).toEqual([9, 8, 3]);
  expect([requests, log.hasMore.value]).toEqual([[undefined, 8], false]);
  await log.replay(8);
  expect(log.rows.value.map(({ state }) => state)).toEqual(["failed", "waiting", "failed"]);
});
