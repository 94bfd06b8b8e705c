import { NumberStateChanged, RestrictionChanged, SessionChanged } from "#channels/connections/events.ts";
import { isPasskeyStep } from "#channels/connections/index.ts";
import { TemplateChanged } from "#channels/templates/events.ts";
import { CostBudgetReached } from "#inbox/costs/events.ts";
import {
  MessageAccepted,
  MessageCreated,
  MessageReceiptReceived,
  MessageReleased,
} from "#inbox/messages/events.ts";
import { messageById } from "#inbox/messages/index.ts";
import { TicketRated } from "#inbox/ratings/events.ts";
import {
  TicketAccepted,
  TicketChanged,
  TicketCloseSettled,
  TicketTransferred,
} from "#inbox/tickets/events.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { ContactIdentified } from "#people/contacts/events.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { isFromBeforeRestore } from "#tenants/on-hold.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { EventType } from "./contract.ts";
import { RESTORED } from "./delivery/fail-restored.ts";
import { addDelivery } from "./delivery/rows.ts";
import { IntegrationDeleted, IntegrationSaved } from "./events.ts";
import { type EnvelopeEvent, envelope } from "./hook/envelope.ts";
import * as sql from "./integrations.sql.ts";
import { eventsOf } from "./present.ts";
import { findIntegration } from "./queries.ts";
import type { Integration } from "./schema.ts";

const KEY = "integrations:subscribed";

/** Events of imported tickets are not delivered. */
const HISTORY: readonly string[] = ["import"];

/** Integrations with their subscribed events; cached until one changes. */
const subscribed = (
  tenant: Tenant,
): readonly { readonly row: Integration; readonly events: readonly string[] }[] =>
  tenant.cached(KEY, () =>
    queryAll(tenant.db, sql.subscribed)
      .flatMap(({ id }) => findIntegration(tenant.db, id) ?? [])
      .map((row) => ({ row, events: eventsOf(row) })),
  );

type Event = Omit<EnvelopeEvent, "type" | "at"> & { readonly type: EventType };

/**
 * Queues deliveries to subscribed integrations, each in the transaction of its event
 * (docs/rules/integrations.md#webhook).
 */
export function deliverEvents({ bus }: Installation): void {
  const dropCache = (unit: TenantUnit) => unit.afterCommit(() => unit.tenant.drop(KEY));
  bus.within(IntegrationSaved, dropCache);
  bus.within(IntegrationDeleted, dropCache);

  bus.within(MessageCreated, (unit, { message, ticket }) => {
    // A message that can still be undone is delivered when it leaves.
    if (message.origin === "import" || message.heldUntil !== null) return;
    const event = about(ticket, "message.created");
    deliver(unit, message.filledAt === null ? event : { ...event, extra: { filled: true } }, message);
  });
  bus.within(MessageReleased, (unit, { messageId }) => {
    const message = messageById(unit.db, messageId);
    const ticket = message && ticketById(unit.db, message.ticketId);
    if (ticket) deliver(unit, about(ticket, "message.created"), message);
  });
  const marked = (unit: TenantUnit, { messageId }: { readonly messageId: number }) => {
    const message = subscribers(unit, "message.ack").length > 0 ? messageById(unit.db, messageId) : undefined;
    const ticket = message && ticketById(unit.db, message.ticketId);
    if (ticket) deliver(unit, about(ticket, "message.ack"), message);
  };
  bus.within(MessageAccepted, marked);
  bus.within(MessageReceiptReceived, marked);
  bus.within(TicketChanged, (unit, { before, after }) => {
    if (before === null && !HISTORY.includes(after.origin)) deliver(unit, about(after, "ticket.created"));
  });
  bus.within(TicketAccepted, (unit, { ticket }) => deliver(unit, about(ticket, "ticket.accepted")));
  bus.within(TicketTransferred, (unit, { ticket, previous }) => {
    const from = { queueId: previous.queueId, userId: previous.userId };
    deliver(unit, { ...about(ticket, "ticket.transferred"), extra: { from } });
  });
  bus.within(TicketCloseSettled, (unit, { ticket, reason }) => {
    if (reason !== "import" && reason !== "merged")
      deliver(unit, { ...about(ticket, "ticket.closed"), extra: { reason } });
  });
  bus.within(TicketRated, (unit, { ticketId, rate, scale }) => {
    const ticket = ticketById(unit.db, ticketId);
    if (ticket) deliver(unit, { ...about(ticket, "ticket.rated"), extra: { rate, scale } });
  });
  bus.within(ContactIdentified, (unit, { contactId, connectionId }) =>
    deliver(unit, { type: "contact.identified", connectionId, contactId }),
  );
  bus.within(NumberStateChanged, (unit, { connectionId, ...state }) =>
    deliver(unit, { type: "connection.state", connectionId, extra: { state } }),
  );
  bus.within(TemplateChanged, (unit, { connectionId, pausedUntil: until, ...template }) => {
    const pausedUntil = until === null ? null : new Date(until).toISOString();
    deliver(unit, {
      ...{ type: "template.changed", connectionId, extra: { template: { ...template, pausedUntil } } },
    });
  });
  bus.within(RestrictionChanged, (unit, { connectionId, restriction, change }) => {
    if (change === "suspected" || change === "dropped") return;
    const { kind, effect, endsAt, rawType, code } = restriction;
    const type = change === "ended" ? "connection.unrestricted" : "connection.restricted";
    const until = endsAt === null ? null : new Date(endsAt).toISOString();
    deliver(unit, { type, connectionId, extra: { kind, effect, endsAt: until, raw: rawType ?? code } });
  });
  bus.within(CostBudgetReached, (unit, budget) =>
    deliver(unit, { type: "cost.budget", connectionId: null, extra: { budget } }),
  );
  bus.within(SessionChanged, (unit, { connectionId, before, after }) => {
    const { status, statusReason } = after;
    if (before.status === status && !isPasskeyStep(statusReason)) return;
    // The step of a link whose account requires a passkey (docs/rules/linking.md#steps).
    const step = isPasskeyStep(statusReason) ? { step: statusReason } : {};
    deliver(unit, { type: "connection.status", connectionId, extra: { status, ...step } });
  });
}

const about = (ticket: Ticket, type: EventType): Event => ({
  type,
  connectionId: ticket.connectionId,
  ticket,
});

/** Subscribed integrations within the plan: webhooks of the company need the API, the others integrations. */
const subscribers = ({ tenant }: TenantUnit, type: EventType): readonly Integration[] => {
  const { useExternalApi, useIntegrations } = tenant.company.plan;
  return subscribed(tenant)
    .filter(({ row, events }) => events.includes(type) && (row.ofCompany ? useExternalApi : useIntegrations))
    .map(({ row }) => row);
};

function deliver(unit: TenantUnit, event: Event, message: EnvelopeEvent["message"] = null): void {
  const { tenant } = unit;
  const { ticket = null, connectionId } = event;
  // The receiver may have answered the customer before the restore.
  const isOld = message !== null && !message.fromMe && isFromBeforeRestore(tenant.company, message.createdAt);
  for (const row of subscribers(unit, event.type)) {
    addDelivery(unit, {
      integrationId: row.id,
      ticketId: ticket?.id ?? null,
      messageId: message?.id ?? null,
      event: event.type,
      failed: isOld ? RESTORED : undefined,
      lane: ticket ? `t${ticket.id}` : connectionId === null ? "company" : `c${connectionId}`,
      body: (uuid) => envelope(tenant, row, uuid, { ...event, at: unit.now, message }),
    });
  }
}
