import { useSignals } from "@preact/signals-react/runtime";
import { useMemo } from "react";
import { PLAN_FLAGS, type PlanFlag } from "#accounts/companies/contract.ts";
import { PlanBody, type PlanDetail } from "#accounts/plans/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { isRefusedByContent } from "#web/lib/api/save-refusal.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel } from "#web/ui/form/form-model.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { planTexts } from "./locales/index.ts";
import { type PlanCalls, planCalls } from "./plans-api.ts";

const STORAGE_UNIT = "GB";

interface Props {
  /** Null adds a new plan. */
  readonly plan: PlanDetail | null;
  readonly onSaved: (saved: PlanDetail) => void;
  readonly onClose: () => void;
}

/** Dialog for the limits, features and price of a plan. */
export function PlanDialog({ plan, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(planTexts);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update of the row must not overwrite the input
  const form = useMemo(
    () =>
      createPlanForm({
        plan,
        calls: planCalls,
        onRefused: (error) =>
          isRefusedByContent(error) ? toast.error(t("form.failed")) : toast.failure(error),
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [plan?.id],
  );
  const field = useField(form);
  const title = t(plan ? "form.editTitle" : "form.addTitle");
  return (
    <FormDialog form={form} title={title} onClose={onClose}>
      <div className="plan-top">
        <TextField {...field("name")} label={t("form.name")} maxLength={80} isRequired autoFocus />
        <TextField
          {...field("value")}
          label={t("form.value")}
          help={t("form.valueHelp")}
          inputMode="decimal"
          icon={<span className="field-suffix">R$</span>}
        />
      </div>
      <fieldset className="plan-group">
        <legend>{t("form.limits")}</legend>
        <div className="plan-limits">
          {(["users", "connections", "queues"] as const).map((name) => (
            <NumberInput key={name} {...field(name)} label={t(`form.${name}`)} zero="notIncluded" />
          ))}
          <NumberInput
            {...field("storageGb")}
            className="plan-storage"
            label={t("form.storage")}
            help={t("form.storageHelp")}
            zero="unlimited"
            isDecimal
            suffix={STORAGE_UNIT}
          />
        </div>
      </fieldset>
      <fieldset className="plan-group">
        <legend>{t("form.features")}</legend>
        <div className="plan-flags">
          {PLAN_FLAGS.map((flag) => (
            <Switch {...field(flag)} key={flag} label={t(`flag.${flag}`)} />
          ))}
        </div>
      </fieldset>
      <Switch {...field("enabled")} label={t("form.enabled")} help={t("form.enabledHelp")} />
    </FormDialog>
  );
}

interface PlanValues extends Readonly<Record<string, unknown>>, Readonly<Record<PlanFlag, boolean>> {
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

interface PlanFormOptions {
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
