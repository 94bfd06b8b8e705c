import * as v from "valibot";
import type { RuleActions } from "#automation/rules/actions/contract.ts";
import {
  type OncePer,
  type RuleAnswer,
  RuleBody,
  type RuleEvent,
  type RuleSettings,
} from "#automation/rules/contract.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { nodesOf } from "#inbox/conditions/shape/contract.ts";
import type { ActionDraft } from "#web/automation/ticket-actions/draft.ts";
import { isComplete as areComplete } from "#web/inbox/tickets/views/condition-model.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import { problemOfActions } from "./rule-actions.ts";
import { type RuleInput, ruleCalls } from "./rules-api.ts";

export interface RuleDraft extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly event: RuleEvent;
  readonly settings: RuleSettings;
  readonly conditions: Conditions;
  readonly actions: readonly ActionDraft[];
  readonly stop: boolean;
  readonly oncePer: OncePer | "default";
  readonly alsoFromRules: boolean;
}
export type RuleForm = FormModel<RuleDraft>;

export const TIMED: ReadonlySet<RuleEvent> = new Set(["no_answer", "customer_silent"]);
const isEmpty = (conditions: Conditions): boolean => nodesOf(conditions).nodes.length === 0;

const Schema = v.pipe(
  v.object({
    ...RuleBody.entries,
    conditions: v.custom<Conditions>(
      (value) => isEmpty(value as Conditions) || areComplete(value as Conditions),
    ),
    actions: v.custom<readonly ActionDraft[]>(
      (value) => problemOfActions(value as readonly ActionDraft[]) === null,
    ),
    oncePer: v.picklist(["default", "event", "attendance", "contact_day"]),
  }),
  v.forward(
    v.check(({ event, settings }) => !TIMED.has(event) || (settings.minutes ?? 0) > 0, "required"),
    ["settings"],
  ),
);

/** The rule as the server takes it. */
export function inputOf({ conditions, oncePer, actions, settings, ...rest }: RuleDraft): RuleInput {
  const { minutes, hours, changes, tagIds, ...texts } = settings;
  return {
    ...rest,
    conditions: isEmpty(conditions) ? null : conditions,
    // The schema has checked that no key is missing.
    actions: [...actions] as unknown as RuleActions,
    settings: {
      ...texts,
      ...(TIMED.has(rest.event) && minutes !== undefined && { minutes, hours: hours ?? "clock" }),
      ...(rest.event === "status_changed" && changes && { changes }),
      ...(rest.event === "tag_added" && tagIds && { tagIds }),
    },
    ...(oncePer !== "default" && { oncePer }),
  };
}

interface Options {
  /** Null adds a rule. */
  readonly rule: RuleAnswer | null;
  readonly template: Partial<RuleDraft>;
  /** Whether the stored rule stays switched on with this draft. */
  readonly staysOn: (draft: RuleDraft) => boolean;
  readonly onSaved: (saved: RuleAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The form of a rule. A new rule is switched off, and so is a changed rule that was not simulated. */
export const ruleForm = ({ rule, template, staysOn, onSaved, onFailure }: Options): RuleForm =>
  new FormModel<RuleDraft>({
    initial: {
      name: "",
      event: "message_received",
      settings: {},
      stop: false,
      alsoFromRules: false,
      ...template,
      conditions: template.conditions ?? { all: [] },
      oncePer: "default",
      actions: template.actions ?? [],
      ...(rule && draftOfRule(rule)),
    },
    schema: Schema as never,
    onFailure,
    submit: async (draft) => {
      const input = inputOf(draft);
      const active = rule?.active === true && staysOn(draft);
      onSaved(await (rule ? ruleCalls.update(rule.id, { ...input, active }) : ruleCalls.create(input)));
    },
  });

export const draftOfRule = (rule: RuleAnswer): RuleDraft => ({
  name: rule.name,
  event: rule.event,
  settings: rule.settings,
  conditions: rule.conditions ?? { all: [] },
  actions: rule.actions,
  stop: rule.stop,
  oncePer: rule.oncePer,
  alsoFromRules: rule.alsoFromRules,
});
