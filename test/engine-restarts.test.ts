import { expect, test } from "bun:test";
import { createIntake } from "#channels/connections/intake.ts";
import { ProviderPort } from "#channels/connections/provider-port.ts";
import { createLog } from "#platform/log.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { scriptedProvider, settle } from "#test/helpers/provider.ts";

test("a stuck WhatsApp engine is a warning in the log and a count in /metrics", async () => {
  const lines: { level: unknown; msg: string; connection?: number; before?: number }[] = [];
  const provider = scriptedProvider();
  const app = await startTestApp({
    env: { METRICS_TOKEN: "what the scraper shows" },
    log: createLog("warn", (line) => void lines.push(JSON.parse(line))),
    plug: ({ ports }) => ports.plug(ProviderPort, provider),
  });
  provider.attach(createIntake(app.installation));
  const tenant = app.company();
  const admin = testUser(tenant, { profile: "admin" });
  const { body } = await app.api(admin).post("/whatsapp", { name: "Vendas" });
  const { id } = body as { id: number };
  await settle();
  const metric = async () => {
    const headers = { authorization: "Bearer what the scraper shows" };
    const text = await (await fetch(`${app.url}/metrics`, { headers })).text();
    return /^balcao_engine_restarts (\d+)$/m.exec(text)?.[1];
  };
  expect(await metric()).toBe("0");
  for (const before of [0, 1]) {
    provider.say(
      { companyId: tenant.id, connectionId: id },
      { type: "closed", reason: "engine_stuck", detail: "a message has not ended for 30 s" },
    );
    await settle();
    expect(lines.at(-1)).toMatchObject({
      msg: "WhatsApp engine stuck; the session restarts in a fresh worker (`before`: restarts in the last 30 minutes)",
      company: tenant.id,
      connection: id,
      before,
    });
    expect(await metric()).toBe(String(before + 1));
  }
  await app.stop();
});
