import * as v from "valibot";
import {
  type Condition,
  type ConditionGroup,
  Conditions,
  everyCondition,
  isGroup,
  nodesOf,
} from "#inbox/conditions/contract.ts";
import type { TicketStatus } from "#inbox/tickets/contract.ts";
import { TICKET_SORTS, type TicketSort } from "#inbox/tickets/contract.ts";
import { MAX_IDS, plainName, RequiredId } from "#platform/http/contract.ts";

/** Limits (docs/rules/views.md#limits). */
export const MAX_PERSONAL_VIEWS = 20;
export const MAX_SHARED_VIEWS = 30;
export const MAX_BAR = 8;
export const MOST_COUNTED = 999;

export const VIEW_ICONS = [
  "list",
  "star",
  "flame",
  "flag",
  "clock",
  "bell",
  "heart",
  "zap",
  "users",
  "bot",
  "tag",
  "inbox",
] as const;
const Icon = v.picklist(VIEW_ICONS);
export type ViewIcon = v.InferOutput<typeof Icon>;

const queueIds = v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS));
const Sort = v.picklist(TICKET_SORTS);

export const ViewBody = v.object({
  name: plainName(2, 40),
  icon: v.optional(Icon, "list"),
  /** True = a view of the company, by admins. */
  shared: v.optional(v.boolean(), false),
  /** A shared view: the queues whose people see it; empty = everybody. */
  queueIds: v.optional(queueIds, []),
  conditions: Conditions,
  sort: v.optional(Sort, "recent"),
});
export type ViewBody = v.InferOutput<typeof ViewBody>;
/** Absent keys keep their value; who owns a view never changes. */
export const UpdateViewBody = v.object({
  name: v.optional(plainName(2, 40)),
  icon: v.optional(Icon),
  queueIds: v.optional(queueIds),
  conditions: v.optional(Conditions),
  sort: v.optional(Sort),
  position: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
});
export type UpdateViewBody = v.InferOutput<typeof UpdateViewBody>;

/** `conditions` is a tree of docs/rules/conditions.md#shape; empty lists select everything. */
export const ViewAnswer = v.object({
  id: v.number(),
  name: v.string(),
  icon: Icon,
  shared: v.boolean(),
  queueIds: v.array(v.number()),
  conditions: v.custom<Conditions>(() => true),
  sort: Sort,
  position: v.number(),
});
export type ViewAnswer = v.InferOutput<typeof ViewAnswer>;
export const ViewList = v.object({ views: v.array(ViewAnswer) });
/** By id; the views of the caller's bar without closed tickets. 1,000 = more than 999. */
export const ViewCounts = v.object({ counts: v.record(v.string(), v.number()) });

/** A view of the product: its name is in the texts of the pages. */
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
/** The bar of a person who has chosen none. */
export const DEFAULT_BAR: readonly string[] = Object.keys(BUILT_IN_VIEWS);

/** Which tickets conditions are applied to (docs/rules/views.md#tickets). */
export interface ViewScope {
  readonly statuses: readonly TicketStatus[];
  /** undefined = the conditions decide. */
  readonly asleep: boolean | undefined;
  readonly participating: boolean;
  /** A condition that must hold finds few tickets by its own index. */
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
      ? ["wake", "recent", "longest", "priority"]
      : ["recent", "longest", "newest", "priority"];
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

/** The conditions of the first level that every selected ticket passes. */
function requiredOf(conditions: Conditions): Condition[] {
  const { joined, nodes } = nodesOf<Condition | ConditionGroup>(conditions);
  if (joined === "any" && nodes.length > 1) return [];
  return nodes.flatMap((node) => (isGroup(node) ? [] : [node]));
}
