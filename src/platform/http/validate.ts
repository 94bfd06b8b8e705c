import * as v from "valibot";
import { invalidFields } from "#platform/errors.ts";
import type { FieldProblem } from "./contract.ts";

/** The parts of a schema that are needed here; valibot's own types name each kind separately. */
interface Node {
  readonly type: string;
  readonly kind?: string;
  readonly requirement?: unknown;
  readonly pipe?: readonly Node[];
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly options?: readonly unknown[];
  /** Of a variant: the entry that names the option; `literal`: its value there. */
  readonly key?: string;
  readonly literal?: unknown;
  /** Of a record: the schema of its values. */
  readonly value?: Node;
}

const LISTS = new Set(["array", "record", "tuple", "loose_tuple", "strict_tuple"]);
const withLists = new WeakMap<object, boolean>();

/**
 * The path of the first array or record in `value` that has more items than `schema` allows; "" for the value itself,
 * null when there is none. valibot checks every item before it looks at the length; this is called before it.
 */
function tooManyItems(schema: v.GenericSchema, value: unknown): string | null {
  return search(schema as unknown as Node, value, "");
}

function search(schema: Node, value: unknown, path: string): string | null {
  if (typeof value !== "object" || value === null || !hasList(schema)) return null;
  if (schema.pipe) {
    const [first, ...steps] = schema.pipe;
    if (!first) return null;
    return longerThan(value, steps) ? path : search(first, value, path);
  }
  if (schema.wrapped) return search(schema.wrapped, value, path);
  if (schema.type === "union") return searchOptions(schema, value, path);
  if (schema.type === "variant") return searchVariant(schema, value, path);
  if (schema.item && Array.isArray(value)) return searchItems(schema.item, value, path);
  if (schema.type === "record" && schema.value) return searchValues(schema.value, value, path);
  return schema.entries ? searchEntries(schema.entries, value, path) : null;
}

function searchItems(item: Node, value: readonly unknown[], path: string): string | null {
  if (!hasList(item)) return null;
  for (const [index, one] of value.entries()) {
    const found = search(item, one, join(path, String(index)));
    if (found !== null) return found;
  }
  return null;
}

/** Returns the path of the record only, because its keys come from the request. */
function searchValues(schema: Node, record: object, path: string): string | null {
  if (!hasList(schema)) return null;
  return Object.values(record).some((one) => search(schema, one, path) !== null) ? path : null;
}

function searchEntries(entries: Readonly<Record<string, Node>>, value: object, path: string): string | null {
  for (const [name, entry] of Object.entries(entries)) {
    const field = (value as Record<string, unknown>)[name];
    // Most fields are texts and numbers, for which no path is built.
    const found = typeof field === "object" ? search(entry, field, join(path, name)) : null;
    if (found !== null) return found;
  }
  return null;
}

/** When one option of a union accepts the lengths, the schema decides about the value. */
function searchOptions(schema: Node, value: object, path: string): string | null {
  const options = optionsOf(schema).filter((option) => takesLists(option) === Array.isArray(value));
  const found = options.map((option) => search(option, value, path));
  return found.includes(null) ? null : (found[0] ?? null);
}

/** Only the option that the value names can match. */
function searchVariant(schema: Node, value: object, path: string): string | null {
  const key = schema.key ?? "";
  const named = (value as Record<string, unknown>)[key];
  const option = optionsOf(schema).find(({ entries }) => entries?.[key]?.literal === named);
  return option ? search(option, value, path) : null;
}

function takesLists(schema: Node): boolean {
  const [first = schema] = schema.pipe ?? [];
  return first.wrapped ? takesLists(first.wrapped) : first.type === "array" || first.type.includes("tuple");
}

function longerThan(value: object, steps: readonly Node[]): boolean {
  for (const { type, requirement } of steps) {
    if (type === "max_length" && Array.isArray(value) && value.length > Number(requirement)) return true;
    // Do not build a list of the keys of a long array.
    const entries = () => (Array.isArray(value) ? value.length : Object.keys(value).length);
    if (type === "max_entries" && entries() > Number(requirement)) return true;
  }
  return false;
}

/** Whether a schema contains an array or record; values of the others are not searched. */
function hasList(schema: Node): boolean {
  let known = withLists.get(schema);
  if (known === undefined) {
    known = LISTS.has(schema.type) || children(schema).some(hasList);
    withLists.set(schema, known);
  }
  return known;
}

function children(schema: Node): readonly Node[] {
  const { pipe, wrapped, item, entries } = schema;
  return [
    ...(pipe?.slice(0, 1) ?? []),
    ...(wrapped ? [wrapped] : []),
    ...(item ? [item] : []),
    ...Object.values(entries ?? {}),
    ...optionsOf(schema),
  ];
}

const optionsOf = ({ options = [] }: Node): readonly Node[] =>
  options.filter((option): option is Node => typeof option === "object" && option !== null);

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

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
