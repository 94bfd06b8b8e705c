import type { SnoozeBody } from "#inbox/tickets/contract.ts";
import { nextOpening, type Ticket } from "#inbox/tickets/index.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TicketAction } from "./contract.ts";

type SnoozeAction = Extract<TicketAction, { action: "snooze" }>;

/** When a snooze of an action would end, ms; null = by a reply only. */
export function snoozeEnd(
  tenant: Tenant,
  ticket: Ticket,
  { mode, minutes, opening }: SnoozeAction,
): number | null {
  if (mode === "reply") return null;
  const after = minutes === undefined ? null : tenant.clock.now() + minutes * 60_000;
  return opening ? nextOpening(tenant, ticket, opening) : after;
}

/** The request body that the pages send for the same snooze. Throws 400 ERR_VALIDATION without an end. */
export function snoozeOf(tenant: Tenant, ticket: Ticket, action: SnoozeAction): SnoozeBody {
  const { mode } = action;
  if (mode === "reply") return { mode };
  const until = snoozeEnd(tenant, ticket, action);
  if (until === null) throw invalidFields({ until: "required" });
  return { mode, until: new Date(until).toISOString() };
}
