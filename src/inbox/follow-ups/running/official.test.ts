import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { cloudOf } from "#simulator/graph/cloud-book.ts";
import { decide } from "#simulator/graph/cloud-templates.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

const HOUR = 60 * 60_000;
let place: PagesApp;
let office: OfficialOffice;
let ticketId: number;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  office.customer().writes("Oi");
  await quiet(place.graph);
  ticketId = one<{ id: number }>(office.tenant.db, "SELECT id FROM ticket")?.id ?? 0;
  run(office.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", office.ana.actor.id);
  await ana().post(`/messages/${ticketId}`, { body: "Segue o orçamento" });
  await pass(0);
});

const ana = () => place.app.api(office.ana);
const sent = () =>
  cloudOf(place.graph.book)
    .sent.filter(({ number }) => number === office.number)
    .slice(1);
const TEMPLATE = {
  templateName: "retomar_conversa",
  templateLanguage: "pt_BR",
  parameters: ["{{firstName}}", "o orçamento"],
};
async function start(steps: readonly object[]) {
  const { body } = await ana().post("/follow-ups", {
    name: "Orçamento",
    steps,
    ending: { action: "none", waitMinutes: 60 },
    onlyInHours: false,
  });
  return ana().post(`/tickets/${ticketId}/follow-up`, { followUpId: body.id });
}
async function pass(ms: number): Promise<void> {
  place.app.clock.advance(ms);
  for (const job of ["follow_ups", "outbox"]) await place.app.app.runJob(job);
  await quiet(place.graph);
}
const ending = () =>
  one<{ reason: string }>(office.tenant.db, "SELECT end_reason AS reason FROM follow_up_run")?.reason;

describe("a follow-up on an official number", () => {
  test("a step sends its text within the answer window and its template after it", async () => {
    const step = { text: "Conseguiu ver?", template: TEMPLATE };
    expect(
      (
        await start([
          { waitMinutes: 60, ...step },
          { waitMinutes: 24 * 60, ...step },
        ])
      ).status,
    ).toBe(200);
    await pass(HOUR);
    await pass(24 * HOUR);
    expect(sent().map(({ type }) => type)).toEqual(["text", "template"]);
    expect(sent()[1]?.body["template"]).toMatchObject({
      components: [{ parameters: [{ text: "Maria" }, { text: "o orçamento" }] }],
    });
  });

  test("a step without a template ends the run when the window has closed", async () => {
    await start([
      { waitMinutes: 60, text: "Conseguiu ver?" },
      { waitMinutes: 24 * 60, text: "Posso ajudar?" },
    ]);
    await pass(HOUR);
    await pass(24 * HOUR);
    expect([sent().length, ending()]).toEqual([1, "window_closed"]);
  });

  test("a follow-up is not started when its first step is due after the answer window and has no template of this number", async () => {
    const late = { waitMinutes: 25 * 60, text: "Conseguiu ver?" };
    const refused = await start([late]);
    expect([refused.status, refused.body.error]).toEqual([400, "ERR_WINDOW_CLOSED"]);
    run(office.tenant.db, "DELETE FROM follow_up");
    expect((await start([{ ...late, template: { ...TEMPLATE, templateName: "outro_modelo" } }])).status).toBe(
      400,
    );
    run(office.tenant.db, "DELETE FROM follow_up");
    expect((await start([{ ...late, template: TEMPLATE }])).status).toBe(200);
  });

  test("a template that was paused in the meantime ends the run", async () => {
    await start([{ waitMinutes: 25 * 60, text: "Conseguiu ver?", template: TEMPLATE }]);
    decide(place.graph.book, "retomar_conversa", "PAUSED");
    await pass(25 * HOUR);
    expect([sent().length, ending()]).toEqual([0, "window_closed"]);
  });
});
