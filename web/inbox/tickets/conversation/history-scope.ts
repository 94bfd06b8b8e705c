import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { MessageAnswer, MessagePage, TimelineConnection } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { TimelineScope } from "#web/inbox/messages/messages-api.ts";
import { isDeepEqual } from "#web/lib/deep-equal.ts";

export interface HistoryScopeParts {
  readonly ticketId: number;
  readonly ticket: ReadonlySignal<TicketAnswer | undefined>;
  /** Name and channel of a connection the page knows; undefined for others, such as deleted ones. */
  readonly connection: (whatsappId: number) => TimelineConnection | undefined;
}

/** Whether a ticket's conversation shows a message in a scope. */
export function isInScope(
  message: Pick<MessageAnswer, "ticketId" | "contactId" | "whatsappId">,
  ticket: Pick<TicketAnswer, "id" | "contactId" | "whatsappId">,
  scope: TimelineScope,
): boolean {
  if (message.ticketId === ticket.id) return true;
  if (message.contactId !== ticket.contactId) return false;
  return scope === "all" || message.whatsappId === ticket.whatsappId;
}

export type HistoryScope = ReturnType<typeof createHistoryScope>;

/** Which messages of the contact a ticket shows: those of its connection, or all (docs/rules/conversations.md#scope). */
export function createHistoryScope({ ticketId, ticket, connection }: HistoryScopeParts) {
  const shown = signal<TimelineScope>("connection");
  const others = signal<readonly TimelineConnection[]>([]);
  let connectionId = ticket.peek()?.whatsappId;

  return {
    shown,
    /** Connections with messages that only the whole history shows. */
    others: others as ReadonlySignal<readonly TimelineConnection[]>,
    /** Whether the choice of scope is offered: the contact has messages on other connections. */
    isOffered: computed(() => others.value.length > 0),

    /** Whether the stream shows this message now. */
    holds(message: MessageAnswer): boolean {
      const known = ticket.peek();
      return known ? isInScope(message, known, shown.peek()) : message.ticketId === ticketId;
    },
    /** Call when a message arrives: adds its connection to `others` if only the whole history shows the message. */
    noticed(message: MessageAnswer): void {
      const { whatsappId } = message;
      const here = ticket.peek();
      if (here?.contactId !== message.contactId || isInScope(message, here, "connection")) return;
      if (others.peek().some(({ id }) => id === whatsappId)) return;
      const known = connection(whatsappId);
      if (known) others.value = [...others.peek(), known];
    },
    learn({ otherConnections, ticket: fresh }: Pick<MessagePage, "otherConnections" | "ticket">): void {
      connectionId = fresh.whatsappId;
      if (!isDeepEqual(others.peek(), otherConnections)) others.value = otherConnections;
    },
    /** True once after the ticket was moved to another connection. */
    hasMoved(): boolean {
      const now = ticket.peek()?.whatsappId;
      const moved = connectionId !== undefined && now !== undefined && now !== connectionId;
      connectionId = now;
      return moved;
    },
    /** Name of a connection as the labels of the whole history show it. Reads signals. */
    nameOf(whatsappId: number): string {
      const own = ticket.value;
      if (own?.whatsappId === whatsappId) return own.whatsapp.name;
      const other = others.value.find(({ id }) => id === whatsappId) ?? connection(whatsappId);
      return other?.name ?? "";
    },
  };
}
