import type { Condition, ConditionGroup, Conditions } from "#inbox/conditions/contract.ts";
import {
  CONDITION_FIELDS,
  type ConditionField,
  CUSTOM_FIELD_OPS,
  customKeyOf,
  everyCondition,
  isGroup,
  nodesOf,
  type ValueKind,
  WITHOUT_DATA,
} from "#inbox/conditions/shape/contract.ts";
import type { FieldAnswer } from "#people/fields/contract.ts";

/** Pure functions of the editor of conditions: it changes a tree by replacing nodes. */

export type Node = Condition | ConditionGroup;
type Defined = Pick<FieldAnswer, "key" | "kind">;

/** The fields that conditions of a view can have, without the custom ones. */
export const VIEW_FIELDS: readonly string[] = Object.entries(CONDITION_FIELDS)
  .filter(([field, { except }]) => !except?.includes("view") && !WITHOUT_DATA.has(field))
  .map(([field]) => field);

/** The operators of a field with the kind of their values; none for a field that no longer exists. */
export function opsOf(field: string, fields: readonly Defined[]): ConditionField["ops"] {
  const key = customKeyOf(field);
  if (key === undefined) return CONDITION_FIELDS[field]?.ops ?? {};
  const kind = fields.find((one) => one.key === key)?.kind;
  return (kind && CUSTOM_FIELD_OPS[kind]) ?? {};
}

/** The value that a new condition has until the user chooses one. */
function emptyValue(kind: ValueKind): Condition["value"] {
  if (kind === "none") return undefined;
  if (kind === "flag") return true;
  return kind === "number" ? 30 : kind === "day" ? "" : [];
}

/** A condition on a field with its first operator, or the given one. */
export function conditionOn(field: string, fields: readonly Defined[], wanted?: string): Condition {
  const ops = opsOf(field, fields);
  const op = wanted ?? Object.keys(ops)[0] ?? "";
  const value = emptyValue(ops[op] ?? "none");
  return value === undefined ? { field, op } : { field, op, value };
}

/** The same condition with another operator; a value of the same kind stays. */
export function withOp(condition: Condition, op: string, fields: readonly Defined[]): Condition {
  const ops = opsOf(condition.field, fields);
  return ops[op] === ops[condition.op] ? { ...condition, op } : conditionOn(condition.field, fields, op);
}

export const joinedBy = (how: "all" | "any", nodes: readonly Node[]): Conditions =>
  how === "all" ? { all: [...nodes] } : { any: [...nodes] };
export const groupBy = (how: "all" | "any", conditions: readonly Condition[]): ConditionGroup =>
  how === "all" ? { all: [...conditions] } : { any: [...conditions] };

/** Replaces a node, or removes it with null. */
export const replaced = <Item>(items: readonly Item[], index: number, next: Item | null): Item[] =>
  items.flatMap((item, at) => (at === index ? (next === null ? [] : [next]) : [item]));

const isFilled = ({ op, value }: Condition): boolean =>
  op === "empty" ||
  op === "not_empty" ||
  (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== "");

/** Whether every condition has a value, and no group is empty. */
export const isComplete = (conditions: Conditions): boolean => {
  const { nodes } = nodesOf<Node>(conditions);
  const hasEmptyGroup = nodes.some((node) => isGroup(node) && nodesOf(node).nodes.length === 0);
  return nodes.length > 0 && !hasEmptyGroup && everyCondition(conditions).every(isFilled);
};
