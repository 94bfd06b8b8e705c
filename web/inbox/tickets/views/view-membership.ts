import type { Conditions } from "#inbox/conditions/contract.ts";
import { evaluate } from "#inbox/conditions/evaluate/contract.ts";
import { scopeOfConditions } from "#inbox/ticket-views/built-in/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { type Person, seesByRight } from "#inbox/tickets/policy.ts";
import { factsOnPage } from "./facts.ts";

interface Known {
  readonly user: Person;
  /** The custom fields of the company. */
  readonly fields: Parameters<typeof factsOnPage>[2];
  /** ms. */
  readonly now: number;
}

/**
 * Whether a view with these conditions contains a ticket, as the server evaluates it (docs/rules/views.md#bar). `unknown`:
 * only the server knows. The caller checks that the user sees the ticket.
 */
export function viewMembership(
  ticket: TicketAnswer,
  conditions: Conditions,
  { user, fields, now }: Known,
): "in" | "out" | "unknown" {
  const scope = scopeOfConditions(conditions);
  const isAsleep = ticket.snooze?.asleep === true;
  if (!scope.statuses.includes(ticket.status)) return "out";
  if (scope.asleep !== undefined && scope.asleep !== isAsleep) return "out";
  if (!scope.participating && !seesByRight(user, ticket)) return "out";
  const { holds } = evaluate(conditions, factsOnPage(ticket, user, fields, now));
  return holds === undefined ? "unknown" : holds ? "in" : "out";
}
