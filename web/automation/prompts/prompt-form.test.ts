import { expect, test } from "bun:test";
import type { PromptAnswer } from "#automation/prompts/contract.ts";
import { createPromptForm, valuesOf } from "./prompt-form.ts";

const setUp = (prompt: PromptAnswer | null = null) => {
  const sent: unknown[] = [];
  const take = async (body: unknown) => {
    sent.push(body);
    return body as PromptAnswer;
  };
  const form = createPromptForm({
    prompt,
    calls: { create: take, update: (_id, body) => take(body) },
    onSaved: () => undefined,
    onFailure: (error) => {
      throw error;
    },
  });
  return { form, sent };
};

test("a new prompt has the contract's default values", () => {
  expect(valuesOf(null)).toMatchObject({
    voice: "texto",
    maxTokens: "100",
    temperature: "1",
    maxMessages: "10",
    maxTurns: "20",
    monthlyBudgetTokens: "0",
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-4o-mini",
  });
});

test("a prompt without a queue is not sent; a short name and a short text are allowed", async () => {
  const { form, sent } = setUp();
  form.set("name", "IA");
  form.set("prompt", "Oi");
  await form.submit();
  expect([sent, form.problem("queueId"), form.problem("name")]).toEqual([[], expect.anything(), null]);
  form.set("queueId", 3);
  form.set("temperature", "0,5");
  await form.submit();
  expect(sent).toMatchObject([
    { name: "IA", prompt: "Oi", queueId: 3, temperature: "0.5", maxTokens: "100" },
  ]);
});
