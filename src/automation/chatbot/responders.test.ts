import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { ResponderRef } from "./engine/context.ts";
import { type BotResponder, BotRespondersPort } from "./responder-port.ts";
import { queueing, shopOf } from "./testing.ts";

const { t, queuedTickets, start, meet } = queueing();
const heard: string[] = [];
let present = true;
const player = (kind: ResponderRef["kind"]): BotResponder => ({
  takes: (_tenant, id) => present && id === 7,
  begin: (_unit, { message, id }) => void heard.push(`${kind} ${id} begins: ${message?.body}`),
  hear: (_unit, { message, id }) => void heard.push(`${kind} ${id}: ${message.body}`),
});
beforeAll(async () => {
  await start();
  const responders = t.app.installation.ports.use(BotRespondersPort);
  responders.join("prompt", player("prompt"));
  responders.join("integration", player("integration"));
});
afterAll(() => t.stop());
beforeEach(() => {
  meet();
  heard.length = 0;
  present = true;
});

describe("a responder", () => {
  test.each(["integration", "prompt"] as const)("a %s of the connection receives every message", (kind) => {
    const shop = shopOf(t, ["Vendas", "Suporte"]);
    run(t.tenant.db, `UPDATE connection SET ${kind}_id = 7 WHERE id = ?`, t.connectionId);
    shop.write("Oi");
    shop.write("Quero comprar");
    expect(heard).toEqual([`${kind} 7 begins: Oi`, `${kind} 7: Quero comprar`]);
    expect(shop.ticket()).toMatchObject({ useIntegration: true, [`${kind}Id`]: 7 });
    expect(shop.said()).toEqual([]);
    run(t.tenant.db, `UPDATE connection SET ${kind}_id = NULL WHERE id = ?`, t.connectionId);
  });

  test("a responder that was deleted leaves the ticket to people", () => {
    const shop = shopOf(t, ["Vendas"]);
    run(t.tenant.db, "UPDATE queue SET prompt_id = 7 WHERE id = ?", shop.queues[0] ?? 0);
    shop.write("Oi");
    present = false;
    shop.write("Alguém?");
    expect(heard).toEqual(["prompt 7 begins: Oi"]);
    expect(shop.ticket()).toMatchObject({ useIntegration: false, promptId: null, status: "pending" });
    expect(queuedTickets).toEqual([shop.ticket().id]);
  });
});
