/**
 * The data for the bar of views: the built-in views and the tickets to which conditions are applied. Without valibot, to keep the
 * pages small.
 */
import type { Condition, ConditionGroup, Conditions } from "#inbox/conditions/contract.ts";
import { everyCondition, isGroup, nodesOf } from "#inbox/conditions/shape/contract.ts";
import type { TicketSort, TicketStatus } from "#inbox/tickets/contract.ts";

/** Limits (docs/rules/views.md#limits). */
export const MAX_BAR = 8;
export const MOST_COUNTED = 999;

/** A built-in view; its name is in the texts of the pages. */
export interface BuiltInView {
  readonly icon: string;
  readonly conditions: Conditions;
  readonly sort: TicketSort;
}
const MINE: Condition = { field: "attendant", op: "in", value: ["me"] };
/** docs/rules/views.md#built-in; `mentioned` is a field of these views only. */
export const BUILT_IN_VIEWS: Readonly<Record<string, BuiltInView>> = {
  urgent: {
    icon: "flame",
    conditions: { all: [{ field: "priority", op: "in", value: [4] }] },
    sort: "longest",
  },
  overdue: {
    icon: "flag",
    conditions: { all: [{ field: "sla", op: "in", value: ["missed"] }] },
    sort: "due",
  },
  unread: {
    icon: "inbox",
    conditions: {
      all: [
        { field: "unread", op: "is", value: true },
        { any: [MINE, { field: "status", op: "in", value: ["pending"] }] },
      ],
    },
    sort: "longest",
  },
  participating: {
    icon: "users",
    conditions: { all: [{ field: "participating", op: "is", value: true }] },
    sort: "recent",
  },
  mentioned: {
    icon: "bell",
    conditions: { all: [{ field: "mentioned", op: "is", value: true }] },
    sort: "recent",
  },
  snoozed: {
    icon: "clock",
    conditions: { all: [{ field: "asleep", op: "is", value: true }, MINE] },
    sort: "wake",
  },
};
const COUNTED: readonly (Condition | ConditionGroup)[] = [
  { field: "group", op: "is", value: false },
  { field: "origin", op: "not_in", value: ["import", "phone"] },
  // Both values, because a view without this condition contains no tickets that are asleep.
  {
    any: [
      { field: "asleep", op: "is", value: false },
      { field: "asleep", op: "is", value: true },
    ],
  },
];
const counted = (status: TicketStatus): BuiltInView => ({
  icon: "list",
  conditions: { all: [{ field: "status", op: "in", value: [status] }, ...COUNTED] },
  sort: "recent",
});
/** The views behind the current figures of the dashboard (docs/rules/views.md#built-in); they are on no bar. */
export const FIGURE_VIEWS: Readonly<Record<string, BuiltInView>> = {
  dashboard_pending: counted("pending"),
  dashboard_open: counted("open"),
};
/** The default bar of a user who has not chosen views. */
export const DEFAULT_BAR: readonly string[] = Object.keys(BUILT_IN_VIEWS);

/** The tickets to which the conditions of a view are applied (docs/rules/views.md#tickets). */
export interface ViewScope {
  readonly statuses: readonly TicketStatus[];
  /** undefined = the conditions decide. */
  readonly asleep: boolean | undefined;
  readonly participating: boolean;
  /** True when a required condition finds few tickets by its own index. */
  readonly isSelective: boolean;
  readonly sorts: readonly TicketSort[];
}

const STATUSES = ["open", "pending", "closed"] as const;

export function scopeOfConditions(conditions: Conditions): ViewScope {
  const every = everyCondition(conditions);
  const names = (field: string) => every.some((one) => one.field === field);
  const requires = (field: string) =>
    requiredOf(conditions).some((one) => one.field === field && one.value === true);
  const closed = every.some(
    ({ field, op, value }) =>
      field === "status" && op === "in" && Array.isArray(value) && value.includes("closed"),
  );
  const [only] = requiredOf(conditions).filter(({ field, op }) => field === "status" && op === "in");
  const named = only && Array.isArray(only.value) ? only.value : undefined;
  const onlyAsleep = requires("asleep");
  const sorts: readonly TicketSort[] = closed
    ? ["recent"]
    : onlyAsleep
      ? ["wake", "recent", "longest", "priority", "due"]
      : ["recent", "longest", "newest", "priority", "due"];
  const participating = names("participating") || names("mentioned");
  return {
    statuses: onlyAsleep
      ? ["open"]
      : STATUSES.filter((status) => (named ? named.includes(status) : closed || status !== "closed")),
    asleep: onlyAsleep ? true : names("asleep") ? undefined : false,
    participating,
    isSelective: requires("participating") || requires("mentioned"),
    sorts,
  };
}

/** The conditions of the first level that every selected ticket must meet. */
function requiredOf(conditions: Conditions): Condition[] {
  const { joined, nodes } = nodesOf<Condition | ConditionGroup>(conditions);
  if (joined === "any" && nodes.length > 1) return [];
  return nodes.flatMap((node) => (isGroup(node) ? [] : [node]));
}
