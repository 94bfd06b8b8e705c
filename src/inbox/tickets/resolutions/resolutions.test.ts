import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { findOrCreateForInbound } from "#inbox/tickets/creation/find-or-create.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { all } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function desk(mode: "off" | "optional" | "required") {
  const tenant = app.company();
  writeSetting(tenant, "resolutionMode", mode);
  const [billing, sales] = [testQueue(tenant, "Cobrança"), testQueue(tenant, "Vendas")];
  const connectionId = testConnection(tenant, { isDefault: true, queueIds: [billing, sales] });
  const ana = testUser(tenant, { name: "Ana", queueIds: [billing, sales] });
  const admin = app.api(testUser(tenant, { profile: "admin" }));
  const api = app.api(ana);
  const write = (contactId: number) =>
    tenant.write((unit) =>
      findOrCreateForInbound(unit, {
        contact: { id: contactId, isGroup: false },
        connectionId,
        at: unit.now,
      }),
    ).ticket;
  /** A ticket that Ana accepted in this queue. */
  const attended = async (queueId: number) => {
    const { id, contactId } = write(testContact(tenant));
    await admin.put(`/tickets/${id}`, { queueId });
    await api.put(`/tickets/${id}`, { status: "open", userId: ana.actor.id, queueId });
    return { id, contactId };
  };
  const create = async (name: string, queueIds: readonly number[] = []) =>
    (await admin.post("/resolutions", { name, queueIds })).body;
  return { tenant, billing, sales, ana, admin, api, attended, create, write };
}
const REQUIRED = {
  status: 400,
  body: { error: "ERR_FIELDS_REQUIRED", details: { fields: [], resolution: true } },
};

describe("definition of a resolution", () => {
  test("a resolution is created, changed, moved and deleted by admins only", async () => {
    const { api, admin, ana, create } = desk("off");
    expect((await api.post("/resolutions", { name: "Vendido" })).status).toBe(403);
    const socket = await app.socket(ana);
    const sold = await create("Vendido");
    expect(sold).toMatchObject({ name: "Vendido", queueIds: [], position: 1, active: true });
    expect(await socket.event("resolution", "create")).toMatchObject({ record: { name: "Vendido" } });
    const gone = await create("Desistiu");
    const taken = { status: 409, body: { error: "ERR_NAME_IN_USE" } };
    expect(await admin.post("/resolutions", { name: "VENDIDO" })).toMatchObject(taken);
    await admin.put(`/resolutions/${gone.id}`, { position: 1 });
    const names = async () =>
      (await api.get("/resolutions")).body.resolutions.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(["Desistiu", "Vendido"]);
    expect((await admin.delete(`/resolutions/${gone.id}`)).status).toBe(200);
    expect((await admin.delete(`/resolutions/${gone.id}`)).status).toBe(404);
    expect(await names()).toEqual(["Vendido"]);
    const { records } = (await admin.get("/audit?kind=resolution")).body;
    expect(records.map(({ verb }: { verb: string }) => verb).sort()).toEqual([
      "changed",
      "created",
      "created",
      "removed",
    ]);
  });

  test("a resolution whose only queue is deleted becomes inactive", async () => {
    const { billing, admin, api, create } = desk("off");
    await create("Acordo", [billing]);
    expect((await admin.delete(`/queue/${billing}`)).status).toBe(200);
    expect((await api.get("/resolutions")).body.resolutions).toMatchObject([{ active: false, queueIds: [] }]);
  });
});

describe("resolution of a close", () => {
  test("with a required resolution a person can resolve a ticket only with one that its queue offers", async () => {
    const { billing, sales, admin, api, attended, create } = desk("required");
    const deal = await create("Acordo", [billing]);
    const { id } = await attended(billing);
    for (const by of [api, admin])
      expect(await by.put(`/tickets/${id}`, { status: "closed" })).toMatchObject(REQUIRED);
    expect((await api.get(`/tickets/${id}`)).body.status).toBe("open");
    const closed = await api.put(`/tickets/${id}`, {
      status: "closed",
      resolutionId: deal.id,
      resolutionNote: " em 3 vezes ",
    });
    expect(closed.body).toMatchObject({
      status: "closed",
      resolution: { id: deal.id, name: "Acordo", note: "em 3 vezes" },
    });
    const { events } = (await api.get(`/tickets/${id}/events`)).body;
    expect(events.find(({ kind }: { kind: string }) => kind === "closed").to).toMatchObject({
      resolution: "Acordo",
    });
    const other = await attended(sales);
    const wrong = await api.put(`/tickets/${other.id}`, { status: "closed", resolutionId: deal.id });
    expect(wrong.body.details.fields).toEqual({ resolutionId: "invalid" });
    expect((await api.put(`/tickets/${other.id}`, { status: "closed" })).body).toMatchObject({
      status: "closed",
      resolution: null,
    });
    await admin.delete(`/resolutions/${deal.id}`);
    expect((await api.get(`/tickets/${id}`)).body.resolution).toBeNull();
  });

  test("an optional resolution may be omitted, and no resolution is stored while the setting is off", async () => {
    const optional = desk("optional");
    await optional.create("Vendido");
    const one = await optional.attended(optional.sales);
    expect((await optional.api.put(`/tickets/${one.id}`, { status: "closed" })).status).toBe(200);
    const off = desk("off");
    const sold = await off.create("Vendido");
    const two = await off.attended(off.sales);
    const closed = await off.api.put(`/tickets/${two.id}`, { status: "closed", resolutionId: sold.id });
    expect(closed.body).toMatchObject({ status: "closed", resolution: null });
  });

  test("inactivity and other closes by the product need no resolution", async () => {
    const { tenant, billing, api, attended, create } = desk("required");
    await create("Acordo");
    for (const reason of ["inactivity", "bot", "api"] as const) {
      const { id } = await attended(billing);
      tenant.write((unit) =>
        closeTicket(unit, storedTicket(unit.db, id), { reason, silent: true, userId: null }),
      );
      expect((await api.get(`/tickets/${id}`)).body).toMatchObject({ status: "closed", closeReason: reason });
    }
  });

  test("a reopened, undone or reused ticket has no resolution", async () => {
    const { tenant, billing, api, attended, create, write } = desk("required");
    const deal = await create("Acordo");
    const close = (id: number) => api.put(`/tickets/${id}`, { status: "closed", resolutionId: deal.id });
    const one = await attended(billing);
    await close(one.id);
    expect((await api.post(`/tickets/${one.id}/undo-close`, {})).body).toMatchObject({
      status: "open",
      resolution: null,
    });
    expect(all(tenant.db, "SELECT 1 FROM ticket_period WHERE resolution_id IS NOT NULL")).toEqual([]);
    await close(one.id);
    app.clock.advance(10_000);
    await app.app.runJob("close_settle");
    const reopened = await api.put(`/tickets/${one.id}`, { status: "open" });
    expect(reopened.body).toMatchObject({ status: "open", resolution: null });
    expect(all(tenant.db, "SELECT resolution_id AS chosen FROM ticket_period ORDER BY id")).toEqual([
      { chosen: deal.id },
      { chosen: null },
    ]);
    await close(one.id);
    app.clock.advance(10_000);
    await app.app.runJob("close_settle");
    const again = write(one.contactId);
    expect((await api.get(`/tickets/${again.id}`)).body.resolution ?? null).toBeNull();
  });

  test("the report counts the attendances that people finished, by resolution", async () => {
    const { billing, api, admin, attended, create, tenant } = desk("optional");
    const [deal, other] = [await create("Acordo"), await create("Outro")];
    for (const resolutionId of [deal.id, deal.id, other.id, null])
      await api.put(`/tickets/${(await attended(billing)).id}`, { status: "closed", resolutionId });
    const idle = await attended(billing);
    tenant.write((unit) =>
      closeTicket(unit, storedTicket(unit.db, idle.id), { reason: "inactivity", silent: true, userId: null }),
    );
    const day = new Date(app.clock.now()).toISOString().slice(0, 10);
    const report = `/reports/resolutions?date_from=${day}&date_to=${day}`;
    expect((await api.get(report)).status).toBe(403);
    expect((await admin.get(report)).body).toEqual({
      total: 4,
      rows: [
        { id: deal.id, name: "Acordo", tickets: 2 },
        { id: null, name: null, tickets: 1 },
        { id: other.id, name: "Outro", tickets: 1 },
      ],
    });
    expect((await admin.get("/reports/resolutions?date_from=2026-01-01&date_to=2028-01-01")).status).toBe(
      400,
    );
  });
});
