import { queuesOf, requireConnection } from "#connections/index.ts";
import { MessageReceived } from "#messages/events.ts";
import { findQueue } from "#queues/index.ts";
import { setting } from "#settings/index.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { noteGreeted, type Ticket } from "#tickets/index.ts";
import { sayAutomatically } from "./automatic.ts";

/**
 * The first words on a connection without a menu (behaviour 8.1), once per ticket: without queues the connection's
 * greeting; with one queue, which is chosen at once, the connection's greeting when the setting wants it and then the
 * queue's. Menus of two queues and more are the chatbot's.
 */
export function listenForWelcome({ bus }: Installation): void {
  bus.within(MessageReceived, (unit, { ticket, botAllowed }) => {
    if (botAllowed && ticket.greetedAt === null) welcome(unit, ticket);
  });
}

function welcome(unit: TenantUnit, ticket: Ticket): void {
  const connection = requireConnection(unit.db, ticket.connectionId);
  const [only, second] = queuesOf(unit.db, [connection.id]).get(connection.id) ?? [];
  if (second || (only ? ticket.queueId !== only.id : ticket.queueId !== null)) return;
  noteGreeted(unit, ticket.id);
  const say = (text: string) => sayAutomatically(unit, { ticket, text, origin: "bot" });
  if (!only || setting(unit.tenant, "sendGreetingMessageOneQueues")) say(connection.greetingMessage);
  if (only) say(findQueue(unit.db, only.id)?.greetingMessage ?? "");
}
