import { asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as statements from "./follow-ups.sql.ts";
import { type FollowUp, type FollowUpRun, followUp, followUpRun } from "./schema.ts";

/** Undefined when the follow-up does not exist; checks no permissions. */
export const followUpById = (db: Db, id: number): FollowUp | undefined =>
  db.select().from(followUp).where(eq(followUp.id, id)).get();

/** The shared follow-ups and those of the user, by name. */
export const followUpsFor = (db: Db, userId: number): readonly FollowUp[] =>
  db
    .select()
    .from(followUp)
    .where(or(isNull(followUp.ownerId), eq(followUp.ownerId, userId)))
    .orderBy(sql`${followUp.name} COLLATE NOCASE`, asc(followUp.id))
    .all();

export const runById = (db: Db, id: number): FollowUpRun | undefined =>
  db.select().from(followUpRun).where(eq(followUpRun.id, id)).get();

const MAY_RUN = "follow-ups.may-run";

/**
 * False in a company in which no follow-up runs; without one, messages and changes of tickets read no runs. Stays true until the
 * process ends.
 */
export const mayFollowUpsRun = (tenant: Tenant): boolean =>
  tenant.cached(MAY_RUN, () => queryOne(tenant.db, statements.anyRunning) !== undefined);

/** Call after a run was inserted. After a rollback it stays true, which costs a read and hides nothing. */
export const noteFollowUpRuns = (tenant: Tenant): void => tenant.drop(MAY_RUN);

/** The run of a ticket that has not ended. */
export function runningRun(tenant: Tenant, ticketId: number): FollowUpRun | undefined {
  if (!mayFollowUpsRun(tenant)) return undefined;
  const found = queryOne(tenant.db, statements.runningOf, { ticketId });
  return found && runById(tenant.db, found.id);
}

export const runningOnConnection = (db: Db, connectionId: number): readonly FollowUpRun[] =>
  queryAll(db, statements.runningOnConnection, { connectionId }).flatMap(({ id }) => runById(db, id) ?? []);

export const runningOfContact = (db: Db, contactId: number): readonly FollowUpRun[] =>
  queryAll(db, statements.runningOfContact, { contactId }).flatMap(({ id }) => runById(db, id) ?? []);

/** Whether a follow-up that the user sees has this file. */
export const ownersOfFile = (db: Db, fileId: number): readonly (number | null)[] =>
  queryAll(db, statements.ownersOfFile, { fileId }).map(({ ownerId }) => ownerId);
