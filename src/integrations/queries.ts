import { asc, count, eq, type SQL, sql } from "drizzle-orm";
import { rowReader } from "#platform/db/columns.ts";
import { all, type Db, one } from "#platform/db/database.ts";
import { type Delivery, type Integration, integration, integrationDelivery } from "./schema.ts";

const named = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${integration.name}), ${search}) > 0`;

/** Undefined when the company has no such integration. */
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
    .where(named(search))
    .orderBy(asc(sql`fold(${integration.name})`), asc(integration.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countIntegrations = (db: Db, search: string): number =>
  db.select({ n: count() }).from(integration).where(named(search)).get()?.n ?? 0;

export const integrationExists = (db: Db, id: number): boolean =>
  one(db, "SELECT 1 FROM integration WHERE id = ?", id) !== undefined;

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
