import * as v from "valibot";
import { ActionFileAnswer } from "#automation/ticket-actions/contract.ts";
import { Conditions } from "#inbox/conditions/contract.ts";
import { Instant, PageNumber, pageOf, plainName, RequiredId } from "#platform/http/contract.ts";
import { RuleActions } from "./actions/contract.ts";

/** Limits of docs/rules/rules.md#limits. */
export const MAX_RULES = 100;
export const MAX_ACTIVE_RULES = 50;
const MOST_MINUTES = 30 * 24 * 60;

const RULE_EVENTS = [
  "ticket_created",
  "message_received",
  "contact_created",
  "outside_hours",
  "queue_entered",
  "no_answer",
  "customer_silent",
  "status_changed",
  "tag_added",
  "rated",
  "campaign_answered",
  "woken",
  "sla_warning",
  "sla_missed",
] as const;
/** Timed events: they occur when a number of minutes has passed. */
export const TIMED_EVENTS = ["no_answer", "customer_silent"] as const;
export type TimedEvent = (typeof TIMED_EVENTS)[number];
export const RuleEvent = v.picklist(RULE_EVENTS);
export type RuleEvent = v.InferOutput<typeof RuleEvent>;

const STATUS_CHANGES = ["accepted", "returned", "transferred", "resolved", "reopened"] as const;
export const StatusChange = v.picklist(STATUS_CHANGES);
export type StatusChange = v.InferOutput<typeof StatusChange>;

/** Settings of a rule besides its conditions; an absent switch is off. */
export const RuleSettings = v.object({
  /** For `status_changed`: the changes that trigger the rule; absent = all. */
  changes: v.optional(v.pipe(v.array(StatusChange), v.minLength(1), v.maxLength(STATUS_CHANGES.length))),
  /** For `tag_added`: the tags that trigger the rule; absent = all. */
  tagIds: v.optional(v.pipe(v.array(RequiredId), v.minLength(1), v.maxLength(50))),
  /**
   * For `no_answer` and `customer_silent`: the number of minutes until the event, counted by the clock (default) or in
   * opening time.
   */
  minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_MINUTES))),
  hours: v.optional(v.picklist(["clock", "open"])),
  /** True = texts are also sent while a person has the ticket. */
  evenIfAttended: v.optional(v.boolean()),
  /** True = texts are also sent outside opening hours, instead of waiting for the opening. */
  anyTime: v.optional(v.boolean()),
});
export type RuleSettings = v.InferOutput<typeof RuleSettings>;

const OncePer = v.picklist(["event", "attendance", "contact_day"]);
export type OncePer = v.InferOutput<typeof OncePer>;

const entries = {
  name: plainName(2, 80),
  event: RuleEvent,
  settings: v.optional(RuleSettings, {}),
  /** Null = always. */
  conditions: v.optional(v.nullable(Conditions), null),
  actions: RuleActions,
  /** True = later rules do not run for the same event. */
  stop: v.optional(v.boolean(), false),
  /** Default: `attendance` when the rule writes to the customer, else `event`. */
  oncePer: v.optional(OncePer),
  /** True = the rule also runs for events that other rules cause. */
  alsoFromRules: v.optional(v.boolean(), false),
};
export const RuleBody = v.object({ ...entries, active: v.optional(v.boolean(), false) });
export type RuleBody = v.InferOutput<typeof RuleBody>;
/** Absent keys keep their value. */
export const UpdateRuleBody = v.partial(
  v.object({
    ...entries,
    settings: RuleSettings,
    conditions: v.nullable(Conditions),
    stop: v.boolean(),
    oncePer: OncePer,
    alsoFromRules: v.boolean(),
    active: v.boolean(),
  }),
);
export type UpdateRuleBody = v.InferOutput<typeof UpdateRuleBody>;
/** Every rule, in its new order. */
export const RuleOrderBody = v.object({ ids: v.pipe(v.array(RequiredId), v.maxLength(MAX_RULES)) });

export const RuleAnswer = v.object({
  id: v.number(),
  name: v.string(),
  event: RuleEvent,
  settings: RuleSettings,
  conditions: v.nullable(v.custom<Conditions>(() => true)),
  actions: v.custom<RuleActions>(() => true),
  /** Names and addresses of the files of its replies. */
  files: v.array(ActionFileAnswer),
  position: v.number(),
  stop: v.boolean(),
  oncePer: OncePer,
  alsoFromRules: v.boolean(),
  active: v.boolean(),
  /** Number of firings in the last 7 days. */
  fired: v.number(),
  /** The newest failed run; null when the rule has fired since. */
  lastFailure: v.nullable(v.object({ at: Instant, code: v.string() })),
  /** Deleted users that the rule names. The rule fails while it names one. */
  missingUserIds: v.array(v.number()),
});
export type RuleAnswer = v.InferOutput<typeof RuleAnswer>;
export const RuleList = v.object({ rules: v.array(RuleAnswer) });

const RUN_OUTCOMES = ["fired", "not_matched", "skipped", "failed"] as const;
export const RunOutcome = v.picklist(RUN_OUTCOMES);
export type RunOutcome = v.InferOutput<typeof RunOutcome>;

/** A condition and the value that was found for it, cut at 100 characters. `ok` null = the value was not known. */
export const RunCondition = v.object({
  field: v.string(),
  op: v.string(),
  value: v.optional(v.unknown()),
  found: v.nullable(v.string()),
  ok: v.nullable(v.boolean()),
});
export type RunCondition = v.InferOutput<typeof RunCondition>;

export const RunAnswer = v.object({
  id: v.number(),
  ruleId: v.number(),
  ruleName: v.string(),
  at: Instant,
  outcome: RunOutcome,
  /** The code (ERR_*) for which the rule was skipped or failed, or the reason why one of its texts was not sent. */
  reason: v.nullable(v.string()),
  ticket: v.nullable(v.object({ id: v.number(), uuid: v.string(), name: v.string() })),
  depth: v.number(),
  conditions: v.array(RunCondition),
});
export type RunAnswer = v.InferOutput<typeof RunAnswer>;
export const RunQuery = v.object({ outcome: v.optional(RunOutcome), pageNumber: PageNumber });
export const RunPage = pageOf("runs", RunAnswer);
export type RunPage = v.InferOutput<typeof RunPage>;
export const TicketRuns = v.object({ runs: v.array(RunAnswer) });
