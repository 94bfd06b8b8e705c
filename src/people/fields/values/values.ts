import type { FieldOwner, FieldValue, FieldValues, NewValues } from "#people/fields/contract.ts";
import { activeFields, fieldsOf } from "#people/fields/queries.ts";
import type { Field } from "#people/fields/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { type StoredValue, storedForm, wireForm } from "./stored-form.ts";
import * as sql from "./values.sql.ts";

const NO_VALUES: FieldValues = {};

/**
 * Values by owner, as answers show them: only active fields, in their order. Without active fields nothing is read.
 * Checks no permissions.
 */
export function valuesOf(
  tenant: Tenant,
  of: FieldOwner,
  ownerIds: readonly number[],
): (ownerId: number) => FieldValues {
  const fields = activeFields(tenant, of);
  const [only, ...others] = ownerIds;
  if (fields.length === 0 || only === undefined) return () => NO_VALUES;
  const statements = sql.values[of];
  const rows =
    others.length === 0
      ? queryAll(tenant.db, statements.one, { id: only })
      : queryAll(tenant.db, statements.several, { ids: JSON.stringify(ownerIds) });
  if (rows.length === 0) return () => NO_VALUES;
  const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId);
  return (ownerId) => wireValues(fields, byOwner.get(ownerId) ?? []);
}

function wireValues(fields: readonly Field[], rows: readonly sql.ValueRow[]): FieldValues {
  if (rows.length === 0) return NO_VALUES;
  const found: Record<string, FieldValue> = {};
  for (const { id, key, kind } of fields) {
    const own = rows.filter(({ fieldId }) => fieldId === id);
    if (own.length > 0) found[key] = wireForm(kind, own);
  }
  return found;
}

/** Values of one owner by key, including inactive fields, so that variables in existing texts still work. */
export const everyValueOf = (tenant: Tenant, of: FieldOwner, ownerId: number): FieldValues => {
  const fields = fieldsOf(tenant, of);
  return fields.length === 0
    ? NO_VALUES
    : wireValues(fields, queryAll(tenant.db, sql.values[of].one, { id: ownerId }));
};

/**
 * Writes values of one owner; keys that are absent keep their value (docs/rules/fields.md#values). Returns whether a value
 * changed. Checks no permissions. Throws 400 ERR_VALIDATION with the keys that are unknown, inactive, or whose value does not fit.
 */
export function writeValues(unit: TenantUnit, of: FieldOwner, ownerId: number, values: NewValues): boolean {
  const keys = Object.keys(values);
  if (keys.length === 0) return false;
  const fields = activeFields(unit.tenant, of);
  const now = queryAll(unit.db, sql.values[of].one, { id: ownerId });
  const writes: { readonly field: Field; readonly rows: readonly StoredValue[] }[] = [];
  const problems: Record<string, "invalid"> = {};
  for (const key of keys) {
    const field = fields.find((one) => one.key === key);
    const kept = now.flatMap(({ fieldId, text }) => (fieldId === field?.id && text !== null ? [text] : []));
    const rows = field && storedForm(field, values[key] ?? null, kept);
    if (!field || !rows) problems[key] = "invalid";
    else if (!isStored(now, field, rows)) writes.push({ field, rows });
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  for (const { field, rows } of writes) replaceValue(unit.db, of, ownerId, field.id, rows);
  return writes.length > 0;
}

function isStored(now: readonly sql.ValueRow[], { id }: Field, rows: readonly StoredValue[]): boolean {
  const own = now.filter(({ fieldId }) => fieldId === id);
  return (
    own.length === rows.length &&
    rows.every(({ text, num }, index) => own[index]?.text === text && own[index]?.num === num)
  );
}

/** Ids of the fields of which an owner has a value, inactive ones included. */
export const fieldsWithValue = (db: Db, of: FieldOwner, ownerId: number): number[] =>
  queryAll(db, sql.values[of].one, { id: ownerId }).map(({ fieldId }) => fieldId);

/** Replaces the value of one field; `rows` [] removes it. */
export function replaceValue(
  db: Db,
  of: FieldOwner,
  ownerId: number,
  fieldId: number,
  rows: readonly StoredValue[],
): void {
  execute(db, sql.deleteValue(of), { fieldId, ownerId });
  for (const row of rows) execute(db, sql.insertValue(of), { fieldId, ownerId, ...row });
}
