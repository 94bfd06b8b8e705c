import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import type { PlanDetail } from "#accounts/plans/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { isRefusedByContent } from "#web/lib/api/save-refusal.ts";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { planTexts } from "./locales/index.ts";
import { createPlanForm } from "./plan-form.ts";
import { planCalls } from "./plans-api.ts";

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
  const words = useText(common);
  const saved = useRef(onSaved);
  saved.current = onSaved;
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
          saved.current(answer);
        },
      }),
    [plan?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const title = t(plan ? "form.editTitle" : "form.addTitle");
  return (
    <>
      <Dialog title={title} onClose={close}>
        <Form form={form} label={title}>
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
                <TextField key={name} {...field(name)} label={t(`form.${name}`)} inputMode="numeric" />
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
                <Switch
                  key={flag}
                  label={t(`flag.${flag}`)}
                  value={form.value(flag)}
                  onChange={(on) => form.set(flag, on)}
                />
              ))}
            </div>
          </fieldset>
          <Switch
            label={t("form.enabled")}
            help={t("form.enabledHelp")}
            value={form.value("enabled")}
            onChange={(on) => form.set("enabled", on)}
          />
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
