import { PLAN_FLAGS, type PlanFlag } from "#accounts/companies/contract.ts";
import { PlanBody, type PlanDetail } from "#accounts/plans/contract.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import type { PlanCalls } from "./plans-api.ts";

export interface PlanValues extends Readonly<Record<string, unknown>>, Readonly<Record<PlanFlag, boolean>> {
  readonly name: string;
  readonly users: string;
  readonly connections: string;
  readonly queues: string;
  /** GB as typed; 0 or empty = unlimited. */
  readonly storageGb: string;
  /** Price in reais, as typed. */
  readonly value: string;
  readonly enabled: boolean;
}

/** An amount in reais as a form field shows it: `99,90`. */
export const typedReais = (reais: number): string =>
  Number.isInteger(reais) ? String(reais) : reais.toFixed(2).replace(".", ",");

/** The limits of a new plan are 0 and its flags on (docs/rules/forms.md#plans). */
export function valuesOf(plan: PlanDetail | null): PlanValues {
  const flags = Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, plan?.[flag] ?? true]));
  return {
    name: plan?.name ?? "",
    users: String(plan?.users ?? 0),
    connections: String(plan?.connections ?? 0),
    queues: String(plan?.queues ?? 0),
    storageGb: String(plan?.storageGb ?? 0).replace(".", ","),
    value: typedReais(plan?.value ?? 0),
    ...(flags as Record<PlanFlag, boolean>),
    enabled: plan?.enabled ?? true,
  };
}

export interface PlanFormOptions {
  readonly plan: PlanDetail | null;
  readonly calls: Pick<PlanCalls, "create" | "update">;
  readonly onSaved: (saved: PlanDetail) => void;
  /** Called for every error, including errors of a field. */
  readonly onRefused: (error: unknown) => void;
}

/** Adds a plan, or edits the given one. */
export function createPlanForm({ plan, calls, onSaved, onRefused }: PlanFormOptions) {
  return new FormModel<PlanValues>({
    initial: valuesOf(plan),
    schema: PlanBody,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    fieldsOfCode: { ERR_NAME_IN_USE: { name: "in_use" } },
    onFailure: () => undefined,
    submit: async (body) => {
      try {
        onSaved(await (plan ? calls.update(plan.id, body) : calls.create(body)));
      } catch (error) {
        onRefused(error);
        throw error;
      }
    },
  });
}
