import { eventFacts } from "#automation/rules/before-bot/facts.ts";
import { runRules } from "#automation/rules/engine/run-rules.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import { runningTicket, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { type CompanyRotation, rotateCompanies } from "#tenants/company-rotation.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RULE_EVENTS_DUE, type StoredFacts } from "./raise.ts";
import { RuleWorkerPort } from "./worker-port.ts";

/** Processes the stored events of all companies in turn. */
export const createRuleWorker = ({ log }: Installation): CompanyRotation =>
  rotateCompanies({
    step: runNextEvent,
    onError: (tenant, error) =>
      log.error(
        { company: tenant.id, err: error },
        "running the rules of a stored event failed; retry in 5 s",
      ),
  });

/** Runs the rules of the oldest stored event; false when there is none. */
export function runNextEvent(tenant: Tenant): boolean {
  const row = queryOne(tenant.db, sql.nextEvent);
  if (!row) return false;
  const { facts, connectionId, ...rest } = JSON.parse(row.facts) as StoredFacts;
  const ticket = ticketOf(tenant.db, row, connectionId);
  runRules(tenant, {
    ...rest,
    event: row.event,
    key: row.eventKey,
    ticketId: ticket?.id ?? row.ticketId,
    contactId: row.contactId ?? ticket?.contactId ?? null,
    at: row.at,
    facts: eventFacts(tenant, { queueId: ticket?.queueId ?? null, at: row.at }, facts),
    chain: JSON.parse(row.chain) as number[],
  });
  tenant.write((unit) => execute(unit.db, sql.deleteEvent, { id: row.id }));
  return true;
}

function ticketOf(db: Db, { ticketId, contactId }: sql.EventRow, connectionId?: number): Ticket | undefined {
  if (ticketId !== null) return ticketById(db, ticketId);
  return contactId === null || connectionId === undefined
    ? undefined
    : runningTicket(db, contactId, connectionId);
}

/** Every 5 s: processes events that were not processed before the process was killed. */
export const runStoredEvents = defineDueJob({
  job: RULE_EVENTS_DUE,
  every: { seconds: 5 },
  failure: "processing stored events of rules failed; retry in 5 s",
  run(tenant) {
    if (!queryOne(tenant.db, sql.nextEvent)) return null;
    tenant.installation.ports.use(RuleWorkerPort).wake(tenant);
    return tenant.installation.clock.now() + 5000;
  },
});
