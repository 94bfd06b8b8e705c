import type { AdReferral } from "#channels/connections/index.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./ads.sql.ts";

/** Stores the advertisement that a customer's message answers (docs/rules/tickets.md#ads). */
export function recordReferral(unit: TenantUnit, ticket: Ticket, referral: AdReferral, at: number): void {
  const { sourceType, sourceId, sourceUrl, headline, body, clickId } = referral;
  execute(unit.db, sql.insertReferral, {
    ...{ sourceType, sourceId, sourceUrl, headline, body, clickId, at },
    ticketId: ticket.id,
    trackingId: runningTracking(unit.db, ticket.id)?.id ?? null,
    network: ticket.channel,
  });
}

/** Deletes the advertisements of a ticket whose messages are deleted by age. */
export const forgetReferrals = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.deleteOfTicket, { ticketId });
