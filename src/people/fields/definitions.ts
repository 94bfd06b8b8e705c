import { and, eq, sql } from "drizzle-orm";
import { findQueue } from "#accounts/queues/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { Db } from "#platform/db/database.ts";
import { invalidFields, limitReached } from "#platform/errors.ts";
import { fold } from "#platform/text.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import {
  type CreateFieldBody,
  type FieldKind,
  type FieldOwner,
  KINDS_WITH_CHOICES,
  MAX_FIELDS,
  MAX_IN_LIST,
  type UpdateFieldBody,
} from "./contract.ts";
import { nameInUse, noField } from "./errors.ts";
import { FieldCreated, FieldUpdated } from "./events.ts";
import { dropFields, fieldById, hasValues, storedFields } from "./queries.ts";
import { type Field, field } from "./schema.ts";

/**
 * `POST /fields`: admins; the field becomes the last one of its owner (docs/rules/fields.md#definitions). Throws 400
 * ERR_VALIDATION, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED.
 */
export function createField({ tenant }: UserCtx, body: CreateFieldBody): Field {
  return tenant.write((unit) => {
    const others = storedFields(unit.db, body.of);
    if (others.length >= MAX_FIELDS) throw limitReached("fields", MAX_FIELDS);
    const values = checked(unit, body.of, null, body);
    const position = Math.max(0, ...others.map((other) => other.position)) + 1;
    dropFields(unit);
    const { id } = refusing(() =>
      unit.db
        .insert(field)
        .values({
          ...values,
          of: body.of,
          key: body.key,
          active: true,
          position,
          createdAt: unit.now,
          updatedAt: unit.now,
        })
        .returning({ id: field.id })
        .get(),
    );
    unit.emit(FieldCreated, { fieldId: id });
    return existing(unit.db, id);
  });
}

/**
 * `PUT /fields/{id}`: admins; absent keys keep their value. The kind changes only while no value exists. Throws 404
 * ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_NAME_IN_USE, 409 ERR_LIMIT_REACHED.
 */
export function updateField({ tenant }: UserCtx, id: number, body: UpdateFieldBody): Field {
  return tenant.write((unit) => {
    const before = existing(unit.db, id);
    const wanted = { ...before, ...withoutAbsent(body) };
    if (wanted.kind !== before.kind && hasValues(unit.db, id)) throw invalidFields({ kind: "invalid" });
    const values = checked(unit, before.of, before, wanted);
    dropFields(unit);
    refusing(() =>
      unit.db
        .update(field)
        .set({ ...values, active: wanted.active, updatedAt: unit.now })
        .where(eq(field.id, id))
        .run(),
    );
    unit.emit(FieldUpdated, { fieldId: id });
    return existing(unit.db, id);
  });
}

/**
 * `PUT /fields/order`: admins; `ids` are all fields of one owner in their new order. Throws 400 ERR_VALIDATION for any
 * other list.
 */
export function orderFields({ tenant }: UserCtx, ids: readonly number[]): void {
  tenant.write((unit) => {
    const [first] = ids;
    const of = first === undefined ? undefined : fieldById(unit.db, first)?.of;
    const stored = of ? storedFields(unit.db, of).map(({ id }) => id) : [];
    const isWhole = new Set(ids).size === ids.length && stored.length === ids.length;
    if (!isWhole || !stored.every((id) => ids.includes(id))) throw invalidFields({ ids: "invalid" });
    dropFields(unit);
    ids.forEach((id, index) => {
      unit.db
        .update(field)
        .set({ position: index + 1, updatedAt: unit.now })
        .where(eq(field.id, id))
        .run();
      unit.emit(FieldUpdated, { fieldId: id });
    });
  });
}

/** Removes a deleted queue from the fields that are limited to it. A field without remaining queues is no longer required. */
export function forgetQueue(unit: TenantUnit, queueId: number): void {
  const using = unit.db
    .select()
    .from(field)
    .where(sql`EXISTS (SELECT 1 FROM json_each(${field.queueIds}) WHERE value = ${queueId})`)
    .all();
  if (using.length > 0) dropFields(unit);
  for (const { id, queueIds, required } of using) {
    const left = queueIds.filter((other) => other !== queueId);
    unit.db
      .update(field)
      .set({ queueIds: left, required: required && left.length > 0, updatedAt: unit.now })
      .where(eq(field.id, id))
      .run();
    unit.emit(FieldUpdated, { fieldId: id });
  }
}

interface Checked {
  readonly label: string;
  readonly kind: FieldKind;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly queueIds: readonly number[];
  readonly inList: boolean;
}

function checked(unit: TenantUnit, of: FieldOwner, before: Field | null, wanted: Checked): Checked {
  const { label, kind, required, inList } = wanted;
  const queueIds = [...new Set(wanted.queueIds)];
  if (!queueIds.every((id) => findQueue(unit.db, id))) throw invalidFields({ queueIds: "invalid" });
  const hasChoices = KINDS_WITH_CHOICES.includes(kind);
  const choices = hasChoices ? wanted.choices : [];
  if (hasChoices && choices.length === 0) throw invalidFields({ choices: "required" });
  if (new Set(choices.map(fold)).size < choices.length) throw invalidFields({ choices: "invalid" });
  if (inList && before?.inList !== true) {
    const shown = unit.db
      .select({ id: field.id })
      .from(field)
      .where(and(eq(field.of, of), eq(field.inList, true)))
      .all();
    if (shown.length >= MAX_IN_LIST) throw limitReached("fieldsInList", MAX_IN_LIST);
  }
  return { label, kind, choices, required, queueIds, inList };
}

/** Throws 404 ERR_NOT_FOUND. */
export function existing(db: Db, id: number): Field {
  const found = fieldById(db, id);
  if (!found) throw noField();
  return found;
}

const withoutAbsent = (body: UpdateFieldBody): Partial<Checked & Pick<Field, "active">> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

const refusing = <T>(work: () => T): T =>
  refusingTaken(work, { "field.key": nameInUse, "field.label": nameInUse });
