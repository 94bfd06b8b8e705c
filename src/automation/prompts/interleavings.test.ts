import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { Reply } from "#simulator/openai/server.ts";
import { settle } from "#test/helpers/provider.ts";
import { aiShop } from "./testing.ts";

const shop = aiShop();
const { t, openai } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());
beforeEach(() => shop.open());

/** A model answer that arrives when the test releases it. */
function held(): { answer: Promise<Reply>; say(reply: Reply): Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<Reply>();
  return {
    answer: promise,
    async say(reply) {
      resolve(reply);
      await shop.quiet();
    },
  };
}

/** Sends a message of the customer and waits until the model call is running. */
async function thinking(text = "Oi") {
  const model = held();
  openai.script(model.answer);
  shop.write(text);
  t.app.clock.advance(4000);
  await shop.look();
  await settle();
  return model;
}

describe("during a model call", () => {
  test("a new message of the customer during a model call replaces the answer once", async () => {
    const first = await thinking("Quanto custa o pão?");
    shop.write("De queijo, eu digo");
    await first.say({ text: "velha" });
    expect(shop.said()).toEqual([]);
    const second = held();
    openai.script(second.answer);
    t.app.clock.advance(4000);
    await shop.look();
    await settle();
    shop.write("Ainda aí?");
    await second.say({ text: "O de queijo custa cinco." });
    expect(shop.said()).toEqual(["O de queijo custa cinco."]);
    openai.script({ text: "Sim!" });
    await shop.pass(4000);
    expect(shop.said()).toEqual(["O de queijo custa cinco.", "Sim!"]);
    expect(shop.turns().map(({ state }) => state)).toEqual(["dropped", "done", "done"]);
    expect(shop.runs().map(({ result }) => result)).toEqual(["dropped", "answered", "answered"]);
  });

  test("accepting the ticket during a model call drops the answer", async () => {
    const model = await thinking();
    const accepted = await t.asAdmin.put(`/tickets/${shop.ticket().id}`, {
      status: "open",
      queueId: t.queueId,
      userId: t.ana.actor.id,
    });
    expect(accepted.status).toBe(200);
    await model.say({ text: "tarde demais" });
    expect(shop.said()).toEqual([]);
    expect(shop.runs()).toMatchObject([{ result: "cancelled" }]);
  });

  test("closing or deleting the ticket, or deleting the prompt, during a model call drops the answer", async () => {
    let model = await thinking();
    await t.asAdmin.put(`/tickets/${shop.ticket().id}`, { status: "closed", silent: true });
    await model.say({ text: "tarde demais" });
    expect([shop.said(), shop.ticket().status]).toEqual([[], "closed"]);

    model = await thinking("De novo");
    expect((await t.asAdmin.delete(`/tickets/${shop.ticket().id}`)).status).toBe(200);
    await model.say({ text: "tarde demais" });
    expect(t.texts()).not.toContain("tarde demais");

    model = await thinking("Outra vez");
    expect((await t.asAdmin.delete(`/prompt/${shop.promptId}`)).status).toBe(200);
    await model.say({ text: "tarde demais" });
    expect(shop.said()).toEqual([]);
    expect(shop.ticket()).toMatchObject({ useIntegration: false, promptId: null, queueId: t.queueId });
    expect(shop.trail()).toContain("ai_handed_over: deleted");
  });

  test("a prompt turn interrupted by a crash is repeated by the next process, which answers once", async () => {
    const model = await thinking("Que horas abrem?");
    // State after a killed process: a claim of an unknown owner.
    run(t.tenant.db, "UPDATE ai_turn SET claimed_by = 'a dead process'");
    openai.script({ text: "Às oito." });
    await shop.pass(5000);
    expect(shop.said()).toEqual(["Às oito."]);
    await model.say({ text: "outra vez" });
    expect(shop.said()).toEqual(["Às oito."]);
  });

  test("a prompt turn interrupted for more than ten minutes passes the customer to a person", async () => {
    const model = await thinking();
    run(t.tenant.db, "UPDATE ai_turn SET claimed_by = 'a dead process'");
    await shop.pass(11 * 60_000);
    expect(shop.trail()).toContain("ai_handed_over: too_late");
    await model.say({ text: "tarde demais" });
    expect(shop.said()).toEqual([]);
  });

  test("many customers get one answer each", async () => {
    for (let n = 0; n < 12; n += 1) {
      shop.newcomer();
      shop.write("Que horas abrem?");
    }
    t.app.clock.advance(4000);
    for (let n = 0; n < 4; n += 1) await shop.pass(1000);
    const answers = t.texts().filter((text) => text.startsWith("Atendemos de segunda"));
    expect(answers).toHaveLength(12);
  });
});
