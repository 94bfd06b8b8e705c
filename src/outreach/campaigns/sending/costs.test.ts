import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { type CostOffice, costOffice, costsSettled, installCard } from "#inbox/costs/testing.ts";
import { addList, insertItem } from "#outreach/contact-lists/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

const DAY = 24 * 60 * 60_000;
const USED = { status: 409, error: "ERR_BUDGET_USED" };
let place: PagesApp;
let office: CostOffice;
beforeAll(async () => {
  place = await startPagesApp();
  installCard(place);
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await costOffice(place);
  writeSetting(office.tenant, "campaignsEnabled", "true");
});

const admin = () => place.app.api(office.admin);
const setBudget = (atEnd: string, micros = 1) => admin().put("/costs/budget", { micros, atEnd });
async function deliverOne(): Promise<void> {
  const sent = office.accept(1, () => ({ to: "5511988880000", template: "retomar_conversa" }));
  await office.post(sent.map((message) => office.status(message, "delivered")));
  await costsSettled(place);
}
async function begin(fields: object = {}) {
  const contactListId = office.tenant.write((unit) => {
    const { id } = addList(unit, `Lista ${Math.random()}`);
    for (const number of ["5511980000001", "351911111111", "9990000000"])
      insertItem(unit, id, { number, name: "Maria Souza", email: "" });
    run(unit.db, "UPDATE contact_list_item SET is_whatsapp_valid = 1");
    return id;
  });
  const { status, body } = await admin().post("/campaigns", {
    ...{ name: "Novidades", contactListId, whatsappId: office.connectionId },
    template1: {
      templateName: "retomar_conversa",
      templateLanguage: "pt_BR",
      parameters: ["{primeiro_nome}", "o pedido"],
    },
    scheduledAt: new Date(place.app.clock.now()).toISOString(),
    ...fields,
  });
  return { status, error: body.error as string | undefined, id: body.id as number };
}
const sentTemplates = () =>
  cloudOf(place.graph.book).sent.filter(
    ({ number, body }) => number === office.number && "messaging_product" in body,
  ).length;
async function pass(): Promise<void> {
  for (let step = 0; step < 4; step += 1) {
    for (const job of ["campaigns", "outbox"]) await place.app.app.runJob(job);
    await quiet(place.graph);
    place.app.clock.advance(20_000);
    await quiet(place.graph);
  }
}

describe("the costs of a campaign", () => {
  test("the start of a campaign stores its estimate: amount, recipients with and without a known market, and the rest of the budget", async () => {
    await setBudget("warn", 1_000_000);
    const { id } = await begin();
    const { estimate } = one<{ estimate: string }>(
      office.tenant.db,
      "SELECT estimate FROM cost_estimate WHERE campaign_id = ?",
      id,
    ) ?? { estimate: "{}" };
    expect(JSON.parse(estimate)).toMatchObject({
      ...{ currency: "USD", category: "utility", recipients: 3, unknown: 1, left: 1_000_000 },
      micros: 6801 + 8114,
    });
  });

  test("the report of a campaign compares what it cost with the estimate of its start, for admins", async () => {
    const { id } = await begin();
    await pass();
    const { status, body } = await admin().get(`/costs/campaigns/${id}`);
    expect([status, body.estimate]).toEqual([200, { currency: "USD", recipients: 3, micros: 6801 + 8114 }]);
    expect(body).toMatchObject({ currency: "USD", count: sentTemplates() });
    const sum = "SELECT sum(micros) AS micros FROM message_cost WHERE campaign_id = ?";
    expect(body.micros).toBe(one<{ micros: number }>(office.tenant.db, sum, id)?.micros ?? -1);
    expect(body.micros).toBeGreaterThan(0);
    expect((await place.app.api(office.ana).get(`/costs/campaigns/${id}`)).status).toBe(403);
    expect((await admin().get("/costs/campaigns/999")).status).toBe(404);
  });

  test.each(["stop_marketing", "stop_automatic"])(
    "with %s and a used budget a campaign cannot be started or restarted, also on the default connection",
    async (atEnd) => {
      const { id } = await begin();
      await admin().post(`/campaigns/${id}/cancel`);
      await setBudget(atEnd);
      await deliverOne();
      expect(await begin()).toMatchObject(USED);
      run(office.tenant.db, "UPDATE connection SET is_default = 1");
      expect(await begin({ whatsappId: null })).toMatchObject(USED);
      const again = await admin().post(`/campaigns/${id}/restart`);
      expect({ status: again.status, error: again.body.error }).toEqual(USED);
      expect(all(office.tenant.db, "SELECT id FROM campaign")).toHaveLength(1);
      // Next month has its own budget.
      const later = new Date(place.app.clock.now() + 31 * DAY).toISOString();
      expect(await begin({ scheduledAt: later })).toMatchObject({ status: 200 });
    },
  );

  test("a running campaign pauses when the budget is used up, and continues with a larger one", async () => {
    await setBudget("stop_marketing");
    const { id, status } = await begin();
    expect(status).toBe(200);
    await deliverOne();
    const before = sentTemplates();
    await pass();
    expect(sentTemplates()).toBe(before);
    await setBudget("stop_marketing", 1_000_000_000);
    place.app.clock.advance(10 * 60_000);
    await pass();
    expect(sentTemplates()).toBeGreaterThan(before);
    expect((await admin().get(`/campaigns/${id}`)).status).toBe(200);
  });

  test("with the setting `warn` a used-up budget stops no campaign", async () => {
    await setBudget("warn");
    await deliverOne();
    expect(await begin()).toMatchObject({ status: 200 });
  });
});
