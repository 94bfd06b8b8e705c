import { invalidFields } from "#platform/errors.ts";
import type { Tenant } from "#tenants/tenant.ts";
import {
  type Condition,
  type ConditionGroup,
  type Conditions,
  type ConditionValue,
  MAX_CONDITIONS,
} from "./contract.ts";
import { definitionOf } from "./custom-fields.ts";
import {
  CONDITION_FIELDS,
  type ConditionPlace,
  CUSTOM_FIELD_OPS,
  customKeyOf,
  everyCondition,
  isGroup,
  nodesOf,
  type ValueKind,
  WITHOUT_DATA,
} from "./shape/contract.ts";

type Part = "field" | "op" | "value";
interface Known {
  readonly ops: Readonly<Record<string, ValueKind>>;
  readonly words?: readonly (string | number)[] | undefined;
}

/**
 * Checks conditions before they are stored. Throws 400 ERR_VALIDATION that names the place in the tree
 * (`conditions.all.0.op`), or `conditions: too_long` for more than 20 (docs/rules/conditions.md#shape).
 */
export function checkConditions(tenant: Tenant, place: ConditionPlace, conditions: Conditions): void {
  if (everyCondition(conditions).length > MAX_CONDITIONS) throw invalidFields({ conditions: "too_long" });
  const problems: Record<string, "invalid"> = {};
  const checkTree = (
    tree: { all: (Condition | ConditionGroup)[] } | { any: (Condition | ConditionGroup)[] },
    path: string,
  ): void => {
    const { joined, nodes } = nodesOf(tree);
    nodes.forEach((node, index) => {
      const at = `${path}.${joined}.${index}`;
      if (isGroup(node)) checkTree(node, at);
      const part = isGroup(node) ? undefined : problemOf(tenant, place, node);
      if (part) problems[`${at}.${part}`] = "invalid";
    });
  };
  checkTree(conditions, "conditions");
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

function problemOf(tenant: Tenant, place: ConditionPlace, { field, op, value }: Condition): Part | undefined {
  const known = knownField(tenant, place, field);
  if (!known) return "field";
  const kind = Object.hasOwn(known.ops, op) ? known.ops[op] : undefined;
  if (!kind) return "op";
  return isFitting(kind, value, known.words) ? undefined : "value";
}

function knownField(tenant: Tenant, place: ConditionPlace, field: string): Known | undefined {
  const key = customKeyOf(field);
  if (key !== undefined) {
    const definition = definitionOf(tenant, key);
    return definition && { ops: CUSTOM_FIELD_OPS[definition.kind] ?? {} };
  }
  const known = Object.hasOwn(CONDITION_FIELDS, field) ? CONDITION_FIELDS[field] : undefined;
  return !known || known.except?.includes(place) || WITHOUT_DATA.has(field) ? undefined : known;
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
const isSpan = (value: unknown): boolean =>
  typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/.test(value);

function isFitting(kind: ValueKind, value: ConditionValue | undefined, words: Known["words"]): boolean {
  const every = (isOne: (item: string | number | null) => boolean) =>
    Array.isArray(value) && value.length > 0 && value.every(isOne);
  switch (kind) {
    case "none":
      return value === undefined;
    case "flag":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    case "texts":
      return isText(value) || every(isText);
    case "day":
      return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value);
    case "ids":
      return every((item) => item === null || isId(item));
    case "people":
      return every((item) => item === "me" || item === "nobody" || isId(item));
    case "words":
      return every((item) => item !== null && (words ?? []).includes(item));
    case "spans":
      return every(isSpan);
  }
}
