import * as v from "valibot";
import { OpeningHours, OpeningSpan } from "#opening-hours/contract.ts";
import { PureDate } from "#platform/http/contract.ts";

/** Flags of a plan (specification 000 section 3). */
export const PLAN_FLAGS = [
  "useCampaigns",
  "useKanban",
  "useOpenAi",
  "useIntegrations",
  "useSchedules",
  "useInternalChat",
  "useExternalApi",
] as const;
export type PlanFlag = (typeof PLAN_FLAGS)[number];

const flags = v.object(
  Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, v.boolean()])) as Record<
    PlanFlag,
    v.BooleanSchema<undefined>
  >,
);
export const PlanAnswer = v.object({
  id: v.number(),
  name: v.string(),
  users: v.number(),
  connections: v.number(),
  queues: v.number(),
  ...flags.entries,
});
export type PlanAnswer = v.InferOutput<typeof PlanAnswer>;

/** The company as the session carries it. */
export const SessionCompany = v.object({
  id: v.number(),
  name: v.string(),
  dueDate: v.nullable(PureDate),
  timeZone: v.string(),
  plan: PlanAnswer,
  /** Readable settings only, never secrets. */
  settings: v.array(v.object({ key: v.string(), value: v.string() })),
});
export type SessionCompany = v.InferOutput<typeof SessionCompany>;

/** Opening hours of the company (behaviour 24.1). */
export const CompanyHoursAnswer = v.object({ schedules: v.array(OpeningSpan) });
export const CompanyHoursBody = v.object({ schedules: OpeningHours });
