import * as v from "valibot";
import { Conditions } from "#inbox/conditions/contract.ts";
import { TICKET_SORTS } from "#inbox/tickets/contract.ts";
import { MAX_IDS, plainName, RequiredId } from "#platform/http/contract.ts";

/** Limits (docs/rules/views.md#limits). */
export const MAX_PERSONAL_VIEWS = 20;
export const MAX_SHARED_VIEWS = 30;

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
  /** True = shared with the company, for admins only. */
  shared: v.optional(v.boolean(), false),
  /** For a shared view: only members of these queues see it; empty = all users see it. */
  queueIds: v.optional(queueIds, []),
  conditions: Conditions,
  sort: v.optional(Sort, "recent"),
});
export type ViewBody = v.InferOutput<typeof ViewBody>;
/** Absent keys keep their value; the owner of a view never changes. */
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
/** Counts by view id, for the views on the caller's bar without closed tickets. 1,000 = more than 999. */
export const ViewCounts = v.object({ counts: v.record(v.string(), v.number()) });
