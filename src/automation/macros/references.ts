import { actionsName, actionsWithout } from "#automation/ticket-actions/index.ts";
import type { ConditionUser } from "#inbox/conditions/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { everyMacro } from "./queries.ts";
import { changeMacro, removeMacro } from "./save.ts";

/**
 * An object that a shared macro refers to cannot be deleted. From personal macros the reference is removed
 * (docs/rules/conditions.md#references).
 */
export const macrosAsConditionUser: ConditionUser = {
  uses: (unit, reference) =>
    everyMacro(unit.db)
      .filter(({ ownerId, actions }) => ownerId === null && actionsName(actions, reference))
      .map(({ id, name }) => ({ kind: "macro", id, name })),
  forget(unit, reference) {
    for (const macro of everyMacro(unit.db)) {
      if (macro.ownerId === null || !actionsName(macro.actions, reference)) continue;
      const actions = actionsWithout(macro.actions, reference);
      changeMacro(unit, macro, { actions, active: macro.active && actions.length > 0 });
    }
  },
};

/** Removes a deleted queue from shared macros. A macro that has no other queue is switched off. */
export function forgetQueue(unit: TenantUnit, queueId: number): void {
  for (const macro of everyMacro(unit.db)) {
    if (!macro.queueIds.includes(queueId)) continue;
    const queueIds = macro.queueIds.filter((id) => id !== queueId);
    changeMacro(unit, macro, { queueIds, active: macro.active && queueIds.length > 0 });
  }
}

/** The personal macros of a deleted user are deleted. */
export function forgetUser(unit: TenantUnit, userId: number): void {
  for (const macro of everyMacro(unit.db)) if (macro.ownerId === userId) removeMacro(unit, macro);
}
