import * as v from "valibot";
import type { RuleAction } from "#automation/rules/actions/contract.ts";
import { MacroActions, type TicketAction } from "#automation/ticket-actions/contract.ts";

export type ActionKind = TicketAction["action"] | RuleAction["action"];
/** An action as the editor has it: keys may still be missing. */
export type ActionDraft = { readonly action: ActionKind } & Readonly<Record<string, unknown>>;

/** The kinds of actions of a macro, in the order of the menu. */
export const MACRO_KINDS: readonly ActionKind[] = [
  "reply",
  "note",
  "tag_add",
  "tag_remove",
  "priority",
  "field_set",
  "assign",
  "participant_add",
  "snooze",
  "follow_up",
  "transfer",
  "return",
  "resolve",
];
/** Kinds of actions that must be the last of a list. */
const LAST: ReadonlySet<ActionKind> = new Set(["transfer", "return", "resolve"]);
export const MOST_ACTIONS = 10;
const MOST_REPLIES = 3;

const FIRST: Readonly<Partial<Record<ActionKind, object>>> = {
  reply: { text: "" },
  note: { text: "" },
  tag_add: { tagIds: [] },
  tag_remove: { tagIds: [] },
  priority: { priority: 4 },
  field_set: { value: null },
  assign: { userId: "me" },
  participant_add: { userIds: [] },
  snooze: { mode: "either", opening: "tomorrow" },
  resolve: { farewell: true },
};

/** A new action of this kind. */
export const newAction = (action: ActionKind): ActionDraft => ({ action, ...FIRST[action] });

/** Whether an action has all keys of its kind. */
export const isComplete = (draft: ActionDraft): boolean => v.is(MacroActions, [draft]);

/** The list with a new action, inserted before an action that must be the last. */
export function withAction(
  drafts: readonly ActionDraft[],
  action: ActionKind,
  created = newAction(action),
): ActionDraft[] {
  const end = drafts.at(-1);
  const at = end && LAST.has(end.action) && !LAST.has(action) ? drafts.length - 1 : drafts.length;
  return drafts.toSpliced(at, 0, created);
}

export type ListProblem = "empty" | "incomplete" | "order" | "replies";

/** The problem of the list as a whole; null = it can be stored. */
export function problemOfList(drafts: readonly ActionDraft[]): ListProblem | null {
  if (drafts.length === 0) return "empty";
  if (!drafts.every(isComplete)) return "incomplete";
  if (drafts.slice(0, -1).some(({ action }) => LAST.has(action))) return "order";
  return drafts.filter(({ action }) => action === "reply").length > MOST_REPLIES ? "replies" : null;
}
