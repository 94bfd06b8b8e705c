import * as v from "valibot";
import { RuleActions } from "#automation/rules/actions/contract.ts";
import {
  type ActionDraft,
  type ActionKind,
  type ListProblem,
  newAction,
} from "#web/automation/ticket-actions/draft.ts";

/** The kinds of actions of a rule, in the order of the menu. */
export const RULE_KINDS: readonly ActionKind[] = [
  "transfer",
  "reply",
  "tag_add",
  "tag_remove",
  "priority",
  "assign",
  "notify",
  "note",
  "field_set",
  "participant_add",
  "snooze",
  "follow_up",
  "start_menu",
  "start_tree",
  "start_prompt",
  "start_integration",
  "stop_bot",
  "webhook",
  "resolve",
];
export const ONLY_RULES = [
  "notify",
  "webhook",
  "start_menu",
  "start_tree",
  "start_prompt",
  "start_integration",
  "stop_bot",
] as const;

/** Actions that reach the customer or move the ticket: a rule with one is simulated before it is switched on. */
const WEIGHTY: ReadonlySet<string> = new Set(["reply", "transfer", "resolve"]);
export const isWeighty = (actions: readonly { readonly action: string }[]): boolean =>
  actions.some(({ action }) => WEIGHTY.has(action));

/** A new action of this kind. */
export function newRuleAction(action: ActionKind): ActionDraft {
  if (action === "notify") return { action, to: ["supervisors"], userIds: [], text: "" };
  return action === "assign" ? { action, userId: "distribute" } : newAction(action);
}

/** Whether an action has all keys of its kind. */
export const isRuleActionComplete = (draft: ActionDraft): boolean => v.is(RuleActions, [draft]);

/** The problem of the list as a whole; null = it can be stored. */
export function problemOfActions(drafts: readonly ActionDraft[]): ListProblem | null {
  if (drafts.length === 0) return "empty";
  if (!drafts.every(isRuleActionComplete)) return "incomplete";
  return v.is(RuleActions, drafts) ? null : "order";
}
