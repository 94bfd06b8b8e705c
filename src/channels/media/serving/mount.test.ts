import { afterAll, beforeAll, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { mediaUrl } from "#channels/media/serving/signed-urls.ts";
import { addMediaFile, mediaStoreOf } from "#channels/media/storage/files.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let provider: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  provider = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(provider.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", provider.actor.id);
});
afterAll(() => app.stop());

/** Adds a file to the company; returns a function that requests its signed address and returns the status. */
async function fileOf(tenant: Tenant): Promise<() => Promise<number>> {
  const store = mediaStoreOf(tenant);
  const received = await store.receive(
    (async function* () {
      yield Buffer.from("of Maria");
    })(),
  );
  const { name, size, sha256 } = await store.adopt(received, "jpg", 0);
  const id = tenant.write((unit) => addMediaFile(unit, { path: name, name: "image.jpg", size, sha256 }));
  const address = `${app.url}${mediaUrl(tenant, id, "image.jpg")}`;
  return async () => (await fetch(address)).status;
}

test("signed addresses of a disabled company answer 404 until it is enabled again", async () => {
  const tenant = app.company("Padaria");
  const [status, elsewhere] = [await fileOf(tenant), await fileOf(app.company("Oficina"))];
  const asProvider = app.api(provider);
  const turn = (on: boolean) => asProvider.put(`/companies/${tenant.id}`, { status: on });
  expect(await status()).toBe(200);
  expect((await turn(false)).status).toBe(200);
  expect([await status(), await elsewhere()]).toEqual([404, 200]);
  expect((await turn(true)).status).toBe(200);
  expect(await status()).toBe(200);
  expect((await asProvider.delete(`/companies/${tenant.id}`)).status).toBe(200);
  expect([await status(), await elsewhere()]).toEqual([404, 200]);
});

test("a company past its due date still serves the files it has sent", async () => {
  const tenant = app.company("Atrasada");
  const status = await fileOf(tenant);
  run(app.installation.system, "UPDATE company SET due_date = '2020-01-01' WHERE id = ?", tenant.id);
  app.installation.tenants.refresh(tenant.id);
  expect(await status()).toBe(200);
});
