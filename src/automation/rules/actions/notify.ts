import { notify } from "#accounts/notifications/index.ts";
import * as sql from "#automation/rules/queries.sql.ts";
import type { Rule } from "#automation/rules/schema.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { RuleAction } from "./contract.ts";

/** Throws 404 ERR_NO_USER_FOUND when one of these users no longer exists. */
export function requireUsers(unit: TenantUnit, userIds: readonly number[]): void {
  const active = queryAll(unit.db, sql.activeUsers, { ids: JSON.stringify(userIds) });
  if (active.length < new Set(userIds).size) throw notFound("ERR_NO_USER_FOUND");
}

/** Notifies the people that a rule names. Without a ticket there is neither an attendant nor a queue. */
export function notifyPeople(
  unit: TenantUnit,
  rule: Rule,
  ticket: Ticket | null,
  { to, userIds, text }: Extract<RuleAction, { action: "notify" }>,
): void {
  requireUsers(unit, userIds);
  const people = new Set(userIds);
  if (to.includes("owner") && ticket?.userId) people.add(ticket.userId);
  const queueId = ticket?.queueId ?? null;
  if (to.includes("supervisors") && queueId !== null)
    for (const { id } of queryAll(unit.db, sql.supervisorsOf, { queueId })) people.add(id);
  if (to.includes("admins")) for (const { id } of queryAll(unit.db, sql.admins)) people.add(id);
  const details = { rule: rule.name, text };
  notify(unit, people, { kind: "rule_notice", ticketId: ticket?.id ?? null, subjectId: rule.id, details });
}
