import { type BotResponder, type Handover, stopIfAnsweredByBot } from "#automation/chatbot/index.ts";
import { isReady } from "#automation/integrations/billing/ready.ts";
import { addDelivery } from "#automation/integrations/delivery/rows.ts";
import { envelope } from "#automation/integrations/hook/envelope.ts";
import { isHook } from "#automation/integrations/policy.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import type { Integration } from "#automation/integrations/schema.ts";
import { type Message, REDACTED_PAYLOAD } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./responder.sql.ts";
import { beginSession, hasTicket, sessionOf, storeHeardAt, takeDocument } from "./sessions.ts";

/** Consecutive messages within this time are one turn, ms (docs/rules/integrations.md#dialogflow). */
const DEBOUNCE_MS = 4000;

/** Integrations as responders of the chatbot: they take conversations and receive the customer's messages. */
export const integrationResponder: BotResponder = {
  takes(tenant, id) {
    if (!tenant.company.plan.useIntegrations) return false;
    return findIntegration(tenant.db, id) !== undefined && isReady(tenant, id);
  },
  begin(unit, handover) {
    beginSession(unit, handover.ticket.id, handover.id);
    scheduleTurn(unit, handover);
  },
  hear(unit, request) {
    if (stopIfAnsweredByBot(unit, request.ticket)) return;
    // The integration was assigned by a user (`useIntegration`), or its integration session is missing: start one.
    if (sessionOf(unit.db, request.ticket.id)?.integrationId !== request.id)
      beginSession(unit, request.ticket.id, request.id);
    scheduleTurn(unit, request);
  },
};

function scheduleTurn(unit: TenantUnit, { ticket: { id: ticketId }, message, id }: Handover): void {
  const integration = findIntegration(unit.db, id);
  // Read again: the bot has just changed the row.
  const ticket = ticketById(unit.db, ticketId);
  if (!integration || !hasTicket(ticket, id)) return;
  if (message) storeHeardAt(unit, ticketId, message.createdAt);
  const turn = { integrationId: id, ticketId, messageId: message?.id ?? null, isTurn: true };
  const place = { ...turn, event: "message.created", lane: `t${ticketId}` };
  if (!isHook(integration.type)) {
    const waits = integration.type === "dialogflow";
    const at = unit.now + (waits ? DEBOUNCE_MS : 0);
    if (
      waits &&
      message &&
      execute(unit.db, sql.joinTurn, {
        messageId: message.id,
        at,
        ticketId,
        integrationId: id,
        now: unit.now,
      }).changes > 0
    )
      return;
    const sealed = integration.type === "billing" ? takeDocument(unit, ticketId) : "";
    const content = sealed === "" ? (message ? [message.id] : []) : { sealed };
    addDelivery(unit, { ...place, at, body: () => JSON.stringify(content) });
    return;
  }
  const body = (uuid: string) => hookBody(unit.tenant, integration, uuid, ticketId, message, unit.now);
  if (message) {
    const event = { integrationId: id, lane: place.lane, messageId: message.id };
    const known = queryOne(unit.db, sql.makeTurn, event);
    if (known) {
      execute(unit.db, sql.setBody, { uuid: known.uuid, body: body(known.uuid) });
      return;
    }
  }
  addDelivery(unit, { ...place, body });
}

/** The request body for a webhook or n8n. */
function hookBody(
  tenant: Tenant,
  integration: Integration,
  uuid: string,
  ticketId: number,
  message: Message | null,
  at: number,
): string {
  const raw = integration.type === "n8n" && integration.legacyPayload && message;
  const ticket = ticketById(tenant.db, ticketId);
  return (
    (raw ? rawMessage(tenant, raw) : undefined) ??
    envelope(tenant, integration, uuid, {
      type: "message.created",
      at,
      connectionId: ticket?.connectionId ?? 0,
      ticket: ticket ?? null,
      message,
    })
  );
}

/** The driver's event of a message; undefined when it was deleted (docs/rules/integrations.md#webhook). */
function rawMessage(tenant: Tenant, message: Message): string | undefined {
  if (message.providerId === null) return undefined;
  for (const { chat } of queryAll(tenant.db, sql.chatsOf, { contactId: message.contactId })) {
    const row = queryOne(tenant.db, sql.eventOf, {
      connectionId: message.connectionId,
      chat,
      providerId: message.providerId,
    });
    if (row && row.payload !== REDACTED_PAYLOAD) return row.payload;
  }
  return undefined;
}
