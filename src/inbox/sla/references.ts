import { type ConditionUser, names } from "#inbox/conditions/index.ts";
import { currentPolicies } from "./save.ts";

/** Prevents the deletion of objects that a policy refers to (docs/rules/conditions.md#references). */
export const policiesAsConditionUser: ConditionUser = {
  uses: (unit, reference) =>
    currentPolicies(unit.db)
      .filter(({ conditions }) => names(conditions, reference))
      .map(({ id, name }) => ({ kind: "sla_policy", id, name })),
};
