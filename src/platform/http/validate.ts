import * as v from "valibot";
import { invalidFields } from "#platform/errors.ts";
import type { FieldProblem } from "./contract.ts";
import { tooManyItems } from "./too-many-items.ts";

/**
 * Maximum number of fields in one error: a body with thousands of invalid items gets a short response
 * (docs/rules/limits.md#validation).
 */
const MAX_FIELDS = 20;

/**
 * Validates and converts a value. Throws 400 ERR_VALIDATION with at most 20 fields named. The cost is bounded by the
 * schema, not by the input: arrays above their maximum are rejected before their items are validated, and a pipe ends
 * at its first failure, so that no pattern is applied to a text that is too long.
 */
export function validate<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const tooMany = tooManyItems(schema, value);
  if (tooMany !== null) throw invalidFields({ [tooMany || "body"]: "too_long" });
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  const fields: Record<string, FieldProblem> = {};
  let named = 0;
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "body";
    if (field in fields) continue;
    if (named === MAX_FIELDS) break;
    named += 1;
    fields[field] = problemOf(issue);
  }
  throw invalidFields(fields);
}

function problemOf(issue: v.BaseIssue<unknown>): FieldProblem {
  const { input, type } = issue;
  const missing = input === undefined || input === null || (typeof input === "string" && input.trim() === "");
  if (missing) return "required";
  if (type === "min_length") return "too_short";
  if (type === "max_length" || type === "max_entries") return "too_long";
  return "invalid";
}
