import { IntegrationDeleted } from "#automation/integrations/events.ts";
import { PromptDeleting } from "#automation/prompts/events.ts";
import { type ConditionUser, names, type Reference } from "#inbox/conditions/index.ts";
import { AppError } from "#platform/errors.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import type { RuleAction } from "./actions/contract.ts";
import { everyRule } from "./queries.ts";
import type { Rule } from "./schema.ts";

/** The objects that the settings and actions of a rule refer to. */
type NamedThing =
  | Reference
  | { readonly kind: "integration" | "webhook" | "prompt" | "user"; readonly id: number };

function namedByAction(action: RuleAction): NamedThing[] {
  const one = (kind: NamedThing["kind"], id: number | undefined) =>
    id === undefined ? [] : [{ kind, id } as NamedThing];
  switch (action.action) {
    case "tag_add":
    case "tag_remove":
      return action.tagIds.map((id) => ({ kind: "tag", id }));
    case "field_set":
      return [{ kind: "field", id: action.key }];
    case "assign":
      return typeof action.userId === "number" ? one("user", action.userId) : [];
    case "transfer":
      return [...one("queue", action.queueId), ...one("user", action.userId)];
    case "follow_up":
      return one("follow_up", action.followUpId);
    case "resolve":
      return one("resolution", action.resolutionId);
    case "reply":
      return one("quick_reply", action.quickReplyId);
    case "participant_add":
    case "notify":
      return action.userIds.map((id) => ({ kind: "user", id }));
    case "note":
      return (action.mentions ?? []).map(({ kind, id }) => ({ kind, id }));
    case "start_prompt":
      return one("prompt", action.promptId);
    case "start_integration":
      return one("integration", action.integrationId);
    case "webhook":
      return one("webhook", action.integrationId);
    default:
      return [];
  }
}

/** The objects that a rule refers to in its settings and actions, without its conditions. */
export const namedBy = ({ settings, actions }: Pick<Rule, "settings" | "actions">): NamedThing[] => [
  ...(settings.tagIds ?? []).map((id) => ({ kind: "tag" as const, id })),
  ...actions.flatMap(namedByAction),
];

const uses = (rule: Rule, kind: string, id: number | string): boolean =>
  namedBy(rule).some((one) => one.kind === kind && one.id === id);

/** What a rule refers to cannot be deleted, except people (docs/rules/conditions.md#references). */
export const rulesAsConditionUser: ConditionUser = {
  uses: (unit, reference) =>
    everyRule(unit.db)
      .filter((rule) => names(rule.conditions, reference) || uses(rule, reference.kind, reference.id))
      .map(({ id, name }) => ({ kind: "rule", id, name })),
};

/** Refuses the deletion of an integration or a prompt that a rule uses: 409 ERR_IN_USE. */
export function keepWhatRulesUse({ bus }: Installation): void {
  const refuse = (unit: TenantUnit, kinds: readonly string[], id: number) => {
    const by = everyRule(unit.db)
      .filter((rule) => kinds.some((kind) => uses(rule, kind, id)))
      .map((rule) => ({ kind: "rule", id: rule.id, name: rule.name }));
    if (by.length > 0) throw new AppError(409, "ERR_IN_USE", { by });
  };
  bus.within(IntegrationDeleted, (unit, { integrationId }) =>
    refuse(unit, ["integration", "webhook"], integrationId),
  );
  bus.within(PromptDeleting, (unit, { promptId }) => refuse(unit, ["prompt"], promptId));
}
