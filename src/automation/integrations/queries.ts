import { and, asc, count, desc, eq, lt, type SQL, sql } from "drizzle-orm";

import type { Db } from "#platform/db/database.ts";
import { noIntegration } from "./errors.ts";
import { type Delivery, type Integration, integration, integrationDelivery } from "./schema.ts";

/** Excludes the webhooks of the company, which have their own routes. */
const forQueues = eq(integration.ofCompany, false);

const named = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${integration.name}), ${search}) > 0`;

/** Includes webhooks of the company; undefined when the integration does not exist. */
export const findIntegration = (db: Db, id: number): Integration | undefined =>
  db.select().from(integration).where(eq(integration.id, id)).get();

/** By name; `search` is text without case and accents, "" = all. */
export const listIntegrations = (
  db: Db,
  search: string,
  limit: number,
  offset: number,
): readonly Integration[] =>
  db
    .select()
    .from(integration)
    .where(and(forQueues, named(search)))
    .orderBy(asc(sql`fold(${integration.name})`), asc(integration.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countIntegrations = (db: Db, search: string): number =>
  db
    .select({ n: count() })
    .from(integration)
    .where(and(forQueues, named(search)))
    .get()?.n ?? 0;

/** Whether a queue, an option or a connection may refer to it. */
export const integrationExists = (db: Db, id: number): boolean => findResponder(db, id) !== undefined;

/** An integration that may answer for a queue; undefined for a webhook of the company. */
export function findResponder(db: Db, id: number): Integration | undefined {
  const row = findIntegration(db, id);
  return row?.ofCompany === false ? row : undefined;
}

/** An integration that may answer for a queue. Throws 404 ERR_NOT_FOUND, also for a webhook of the company. */
export function requireResponder(db: Db, id: number): Integration {
  const row = findResponder(db, id);
  if (!row) throw noIntegration();
  return row;
}

/** The webhooks of the company, by name. */
export const companyWebhooks = (db: Db): readonly Integration[] =>
  db
    .select()
    .from(integration)
    .where(eq(integration.ofCompany, true))
    .orderBy(asc(sql`fold(${integration.name})`), asc(integration.id))
    .all();

/** A webhook of the company. Throws 404 ERR_NOT_FOUND. */
export function requireWebhook(db: Db, id: number): Integration {
  const row = findIntegration(db, id);
  if (!row?.ofCompany) throw noIntegration();
  return row;
}

/** A delivery of a webhook of the company, or of an integration of its queues. Throws 404 ERR_NOT_FOUND. */
export const deliveryOfWebhook = (db: Db, id: number): Integration =>
  requireWebhook(db, findDelivery(db, id)?.integrationId ?? 0);
export const deliveryOfResponder = (db: Db, id: number): Integration =>
  requireResponder(db, findDelivery(db, id)?.integrationId ?? 0);

/** The log of an integration, newest first, below an id. */
export const deliveriesBefore = (db: Db, integrationId: number, before: number, limit: number): Delivery[] =>
  db
    .select()
    .from(integrationDelivery)
    .where(and(eq(integrationDelivery.integrationId, integrationId), lt(integrationDelivery.id, before)))
    .orderBy(desc(integrationDelivery.id))
    .limit(limit)
    .all();

export const findDelivery = (db: Db, id: number): Delivery | undefined =>
  db.select().from(integrationDelivery).where(eq(integrationDelivery.id, id)).get();
