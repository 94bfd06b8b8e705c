import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { beat, recordDowntime, recordRefusal } from "#channels/connections/meta/outages.ts";
import { costOffice } from "#inbox/costs/testing.ts";
import { dayAt } from "#platform/dates.ts";
import { one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

let pages: PagesApp;
let office: OfficialOffice;
beforeAll(async () => {
  pages = await startPagesApp();
  office = await officialOffice(pages);
});
afterAll(() => pages.stop());

const report = async () =>
  (await pages.app.api(office.admin).get(`/whatsapp/${office.connectionId}/reconciliation`)).body;
const check = async () => {
  pages.app.clock.advance(60 * 60_000);
  await pages.app.app.runJob("webhook-subscriptions");
};

describe("the report of an official number", () => {
  test("an official number cannot be compared, and a check by hand is rejected with 400", async () => {
    const { status, body } = await office.asAdmin.post(`/whatsapp/${office.connectionId}/reconciliation`);
    expect([status, body.error]).toEqual([400, "ERR_NOT_SUPPORTED"]);
    expect(await report()).toMatchObject({ supported: false, isProven: false });
  });

  test("an hourly check notices that our app is not subscribed any more", async () => {
    await check();
    expect((await report()).official).toMatchObject({ subscribed: true });
    office.number.subscribed = false;
    await check();
    expect((await report()).official).toMatchObject({ subscribed: false });
    office.number.subscribed = true;
    await check();
    expect((await report()).official).toMatchObject({ subscribed: true });
  });

  test("minutes in which the server was down or refused webhooks are in the report", async () => {
    const { installation } = pages.app;
    const clock = pages.app.clock;
    const before = (await report()).official.outageMinutes;
    beat(installation);
    const stoppedAt = clock.now();
    clock.advance(7 * 60_000);
    recordDowntime(installation);
    clock.advance(60 * 60_000);
    for (const error of [new Error("disk full"), new AppError(503, "ERR_SERVER_BUSY")]) {
      recordRefusal(installation, error);
      clock.advance(60_000);
    }
    // Requests with errors of the caller do not count as an outage.
    clock.advance(60 * 60_000);
    recordRefusal(installation, new AppError(401, "ERR_INVALID_API_TOKEN"));
    const { outages, outageMinutes } = (await report()).official;
    expect(outageMinutes - before).toBe(9);
    expect(outages.map(({ kind }: { kind: string }) => kind)).toEqual(["refused", "down"]);
    expect(outages[1]).toEqual({
      kind: "down",
      from: new Date(stoppedAt).toISOString(),
      to: new Date(stoppedAt + 7 * 60_000).toISOString(),
    });
  });

  test("a webhook that cannot be stored counts as a refused one, and a stop of some seconds does not count as an outage", async () => {
    const before = (await report()).official.outages.length;
    beat(pages.app.installation);
    pages.app.clock.advance(20_000);
    recordDowntime(pages.app.installation);
    expect((await report()).official.outages).toHaveLength(before);
    pages.app.clock.advance(3_600_000);
    run(pages.app.installation.system, "ALTER TABLE meta_route RENAME TO meta_route_away");
    try {
      office.customer().writes("Oi");
      await quiet(pages.graph);
    } finally {
      run(pages.app.installation.system, "ALTER TABLE meta_route_away RENAME TO meta_route");
    }
    expect((await report()).official.outages).toHaveLength(before + 1);
    expect((await report()).official.outages[0]).toMatchObject({ kind: "refused" });
  });

  test("the list of connections states that our app is not subscribed, and makes no claim about messages of official numbers", async () => {
    office.number.subscribed = false;
    await check();
    const [line] = (await pages.app.api(office.admin).get("/reconciliation")).body;
    expect(line).toMatchObject({ whatsappId: office.connectionId, supported: false, isProven: false });
    expect(line.subscribed).toBe(false);
    office.number.subscribed = true;
    await check();
    expect((await pages.app.api(office.ana).get("/reconciliation")).status).toBe(403);
  });

  test("messages delivered per day are shown beside the network's own count of the same number", async () => {
    const costs = await costOffice(pages);
    const other = await costOffice(pages);
    const sent = [...costs.accept(3)];
    await costs.post(sent.map((message) => costs.status(message, "delivered")));
    await other.post(other.accept(2).map((message) => other.status(message, "delivered")));
    const path = `/whatsapp/${costs.connectionId}/reconciliation`;
    const { body } = await pages.app.api(costs.admin).get(path);
    expect(body.official.delivered).toEqual([
      { day: dayAt(pages.app.clock.now(), "America/Sao_Paulo"), counted: 3, reported: 3 },
    ]);
  });

  test("texts that were sent together count as the one message that the network counts", async () => {
    const costs = await costOffice(pages);
    await costs.post(costs.accept(3).map((message) => costs.status(message, "delivered")));
    run(
      costs.tenant.db,
      "UPDATE outbox SET bundle_of = (SELECT max(id) - 1 FROM outbox) WHERE id >= (SELECT max(id) - 1 FROM outbox)",
    );
    const path = `/whatsapp/${costs.connectionId}/reconciliation`;
    const { body } = await pages.app.api(costs.admin).get(path);
    expect(body.official.delivered).toMatchObject([{ counted: 2 }]);
  });

  test("messages without any status after 24 hours are listed as unknown, delivered ones and younger ones are not", async () => {
    const costs = await costOffice(pages);
    const path = `/whatsapp/${costs.connectionId}/reconciliation`;
    const unknown = async () =>
      (await pages.app.api({ ...costs.admin }).get(path)).body.official.unknown.map(
        ({ messageId }: { messageId: number }) => messageId,
      );
    const [, delivered] = costs.accept(2);
    if (delivered) await costs.post([costs.status(delivered, "delivered")]);
    expect(await unknown()).toEqual([]);
    pages.app.clock.advance(24 * 60 * 60_000 + 1000);
    costs.accept(1);
    const first = one<{ id: number }>(costs.tenant.db, "SELECT min(id) AS id FROM message")?.id;
    expect(await unknown()).toEqual([first]);
  });

  test("attendants may not read the report", async () => {
    expect(
      (await pages.app.api({ ...office.ana }).get(`/whatsapp/${office.connectionId}/reconciliation`)).status,
    ).toBe(403);
  });
});
