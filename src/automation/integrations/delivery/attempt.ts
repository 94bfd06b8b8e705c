import { billingAdapter } from "#automation/integrations/billing/adapter.ts";
import type { IntegrationType } from "#automation/integrations/contract.ts";
import { dialogflowAdapter } from "#automation/integrations/dialogflow/adapter.ts";
import { hookAdapter } from "#automation/integrations/hook/adapter.ts";
import {
  ANSWER_WITHIN_MS,
  DELIVERY_LIFETIME_MS,
  pauseAfter,
  TURN_ATTEMPTS,
  TURN_WITHIN_MS,
} from "#automation/integrations/policy.ts";
import { eventsOf } from "#automation/integrations/present.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import {
  hasTicket,
  returnToQueue,
  sessionOf,
  storeMemory,
} from "#automation/integrations/responder/sessions.ts";
import type { Delivery } from "#automation/integrations/schema.ts";
import { typebotAdapter } from "#automation/integrations/typebot/adapter.ts";
import { messageById } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { Adapter, AdapterResult } from "./adapter.ts";
import { deliveryById, noLongerTurn, turnsBehind, writeDelivery } from "./rows.ts";

const LOGGED = 4000;

/** Makes one delivery and stores its result in one transaction. */
export async function attempt(tenant: Tenant, row: Delivery): Promise<void> {
  const result = await deliver(tenant, row);
  tenant.write((unit) => {
    const current = deliveryById(unit.db, row.id);
    if (current?.state !== "waiting") return;
    settle(unit, current, result);
  });
}

const nothing = (error: string): AdapterResult => ({
  statusCode: null,
  answer: "",
  error,
  final: true,
  steps: [],
});

async function deliver(tenant: Tenant, row: Delivery): Promise<AdapterResult> {
  const integration = findIntegration(tenant.db, row.integrationId);
  if (!integration) return nothing("gone");
  if (tenant.clock.now() - row.beganAt > DELIVERY_LIFETIME_MS) return nothing("expired");
  const { uuid, event, body } = row;
  const turn = row.isTurn ? turnOf(tenant, row) : null;
  if (row.isTurn && !turn) return nothing("taken_over");
  try {
    return await adapters[integration.type]({ tenant, integration, uuid, event, body, turn });
  } catch (error) {
    tenant.log.error(
      { err: error, delivery: row.id, integration: row.integrationId },
      "adapter of an integration failed with an internal error; the delivery is retried or fails",
    );
    return { ...nothing("internal"), final: false };
  }
}

function turnOf(tenant: Tenant, { ticketId, integrationId, messageId }: Delivery) {
  const ticket = ticketId === null ? undefined : ticketById(tenant.db, ticketId);
  const session = ticketId === null ? undefined : sessionOf(tenant.db, ticketId);
  if (!hasTicket(ticket, integrationId) || session?.integrationId !== integrationId) return null;
  const message = messageId === null ? null : (messageById(tenant.db, messageId) ?? null);
  return { ticket, session, message };
}

function settle(unit: TenantUnit, row: Delivery, result: AdapterResult): void {
  const attempts = row.attempts + 1;
  const seen = {
    ...row,
    attempts,
    statusCode: result.statusCode,
    answer: result.answer.slice(0, LOGGED),
    body: result.body ?? row.body,
    error: result.error,
  };
  const over = { ...seen, finishedAt: unit.now, steps: "[]" };
  if (result.error === null) {
    if (row.isTurn) answered(unit, seen, result);
    else writeDelivery(unit, { ...over, state: "done" });
    return;
  }
  const isTurn = row.isTurn && attempts < TURN_ATTEMPTS && !result.final;
  const mayWait = isTurn || !row.isTurn || listens(unit, row);
  const pause = result.final || !mayWait ? null : pauseAfter(attempts);
  if (pause !== null) {
    writeDelivery(unit, { ...seen, nextTryAt: unit.now + pause });
    if (row.isTurn && !isTurn) endTurn(unit, row);
    for (const waiting of turnsBehind(unit.db, row, unit.now - TURN_WITHIN_MS)) endTurn(unit, waiting);
    return;
  }
  // A conversation taken by a person is not a failure.
  const state = result.error === "taken_over" ? "done" : "failed";
  writeDelivery(unit, { ...over, state });
  if (row.isTurn) failed(unit, row);
}

/** Carries out the steps of a response, unless it is too late or a person has the ticket. */
function answered(unit: TenantUnit, row: Delivery, result: AdapterResult): void {
  const ticketId = row.ticketId ?? 0;
  const over = { ...row, finishedAt: unit.now, steps: "[]" };
  if (!hasTicket(ticketById(unit.db, ticketId), row.integrationId)) {
    writeDelivery(unit, { ...over, state: "done", error: "taken_over" });
    return;
  }
  if (unit.now - row.createdAt > ANSWER_WITHIN_MS) {
    writeDelivery(unit, { ...over, state: "done", error: "answer_too_late" });
    failed(unit, row);
    return;
  }
  if (result.memory) storeMemory(unit, ticketId, result.memory);
  const steps = JSON.stringify(result.steps);
  if (result.steps.length === 0) writeDelivery(unit, { ...over, state: "done" });
  else writeDelivery(unit, { ...row, state: "acting", steps, nextTryAt: unit.now });
}

/** Whether the integration also subscribes to the event: then the delivery continues without a bot turn. */
const listens = (unit: TenantUnit, { integrationId, event }: Delivery): boolean => {
  const integration = findIntegration(unit.db, integrationId);
  return integration !== undefined && eventsOf(integration).some((type) => type === event);
};

/** Ends a turn: the delivery keeps its place among those with the same `lane`, and its response is ignored. */
function endTurn(unit: TenantUnit, row: Delivery): void {
  noLongerTurn(unit, row.id);
  failed(unit, row);
}

/** The integration failed: the ticket is passed to a person (docs/rules/integrations.md#life). */
function failed(unit: TenantUnit, { ticketId, integrationId }: Delivery): void {
  if (ticketId !== null && hasTicket(ticketById(unit.db, ticketId), integrationId))
    returnToQueue(unit, ticketId, "integration_failed");
}

/** The adapter of each type. */
const adapters: Readonly<Record<IntegrationType, Adapter>> = {
  webhook: hookAdapter,
  n8n: hookAdapter,
  typebot: typebotAdapter,
  dialogflow: dialogflowAdapter,
  billing: billingAdapter,
};
