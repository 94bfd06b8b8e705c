import { afterAll, beforeAll, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import { sha256 } from "#platform/ids.ts";
import { createApi } from "#test/helpers/api.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

const renew = async () => {
  const token = `segredo-${crypto.randomUUID()}`;
  expect((await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja", token })).status).toBe(200);
  return token;
};
const isWeak = async () => (await t.asAdmin.get(`/whatsapp/${t.connectionId}`)).body.tokenWeak;
const statusOf = async (bearer: string) =>
  (await createApi(t.app.url, bearer).post("/messages/send", { number: "5511988887777", body: "oi" })).status;

test("a weak token of an earlier version still sends, and is shown as weak after its first use", async () => {
  t.meet();
  const first = sha256(await renew());
  // As a file of an earlier version, or of an imported company, has it.
  const old = "loja1";
  const hash = sha256(old);
  run(t.tenant.db, "UPDATE connection SET token_hash = ?, token_weak = 0 WHERE id = ?", hash, t.connectionId);
  run(t.app.installation.system, "UPDATE connection_token SET hash = ? WHERE hash = ?", hash, first);
  expect(await isWeak()).toBe(false);
  for (let calls = 0; calls < 2; calls += 1) expect(await statusOf(old)).toBe(200);
  expect(await isWeak()).toBe(true);
  const renewed = await renew();
  expect(await isWeak()).toBe(false);
  expect([await statusOf(old), await statusOf(renewed)]).toEqual([401, 200]);
  expect(await isWeak()).toBe(false);
});
