import {
  presentForBroadcast,
  type TicketScope,
  ticketScopeOf,
  ticketScopesOf,
  topicOf,
} from "#inbox/tickets/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort, type ViewerBroadcast } from "#tenants/viewer.ts";
import { MessageCreated, MessageSending, MessageUndone, MessageUpdated } from "./events.ts";
import { receivesCreated, receivesUpdated } from "./policy.ts";
import { presentMessages, presentStored } from "./present.ts";

/** `sending` is broadcast only when the network has not accepted the message within this time, ms. */
const SENDING_SHOWN_AFTER_MS = 300;

/**
 * While many messages change, their updates are collected for this long and sent together, ms, so that acceptance and delivery of a
 * message are one update.
 */
const TOGETHER_MS = 25;
/** After an update with more messages than this, an update that follows within `TOGETHER_MS` is delayed. */
const MANY = 8;

type Audience = ViewerBroadcast["audience"];
// Separate functions, because an audience stays in memory as long as its event, with all variables it closes over.
const hearers =
  (ticketId: number, scope: TicketScope): Audience =>
  (viewer) =>
    receivesCreated(viewer, ticketId, scope);
const hearersOfChange =
  (ticketId: number, scope: TicketScope): Audience =>
  (viewer) =>
    receivesUpdated(viewer, ticketId, scope);

/**
 * Channel `appMessage` (docs/rules/realtime.md#channels): new messages go to everyone who sees the ticket, updates to
 * its viewers and owner.
 */
export function broadcastMessages({ live, ports, log, clock }: Installation): void {
  live.after(MessageCreated, (tenant, { message, ticket: { id }, notify }) => {
    const [presented] = presentStored(tenant, [message]);
    // Read after the transaction: the ticket may have been offered to an attendant after the message was stored.
    const ticket = presentForBroadcast(tenant, id);
    // Undefined when the message or ticket was deleted in the same transaction.
    if (!presented || !ticket) return;
    const scope = ticketScopeOf(ticket);
    tenant.log.debug({ message: message.id, ticket: id, networkId: message.providerId }, "message broadcast");
    const data = { action: "create", message: { ...presented, notify }, ticket, contact: ticket.contact };
    ports
      .use(RealtimePort)
      .publish(tenant.id, [
        { channel: "appMessage", data, audience: hearers(id, scope), topic: topicOf(id, [scope]) },
      ]);
  });
  live.after(MessageUndone, (tenant, { messageId, ticketId: id }) => {
    const scope = ticketScopesOf(tenant.db, [id]).get(id);
    if (!scope) return;
    const data = { action: "delete", messageId, ticketId: id };
    ports
      .use(RealtimePort)
      .publish(tenant.id, [
        { channel: "appMessage", data, audience: hearers(id, scope), topic: topicOf(id, [scope]) },
      ]);
  });
  const publishUpdates = (tenant: Tenant, messageIds: readonly number[]) => {
    const messages = presentMessages(tenant, messageIds);
    const scopes = ticketScopesOf(tenant.db, [...new Set(messages.map(({ ticketId }) => ticketId))]);
    const broadcasts = messages.flatMap((message): ViewerBroadcast[] => {
      const { ticketId: id } = message;
      const scope = scopes.get(id);
      if (!scope) return [];
      const data = { action: "update", message };
      return [
        { channel: "appMessage", data, audience: hearersOfChange(id, scope), topic: topicOf(id, [scope]) },
      ];
    });
    ports.use(RealtimePort).publish(tenant.id, broadcasts);
  };
  const updated = new Map<Tenant, Set<number>>();
  const lastMany = new WeakMap<Tenant, number>();
  const publishUpdated = (tenant: Tenant) => {
    const ids = [...(updated.get(tenant) ?? [])];
    updated.delete(tenant);
    if (!tenant.db.$client.open) return;
    if (ids.length > MANY) lastMany.set(tenant, performance.now());
    try {
      publishUpdates(tenant, ids);
    } catch (error) {
      log.error(
        { company: tenant.id, err: error },
        "updated messages not broadcast; open pages show them after a reload",
      );
    }
  };
  const sending = new Map<Tenant, Set<number>>();
  const publishSending = (tenant: Tenant) => {
    const ids = [...(sending.get(tenant) ?? [])];
    sending.delete(tenant);
    if (ids.length > 0 && tenant.db.$client.open) publishUpdates(tenant, ids);
  };
  live.after(MessageSending, (tenant, { messageId }) => {
    const known = sending.get(tenant);
    if (known) return void known.add(messageId);
    sending.set(tenant, new Set([messageId]));
    clock.after(SENDING_SHOWN_AFTER_MS, () => publishSending(tenant));
  });
  live.after(MessageUpdated, (tenant, { messageId }) => {
    sending.get(tenant)?.delete(messageId);
    const known = updated.get(tenant);
    if (known) return void known.add(messageId);
    updated.set(tenant, new Set([messageId]));
    const sinceMany = performance.now() - (lastMany.get(tenant) ?? Number.NEGATIVE_INFINITY);
    if (sinceMany < TOGETHER_MS) setTimeout(() => publishUpdated(tenant), TOGETHER_MS);
    // One query for all messages that a transaction changed: this runs after the code that wrote them.
    else queueMicrotask(() => publishUpdated(tenant));
  });
}
