import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { QueueUses } from "./contract.ts";
import { noQueue } from "./errors.ts";
import { findQueue } from "./queries.ts";
import * as sql from "./queues.sql.ts";

/** Counts of rows that refer to a queue, by features that own them; each adds its own when it is wired. */
export const QueueUsesPort =
  definePort<Map<"tickets" | "connections", (db: Db, queueId: number) => number>>("queue uses");

/**
 * `GET /queue/{id}/uses`, admins: number of rows that deleting the queue would affect. Rule:
 * docs/rules/queues.md#deleting. Throws 404 ERR_NO_QUEUE_FOUND.
 */
export function usesOf({ tenant }: UserCtx, id: number): QueueUses {
  if (!findQueue(tenant.db, id)) throw noQueue();
  const own = queryOne(tenant.db, sql.usesOfQueue, { id });
  const counters = tenant.installation.ports.find(QueueUsesPort);
  const count = (name: "tickets" | "connections") => counters?.get(name)?.(tenant.db, id) ?? 0;
  return {
    users: 0,
    options: 0,
    leads: 0,
    ...own,
    tickets: count("tickets"),
    connections: count("connections"),
  };
}
