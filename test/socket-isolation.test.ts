import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { InboxPort } from "#channels/connections/index.ts";
import type { InboundEvent } from "#channels/connections/provider.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { findOrCreateForInbound } from "#inbox/tickets/index.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import type { TestSocket } from "#test/helpers/socket.ts";

/** Two queues, one attendant in each, one in both, an admin; and another company that must receive nothing. */
interface World {
  readonly tenant: Tenant;
  readonly queues: readonly [number, number];
  readonly connections: readonly [number, number];
  readonly staff: readonly UserCtx[];
  readonly stranger: UserCtx;
}

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  const tenant = app.company("Loja");
  const queues = [testQueue(tenant, "Vendas"), testQueue(tenant, "Suporte")] as const;
  const connections = [
    testConnection(tenant, { isDefault: true, queueIds: [queues[0]] }),
    testConnection(tenant, { queueIds: [queues[1]] }),
  ] as const;
  const staff = [
    testUser(tenant, { name: "Ana", queueIds: [queues[0]] }),
    testUser(tenant, { name: "Caio", queueIds: [queues[1]] }),
    testUser(tenant, { name: "Duda", queueIds: [...queues] }),
    testUser(tenant, { name: "Chefe", profile: "admin" }),
  ];
  const other = app.company("Vizinha");
  testConnection(other, { isDefault: true, queueIds: [testQueue(other, "Vendas")] });
  world = { tenant, queues, connections, staff, stranger: testUser(other, { profile: "admin" }) };
});
afterAll(() => app.stop());

type Step =
  | { readonly kind: "arrives"; readonly queue: 0 | 1 }
  | { readonly kind: "writes"; readonly pick: number }
  | { readonly kind: Act; readonly who: number; readonly pick: number }
  | { readonly kind: "transfer"; readonly who: number; readonly pick: number; readonly queue: 0 | 1 };
type Act = "accept" | "return" | "close" | "say";

const queue = fc.constantFrom<0 | 1>(0, 1);
const who = fc.nat({ max: 3 });
const pick = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("arrives" as const), queue }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("writes" as const), pick }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom<Act>("accept", "return", "close", "say"), who, pick }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("transfer" as const), who, pick, queue }) },
);

/**
 * Independent implementation of the rule (docs/rules/tickets.md#permissions): admins see all tickets, others those of
 * their queues and their own.
 */
const maySee = ({ actor }: UserCtx, ticket: Pick<TicketAnswer, "status" | "queueId" | "userId">): boolean =>
  actor.profile === "admin" ||
  (ticket.queueId !== null && actor.queueIds.includes(ticket.queueId)) ||
  (ticket.status === "open" && ticket.userId === actor.id);

interface Customer {
  readonly contactId: number;
  readonly connectionId: number;
  readonly ticketId: number;
}

let written = 0;
function write(customer: Customer, number: string): void {
  written += 1;
  const event: InboundEvent = {
    kind: "message",
    chatKey: `pn:${number}`,
    eventKey: `M${written}`,
    providerId: `M${written}`,
    at: app.clock.now(),
    chat: [{ kind: "pn", value: number, address: `${number}@s.whatsapp.net` }],
    fromMe: false,
    participant: null,
    pushName: null,
    content: { type: "text", text: `mensagem ${written}` },
    quoted: null,
    offline: false,
    history: false,
  };
  app.installation.ports.use(InboxPort).store(world.tenant, customer.connectionId, [event]);
}

function bodyOf(step: Extract<Step, { readonly kind: Act | "transfer" }>): object {
  if (step.kind === "transfer") return { queueId: world.queues[step.queue], status: "pending" };
  return { status: step.kind === "accept" ? "open" : step.kind === "return" ? "pending" : "closed" };
}

async function play(steps: readonly Step[]): Promise<ReadonlySet<number>> {
  const customers: Customer[] = [];
  for (const step of steps) {
    app.clock.advance(1000);
    if (step.kind === "arrives") {
      const connectionId = world.connections[step.queue];
      const contactId = testContact(world.tenant);
      const { ticket } = world.tenant.write((unit) =>
        findOrCreateForInbound(unit, {
          contact: { id: contactId, isGroup: false },
          connectionId,
          at: unit.now,
        }),
      );
      customers.push({ contactId, connectionId, ticketId: ticket.id });
      continue;
    }
    const customer = customers[step.pick % Math.max(1, customers.length)];
    if (!customer) continue;
    if (step.kind === "writes") {
      const { body } = await app.api(world.staff[3]).get(`/contacts/${customer.contactId}`);
      write(customer, (body as { number: string }).number);
      continue;
    }
    const api = app.api(world.staff[step.who]);
    const path = `/tickets/${customer.ticketId}`;
    // The response does not matter, only who gets the events.
    if (step.kind === "say") await api.post(`/messages/${customer.ticketId}`, { body: "Olá!" });
    else await api.put(path, bodyOf(step));
  }
  return new Set(customers.map(({ ticketId }) => ticketId));
}

/** The tickets a browser shows after these events: those of received events, without those of later delete events. */
function believed(socket: TestSocket, own: ReadonlySet<number>): Map<number, TicketAnswer> {
  const known = new Map<number, TicketAnswer>();
  for (const { action, ...data } of socket.events("ticket") as readonly (EventData & {
    ticket: TicketAnswer;
    ticketId: number;
  })[]) {
    if (action === "update") known.set(data.ticket.id, data.ticket);
    if (action === "delete") known.delete(data.ticketId);
  }
  return new Map([...known].filter(([id]) => own.has(id)));
}

describe("access of sockets", () => {
  test("a socket gets every event its user may see and no other", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const people = [...world.staff, world.stranger];
        const sockets = await Promise.all(people.map((person) => app.socket(person)));
        const tickets = await play([{ kind: "arrives", queue: 0 }, ...steps]);
        for (const [index, socket] of sockets.entries()) await app.settled(people[index] as UserCtx, socket);
        for (const [index, person] of world.staff.entries()) {
          const socket = sockets[index] as TestSocket;
          for (const { ticket } of socket
            .events("ticket")
            .filter(({ action }) => action === "update") as unknown as { ticket: TicketAnswer }[])
            expect({ who: person.actor.name, sees: maySee(person, ticket) }).toEqual({
              who: person.actor.name,
              sees: true,
            });
          for (const { ticket } of socket
            .events("appMessage")
            .filter(({ action }) => action === "create") as unknown as { ticket: TicketAnswer }[])
            expect(maySee(person, ticket)).toBe(true);
          const known = believed(socket, tickets);
          const admin = app.api(world.staff[3]);
          for (const id of tickets) {
            const { body } = await admin.get(`/tickets/${id}`);
            const truth = body as TicketAnswer;
            const expected = maySee(person, truth)
              ? { status: truth.status, queueId: truth.queueId, userId: truth.userId }
              : undefined;
            const held = known.get(id);
            expect(held && { status: held.status, queueId: held.queueId, userId: held.userId }).toEqual(
              expected,
            );
          }
        }
        const stranger = sockets.at(-1) as TestSocket;
        for (const channel of ["ticket", "appMessage", "contact", "whatsapp", "notice", "presence"])
          expect(stranger.events(channel)).toEqual([]);
        // The only user event is that of its own user coming online.
        for (const { user } of stranger.events("user"))
          expect(user).toMatchObject({ companyId: world.stranger.tenant.id });
        for (const socket of sockets) {
          socket.close();
          await socket.closed;
        }
      }),
      { numRuns: 12 },
    );
  }, 60_000);

  test("a socket cannot watch a ticket that its user may not read", async () => {
    const [ticketId] = await play([{ kind: "arrives", queue: 0 }]);
    for (const person of [world.staff[1], world.stranger] as UserCtx[]) {
      const socket = await app.socket(person);
      socket.send({ t: "joinChatBox", ticketId });
      expect(await socket.next((frame) => frame.t === "denied")).toEqual({
        t: "denied",
        ticketId: ticketId as number,
      });
      socket.close();
    }
  });
});
