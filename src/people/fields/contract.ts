import * as v from "valibot";
import { MAX_IDS, plainName, RequiredId } from "#platform/http/contract.ts";

/** Limits (docs/rules/fields.md#limits). */
export const MAX_FIELDS = 50;
const MAX_CHOICES = 200;
export const MAX_IN_LIST = 2;
export const MAX_TEXT = 500;

export const FieldOwner = v.picklist(["contact", "ticket"]);
export type FieldOwner = v.InferOutput<typeof FieldOwner>;
export const FieldKind = v.picklist(["text", "number", "date", "choice", "multi", "yes_no"]);
export type FieldKind = v.InferOutput<typeof FieldKind>;
export const KINDS_WITH_CHOICES: readonly FieldKind[] = ["choice", "multi"];

/** A value on the wire: text and choice are texts, a date is `YYYY-MM-DD`, several choices are a list. */
export const FieldValue = v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]);
export type FieldValue = v.InferOutput<typeof FieldValue>;
/** Values by key; a field without a value is absent. */
export const FieldValues = v.record(v.string(), FieldValue);
export type FieldValues = v.InferOutput<typeof FieldValues>;

export const FieldAnswer = v.object({
  id: v.number(),
  of: FieldOwner,
  key: v.string(),
  label: v.string(),
  kind: FieldKind,
  choices: v.array(v.string()),
  required: v.boolean(),
  queueIds: v.array(v.number()),
  inList: v.boolean(),
  position: v.number(),
  active: v.boolean(),
  /** True when a contact or ticket has a value; the kind can then no longer change. */
  hasValues: v.boolean(),
});
export type FieldAnswer = v.InferOutput<typeof FieldAnswer>;

const key = v.pipe(v.string(), v.maxLength(30), v.regex(/^[a-z][a-z0-9_]{0,29}$/));
const label = plainName(2, 40);
const choices = v.pipe(v.array(plainName(1, 60)), v.maxLength(MAX_CHOICES));
const queueIds = v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS));

export const CreateFieldBody = v.object({
  of: FieldOwner,
  key,
  label,
  kind: FieldKind,
  choices: v.optional(choices, []),
  required: v.optional(v.boolean(), false),
  queueIds: v.optional(queueIds, []),
  inList: v.optional(v.boolean(), false),
});
export type CreateFieldBody = v.InferOutput<typeof CreateFieldBody>;
/** Absent keys keep their value; `of` and `key` never change. */
export const UpdateFieldBody = v.object({
  label: v.optional(label),
  kind: v.optional(FieldKind),
  choices: v.optional(choices),
  required: v.optional(v.boolean()),
  queueIds: v.optional(queueIds),
  inList: v.optional(v.boolean()),
  active: v.optional(v.boolean()),
});
export type UpdateFieldBody = v.InferOutput<typeof UpdateFieldBody>;
/** All fields of one owner in their new order. */
export const FieldOrderBody = v.object({
  ids: v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(MAX_FIELDS)),
});

/** The key of a field, and a value to write; null, "" and [] remove it. */
export const FieldKey = v.pipe(v.string(), v.maxLength(30));
export const NewValue = v.nullable(
  v.union([
    v.pipe(v.string(), v.maxLength(MAX_TEXT)),
    v.number(),
    v.boolean(),
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(60))), v.maxLength(MAX_CHOICES)),
  ]),
);
export type NewValue = v.InferOutput<typeof NewValue>;
/** Values to write by key; null, "" and [] remove the value, absent keys keep theirs. */
export const NewValues = v.pipe(v.record(FieldKey, NewValue), v.maxEntries(MAX_FIELDS));
export type NewValues = v.InferOutput<typeof NewValues>;
export const FieldValuesBody = v.object({ values: NewValues });

/** A list filter: a JSON object of key and value; all of them must match (docs/rules/fields.md#filters). */
export const FieldFilterParam = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(4000),
    v.rawTransform(({ dataset, addIssue, NEVER }): NewValues => {
      try {
        const parsed = v.safeParse(NewValues, JSON.parse(dataset.value === "" ? "{}" : dataset.value));
        if (parsed.success) return parsed.output;
      } catch {
        // Invalid JSON is reported by the issue below.
      }
      addIssue({ message: "invalid" });
      return NEVER;
    }),
  ),
);

/** `POST /fields/{id}/take-extra`: `name` is the name of the extra information. */
export const TakeExtraBody = v.object({ name: plainName(1, 50), dryRun: v.optional(v.boolean(), false) });
export type TakeExtraBody = v.InferOutput<typeof TakeExtraBody>;
/**
 * `refused`: the first rows whose value does not fit; `refusedCount`: the number of all such rows. `kept`: rows that stay because
 * the field already has a value.
 */
export const TakeExtraAnswer = v.object({
  taken: v.number(),
  kept: v.number(),
  refusedCount: v.number(),
  refused: v.array(v.object({ contactId: v.number(), name: v.string(), value: v.string() })),
});
export type TakeExtraAnswer = v.InferOutput<typeof TakeExtraAnswer>;
