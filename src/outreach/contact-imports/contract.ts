import * as v from "valibot";
import { Instant, PathId, ShortText } from "#platform/http/contract.ts";

/** Limits of a file (docs/rules/imports.md#contacts). */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 60;

/** The field of a contact that a column of the file fills. */
export const ColumnRole = v.picklist(["name", "number", "email", "extra", "ignore"]);
export type ColumnRole = v.InferOutput<typeof ColumnRole>;
/** One role per column, in the order of the file. */
const ColumnMapping = v.pipe(v.array(ColumnRole), v.maxLength(MAX_COLUMNS));

export const ImportState = v.picklist(["reading", "running", "done", "cancelled", "failed"]);
export type ImportState = v.InferOutput<typeof ImportState>;

/** Why a row was skipped; with `field_invalid` the row was imported without the value of a custom field. */
export const RowProblem = v.picklist([
  "number_missing",
  "number_invalid",
  "name_too_short",
  "name_too_long",
  "email_invalid",
  "field_invalid",
]);
export type RowProblem = v.InferOutput<typeof RowProblem>;

export const RowOutcome = v.picklist(["created", "updated", "duplicate", "invalid"]);
export type RowOutcome = v.InferOutput<typeof RowOutcome>;

/** One of the first rows, as parsed. */
export const PreviewRow = v.object({
  row: v.number(),
  name: v.string(),
  number: v.string(),
  email: v.string(),
  outcome: RowOutcome,
  reason: v.nullable(RowProblem),
});
export type PreviewRow = v.InferOutput<typeof PreviewRow>;

/** An import as lists and events show it. */
export const ImportSummary = v.object({
  id: v.number(),
  state: ImportState,
  dryRun: v.boolean(),
  /** A file, or the phone book of the default connection. */
  source: v.picklist(["file", "phone"]),
  fileName: v.string(),
  userId: v.nullable(v.number()),
  /** The list that gets the rows; null: they become contacts. */
  contactListId: v.nullable(v.number()),
  total: v.number(),
  /** Number of rows processed so far. */
  done: v.number(),
  created: v.number(),
  updated: v.number(),
  duplicates: v.number(),
  invalidCount: v.number(),
  createdAt: Instant,
  startedAt: v.nullable(Instant),
  finishedAt: v.nullable(Instant),
});
export type ImportSummary = v.InferOutput<typeof ImportSummary>;

/** `invalid` holds the first 1,000; the CSV report holds all. */
export const ImportAnswer = v.object({
  ...ImportSummary.entries,
  columns: v.array(v.string()),
  mapping: v.array(ColumnRole),
  preview: v.array(PreviewRow),
  invalid: v.array(v.object({ row: v.number(), reason: RowProblem, cells: v.array(v.string()) })),
});
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>;

export const BeginImportQuery = v.object({ dryRun: v.optional(ShortText) });
/** `contactListId`: imports into this list; without it, imports into the contacts. */
export const ImportListQuery = v.object({ contactListId: v.optional(PathId) });
export const BeginImportAnswer = v.object({ importId: v.number() });

/** Fields beside the file. `countryCode` is prepended to numbers of 10 or 11 digits without one; "" = none. */
export const ImportFields = v.object({
  mapping: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(10_000),
      v.check((text) => text === "" || isJson(text), "invalid"),
      v.transform((text) => (text === "" ? null : (JSON.parse(text) as unknown))),
      v.nullable(ColumnMapping),
    ),
    "",
  ),
  countryCode: v.optional(v.pipe(ShortText, v.regex(/^\d{0,3}$/)), ""),
});
export type ImportFields = v.InferOutput<typeof ImportFields>;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
