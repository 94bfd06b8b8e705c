import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { noIntegration } from "./errors.ts";
import { type Delivery, type Integration, integration, integrationDelivery } from "./schema.ts";

/** Not the webhooks of the company, which are managed elsewhere. */
const forQueues = eq(integration.ofCompany, false);

const named = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${integration.name}), ${search}) > 0`;

/** Undefined when the company has no such integration; webhooks of the company are among them. */
export const findIntegration = (db: Db, id: number): Integration | undefined =>
  db.select().from(integration).where(eq(integration.id, id)).get();

/** By name; `search` is folded text, "" = all. */
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

/** Whether a queue, an option or a connection may point to it. */
export const integrationExists = (db: Db, id: number): boolean => findPartner(db, id) !== undefined;

/** An integration that may answer for a queue; undefined for a webhook of the company. */
export function findPartner(db: Db, id: number): Integration | undefined {
  const row = findIntegration(db, id);
  return row?.ofCompany === false ? row : undefined;
}

/** The same for whoever manages them. Throws 404 ERR_NOT_FOUND. */
export function existingPartner(db: Db, id: number): Integration {
  const row = findPartner(db, id);
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
export function existingWebhook(db: Db, id: number): Integration {
  const row = findIntegration(db, id);
  if (!row?.ofCompany) throw noIntegration();
  return row;
}

/** A delivery of a webhook of the company, or of an integration of its queues. Throws 404 ERR_NOT_FOUND. */
export const deliveryOfWebhook = (db: Db, id: number): Integration =>
  existingWebhook(db, findDelivery(db, id)?.integrationId ?? 0);
export const deliveryOfPartner = (db: Db, id: number): Integration =>
  existingPartner(db, findDelivery(db, id)?.integrationId ?? 0);

const { columns, read } = rowReader(integrationDelivery);
const LOG = `SELECT ${columns} FROM integration_delivery WHERE integration_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;
const BY_ID = `SELECT ${columns} FROM integration_delivery WHERE id = ?`;

/** The log of an integration, newest first, below an id. */
export const deliveriesBefore = (db: Db, integrationId: number, before: number, limit: number): Delivery[] =>
  all(db, LOG, integrationId, before, limit).map(read);

export function findDelivery(db: Db, id: number): Delivery | undefined {
  const row = one(db, BY_ID, id);
  return row === undefined ? undefined : read(row);
}
