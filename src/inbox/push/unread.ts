import { queryAll } from "#platform/db/query.ts";
import type { Tenant, UserActor } from "#tenants/tenant.ts";
import { isNotified } from "./policy.ts";
import * as sql from "./push.sql.ts";

/** How many tickets with something unread concern this person: what the bell of the page counts. */
export const unreadOf = (tenant: Tenant, person: UserActor): number =>
  queryAll(tenant.db, sql.unreadTickets, { userId: person.id }).filter((ticket) => isNotified(person, ticket))
    .length;
