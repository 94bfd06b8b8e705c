import * as v from "valibot";
import { invalidFields } from "#platform/errors.ts";
import type { FieldProblem } from "./contract.ts";

/** The value as the schema wants it. Throws 400 ERR_VALIDATION with the fields named. */
export function check<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const fields: Record<string, FieldProblem> = {};
  for (const issue of result.issues) {
    const field = v.getDotPath(issue) ?? "body";
    fields[field] ??= problemOf(issue);
  }
  throw invalidFields(fields);
}

function problemOf(issue: v.BaseIssue<unknown>): FieldProblem {
  const { input, type } = issue;
  const missing = input === undefined || input === null || (typeof input === "string" && input.trim() === "");
  if (missing) return "required";
  if (type === "min_length") return "too_short";
  if (type === "max_length") return "too_long";
  return "invalid";
}
