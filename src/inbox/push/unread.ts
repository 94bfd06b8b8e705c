import type { TicketScope } from "#inbox/tickets/index.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant, UserActor } from "#tenants/tenant.ts";
import { rings } from "./policy.ts";

const UNREAD = `SELECT status, queue_id AS queueId, user_id AS userId, user_distributed AS userDistributed FROM ticket
  WHERE unread_messages > 0 AND (status = 'pending' OR (status = 'open' AND user_id = ?))`;

/** How many tickets with something unread concern this person: what the bell of the page counts. */
export const unreadOf = (tenant: Tenant, person: UserActor): number =>
  all<TicketScope>(tenant.db, UNREAD, person.id).filter((ticket) => rings(person, ticket)).length;
