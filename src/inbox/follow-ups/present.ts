import { presentAttachment } from "#channels/media/index.ts";
import type { TicketFollowUp } from "#inbox/tickets/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { FollowUpAnswer } from "./contract.ts";
import * as sql from "./follow-ups.sql.ts";
import { mayFollowUpsRun } from "./queries.ts";
import type { FollowUp } from "./schema.ts";

export const presentFollowUp = (
  tenant: Tenant,
  { id, name, ownerId, steps, ending, onlyInHours }: FollowUp,
): FollowUpAnswer => ({
  id,
  name,
  shared: ownerId === null,
  steps: steps.map((step) => ({ ...step, ...presentAttachment(tenant, step.fileId) })),
  ending,
  onlyInHours,
});

const NONE: ReadonlyMap<number, TicketFollowUp> = new Map();

/** The running follow-ups of these tickets, as tickets show them. */
export function followUpsOfTickets(
  tenant: Tenant,
  ticketIds: readonly number[],
): ReadonlyMap<number, TicketFollowUp> {
  const rows = mayFollowUpsRun(tenant) ? runsOf(tenant.db, ticketIds) : [];
  if (rows.length === 0) return NONE;
  return new Map(
    rows.map(({ ticketId, name, step, steps, nextAt, action }) => [
      ticketId,
      {
        name,
        step: step + 1,
        of: steps,
        nextAt: nextAt === null ? null : new Date(nextAt).toISOString(),
        end: action,
      },
    ]),
  );
}

function runsOf(db: Db, ticketIds: readonly number[]): readonly sql.ShownRun[] {
  const [only, ...others] = ticketIds;
  if (only === undefined) return [];
  if (others.length === 0) {
    const found = queryOne(db, sql.shown, { ticketId: only });
    return found ? [found] : [];
  }
  return queryAll(db, sql.shownAll, { ids: JSON.stringify(ticketIds) });
}
