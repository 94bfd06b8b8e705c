import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rendered } from "#inbox/messages/index.ts";
import { findOrCreateForInbound } from "#inbox/tickets/creation/find-or-create.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import type { CreateFieldBody } from "#people/fields/contract.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

function desk() {
  const tenant = app.company();
  const [billing, sales] = [testQueue(tenant, "Cobrança"), testQueue(tenant, "Vendas")];
  const connectionId = testConnection(tenant, { isDefault: true, queueIds: [billing, sales] });
  const ana = testUser(tenant, { queueIds: [billing, sales] });
  const admin = app.api(testUser(tenant, { profile: "admin" }));
  const define = async (body: Partial<CreateFieldBody> & { key: string }) =>
    (await admin.post("/fields", { of: "ticket", label: body.key, kind: "text", ...body })).body;
  const api = app.api(ana);
  /** A ticket that Ana accepted in this queue. */
  const attended = async (queueId: number) => {
    const contact = { id: testContact(tenant), isGroup: false };
    const { ticket } = tenant.write((unit) =>
      findOrCreateForInbound(unit, { contact, connectionId, at: unit.now }),
    );
    await admin.put(`/tickets/${ticket.id}`, { queueId });
    await api.put(`/tickets/${ticket.id}`, { status: "open", userId: ana.actor.id, queueId });
    return { id: ticket.id, contactId: contact.id };
  };
  return { tenant, billing, sales, ana, admin, api, define, attended };
}

describe("field of a ticket", () => {
  test("a user who sees the ticket changes a value, and the change is broadcast", async () => {
    const { tenant, billing, ana, api, define, attended } = desk();
    await define({ key: "pedido", kind: "number" });
    const { id } = await attended(billing);
    const socket = await app.socket(ana);
    expect((await api.put(`/tickets/${id}/fields`, { values: { pedido: 7 } })).body.fields).toEqual({
      pedido: 7,
    });
    expect(await socket.event("ticket", "update")).toMatchObject({ ticket: { id, fields: { pedido: 7 } } });
    const stranger = app.api(testUser(tenant));
    expect((await stranger.put(`/tickets/${id}/fields`, { values: { pedido: 8 } })).status).toBe(404);
  });

  test("values that a ticket or a contact already has change nothing and are not broadcast", async () => {
    const { billing, ana, api, define, attended } = desk();
    await define({ key: "pedido" });
    await define({ key: "cor", kind: "multi", choices: ["azul", "verde"] });
    await define({ key: "cpf", of: "contact" });
    const { id, contactId } = await attended(billing);
    const values = { pedido: "7", cor: ["azul", "verde"] };
    await api.put(`/tickets/${id}/fields`, { values });
    await api.put(`/contacts/${contactId}/fields`, { values: { cpf: "1" } });
    const socket = await app.socket(ana);
    await api.put(`/tickets/${id}/fields`, { values });
    await api.put(`/contacts/${contactId}/fields`, { values: { cpf: "1" } });
    await app.settled(ana, socket);
    const changes = () =>
      socket.frames
        .flatMap((frame) => (frame.t === "event" ? [frame.channel.replace(/.*-/, "")] : []))
        .filter((channel) => channel === "ticket" || channel === "contact");
    expect(changes()).toEqual([]);
    await api.put(`/tickets/${id}/fields`, { values: { cor: ["azul"] } });
    await app.settled(ana, socket);
    expect(changes()).toEqual(["ticket"]);
  });

  test("a ticket is resolved only with the required fields of its queue, which the close may contain", async () => {
    const { billing, sales, admin, api, define, attended } = desk();
    const ofTicket = await define({ key: "protocolo_banco", required: true, queueIds: [billing] });
    const ofContact = await define({ key: "cpf", of: "contact", required: true, queueIds: [billing] });
    const free = await attended(sales);
    expect((await api.put(`/tickets/${free.id}`, { status: "closed" })).body.status).toBe("closed");
    const { id } = await attended(billing);
    for (const by of [api, admin])
      expect(
        await by.put(`/tickets/${id}`, { status: "closed", fields: { protocolo_banco: " " } }),
      ).toMatchObject({
        status: 400,
        body: {
          error: "ERR_FIELDS_REQUIRED",
          details: { fields: [ofTicket.id, ofContact.id], resolution: false },
        },
      });
    const wrong = await api.put(`/tickets/${id}`, { status: "closed", fields: { nada: 1 } });
    expect(wrong.body.details.fields).toEqual({ nada: "invalid" });
    expect((await api.get(`/tickets/${id}`)).body).toMatchObject({ status: "open", fields: {} });
    const closed = await api.put(`/tickets/${id}`, {
      status: "closed",
      fields: { protocolo_banco: "42" },
      contactFields: { cpf: "123" },
    });
    expect(closed.body).toMatchObject({ status: "closed", fields: { protocolo_banco: "42" } });
  });

  test("neither an inactive required field nor a required field at a close by the product prevents the close", async () => {
    const { tenant, billing, admin, api, define, attended } = desk();
    const { id: fieldId } = await define({ key: "motivo", required: true });
    const one = await attended(billing);
    tenant.write((unit) =>
      closeTicket(unit, storedTicket(unit.db, one.id), { reason: "inactivity", silent: true, userId: null }),
    );
    expect((await api.get(`/tickets/${one.id}`)).body.status).toBe("closed");
    await admin.put(`/fields/${fieldId}`, { active: false });
    const other = await attended(billing);
    expect((await api.put(`/tickets/${other.id}`, { status: "closed" })).status).toBe(200);
  });

  test("a list of tickets is filtered by values of fields", async () => {
    const { billing, api, define, attended } = desk();
    await define({ key: "etapa", kind: "choice", choices: ["Proposta", "Contrato"] });
    await define({ key: "urgente", kind: "yes_no" });
    const [one, two] = [await attended(billing), await attended(billing)];
    await api.put(`/tickets/${one.id}/fields`, { values: { etapa: "Proposta", urgente: true } });
    await api.put(`/tickets/${two.id}/fields`, { values: { etapa: "Contrato", urgente: true } });
    const list = async (filter: unknown) => {
      const { body } = await api.get(
        `/tickets?status=open&fields=${encodeURIComponent(JSON.stringify(filter))}`,
      );
      return { ids: body.tickets?.map(({ id }: { id: number }) => id), count: body.count };
    };
    expect(await list({ etapa: "Proposta" })).toEqual({ ids: [one.id], count: 1 });
    expect((await list({ etapa: ["Proposta", "Contrato"], urgente: true })).count).toBe(2);
    expect((await list({ urgente: false })).count).toBe(0);
    expect((await api.get(`/tickets?fields=${encodeURIComponent('{"nada":1}')}`)).status).toBe(400);
  });

  test("a variable of a text is the value of the contact's field, else of the ticket's, else extra information", async () => {
    const { tenant, billing, api, define, attended } = desk();
    await define({ key: "cpf" });
    await define({ key: "cpf", of: "contact" });
    await define({ key: "vencimento", kind: "date" });
    const { id, contactId } = await attended(billing);
    const ticket = storedTicket(tenant.db, id);
    const text = (typed: string) => rendered(tenant, typed, { ticket, contactId });
    expect(text("[{{cpf}}]")).toBe("[]");
    await api.put(`/tickets/${id}/fields`, { values: { cpf: "do ticket", vencimento: "2026-03-07" } });
    expect(text("{{cpf}} {{vencimento}}")).toBe("do ticket 07/03/2026");
    await api.put(`/contacts/${contactId}/fields`, { values: { cpf: "123" } });
    expect(text("{{CPF}}")).toBe("123");
  });
});
