import * as v from "valibot";

/** Limit of docs/rules/conditions.md#shape. */
export const MAX_CONDITIONS = 20;
const MAX_VALUES = 40;

const Text = v.pipe(v.string(), v.maxLength(200));
/** null in a list = without queue, without resolution. */
const Value = v.union([
  v.boolean(),
  v.pipe(v.number(), v.finite()),
  Text,
  v.pipe(
    v.array(v.union([v.null(), v.pipe(v.number(), v.finite()), v.pipe(v.string(), v.maxLength(60))])),
    v.maxLength(MAX_VALUES),
  ),
]);
export type ConditionValue = v.InferOutput<typeof Value>;

export const Condition = v.strictObject({
  field: v.pipe(v.string(), v.maxLength(60)),
  op: v.pipe(v.string(), v.maxLength(20)),
  /** Absent for `empty` and `not_empty`. */
  value: v.optional(Value),
});
export type Condition = v.InferOutput<typeof Condition>;

/** A group of one kind or, in a list, a condition. Not a union, so that lists that are too long are rejected before they are validated. */
const hasOne = (keys: readonly unknown[]): boolean => keys.filter((key) => key !== undefined).length === 1;
const listOf = <Item extends v.GenericSchema>(item: Item) =>
  v.optional(v.pipe(v.array(item), v.minLength(1), v.maxLength(MAX_CONDITIONS)));
const inner = listOf(Condition);
export type ConditionGroup = { all: Condition[] } | { any: Condition[] };
const Node = v.pipe(
  v.strictObject({
    field: v.optional(Condition.entries.field),
    op: v.optional(Condition.entries.op),
    value: Condition.entries.value,
    all: inner,
    any: inner,
  }),
  v.check(
    ({ field, op, value, all, any }) =>
      hasOne([field, all, any]) &&
      (field !== undefined) === (op !== undefined) &&
      (value === undefined || field !== undefined),
  ),
  v.transform((node) => node as Condition | ConditionGroup),
);
const outer = listOf(Node);

/**
 * A tree of two levels (docs/rules/conditions.md#shape). `checkConditions` tests fields, operators and values, because
 * they depend on the place and on the custom fields of the company.
 */
export const Conditions = v.pipe(
  v.strictObject({ all: outer, any: outer }),
  v.check(({ all, any }) => hasOne([all, any])),
  v.transform(
    (tree) => tree as { all: (Condition | ConditionGroup)[] } | { any: (Condition | ConditionGroup)[] },
  ),
);
export type Conditions = v.InferOutput<typeof Conditions>;
