import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { findOrCreateForInbound } from "./creation/find-or-create.ts";
import { canAcceptNow } from "./policy.ts";
import { storedTicket } from "./queries.ts";
import { offerTicket } from "./transitions/offer.ts";

let app: TestApp;
let tenant: Tenant;
let sales: number;
let support: number;
let connectionId: number;
let ana: UserCtx;
let bia: UserCtx;
let admin: UserCtx;
let elsewhere: UserCtx;
let supervisor: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  tenant = app.company("Loja", { use_kanban: 0 });
  sales = testQueue(tenant, "Vendas");
  support = testQueue(tenant, "Suporte");
  connectionId = testConnection(tenant, { isDefault: true, queueIds: [sales] });
  ana = testUser(tenant, { name: "Ana", queueIds: [sales] });
  bia = testUser(tenant, { name: "Bia", queueIds: [sales] });
  elsewhere = testUser(tenant, { name: "Caio", queueIds: [support] });
  admin = testUser(tenant, { name: "Chefe", profile: "admin" });
  supervisor = testUser(tenant, { name: "Sueli", profile: "supervisor", queueIds: [sales] });
});
afterAll(() => app.stop());

/** A ticket of a new customer, waiting in sales. */
const waiting = () =>
  tenant.write((unit) => {
    const contact = { id: testContact(tenant), isGroup: false };
    return findOrCreateForInbound(unit, { contact, connectionId, at: unit.now }).ticket;
  });

describe("accepting an offered ticket", () => {
  test.each([
    ["its candidate", () => ana, 200, null],
    ["an admin", () => admin, 200, null],
    ["a supervisor of the queue", () => supervisor, 409, "ERR_TICKET_ALREADY_ACCEPTED"],
    ["another attendant of the queue", () => bia, 404, "ERR_NO_TICKET_FOUND"],
    ["an attendant of another queue", () => elsewhere, 404, "ERR_NO_TICKET_FOUND"],
  ] as const)("%s gets the answer of the policy", async (_, caller, status, error) => {
    const by = caller();
    const offered = tenant.write((unit) => {
      const ticket = waiting();
      offerTicket(unit, ticket, ana.actor.id);
      return storedTicket(unit.db, ticket.id);
    });
    const answer = await app.api(by).put(`/tickets/${offered.id}`, { status: "open", userId: by.actor.id });
    expect(answer.status).toBe(status);
    expect(canAcceptNow(by.actor, offered)).toBe(status === 200);
    if (error) expect(answer.body).toMatchObject({ error });
    await app.api(admin).delete(`/tickets/${offered.id}`);
  });
});

describe("ticket routes", () => {
  test("the answer to loads has the open tickets of each colleague, and the open and waiting ones of each queue", async () => {
    interface Loads {
      readonly loads: Record<string, number>;
      readonly queues: Record<string, { readonly open: number; readonly pending: number }>;
    }
    const queueOf = ({ queues }: Loads) => queues[sales] ?? { open: 0, pending: 0 };
    const before = (await app.api(ana).get("/tickets/loads")).body as Loads;
    const { id } = waiting();
    const { pending, open } = queueOf(before);
    expect(queueOf((await app.api(ana).get("/tickets/loads")).body)).toEqual({ open, pending: pending + 1 });
    await app.api(bia).put(`/tickets/${id}`, { status: "open" });
    const { body } = await app.api(ana).get("/tickets/loads");
    const { [bia.actor.id]: mine = 0 } = before.loads;
    expect(body.loads).toEqual({ ...before.loads, [bia.actor.id]: mine + 1 });
    expect(queueOf(body)).toEqual({ open: open + 1, pending });
    await app.api(bia).put(`/tickets/${id}`, { status: "closed" });
    expect((await app.api(ana).get("/tickets/loads")).body).toEqual(before);
  });

  test("a ticket is listed, counted, accepted, broadcast and closed", async () => {
    const { id } = waiting();
    const [api, rival] = [app.api(ana), app.api(bia)];
    const listed = await api.get(`/tickets?status=pending&queueIds=${JSON.stringify([sales])}&pageNumber=1`);
    expect(listed).toMatchObject({ status: 200, body: { count: 1, hasMore: false, tickets: [{ id }] } });
    expect((await api.get("/tickets/counts")).body).toMatchObject({
      pending: 1,
      byQueue: { [sales]: { open: 0, pending: 1 } },
    });
    const socket = await app.socket(bia);
    const accepted = await api.put(`/tickets/${id}`, { status: "open", userId: ana.actor.id });
    expect(accepted.body).toMatchObject({ status: "open", user: { name: "Ana" } });
    expect(await socket.event("ticket", "update")).toMatchObject({ ticket: { id, userId: ana.actor.id } });
    expect(await rival.put(`/tickets/${id}`, { status: "open", userId: bia.actor.id })).toMatchObject({
      status: 409,
      body: { error: "ERR_TICKET_ALREADY_ACCEPTED", details: { user: { name: "Ana" } } },
    });
    const closed = {
      status: "closed",
      userId: ana.actor.id,
      queueId: sales,
      useIntegration: false,
      promptId: null,
    };
    expect((await api.put(`/tickets/${id}`, closed)).body.status).toBe("closed");
    expect((await api.get(`/tickets/${id}/events`)).body.events).toHaveLength(3);
    socket.close();
  });

  test("the page of a ticket gets 403 for a ticket of another queue, 404 for an unknown one", async () => {
    const { id, uuid } = waiting();
    for (const path of [`/tickets/u/${uuid}`, `/tickets/${id}`])
      expect(await app.api(elsewhere).get(path)).toMatchObject({
        status: 403,
        body: { error: "ERR_NO_PERMISSION" },
      });
    for (const path of ["/tickets/u/nobody", "/tickets/99999"])
      expect(await app.api(ana).get(path)).toMatchObject({
        status: 404,
        body: { error: "ERR_NO_TICKET_FOUND" },
      });
    // All other routes answer 404, as if the ticket did not exist.
    const api = app.api(elsewhere);
    for (const refused of [
      await api.put(`/tickets/${id}`, { status: "closed" }),
      await api.get(`/tickets/${id}/events`),
      await api.put(`/ticket-tags/${id}/1`),
      await api.post("/ticket-notes", { ticketId: id, note: "nota" }),
      await api.get(`/ticket-notes/list?ticketId=${id}`),
    ])
      expect(refused).toMatchObject({ status: 404, body: { error: "ERR_NO_TICKET_FOUND" } });
  });

  test("the body of a conflict has its fields beside the code and in the details", async () => {
    const { id, uuid, contactId } = waiting();
    await app.api(ana).put(`/tickets/${id}`, { status: "open" });
    const fields = {
      userId: ana.actor.id,
      user: { id: ana.actor.id, name: "Ana" },
      queueId: sales,
      queue: { id: sales, name: "Vendas" },
      ticket: { id, uuid, status: "open" },
    };
    const conflict = await app.api(bia).post("/tickets", { contactId, queueId: sales, status: "open" });
    expect(conflict.status).toBe(409);
    expect(conflict.body).toEqual({ error: "ERR_OTHER_OPEN_TICKET", ...fields, details: fields });
  });

  test("ids in a request may be sent as text, and empty ids mean none", async () => {
    const body = {
      contactId: String(testContact(tenant)),
      queueId: String(sales),
      whatsappId: "",
      userId: "null",
    };
    expect((await app.api(ana).post("/tickets", body)).body).toMatchObject({
      status: "open",
      userId: ana.actor.id,
    });
  });

  test("a single number in a query is read as a list, and a 400 contains the name of the invalid field", async () => {
    const api = app.api(admin);
    expect((await api.get(`/tickets?status=pending&queueIds=${sales}`)).status).toBe(200);
    for (const [field, value] of [
      ["queueIds", "abc"],
      ["tags", '{"a":1}'],
      ["users", "[-1]"],
      ["status", "odd"],
      ["date", "31/12/2026"],
    ])
      expect((await api.get(`/tickets?${field}=${encodeURIComponent(value ?? "")}`)).body).toMatchObject({
        error: "ERR_VALIDATION",
        details: { fields: { [field ?? ""]: "invalid" } },
      });
    expect((await api.put(`/tickets/${waiting().id}`, { status: "odd" })).status).toBe(400);
  });

  test("tags and notes can be added to a ticket", async () => {
    const { id, contactId } = waiting();
    const api = app.api(ana);
    const tag = (await api.post("/tags", { name: "Garantia" })).body;
    expect((await api.put(`/ticket-tags/${id}/${tag.id}`)).body.tags).toMatchObject([{ name: "Garantia" }]);
    expect((await api.post("/tags/sync", { ticketId: id, tags: [] })).body.tags).toEqual([]);
    const note = await api.post("/ticket-notes", { ticketId: id, contactId, note: "gosta de azul" });
    expect((await api.get(`/ticket-notes/list?ticketId=${id}&contactId=${contactId}`)).body).toEqual([
      note.body,
    ]);
    const asText = { ticketId: String(id), contactId: "", note: "e de verde" };
    expect((await api.post("/ticket-notes", asText)).body).toMatchObject({ ticketId: id, contactId });
    expect(
      (await api.post("/tags/sync", { ticketId: String(id), tags: [{ id: String(tag.id) }] })).body.tags,
    ).toMatchObject([{ id: tag.id }]);
    expect((await api.post("/ticket-notes", { ticketId: id, note: "x" })).body.details.fields.note).toBe(
      "too_short",
    );
    expect((await api.delete(`/ticket-notes/${note.body.id}`)).status).toBe(200);
  });

  test("ticket deletion and orphans are for admins, the board for companies whose plan includes it", async () => {
    const { id } = waiting();
    expect((await app.api(ana).delete(`/tickets/${id}`)).body.error).toBe("ERR_NO_PERMISSION");
    expect((await app.api(ana).get("/tickets/orphans")).body.error).toBe("ERR_NO_PERMISSION");
    expect((await app.api(admin).get("/tickets/orphans")).status).toBe(200);
    expect((await app.api(admin).get("/ticket/kanban")).body.error).toBe("ERR_PLAN_FEATURE");
    expect(await app.api(admin).delete(`/tickets/${id}`)).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
  });

  test("of two concurrent requests to open a ticket for one contact one succeeds, the other gets a conflict", async () => {
    const contactId = testContact(tenant);
    const answers = await Promise.all(
      [ana, bia].map((who) => app.api(who).post("/tickets", { contactId, queueId: sales })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("live socket of tickets", () => {
  test("a ticket can be watched by users who may read it; others are denied", async () => {
    const { id } = waiting();
    await app.api(ana).put(`/tickets/${id}`, { status: "open" });
    const [mine, theirs, boss] = [await app.socket(ana), await app.socket(bia), await app.socket(admin)];
    for (const socket of [mine, theirs, boss]) socket.send({ t: "joinChatBox", ticketId: id });
    await theirs.next((frame) => frame.t === "denied" && frame.ticketId === id);
    const looking = () => mine.events("presence").at(-1)?.["users"];
    await mine.next((frame) => frame.t === "event" && JSON.stringify(looking() ?? []).includes("Chefe"));
    boss.send({ t: "typing", ticketId: id });
    expect(await mine.event("presence", "typing")).toMatchObject({ ticketId: id, name: "Chefe" });
    boss.close();
    await mine.next((frame) => frame.t === "event" && !JSON.stringify(looking() ?? []).includes("Chefe"));
    await app.settled(bia, theirs);
    expect(theirs.events("presence")).toEqual([]);
    for (const socket of [mine, theirs]) socket.close();
  });

  test("a user who loses the queue while connected loses the watch and gets no more events", async () => {
    const { id } = waiting();
    const gone = testUser(tenant, { name: "Duda", queueIds: [sales] });
    await app.api(gone).put(`/tickets/${id}`, { status: "open" });
    const socket = await app.socket(gone);
    socket.send({ t: "joinChatBox", ticketId: id });
    await socket.event("presence", "looking");
    const removed = await app.api(admin).put(`/users/${gone.actor.id}`, { queueIds: [support] });
    expect(removed.status).toBe(200);
    await socket.next((frame) => frame.t === "denied" && frame.ticketId === id);
    await socket.event("ticket", "reload");
    const heard = socket.events("ticket").length;
    await app.api(bia).put(`/tickets/${id}`, { status: "open" });
    await app.settled(gone, socket);
    expect(socket.events("ticket").slice(heard)).toEqual([]);
    socket.close();
  });
});
