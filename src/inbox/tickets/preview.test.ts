import { afterAll, beforeAll, expect, test } from "bun:test";
import { findOrCreateForInbound } from "#inbox/tickets/creation/find-or-create.ts";
import { TicketRead } from "#inbox/tickets/events.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test("with previewBeforeAccept an attendant reads and watches a waiting ticket without marking it as read", async () => {
  const tenant = app.company();
  const queue = testQueue(tenant, "Vendas");
  const connectionId = testConnection(tenant, { isDefault: true, queueIds: [queue] });
  const ana = testUser(tenant, { queueIds: [queue] });
  const other = testUser(tenant, { queueIds: [] });
  const boss = app.api(testUser(tenant, { profile: "admin" }));
  const contact = { id: testContact(tenant), isGroup: false };
  const { id } = tenant.write((unit) =>
    findOrCreateForInbound(unit, { contact, connectionId, at: unit.now }),
  ).ticket;
  run(tenant.db, "UPDATE ticket SET queue_id = ?, unread_messages = 2 WHERE id = ?", queue, id);
  const read = () => app.api(ana).get(`/messages/${id}?pageNumber=1&markRead=true`);
  expect((await read()).status).toBe(403);
  await boss.put("/settings/previewBeforeAccept", { value: "enabled" });
  const reads: number[] = [];
  app.installation.bus.after(TicketRead, (_, { ticket }) => void reads.push(ticket.id));
  const socket = await app.socket(ana);
  socket.send({ t: "joinChatBox", ticketId: id });
  expect(await read()).toMatchObject({ status: 200, body: { ticket: { id, unreadMessages: 2 } } });
  await app.settled(ana, socket);
  expect(storedTicket(tenant.db, id).unreadMessages).toBe(2);
  expect(reads).toEqual([]);
  expect((await app.api(other).get(`/messages/${id}?pageNumber=1`)).status).toBe(404);
  expect((await app.api(ana).post(`/messages/${id}`, { body: "oi" })).status).toBe(403);
});
