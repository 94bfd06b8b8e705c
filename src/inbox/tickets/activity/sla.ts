import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./sla.sql.ts";

export type { ShownSla } from "./sla.sql.ts";

/** Stores the most urgent promised time in the row of a ticket, if it has changed. The position of the ticket in the lists is unchanged. */
export function showSla(unit: TenantUnit, ticketId: number, shown: sql.ShownSla): void {
  const before = storedTicket(unit.db, ticketId);
  const { slaPolicyId, slaTarget, slaState, slaDueAt, slaLeftMs } = shown;
  const isSame =
    before.slaPolicyId === slaPolicyId &&
    before.slaTarget === slaTarget &&
    before.slaState === slaState &&
    before.slaDueAt === slaDueAt &&
    before.slaLeftMs === slaLeftMs;
  if (isSame) return;
  execute(unit.db, sql.showSla, { ...shown, id: ticketId });
  ticketChanged(unit, before, { ...before, ...shown });
}
