import * as v from "valibot";
import {
  endsWithLast,
  MOST_ACTIONS,
  ParticipantAdd,
  Reply,
  SHARED_ACTIONS,
  Transfer,
} from "#automation/ticket-actions/contract.ts";
import { MAX_IDS, RequiredId } from "#platform/http/contract.ts";

const MOST_NOTICE = 200;

/** The actions of rules (docs/rules/ticket-actions.md#rules). */
const RULE_ACTIONS = [
  ...SHARED_ACTIONS,
  Reply,
  ParticipantAdd,
  /** Assigns the ticket within its queue; `distribute` offers it to the users of the queue in turn. */
  v.object({ action: v.literal("assign"), userId: v.union([RequiredId, v.literal("distribute")]) }),
  Transfer,
  v.pipe(
    v.object({
      action: v.literal("notify"),
      to: v.optional(v.pipe(v.array(v.picklist(["owner", "supervisors", "admins"])), v.maxLength(3)), []),
      userIds: v.optional(v.pipe(v.array(RequiredId), v.maxLength(MAX_IDS)), []),
      text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MOST_NOTICE)),
    }),
    v.check(({ to, userIds }) => to.length + userIds.length > 0, "invalid"),
  ),
  v.object({ action: v.literal("webhook"), integrationId: RequiredId }),
  v.object({ action: v.literal("start_menu") }),
  v.object({ action: v.literal("start_tree") }),
  v.object({ action: v.literal("start_prompt"), promptId: RequiredId }),
  v.object({ action: v.literal("start_integration"), integrationId: RequiredId }),
  v.object({ action: v.literal("stop_bot") }),
] as const;
const RuleAction = v.variant("action", RULE_ACTIONS);
export type RuleAction = v.InferOutput<typeof RuleAction>;

/** Actions that may follow a transfer or a resolve: they change nothing in the ticket. */
const ANYWHERE: ReadonlySet<string> = new Set(["notify", "webhook"]);

export const RuleActions = v.pipe(
  v.array(RuleAction),
  v.minLength(1),
  v.maxLength(MOST_ACTIONS),
  v.check((actions) => endsWithLast(actions.filter(({ action }) => !ANYWHERE.has(action))), "invalid"),
);
export type RuleActions = v.InferOutput<typeof RuleActions>;

/** Actions that need no ticket. */
export const needsTicket = ({ action }: Pick<RuleAction, "action">): boolean => !ANYWHERE.has(action);

/** Actions that route the conversation: the bot does not answer the same message. */
const IN_PLACE_OF_BOT: ReadonlySet<string> = new Set([
  "assign",
  "transfer",
  "resolve",
  "start_menu",
  "start_tree",
  "start_prompt",
  "start_integration",
  "stop_bot",
]);
export const replacesBot = (actions: readonly Pick<RuleAction, "action">[]): boolean =>
  actions.some(({ action }) => IN_PLACE_OF_BOT.has(action));
