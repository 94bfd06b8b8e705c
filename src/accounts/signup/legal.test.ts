import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let superUser: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  // The first company is the provider's.
  superUser = testUser(app.company(), { profile: "admin" });
  run(superUser.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", superUser.actor.id);
});
afterAll(() => app.stop());

const provider = () => app.api(superUser);

describe("terms of use and privacy notice", () => {
  test("terms of use and privacy notice are the product's own until the provider writes one, per language", async () => {
    expect((await app.api().get("/legal/term")).body).toEqual({
      page: "term",
      language: "pt",
      text: null,
      updatedAt: null,
    });
    const text = "# Termos\n<b>sem marcação</b>";
    expect((await provider().put("/legal/term", { language: "pt", text })).status).toBe(200);
    expect((await app.api().get("/legal/term?language=pt")).body).toMatchObject({
      text,
      updatedAt: new Date(app.clock.now()).toISOString(),
    });
    expect((await app.api().get("/legal/term?language=en")).body.text).toBeNull();
    expect((await app.api().get("/legal/privacy?language=pt")).body.text).toBeNull();
  });

  test("terms of use and privacy notice are the product's own again when the provider empties them", async () => {
    const api = provider();
    await api.put("/legal/privacy", { language: "es", text: "Nuestra" });
    await api.put("/legal/privacy", { language: "es", text: "Otra" });
    expect((await app.api().get("/legal/privacy?language=es")).body.text).toBe("Otra");
    expect((await api.put("/legal/privacy", { language: "es", text: " \n" })).body.text).toBeNull();
  });

  test("terms of use and privacy notice are written by super users only, and no other page exists", async () => {
    const admin = app.api(testUser(app.company(), { profile: "admin" }));
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    expect(await admin.put("/legal/term", { language: "pt", text: "x" })).toMatchObject(refused);
    const api = provider();
    expect((await api.put("/legal/imprint", { language: "pt", text: "x" })).status).toBeGreaterThanOrEqual(
      400,
    );
    expect(await api.put("/legal/term", { language: "fr", text: "x" })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { language: "invalid" } } },
    });
    expect((await api.put("/legal/term", { language: "pt", text: "x".repeat(50_001) })).body.details).toEqual(
      {
        fields: { text: "too_long" },
      },
    );
  });
});
