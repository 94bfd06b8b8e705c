import { presentAttachment } from "#channels/media/index.ts";
import type { TicketFollowUp } from "#inbox/tickets/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { FollowUpAnswer } from "./contract.ts";
import * as sql from "./follow-ups.sql.ts";
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

/** The running follow-ups of these tickets, as tickets show them. */
export function followUpsOfTickets(
  db: Db,
  ticketIds: readonly number[],
): ReadonlyMap<number, TicketFollowUp> {
  const [only, ...others] = ticketIds;
  const found =
    only === undefined || others.length > 0 ? undefined : queryOne(db, sql.shown, { ticketId: only });
  const rows =
    others.length > 0 ? queryAll(db, sql.shownAll, { ids: JSON.stringify(ticketIds) }) : found ? [found] : [];
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
