import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { guardAgain } from "./recheck-permissions.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

let tenant: Tenant;
let person: UserCtx;
let reply: number;
beforeEach(() => {
  tenant = app.company();
  person = testUser(tenant, { profile: "admin" });
  reply = run(
    tenant.db,
    "INSERT INTO quick_reply (shortcode, message, shared, user_id, created_at, updated_at) VALUES ('a', 'x', 1, ?, 1, 1)",
    person.actor.id,
  ).id;
});

const incoming = () => {
  const folder = join(tenant.mediaDirectory, "incoming");
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

/** Runs `meanwhile` when half of the upload has arrived; returns the status of the response. */
async function slowUpload(meanwhile: () => void): Promise<number> {
  const form = new FormData();
  form.set("file", new File([Buffer.alloc(200_000, "a")], "a.bin"));
  const whole = new Response(form);
  const type = whole.headers.get("content-type") ?? "";
  const bytes = await whole.bytes();
  const happened = Promise.withResolvers<void>();
  const body = async function* () {
    yield bytes.subarray(0, 100_000);
    await happened.promise;
    yield bytes.subarray(100_000);
  };
  const answer = fetch(`${app.url}/api/quick-messages/${reply}/media-upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${app.api(person).token}`, "content-type": type },
    body: body() as unknown as BodyInit,
  });
  await becomesTrue(() => incoming() === 1);
  meanwhile();
  happened.resolve();
  return (await answer).status;
}
const stored = () => tenant.db.$client.prepare("SELECT count(*) FROM media_file").pluck().get();

describe("slow upload", () => {
  test("a slow upload is accepted from a user with unchanged rights, even when the token expired meanwhile", async () => {
    expect(await slowUpload(() => app.clock.advance(20 * 60_000))).toBe(200);
    expect(stored()).toBe(1);
  });

  test.each([
    ["deleted", "UPDATE user SET deleted_at = 1", 401],
    ["signed out", "UPDATE session SET ended_at = 1", 401],
    ["no admin any more", "UPDATE user SET profile = 'user'", 403],
  ] as const)(
    "a slow upload is rejected when its user was %s meanwhile, and nothing of it is stored",
    async (_, change, status) => {
      expect(await slowUpload(() => run(tenant.db, change))).toBe(status);
      expect([stored(), incoming()]).toEqual([0, 0]);
    },
  );

  test("a slow upload is rejected when the company was disabled meanwhile", async () => {
    const off = () => {
      run(app.installation.system, "UPDATE company SET active = 0 WHERE id = ?", tenant.id);
      app.installation.tenants.refresh(tenant.id);
    };
    expect(await slowUpload(off)).toBe(403);
    expect([stored(), incoming()]).toEqual([0, 0]);
  });
});

describe("slow request with an API key", () => {
  const again = (key: string) => {
    const route = app.app.routes.find(({ method, path }) => method === "POST" && path === "/contacts");
    if (!route) throw new Error("no route makes contacts");
    const headers = { authorization: `Bearer ${key}` };
    return guardAgain(route, new Request(app.url, { headers }), {
      installation: app.installation,
      user: person,
    });
  };

  test("a slow request is rejected when its API key is revoked or loses its scope before the body has arrived", async () => {
    const api = app.api(person);
    const { body } = await api.post("/api-keys", { name: "ERP", scopes: ["contacts:write"] });
    expect(again(body.key).user?.tenant.id).toBe(tenant.id);
    run(tenant.db, `UPDATE api_key SET scopes = '["contacts:read"]'`);
    expect(() => again(body.key)).toThrow("ERR_NO_PERMISSION");
    expect((await api.delete(`/api-keys/${body.id}`)).status).toBe(200);
    expect(() => again(body.key)).toThrow("ERR_INVALID_API_TOKEN");
  });
});
