import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import type { TestSocket } from "#test/helpers/socket.ts";

/** The users of a company by name, and the admin of another one. */
type Name = "Ana" | "Sol" | "Chefe" | "Vizinha";
const EVERYBODY: readonly Name[] = ["Ana", "Sol", "Chefe"];

let app: TestApp;
let tenant: Tenant;
let people: Record<Name, UserCtx>;
let sockets: Map<Name, TestSocket>;
let queueId: number;
let connectionId: number;
let contactId: number;
let made = 0;

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  tenant = app.company();
  queueId = testQueue(tenant, "Vendas");
  connectionId = testConnection(tenant, { isDefault: true, queueIds: [queueId] });
  contactId = testContact(tenant);
  people = {
    Ana: testUser(tenant, { name: "Ana", queueIds: [queueId] }),
    Sol: testUser(tenant, { name: "Sol", profile: "supervisor", queueIds: [queueId] }),
    Chefe: testUser(tenant, { name: "Chefe", profile: "admin" }),
    Vizinha: testUser(app.company(), { name: "Vizinha", profile: "admin" }),
  };
  sockets = new Map();
  for (const [name, person] of Object.entries(people)) sockets.set(name as Name, await app.socket(person));
});

const as = (name: Name) => app.api(people[name]);
const unique = (word: string) => `${word} ${++made}`;

/** Users who get an event of this channel during the work. */
async function hears(channel: string, work: () => Promise<{ status: number }>): Promise<Name[]> {
  await settle();
  const before = new Map([...sockets].map(([name, socket]) => [name, socket.events(channel).length]));
  expect((await work()).status).toBe(200);
  await settle();
  return [...sockets].flatMap(([name, socket]) =>
    socket.events(channel).length > (before.get(name) ?? 0) ? [name] : [],
  );
}
async function settle(): Promise<void> {
  for (const [name, socket] of sockets) await app.settled(people[name], socket);
}
const last = (name: Name, channel: string) => sockets.get(name)?.events(channel).at(-1);

describe("broadcasts about a company's data", () => {
  test("queues with their options, tags and contacts are broadcast to every user of the company", async () => {
    const queue = () => as("Chefe").post("/queue", { name: unique("Fila"), color: "#12ab34" });
    expect(await hears("queue", queue)).toEqual([...EVERYBODY]);
    const option = () => as("Chefe").post("/queue-options", { queueId, title: "Preços", message: "" });
    expect(await hears("queue", option)).toEqual([...EVERYBODY]);
    expect(await hears("tag", () => as("Sol").post("/tags", { name: unique("Tag") }))).toEqual([
      ...EVERYBODY,
    ]);
    const contact = () => as("Ana").post("/contacts", { name: "Maria", number: "5511987650001" });
    expect(await hears("contact", contact)).toEqual([...EVERYBODY]);
  });

  test("an integration is broadcast to admins, its address masked", async () => {
    const body = { type: "webhook", name: unique("Sistema"), urlN8N: "https://example.com/hook" };
    expect(await hears("queueIntegration", () => as("Chefe").post("/queueIntegration", body))).toEqual([
      "Chefe",
    ]);
    expect(last("Chefe", "queueIntegration")).toMatchObject({
      action: "create",
      record: { urlN8N: "https://example.com/********" },
    });
    expect(JSON.stringify(last("Chefe", "queueIntegration"))).not.toContain("whsec_");
  });

  test("a quick reply is broadcast to its owner, and to every user when it is shared", async () => {
    const reply = (geral: boolean) => ({ shortcode: unique("r").replace(" ", ""), message: "Olá!", geral });
    expect(await hears("quick-message", () => as("Ana").post("/quick-messages", reply(false)))).toEqual([
      "Ana",
    ]);
    expect(await hears("quick-message", () => as("Chefe").post("/quick-messages", reply(true)))).toEqual([
      ...EVERYBODY,
    ]);
  });

  test("a scheduled message is broadcast to its author and to admins", async () => {
    const sendAt = new Date(app.clock.now() + 3_600_000).toISOString();
    const schedule = () => as("Ana").post("/schedules", { body: "Bom dia!", contactId, sendAt });
    expect(await hears("schedule", schedule)).toEqual(["Ana", "Chefe"]);
  });

  test("a setting is broadcast to users who may read it, a secret to no user", async () => {
    const put = (key: string, value: string) => () => as("Chefe").put(`/settings/${key}`, { key, value });
    expect(await hears("setting", put("userSpyChat", "enabled"))).toEqual([...EVERYBODY]);
    expect(await hears("setting", put("mediaRetentionDays", "30"))).toEqual(["Chefe"]);
    expect(await hears("setting", put("asaas", "very secret"))).toEqual([]);
  });

  test("a connection's presence and status are broadcast to attendants, its settings to admins", async () => {
    const rename = () =>
      as("Chefe").put(`/whatsapp/${connectionId}`, {
        name: unique("Loja"),
        token: "kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE",
      });
    expect(await hears("whatsapp", rename)).toEqual([...EVERYBODY]);
    const shown = (name: Name) => Object.keys((last(name, "whatsapp")?.["whatsapp"] as object) ?? {}).sort();
    expect(shown("Chefe")).toContain("greetingMessage");
    expect(shown("Sol")).toEqual(shown("Ana"));
    expect(shown("Ana")).toEqual(
      [
        "id",
        "name",
        "status",
        "isDefault",
        "channel",
        "provider",
        "queues",
        "restrictions",
        "health",
        "lastEventAt",
        "updatedAt",
      ].sort(),
    );
    expect(JSON.stringify(last("Chefe", "whatsapp"))).not.toContain("kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE");
  });

  test("a user's name and presence are broadcast to colleagues, the rest to admins and the user", async () => {
    expect(await hears("user", () => as("Ana").put("/users/me/away", { away: true }))).toEqual([
      ...EVERYBODY,
    ]);
    const heard = (name: Name) => last(name, "user")?.["user"];
    for (const name of ["Ana", "Chefe"] as const)
      expect(heard(name)).toMatchObject({ away: true, email: expect.any(String) });
    expect(heard("Sol")).toMatchObject({ id: people.Ana.actor.id, away: true });
    expect(heard("Sol")).not.toHaveProperty("email");
  });

  test("a problem that only admins can solve is broadcast to admins", async () => {
    const [ana, sol] = [people.Ana.actor.id, people.Sol.actor.id];
    await as("Chefe").put(`/queue/${queueId}`, {
      allowDistributedTickets: true,
      usersDistributedTickets: `${ana};${sol}`,
    });
    expect(await hears("notice", () => as("Chefe").put(`/users/${sol}`, { queueIds: [] }))).toEqual([
      "Chefe",
    ]);
    expect(last("Chefe", "notice")).toMatchObject({ code: "distribution_off" });
  });

  test("an assigned ticket is broadcast to its attendant alone", async () => {
    const ticket = (await as("Sol").post("/tickets", { contactId, queueId, whatsappId: connectionId })).body;
    const give = () => as("Sol").put(`/tickets/${ticket.id}`, { userId: people.Ana.actor.id, queueId });
    expect(await hears("notice", give)).toEqual(["Ana"]);
    expect(last("Ana", "notice")).toMatchObject({ code: "ticket_transferred", details: { by: "Sol" } });
  });

  test("a note, a tag and the counts of a ticket are broadcast only to users who may see it", async () => {
    const elsewhere = testQueue(tenant, "Financeiro");
    run(tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", connectionId, elsewhere);
    const body = { contactId, queueId: elsewhere, whatsappId: connectionId };
    const ticket = (await as("Chefe").post("/tickets", body)).body;
    const note = () => as("Chefe").post("/ticket-notes", { ticketId: ticket.id, note: "Só a chefia" });
    expect(await hears("ticket-note", note)).toEqual(["Chefe"]);
    const tag = (await as("Chefe").post("/tags", { name: unique("Tag") })).body;
    const carry = () => as("Chefe").post("/tags/sync", { ticketId: ticket.id, tags: [{ id: tag.id }] });
    expect(await hears("ticket", carry)).toEqual(["Chefe"]);
    expect(await hears("ticket", () => as("Chefe").delete(`/tickets/${ticket.id}`))).toEqual(["Chefe"]);
  });
});

describe("socket rooms", () => {
  const open = async () =>
    (await as("Ana").post("/tickets", { contactId, queueId, whatsappId: connectionId })).body as {
      id: number;
    };
  let changes = 0;
  /** Changes the ticket without moving it. */
  const rename = (ticket: { id: number }) => () =>
    as("Chefe").put(`/tickets/${ticket.id}/priority`, { priority: 3 + (++changes % 2) });
  /** Sends frames and waits until the server has read them, by watching a ticket that does not exist. */
  const join = async (name: Name, ...frames: readonly Record<string, unknown>[]) => {
    const socket = sockets.get(name);
    const nowhere = 900_000 + ++made;
    for (const frame of [...frames, { t: "joinChatBox", ticketId: nowhere }]) socket?.send(frame);
    await socket?.next((frame) => frame.t === "denied" && frame.ticketId === nowhere);
  };

  test("a socket in the room of one status gets no events of tickets in another status", async () => {
    const ticket = await open();
    await join("Sol", { t: "joinTickets", status: "pending" });
    await join("Chefe", { t: "joinTickets", status: "open" });
    expect(await hears("ticket", rename(ticket))).toEqual(["Ana", "Chefe"]);
  });

  test("a change of status is sent to the room of the old status and to that of the new one", async () => {
    const ticket = await open();
    await join("Ana", { t: "joinTickets", status: "open" });
    await join("Sol", { t: "joinTickets", status: "pending" });
    await join("Chefe", { t: "joinTickets", status: "closed" });
    const returnToQueue = () => as("Ana").put(`/tickets/${ticket.id}`, { status: "pending", userId: null });
    expect(await hears("ticket", returnToQueue)).toEqual(["Ana", "Sol"]);
  });

  test("the room of the bell carries the tickets that the bell counts: the user's own", async () => {
    const ticket = await open();
    for (const name of EVERYBODY) await join(name, { t: "joinNotification" });
    expect(await hears("ticket", rename(ticket))).toEqual(["Ana"]);
  });

  test("the room of the bell carries waiting tickets only to the user they are offered to and to users with the flag allTicket", async () => {
    const ticket = await open();
    const wait = "UPDATE ticket SET status = 'pending', user_id = NULL, user_distributed = ? WHERE id = ?";
    run(tenant.db, wait, people.Sol.actor.id, ticket.id);
    for (const name of EVERYBODY) await join(name, { t: "joinNotification" });
    expect(await hears("ticket", rename(ticket))).toEqual(["Sol"]);
    run(tenant.db, wait, null, ticket.id);
    expect(await hears("ticket", rename(ticket))).toEqual([]);
    await as("Chefe").put(`/users/${people.Ana.actor.id}`, { allTicket: "enabled" });
    expect(await hears("ticket", rename(ticket))).toEqual(["Ana"]);
  });

  test("messages are narrowed by the rooms like tickets", async () => {
    const ticket = await open();
    const write = () => as("Ana").post(`/messages/${ticket.id}`, { body: unique("Bom dia") });
    expect(await hears("appMessage", write)).toEqual([...EVERYBODY]);
    await join("Ana", { t: "joinNotification" });
    await join("Sol", { t: "joinTickets", status: "pending" });
    await join("Chefe", { t: "joinTickets", status: "open" });
    expect(await hears("appMessage", write)).toEqual(["Ana", "Chefe"]);
    await join("Sol", { t: "joinChatBox", ticketId: ticket.id });
    expect(await hears("appMessage", write)).toEqual([...EVERYBODY]);
  });

  test("events of a watched ticket are sent in addition to those of the rooms, and rooms give no rights", async () => {
    const ticket = await open();
    await join("Sol", { t: "joinTickets", status: "closed" }, { t: "joinChatBox", ticketId: ticket.id });
    await join("Chefe", { t: "joinTickets", status: "closed" });
    await join("Vizinha", { t: "joinTickets", status: "open" }, { t: "joinNotification" });
    expect(await hears("ticket", rename(ticket))).toEqual(["Ana", "Sol"]);
    expect(sockets.get("Vizinha")?.events("ticket")).toEqual([]);
  });

  test("a socket that left its rooms gets all its events again, and other channels are never narrowed", async () => {
    const ticket = await open();
    await join("Chefe", { t: "joinTickets", status: "closed" });
    expect(await hears("tag", () => as("Sol").post("/tags", { name: unique("Tag") }))).toEqual([
      ...EVERYBODY,
    ]);
    await join("Chefe", { t: "leaveTickets", status: "closed" });
    expect(await hears("ticket", rename(ticket))).toEqual([...EVERYBODY]);
  });

  test("rooms named in the first frame also apply to missed events", async () => {
    const ticket = await open();
    const socket = sockets.get("Chefe");
    await settle();
    const cursor = Math.max(
      0,
      ...(socket?.frames ?? []).map((frame) => (frame.t === "event" ? frame.seq : 0)),
    );
    await rename(ticket)();
    const again = await app.socket(people.Chefe, {
      cursor,
      rooms: { statuses: ["closed"], notification: false },
    });
    await app.settled(people.Chefe, again);
    expect(again.events("ticket")).toEqual([]);
  });
});
