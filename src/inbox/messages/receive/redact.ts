import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./redact.sql.ts";

/** Returns a customer's text as it may be stored. Runs in the transaction that stores the text. */
export type InboundRedaction = (unit: TenantUnit, ticket: Ticket, text: string, isEdit: boolean) => string;

/** Hooks that redact inbound text before it is stored (docs/rules/integrations.md#billing-look-ups). */
export const InboundRedactionPort = definePort<InboundRedaction>("inbound-mask");

interface Place {
  /** Id of the stored event. */
  readonly id: number;
  /** JSON path of the text within the stored event. */
  readonly path: string;
  readonly isEdit: boolean;
}

/** Returns the text to be stored, and replaces the original in the stored event as well. */
export function redactText(unit: TenantUnit, ticket: Ticket, text: string, place: Place): string {
  if (!ticket.useIntegration) return text;
  const stored = unit.tenant.installation.ports.use(InboundRedactionPort)(unit, ticket, text, place.isEdit);
  if (stored !== text) execute(unit.db, sql.forget, { path: place.path, text: stored, id: place.id });
  return stored;
}

/** Like `redactText`, for the new text of an edit. */
export function redactEdit(unit: TenantUnit, ticketId: number, text: string, id: number): string {
  const ticket = ticketById(unit.db, ticketId);
  return ticket ? redactText(unit, ticket, text, { id, path: "$.body", isEdit: true }) : text;
}
