import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { allowLoopback, desk } from "#automation/integrations/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { type HookServer, startHook } from "#simulator/hook/server.ts";

const t = desk();
let hook: HookServer;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  hook = startHook();
});
afterEach(async () => {
  allowLoopback(t);
  await hook.stop();
});
const webhook = () => t.employ({ type: "webhook", urlN8N: hook.url });

describe("a file of an integration", () => {
  test("a file of an integration is downloaded with the outbound checks and sent as its detected type", async () => {
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    const files = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(png) });
    const { id } = await webhook();
    hook.answer = () => ({
      commands: [
        { media: { url: `${files.url}foto.png`, caption: "Veja" } },
        { media: { url: "file:///etc/passwd" } },
        { say: { text: "Fim" } },
      ],
    });
    await t.write("Oi");
    const rows = all(t.tenant.db, "SELECT body, media_type FROM message WHERE origin = 'bot' ORDER BY id");
    expect(rows).toEqual([
      { body: "Veja", media_type: "image" },
      { body: "Fim", media_type: null },
    ]);
    expect(t.log(id)).toMatchObject([{ state: "done", error: "media: not_allowed" }]);
    await files.stop(true);
  });

  test("a file of an integration leaves nothing on disk of a company without storage", async () => {
    const files = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("a file") });
    const onDisk = () =>
      readdirSync(t.tenant.mediaDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      );
    await webhook();
    const before = onDisk().length;
    hook.answer = () => ({
      commands: [{ media: { url: `${files.url}lista.bin` } }, { say: { text: "Fim" } }],
    });
    const plan = t.tenant.company.plan.id;
    const storage = (mb: number) => {
      run(t.app.installation.system, "UPDATE plan SET storage_mb = ? WHERE id = ?", mb, plan);
      t.app.installation.tenants.refresh(t.tenant.id);
    };
    storage(1);
    run(t.tenant.db, "UPDATE media_usage SET bytes = bytes + 1048576");
    await t.write("Oi");
    run(t.tenant.db, "UPDATE media_usage SET bytes = bytes - 1048576");
    storage(0);
    expect(t.said()).toEqual(["Fim"]);
    expect(onDisk()).toHaveLength(before);
    await files.stop(true);
  });
});
