import { useSignals } from "@preact/signals-react/runtime";
import { BILLING_SYSTEMS } from "#automation/integrations/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { actionsOf, formatBilling, parseBilling } from "./billing-content.ts";
import type { FieldsProps } from "./fields-hook.tsx";
import { integrationTexts } from "./locales/index.ts";

/** The billing system, and the actions that customers may use. */
export function BillingFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(integrationTexts);
  const choice = parseBilling(form.value("jsonContent"));
  const { system, actions } = choice;
  const set = (changed: Partial<typeof choice>) =>
    form.set("jsonContent", formatBilling({ ...choice, ...changed }));
  const problem = form.problem("jsonContent");
  return (
    <>
      <Select
        label={t("billing.system")}
        help={t(`billing.${system}Help`)}
        options={BILLING_SYSTEMS.map((id) => ({ id, label: t(`billing.${id}`) }))}
        value={system}
        onChange={(id) => set({ system: id })}
        isRequired
      />
      <fieldset className="integration-events">
        <legend>{t("billing.actions")}</legend>
        <p>{t("billing.actionsHelp")}</p>
        <div className="integration-event-list">
          {actionsOf(system).map((action) => (
            <Checkbox
              key={action}
              label={t(`billing.${action}`)}
              value={actions.includes(action)}
              onChange={(on) =>
                set({ actions: on ? [...actions, action] : actions.filter((other) => other !== action) })
              }
            />
          ))}
        </div>
        {problem ? (
          <p className="integration-problem" role="alert">
            {t("billing.noAction")}
          </p>
        ) : null}
      </fieldset>
    </>
  );
}
