import * as v from "valibot";
import { PLAN_FLAGS, type PlanFlag, PricedPlan } from "#accounts/companies/contract.ts";
import { PageNumber, pageOf, plainName, SearchParam, ShortText } from "#platform/http/contract.ts";

/** Maximum of each limit of a plan, and of its price in reais. */
const MAX_LIMIT = 100_000;
const MAX_VALUE = 1_000_000;

/** Stored name of the plan of the provider's own company; pages show it in the language of the user. */
export const PROVIDER_PLAN = "Provider";

/** The public part of a plan: what it includes and its price. */
export const OfferedPlan = v.object(PricedPlan.entries);
export type OfferedPlan = v.InferOutput<typeof OfferedPlan>;

/** A plan as the provider sees it. */
export const PlanDetail = v.object({
  ...PricedPlan.entries,
  /** Offered at sign-up. */
  enabled: v.boolean(),
  /** Number of companies with this plan. */
  companies: v.number(),
});
export type PlanDetail = v.InferOutput<typeof PlanDetail>;
export const PlanPage = pageOf("plans", PlanDetail);
/** Companies with a plan. */
export const PlanUse = v.object({
  companies: v.number(),
  /** Also by a company in the bin, which may be restored. */
  isUsed: v.boolean(),
});
export type PlanUse = v.InferOutput<typeof PlanUse>;
export const PlanQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber });

/** A number, sent as a number or as the text of a form field. */
const typed = v.pipe(
  v.union([v.number(), v.pipe(ShortText, v.trim(), v.regex(/^\d{1,9}([.,]\d{1,2})?$/))]),
  v.transform((value) => (typeof value === "string" ? Number(value.replace(",", ".")) : value)),
);
/** GB with at most two decimals. */
const Storage = v.pipe(
  v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => 0),
    ),
    typed,
  ]),
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_LIMIT),
);
const Limit = v.pipe(typed, v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_LIMIT));
/** Reais, with at most two decimals. */
const Value = v.pipe(
  typed,
  v.number(),
  v.minValue(0),
  v.maxValue(MAX_VALUE),
  v.check((reais) => Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-6),
);

const fields = <Schema extends v.GenericSchema>(schema: Schema) =>
  Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, schema])) as Record<PlanFlag, Schema>;

/** Numbers default to 0, flags to true (docs/rules/forms.md#plans). */
export const PlanBody = v.object({
  name: plainName(2, 80),
  users: v.optional(Limit, 0),
  connections: v.optional(Limit, 0),
  queues: v.optional(Limit, 0),
  /** Storage for files, in GB; 0 or absent = no limit. */
  storageGb: v.optional(Storage, 0),
  value: v.optional(Value, 0),
  ...fields(v.optional(v.boolean(), true)),
  enabled: v.optional(v.boolean(), true),
});
export type PlanBody = v.InferOutput<typeof PlanBody>;
export const UpdatePlanBody = v.object({
  name: v.optional(plainName(2, 80)),
  users: v.optional(Limit),
  connections: v.optional(Limit),
  queues: v.optional(Limit),
  storageGb: v.optional(Storage),
  value: v.optional(Value),
  ...fields(v.optional(v.boolean())),
  enabled: v.optional(v.boolean()),
});
export type UpdatePlanBody = v.InferOutput<typeof UpdatePlanBody>;
