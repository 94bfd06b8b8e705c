/** Helpers for tests of tickets: a company with ticket lists, and customers who write. */

import { notifications } from "#accounts/notifications/feature.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { createPresence, PresencePort } from "#accounts/users/presence/presence.ts";
import { contacts } from "#people/contacts/feature.ts";
import { contactById, findOrCreateFromNetwork } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type PublishedBroadcasts, recordBroadcasts } from "#test/helpers/broadcasts.ts";
import {
  type TestInstallation,
  testConnection,
  testContact,
  testInstallation,
  testQueue,
  testUser,
} from "#test/helpers/installation.ts";
import { recordInboundMessage, recordOutgoingMessage } from "./activity/message-activity.ts";
import type { TicketAnswer, UpdateTicketBody } from "./contract.ts";
import { type FoundTicket, findOrCreateForInbound } from "./creation/find-or-create.ts";
import { tickets } from "./feature.ts";
import { storedTicket } from "./queries.ts";
import type { Ticket } from "./schema.ts";
import { updateTicket } from "./transitions/update.ts";

export interface Desk {
  readonly app: TestInstallation;
  readonly tenant: Tenant;
  readonly broadcasts: PublishedBroadcasts;
  readonly sales: number;
  readonly support: number;
  /** A connection with both queues, so that no queue is chosen automatically. */
  readonly connectionId: number;
  attendant(fields?: Parameters<typeof testUser>[1]): UserCtx;
  admin(): UserCtx;
  contact(name?: string): number;
  /** Records a customer's message, as the inbox worker would. */
  writes(contactId: number, text?: string, how?: { connectionId?: number; at?: number }): FoundTicket;
  /** Records a message of the company in the ticket. */
  answers(ticketId: number, how?: { human?: boolean; userId?: number }): Ticket;
  /** Creates a ticket of a new customer that waits in this queue. */
  waiting(queueId: number | null, how?: { contactId?: number; connectionId?: number }): Ticket;
  /** Creates a ticket of a new customer, accepted by this user. */
  attended(by: UserCtx, queueId: number): Ticket;
  /** `PUT /tickets/{id}` */
  put(by: UserCtx, ticketId: number, body: UpdateTicketBody): TicketAnswer;
  distribute(ticketId: number, userId: number): void;
  set(key: Parameters<typeof writeSetting>[1], value: string): void;
  ticket(id: number): Ticket;
  online(user: UserCtx): void;
  /** Sets the user offline immediately, without the delay of a minute. */
  offline(user: UserCtx): void;
  close(): void;
}

/** Creates a company with two queues and one connection; broadcasts are recorded instead of sent. */
export function openDesk(): Desk {
  const app = testInstallation();
  const { installation, clock } = app;
  const broadcasts = recordBroadcasts(installation);
  const presence = createPresence(clock);
  installation.ports.plug(PresencePort, presence);
  for (const feature of [notifications, contacts, tickets]) feature.listen?.(installation);
  const tenant = app.company();
  // No sync: tests of rules need no protection against power loss.
  tenant.db.$client.pragma("synchronous = OFF");
  const sales = testQueue(tenant, "Vendas");
  const support = testQueue(tenant, "Suporte");
  const connectionId = testConnection(tenant, { isDefault: true, queueIds: [sales, support] });
  // A close is settled at once; the undo window has separate tests.
  writeSetting(tenant, "undoCloseSeconds", "0");
  let messages = 0;

  const message = (ticket: Ticket, body: string, fromMe: boolean): number => {
    messages += 1;
    return run(
      tenant.db,
      `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ticket.id,
      ticket.contactId,
      ticket.connectionId,
      `message ${messages}`,
      body,
      fromMe ? 1 : 0,
      fromMe ? "user" : "contact",
      clock.now(),
      clock.now(),
    ).id;
  };

  const desk: Desk = {
    app,
    tenant,
    broadcasts,
    sales,
    support,
    connectionId,
    attendant: (fields) => testUser(tenant, { queueIds: [sales], ...fields }),
    admin: () => testUser(tenant, { name: "Chefe", profile: "admin" }),
    contact: (name) => testContact(tenant, name === undefined ? {} : { name }),
    writes(contactId, text = "oi", how = {}) {
      return tenant.write((unit) => {
        const contact = contactById(unit.db, contactId);
        if (!contact) throw new Error("no such contact");
        const at = how.at ?? unit.now;
        const found = findOrCreateForInbound(unit, {
          contact,
          connectionId: how.connectionId ?? connectionId,
          at,
        });
        const messageId = message(found.ticket, text, false);
        const note = { messageId, preview: text, mediaType: null, at, countsAsUnread: true };
        return { ...found, ticket: recordInboundMessage(unit, found.ticket, note) };
      });
    },
    answers(ticketId, { human = true, userId } = {}) {
      return tenant.write((unit) => {
        const ticket = storedTicket(unit.db, ticketId);
        const messageId = message(ticket, "resposta", true);
        return recordOutgoingMessage(unit, ticket, {
          messageId,
          preview: "resposta",
          mediaType: null,
          human,
          ...(userId !== undefined && { userId }),
        });
      });
    },
    waiting(queueId, how = {}) {
      const { ticket } = desk.writes(
        how.contactId ?? desk.contact(),
        "oi",
        how.connectionId === undefined ? {} : { connectionId: how.connectionId },
      );
      run(tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", queueId, ticket.id);
      run(tenant.db, "UPDATE ticket_period SET queue_id = ? WHERE ticket_id = ?", queueId, ticket.id);
      return desk.ticket(ticket.id);
    },
    attended(by, queueId) {
      const { id } = desk.waiting(queueId);
      desk.put(by, id, { status: "open", userId: by.actor.id });
      return desk.ticket(id);
    },
    put: (by, ticketId, body) => updateTicket(by, ticketId, body),
    distribute: (ticketId, userId) =>
      void run(tenant.db, "UPDATE ticket SET user_distributed = ? WHERE id = ?", userId, ticketId),
    set: (key, value) => writeSetting(tenant, key, value),
    ticket: (id) => storedTicket(tenant.db, id),
    online: (user) => void presence.arrived({ companyId: tenant.id, userId: user.actor.id }),
    offline(user) {
      const who = { companyId: tenant.id, userId: user.actor.id };
      presence.loggedOut(who);
      presence.left(who);
    },
    close: () => app.close(),
  };
  return desk;
}

/** A customer with the name that the network reports. */
export const networkContact = (desk: Desk, value: string, name: string | null = null) =>
  desk.tenant.write((unit) =>
    findOrCreateFromNetwork(unit, {
      identities: [{ kind: "pn", value, address: `${value}@s.whatsapp.net` }],
      name,
      isGroup: false,
      connectionId: desk.connectionId,
    }),
  );

/** Returns code and details of the error of a rejected action. */
export function refusal(work: () => unknown): { code: string; status: number; details: unknown } {
  try {
    work();
  } catch (error) {
    const { code, status, details } = error as { code: string; status: number; details: unknown };
    return { code, status, details };
  }
  throw new Error("the action was not rejected");
}
