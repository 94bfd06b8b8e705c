import { type BotResponder, type Handover, stopIfAnsweredByBot } from "#automation/chatbot/index.ts";
import type { Message } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { isReady } from "./billing/ready.ts";
import { addDelivery } from "./delivery/rows.ts";
import { envelope } from "./hook/envelope.ts";
import { rawMessage } from "./hook/legacy.ts";
import { isHook } from "./policy.ts";
import { findIntegration } from "./queries.ts";
import type { Integration } from "./schema.ts";
import { beginSession, hasTicket, noteHeard, sessionOf, takeDocument } from "./sessions.ts";

/** Messages in one breath are one turn, ms (docs/rules/integrations.md#dialogflow). */
const DEBOUNCE_MS = 4000;
const JOIN = `UPDATE integration_delivery SET message_id = ?1, next_try_at = ?2, body = json_insert(body, '$[#]', ?1)
  WHERE ticket_id = ?3 AND integration_id = ?4 AND is_turn = 1 AND attempts = 0 AND state IN ('queued', 'waiting')
    AND next_try_at > ?5`;
// Told as an event already, and now the customer waits for the answer as well.
const UPGRADE = `UPDATE integration_delivery SET is_turn = 1, body = ? WHERE integration_id = ? AND lane = ? AND message_id = ?
  AND event = 'message.created' AND attempts = 0 AND state IN ('queued', 'waiting', 'acting') RETURNING uuid`;

/** Integrations as the chatbot sees them: they take conversations and hear what customers write. */
export const integrationResponder: BotResponder = {
  takes(tenant, id) {
    if (!tenant.company.plan.useIntegrations) return false;
    return findIntegration(tenant.db, id) !== undefined && isReady(tenant, id);
  },
  begin(unit, handover) {
    beginSession(unit, handover.ticket.id, handover.id);
    listen(unit, handover);
  },
  hear(unit, heard) {
    if (stopIfAnsweredByBot(unit, heard.ticket)) return;
    // Given by hand (`useIntegration`), or its memory is gone.
    if (sessionOf(unit.db, heard.ticket.id)?.integrationId !== heard.id)
      beginSession(unit, heard.ticket.id, heard.id);
    listen(unit, heard);
  },
};

function listen(unit: TenantUnit, { ticket: { id: ticketId }, message, id }: Handover): void {
  const integration = findIntegration(unit.db, id);
  // The row as the bot has just written it.
  const ticket = ticketById(unit.db, ticketId);
  if (!integration || !hasTicket(ticket, id)) return;
  if (message) noteHeard(unit, ticketId, message.createdAt);
  const turn = { integrationId: id, ticketId, messageId: message?.id ?? null, isTurn: true };
  const place = { ...turn, event: "message.created", lane: `t${ticketId}` };
  if (!isHook(integration.type)) {
    const waits = integration.type === "dialogflow";
    const at = unit.now + (waits ? DEBOUNCE_MS : 0);
    if (waits && message && run(unit.db, JOIN, message.id, at, ticketId, id, unit.now).changes > 0) return;
    const sealed = integration.type === "billing" ? takeDocument(unit, ticketId) : "";
    const heard = sealed === "" ? (message ? [message.id] : []) : { sealed };
    addDelivery(unit, { ...place, at, body: () => JSON.stringify(heard) });
    return;
  }
  const body = (uuid: string) => hookBody(unit.tenant, integration, uuid, ticketId, message, unit.now);
  if (message) {
    const known = unit.db.$client.prepare(UPGRADE).get(body(""), id, place.lane, message.id) as
      | { uuid: string }
      | undefined;
    if (known) {
      run(unit.db, "UPDATE integration_delivery SET body = ? WHERE uuid = ?", body(known.uuid), known.uuid);
      return;
    }
  }
  addDelivery(unit, { ...place, body });
}

/** What a webhook or n8n is told of a message. */
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
