import type { FieldOwner, FieldValue, NewValues } from "#people/fields/contract.ts";
import { activeFields } from "#people/fields/queries.ts";
import type { Field } from "#people/fields/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { invalidFields } from "#platform/errors.ts";
import { fold } from "#platform/text.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { FieldMatch } from "./filter.sql.ts";
import * as sql from "./filter.sql.ts";
import { isDay } from "./stored-form.ts";

/** A value with more uses is common: a list then tests its rows one by one instead of starting from the value. */
const MAX_RARE_USES = 5000;

/**
 * The matches of a list filter; all of them must hold (docs/rules/fields.md#filters). Throws 400 ERR_VALIDATION for a
 * key that is no active field, and for a value that its kind cannot have.
 */
export function fieldMatches(tenant: Tenant, of: FieldOwner, wanted: NewValues): readonly FieldMatch[] {
  const fields = activeFields(tenant, of);
  return Object.entries(wanted).flatMap(([key, value]) => {
    const field = fields.find((one) => one.key === key);
    const matches = field && value !== null ? matchesOf(field, value) : undefined;
    if (!matches) throw invalidFields({ fields: "invalid" });
    return matches;
  });
}

/** A list of choices means any of them for `choice`, all of them for `multi`. */
function matchesOf({ id, of, kind }: Field, value: FieldValue): readonly FieldMatch[] | undefined {
  const texts = (values: readonly string[]): FieldMatch => ({
    ...{ of, fieldId: id, column: "folded" },
    values: values.map(fold),
  });
  const number = (num: number): FieldMatch[] => [{ of, fieldId: id, column: "num", values: [num] }];
  switch (kind) {
    case "text":
      return typeof value === "string" ? [texts([value.trim()])] : undefined;
    case "choice":
      if (typeof value === "string") return [texts([value])];
      return Array.isArray(value) ? [texts(value)] : undefined;
    case "multi":
      if (typeof value === "string") return [texts([value])];
      return Array.isArray(value) ? value.map((one) => texts([one])) : undefined;
    case "number":
      return typeof value === "number" ? number(value) : undefined;
    case "date":
      return typeof value === "string" && isDay(value)
        ? number(Number(value.replaceAll("-", "")))
        : undefined;
    case "yes_no":
      return typeof value === "boolean" ? number(value ? 1 : 0) : undefined;
  }
}

/** Whether at most 5,000 contacts or tickets match. */
export const isRareMatch = (db: Db, match: FieldMatch): boolean =>
  (queryOne(db, ...sql.countUses(match, MAX_RARE_USES + 1))?.n ?? 0) <= MAX_RARE_USES;
