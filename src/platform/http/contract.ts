import * as v from "valibot";

/** Schemas shared by all contracts (docs/rules/general.md#company-of-a-request). */

/** ISO 8601 UTC with milliseconds. */
export const Instant = v.string();
/** `YYYY-MM-DD`. */
export const PureDate = v.string();

/** Maximum number of ids in one field of a request. */
export const MAX_IDS = 1000;

/** A flag, day, number or other short text. */
export const ShortText = v.pipe(v.string(), v.maxLength(255));

/** A row id in a body: empty text, 0 and "null" mean null. */
export const OptionalId = v.pipe(
  v.union([v.number(), ShortText, v.null()]),
  v.transform((value) =>
    value === "" || value === 0 || value === "0" || value === "null" || value === null ? null : Number(value),
  ),
  v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
);

/** Matches line breaks, other control characters and the beginning of a tag. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
const NO_NAME = /[\u0000-\u001f\u007f]|<[a-z/!?]/i;

/**
 * A name typed by a person: one line of `min` to `max` characters. Markup is rejected as `invalid`, because names
 * appear in lists, mails and messages.
 */
export const plainName = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
    v.check((name) => !NO_NAME.test(name)),
  );

/** A required row id in a body, as number or text. */
export const RequiredId = v.pipe(
  v.union([v.number(), ShortText]),
  v.transform(Number),
  v.integer(),
  v.minValue(1),
);

/** A row id in a path. */
export const PathId = v.pipe(ShortText, v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));

/** `/…/:id`. */
export const IdParams = v.object({ id: PathId });

/** `companyId` of a query: honoured for super users only (docs/rules/general.md#company-of-a-request). */
export const CompanyHint = v.optional(ShortText);

/** Page of a list: missing or below 1 means 1; too large ones are capped. */
export const PageNumber = v.optional(
  v.pipe(
    ShortText,
    v.transform((text) => Math.trunc(Number(text))),
    v.transform((page) => (Number.isFinite(page) ? Math.min(Math.max(page, 1), 1_000_000) : 1)),
  ),
  "1",
);

/** Search text, as typed. */
export const SearchParam = v.optional(v.pipe(v.string(), v.maxLength(200)), "");

/** The list page every list answers: `{ <name>, count, hasMore }`. */
export function pageOf<const Name extends string, Item extends v.GenericSchema>(name: Name, item: Item) {
  return v.object({ [name]: v.array(item), count: v.number(), hasMore: v.boolean() } as {
    [K in Name]: v.ArraySchema<Item, undefined>;
  } & { count: v.NumberSchema<undefined>; hasMore: v.BooleanSchema<undefined> });
}

/** `{ error, details }`: the body of every error response. */
export const ErrorAnswer = v.object({
  error: v.string(),
  details: v.optional(v.record(v.string(), v.unknown())),
});
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>;

/** Response of DELETE and command calls. */
export const MessageAnswer = v.object({ message: v.string() });

/** Why a field was rejected (`details.fields`). */
export type FieldProblem = "required" | "too_short" | "too_long" | "invalid";

/** Languages of the pages. */
export const PageLanguage = v.picklist(["pt", "en", "es"]);
export type PageLanguage = v.InferOutput<typeof PageLanguage>;
/** Language of a generated file; absent: the company's. */
export const FileQuery = v.object({ language: v.optional(PageLanguage) });
