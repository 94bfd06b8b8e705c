import { afterAll, beforeAll, expect, test } from "bun:test";
import { aiShop } from "#automation/prompts/testing.ts";
import { MESSAGE, says } from "#automation/rules/testing.ts";
import { run } from "#platform/db/database.ts";

const shop = aiShop();
const { t, openai } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());

test("the model answers the message for which a rule starts its prompt, and stops when a rule stops it", async () => {
  await shop.open();
  run(t.tenant.db, "UPDATE connection SET prompt_id = NULL");
  const rule = (name: string, word: string, action: object) =>
    t.asAdmin.post("/rules", {
      name,
      event: MESSAGE,
      conditions: says(word),
      actions: [action],
      active: true,
    });
  expect((await rule("IA", "preço", { action: "start_prompt", promptId: shop.promptId })).status).toBe(200);
  expect((await rule("Pessoa", "atendente", { action: "stop_bot" })).status).toBe(200);
  openai.script({ text: "O bolo custa 30 reais." }, { text: "Nunca enviada." });
  shop.write("Qual o preço do bolo?");
  await shop.pass(5000);
  expect(shop.said()).toEqual(["O bolo custa 30 reais."]);
  shop.write("Quero um atendente");
  shop.write("Alô?");
  await shop.pass(5000);
  expect(shop.said()).toEqual(["O bolo custa 30 reais."]);
  expect(shop.ticket()).toMatchObject({ useIntegration: false, promptId: null, status: "pending" });
});
