import { afterAll, beforeAll, expect, test } from "bun:test";
import { aiShop } from "#automation/prompts/testing.ts";
import { all } from "#platform/db/database.ts";
import { createOutbound, OutboundPort } from "#platform/outbound/client.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { settle } from "#test/helpers/provider.ts";
import { TurnRunnerPort } from "./runner.ts";

const shop = aiShop();
const { t, openai } = shop;
beforeAll(() => shop.start());
afterAll(() => shop.stop());

test("a turn interrupted by the end of the process is answered once by the next one", async () => {
  await shop.open();
  const plug = () => createOutbound({ allowPrivate: true });
  t.app.installation.ports.plug(OutboundPort, plug());
  const unheard = Promise.withResolvers<{ text: string }>();
  openai.script(unheard.promise, { text: "Às oito." });
  shop.write("Que horas abrem?");
  t.app.clock.advance(4000);
  await shop.look();
  await settle();
  expect(shop.turns()).toMatchObject([{ kind: "answer", state: "thinking" }]);

  const { directory, clock } = t.app;
  const companyId = t.tenant.id;
  await t.app.stop({ directory: true });
  t.app = await startTestApp({
    directory,
    clock,
    env: { ALLOW_PRIVATE_URLS: "true" },
    plug: ({ ports }) => ports.plug(OutboundPort, plug()),
  });
  const { installation, app } = t.app;
  // The company is closed: the job finds the turn by the wake-up in the system file.
  for (let look = 0; look < 3; look += 1) {
    clock.advance(5000);
    await app.runJob("ai-turns");
    await installation.ports.use(TurnRunnerPort).idle();
  }
  const { db } = installation.tenants.open(companyId);
  expect(all(db, "SELECT body FROM message WHERE origin = 'ai'")).toEqual([{ body: "Às oito." }]);
  expect(all(db, "SELECT state, attempts FROM ai_turn")).toEqual([{ state: "done", attempts: 1 }]);
  expect(all(db, "SELECT count(*) AS n FROM outbox WHERE source = 'ai'")).toEqual([{ n: 1 }]);
  unheard.resolve({ text: "Tarde demais." });
});
