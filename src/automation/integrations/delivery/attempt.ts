import {
  ANSWER_WITHIN_MS,
  pauseAfter,
  TOLD_WITHIN_MS,
  TURN_TRIES,
  TURN_WITHIN_MS,
} from "#automation/integrations/policy.ts";
import { eventsOf } from "#automation/integrations/present.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import type { Delivery } from "#automation/integrations/schema.ts";
import { handBack, hasTicket, remember, sessionOf } from "#automation/integrations/sessions.ts";
import { messageById } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { Told } from "./adapter.ts";
import { carriers } from "./adapters.ts";
import { deliveryById, noLongerTurn, turnsBehind, writeDelivery } from "./rows.ts";

const LOGGED = 4000;

/** Tells one thing to its integration and writes down what came of it, in one transaction. */
export async function attempt(tenant: Tenant, row: Delivery): Promise<void> {
  const told = await tell(tenant, row);
  tenant.write((unit) => {
    const current = deliveryById(unit.db, row.id);
    if (current?.state !== "waiting") return;
    settle(unit, current, told);
  });
}

const nothing = (error: string): Told => ({ statusCode: null, answer: "", error, final: true, steps: [] });

async function tell(tenant: Tenant, row: Delivery): Promise<Told> {
  const integration = findIntegration(tenant.db, row.integrationId);
  if (!integration) return nothing("gone");
  if (tenant.clock.now() - row.beganAt > TOLD_WITHIN_MS) return nothing("expired");
  const { uuid, event, body } = row;
  const turn = row.isTurn ? turnOf(tenant, row) : null;
  if (row.isTurn && !turn) return nothing("taken_over");
  try {
    return await carriers[integration.type]({ tenant, integration, uuid, event, body, turn });
  } catch (error) {
    tenant.log.error({ err: error, delivery: row.id }, "integration could not be told");
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

function settle(unit: TenantUnit, row: Delivery, told: Told): void {
  const attempts = row.attempts + 1;
  const seen = {
    ...row,
    attempts,
    statusCode: told.statusCode,
    answer: told.answer.slice(0, LOGGED),
    body: told.body ?? row.body,
    error: told.error,
  };
  const over = { ...seen, finishedAt: unit.now, steps: "[]" };
  if (told.error === null) {
    if (row.isTurn) answered(unit, seen, told);
    else writeDelivery(unit, { ...over, state: "done" });
    return;
  }
  const isTurn = row.isTurn && attempts < TURN_TRIES && !told.final;
  const mayWait = isTurn || !row.isTurn || listens(unit, row);
  const pause = told.final || !mayWait ? null : pauseAfter(attempts);
  if (pause !== null) {
    writeDelivery(unit, { ...seen, nextTryAt: unit.now + pause });
    if (row.isTurn && !isTurn) endTurn(unit, row);
    for (const waiting of turnsBehind(unit.db, row, unit.now - TURN_WITHIN_MS)) endTurn(unit, waiting);
    return;
  }
  // Somebody took the conversation: nothing failed, and nobody waits.
  const state = told.error === "taken_over" ? "done" : "failed";
  writeDelivery(unit, { ...over, state });
  if (row.isTurn) failed(unit, row);
}

/** The customer is to get what came back, unless it is too late or a person has the ticket by now. */
function answered(unit: TenantUnit, row: Delivery, told: Told): void {
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
  if (told.memory) remember(unit, ticketId, told.memory);
  const steps = JSON.stringify(told.steps);
  if (told.steps.length === 0) writeDelivery(unit, { ...over, state: "done" });
  else writeDelivery(unit, { ...row, state: "acting", steps, nextTryAt: unit.now });
}

/** It also wants to hear what is said where it does not answer: then it is told later. */
const listens = (unit: TenantUnit, { integrationId, event }: Delivery): boolean => {
  const integration = findIntegration(unit.db, integrationId);
  return integration !== undefined && eventsOf(integration).some((type) => type === event);
};

/** The customer waits no longer; what is told in order is told without anybody waiting for an answer. */
function endTurn(unit: TenantUnit, row: Delivery): void {
  noLongerTurn(unit, row.id);
  failed(unit, row);
}

/** The integration is not up to it: a person goes on (docs/rules/integrations.md#life). */
function failed(unit: TenantUnit, { ticketId, integrationId }: Delivery): void {
  if (ticketId !== null && hasTicket(ticketById(unit.db, ticketId), integrationId))
    handBack(unit, ticketId, "integration_failed");
}
