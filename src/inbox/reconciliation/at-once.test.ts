import { afterAll, beforeAll, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { LIMITS } from "./policy.ts";
import { type Office, openOffice } from "./testing.ts";

let office: Office;
const connectionIds: number[] = [];
beforeAll(async () => {
  office = await openOffice();
  connectionIds.push(office.connectionId);
  for (let n = 1; n <= LIMITS.atOnce; n += 1) connectionIds.push(await link(n));
}, 60_000);
afterAll(() => office.close());

/** Links one more phone, to which one customer wrote. */
async function link(n: number): Promise<number> {
  const phone = office.network.addPhone({ number: `551140001${1000 + n}`, name: `Loja ${n}` });
  const { body } = await office.app.api(office.admin).post("/whatsapp", { name: `Loja ${n}` });
  const state = () =>
    one<{ status: string; qrcode: string }>(
      office.tenant.db,
      "SELECT status, qrcode FROM connection WHERE id = ?",
      body.id,
    );
  await becomesTrue(() => Boolean(state()?.qrcode));
  await phone.scan(state()?.qrcode ?? "");
  await becomesTrue(() => state()?.status === "CONNECTED");
  const at = office.app.clock.now() - 3_600_000;
  await office.person().send.text(phone, `loja ${n}`, { at });
  await office.stored(`loja ${n}`);
  return body.id;
}
const states = () =>
  all<{ state: string }>(office.tenant.db, "SELECT state FROM reconciliation_run ORDER BY id").map(
    ({ state }) => state,
  );

test("at most four comparisons run in parallel; the fifth begins when one of them has ended", async () => {
  await office.writes(office.person(), "loja 0");
  await office.stored("loja 0");
  run(office.tenant.db, "UPDATE connection SET linked_at = 1");
  office.network.faults.add({ kind: "onDemand", answer: "never" });
  const api = office.app.api(office.admin);
  for (const id of connectionIds) expect((await api.post(`/whatsapp/${id}/reconciliation`)).status).toBe(200);
  await office.app.app.runJob("reconciliation");
  expect(states()).toEqual([...Array(LIMITS.atOnce).fill("running"), "waiting"]);
  office.network.faults.clear();
  await office.finish();
  expect(states()).toEqual([...Array(LIMITS.atOnce).fill("done"), "waiting"]);
  // The job checks a company with a waiting run again after a minute.
  office.app.clock.advance(60_000);
  await office.app.app.runJob("reconciliation");
  await office.finish();
  expect(states()).toEqual(Array(LIMITS.atOnce + 1).fill("done"));
}, 60_000);
