import { asc, eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { FieldOwner } from "./contract.ts";
import { type Field, field, fieldValue } from "./schema.ts";

const CACHED = "fields";

/** Undefined when the company has no such field. */
export const fieldById = (db: Db, id: number): Field | undefined =>
  db.select().from(field).where(eq(field.id, id)).get();

/** The fields of an owner in their order, inactive ones included, as stored. */
export const storedFields = (db: Db, of: FieldOwner): readonly Field[] =>
  db.select().from(field).where(eq(field.of, of)).orderBy(asc(field.position), asc(field.id)).all();

export const hasValues = (db: Db, fieldId: number): boolean =>
  db.select({ id: fieldValue.id }).from(fieldValue).where(eq(fieldValue.fieldId, fieldId)).limit(1).get() !==
  undefined;

/** The fields of an owner in their order, inactive ones included. Cached: every presented ticket needs them. */
export const fieldsOf = (tenant: Tenant, of: FieldOwner): readonly Field[] => allFields(tenant)[of];

/** Active fields only. */
export const activeFields = (tenant: Tenant, of: FieldOwner): readonly Field[] =>
  allFields(tenant).active[of];

interface AllFields extends Readonly<Record<FieldOwner, readonly Field[]>> {
  readonly active: Readonly<Record<FieldOwner, readonly Field[]>>;
}
const allFields = (tenant: Tenant): AllFields =>
  tenant.cached(CACHED, () => {
    const stored = { contact: storedFields(tenant.db, "contact"), ticket: storedFields(tenant.db, "ticket") };
    const isActive = ({ active }: Field) => active;
    return {
      ...stored,
      active: { contact: stored.contact.filter(isActive), ticket: stored.ticket.filter(isActive) },
    };
  });

/** Drops the cached definitions after the commit. */
export function dropFields(unit: TenantUnit): void {
  // Fills the cache before the change, so that nothing read inside the transaction stays cached after a rollback.
  allFields(unit.tenant);
  unit.afterCommit(() => unit.tenant.drop(CACHED));
}
