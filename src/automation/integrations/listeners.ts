import { SessionChanged } from "#channels/connections/events.ts";
import { MessageAccepted, MessageCreated, MessageReceiptReceived } from "#inbox/messages/events.ts";
import { messageById } from "#inbox/messages/index.ts";
import { TicketRated } from "#inbox/ratings/events.ts";
import {
  TicketAccepted,
  TicketChanged,
  TicketCloseSettled,
  TicketTransferred,
} from "#inbox/tickets/events.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { all } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { EventType } from "./contract.ts";
import { addDelivery } from "./delivery/rows.ts";
import { IntegrationDeleted, IntegrationSaved } from "./events.ts";
import { envelope, type Happening } from "./hook/envelope.ts";
import { eventsOf } from "./present.ts";
import { findIntegration } from "./queries.ts";
import type { Integration } from "./schema.ts";

const KEY = "integrations:subscribed";
const SUBSCRIBED = "SELECT id FROM integration WHERE events <> '[]' AND type IN ('webhook', 'n8n')";
/** What was brought in from elsewhere has not happened now. */
const HISTORY: readonly string[] = ["import"];

/** Who wants to hear of what; read once and again after a change. */
const subscribed = (
  tenant: Tenant,
): readonly { readonly row: Integration; readonly events: readonly string[] }[] =>
  tenant.cached(KEY, () =>
    all<{ id: number }>(tenant.db, SUBSCRIBED)
      .flatMap(({ id }) => findIntegration(tenant.db, id) ?? [])
      .map((row) => ({ row, events: eventsOf(row) })),
  );

type Told = Omit<Happening, "type" | "at"> & { readonly type: EventType };

/**
 * Tells integrations that asked for it what happens, each in the transaction in which it happens
 * (docs/rules/integrations.md#webhook).
 */
export function tellIntegrations({ bus }: Installation): void {
  const forget = (unit: TenantUnit) => unit.afterCommit(() => unit.tenant.drop(KEY));
  bus.within(IntegrationSaved, forget);
  bus.within(IntegrationDeleted, forget);

  bus.within(MessageCreated, (unit, { message, ticket }) => {
    if (message.origin !== "import") tell(unit, about(ticket, "message.created"), message);
  });
  const marked = (unit: TenantUnit, { messageId }: { readonly messageId: number }) => {
    const message = listeners(unit, "message.ack").length > 0 ? messageById(unit.db, messageId) : undefined;
    const ticket = message && ticketById(unit.db, message.ticketId);
    if (ticket) tell(unit, about(ticket, "message.ack"), message);
  };
  bus.within(MessageAccepted, marked);
  bus.within(MessageReceiptReceived, marked);
  bus.within(TicketChanged, (unit, { before, after }) => {
    if (before === null && !HISTORY.includes(after.origin)) tell(unit, about(after, "ticket.created"));
  });
  bus.within(TicketAccepted, (unit, { ticket }) => tell(unit, about(ticket, "ticket.accepted")));
  bus.within(TicketTransferred, (unit, { ticket, previous }) => {
    const from = { queueId: previous.queueId, userId: previous.userId };
    tell(unit, { ...about(ticket, "ticket.transferred"), extra: { from } });
  });
  bus.within(TicketCloseSettled, (unit, { ticket, reason }) => {
    if (reason !== "import" && reason !== "merged")
      tell(unit, { ...about(ticket, "ticket.closed"), extra: { reason } });
  });
  bus.within(TicketRated, (unit, { ticketId, rate }) => {
    const ticket = ticketById(unit.db, ticketId);
    if (ticket) tell(unit, { ...about(ticket, "ticket.rated"), extra: { rate } });
  });
  bus.within(SessionChanged, (unit, { connectionId, before, after }) => {
    if (before.status !== after.status)
      tell(unit, { type: "connection.status", connectionId, extra: { status: after.status } });
  });
}

const about = (ticket: Ticket, type: EventType): Told => ({
  type,
  connectionId: ticket.connectionId,
  ticket,
});

/** Webhooks of the company come with the API, integrations of queues with theirs. */
const listeners = ({ tenant }: TenantUnit, type: EventType): readonly Integration[] => {
  const { useExternalApi, useIntegrations } = tenant.company.plan;
  return subscribed(tenant)
    .filter(({ row, events }) => events.includes(type) && (row.ofCompany ? useExternalApi : useIntegrations))
    .map(({ row }) => row);
};

function tell(unit: TenantUnit, told: Told, message: Happening["message"] = null): void {
  const { tenant } = unit;
  const { ticket = null, connectionId } = told;
  for (const row of listeners(unit, told.type)) {
    addDelivery(unit, {
      integrationId: row.id,
      ticketId: ticket?.id ?? null,
      messageId: message?.id ?? null,
      event: told.type,
      lane: ticket ? `t${ticket.id}` : `c${connectionId}`,
      body: (uuid) => envelope(tenant, row, uuid, { ...told, at: unit.now, message }),
    });
  }
}
