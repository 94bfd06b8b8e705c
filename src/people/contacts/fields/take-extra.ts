import { ContactsReloaded } from "#people/contacts/events.ts";
import type { TakeExtraAnswer, TakeExtraBody } from "#people/fields/contract.ts";
import {
  type Field,
  fieldById,
  fieldsWithValue,
  noField,
  replaceValue,
  storedForm,
  valueOfText,
} from "#people/fields/index.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./take-extra.sql.ts";

/** Maximum number of rejected rows listed in the answer; further rows are only counted. */
const NAMED = 100;

/**
 * `POST /fields/{id}/take-extra`: admins; moves the extra information of this name into a field of contacts, in steps.
 * Rows that do not fit, and those of contacts that have a value already, stay where they are. `dryRun` writes nothing
 * (docs/rules/fields.md#extra-information). Throws 404 ERR_NOT_FOUND for a field that is not one of contacts.
 */
export async function takeExtra(
  { tenant }: UserCtx,
  fieldId: number,
  { name, dryRun }: TakeExtraBody,
): Promise<TakeExtraAnswer> {
  const answer: TakeExtraAnswer = { taken: 0, kept: 0, refusedCount: 0, refused: [] };
  const release = tenant.keepOpen();
  try {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const start: number = after;
      after = tenant.write((unit) => takeSome(unit, fieldId, { name, dryRun, after: start }, answer));
      await yieldToEventLoop(tenant);
    }
    if (answer.taken > 0 && !dryRun) tenant.write((unit) => unit.emit(ContactsReloaded, {}));
    return answer;
  } finally {
    release();
  }
}

/** Returns the id to continue after, undefined at the end. */
function takeSome(
  unit: TenantUnit,
  fieldId: number,
  { name, dryRun, after }: TakeExtraBody & { readonly after: number },
  answer: TakeExtraAnswer,
): number | undefined {
  const field = fieldById(unit.db, fieldId);
  if (field?.of !== "contact") throw noField();
  const rows = queryAll(unit.db, sql.extrasNamed, { name, after });
  for (const row of rows) {
    const fitting = storedOf(field, row.value);
    if (!fitting) {
      answer.refusedCount += 1;
      if (answer.refused.length < NAMED)
        answer.refused.push({ contactId: row.contactId, name: row.contactName, value: row.value });
    } else if (fieldsWithValue(unit.db, "contact", row.contactId).includes(field.id)) answer.kept += 1;
    else {
      answer.taken += 1;
      if (dryRun) continue;
      replaceValue(unit.db, "contact", row.contactId, field.id, fitting);
      execute(unit.db, sql.deleteExtra, { id: row.id });
    }
  }
  return rows.length === sql.STEP ? rows.at(-1)?.id : undefined;
}

function storedOf(field: Field, text: string) {
  const value = valueOfText(field, text);
  return value === undefined ? undefined : storedForm(field, value);
}
