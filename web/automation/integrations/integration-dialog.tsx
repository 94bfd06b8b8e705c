import { useSignals } from "@preact/signals-react/runtime";
import KeyRound from "lucide-react/icons/key-round";
import { useMemo, useState } from "react";
import {
  BILLING_SYSTEMS,
  INTEGRATION_TYPES,
  type IntegrationAnswer,
  type IntegrationMade,
  type IntegrationType,
} from "#automation/integrations/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { maySetSecrets } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { actionsOf, formatBilling, parseBilling } from "./billing-content.ts";
import { DialogflowFields } from "./fields-dialogflow.tsx";
import { type FieldsProps, HookFields } from "./fields-hook.tsx";
import { TypebotFields } from "./fields-typebot.tsx";
import { createIntegrationForm, isHook, typesFor } from "./integration-form.ts";
import { integrationCalls } from "./integrations-api.ts";
import { integrationTexts } from "./locales/index.ts";
import { TypeLogo } from "./type-logo.tsx";

interface Props {
  /** Null adds an integration. */
  readonly integration: IntegrationAnswer | null;
  readonly onSaved: (saved: IntegrationMade) => void;
  readonly onRenewed: (secret: string) => void;
  readonly onClose: () => void;
}

const FIELDS = {
  webhook: HookFields,
  n8n: HookFields,
  typebot: TypebotFields,
  dialogflow: DialogflowFields,
  billing: BillingFields,
} as const satisfies Record<IntegrationType, unknown>;

/** Adds or changes an integration; its fields depend on its type. */
export function IntegrationDialog({ integration, onSaved, onRenewed, onClose }: Props) {
  useSignals();
  const t = useText(integrationTexts);
  const [renewing, setRenewing] = useState(false);
  const types = integration ? INTEGRATION_TYPES : typesFor(maySetSecrets());
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the integration must not reset the form
  const form = useMemo(
    () =>
      createIntegrationForm({
        integration,
        newType: types.includes("webhook") ? "webhook" : types[0],
        calls: integrationCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t(integration ? "form.edited" : "form.added"));
          saved(answer);
        },
      }),
    [integration?.id],
  );
  const field = useField(form);
  const type = form.value("type");
  const title = t(integration ? "form.editTitle" : "form.addTitle");
  const Fields = FIELDS[type];
  return (
    <>
      <FormDialog form={form} title={title} size="l" onClose={onClose}>
        <div className="form-row">
          <Select
            label={t("form.type")}
            help={t(`typeHelp.${type}`)}
            options={types.map((id) => ({
              id,
              label: t(`type.${id}`),
              icon: <TypeLogo type={id} />,
            }))}
            value={type}
            onChange={(id) => form.set("type", id)}
            isDisabled={integration !== null}
            isRequired
          />
          <TextField {...field("name")} label={t("form.name")} isRequired autoFocus={hasKeyboard()} />
        </div>
        <Fields form={form} integrationId={integration?.id ?? null} />
        {integration && isHook(integration.type) && maySetSecrets() ? (
          <div className="integration-secret">
            <KeyRound aria-hidden="true" />
            <p>{t("secret.kept")}</p>
            <Button size="s" onPress={() => setRenewing(true)}>
              {t("secret.renew")}
            </Button>
          </div>
        ) : null}
      </FormDialog>
      {renewing && integration ? (
        <Confirm
          title={t("secret.renewTitle")}
          confirmLabel={t("secret.renew")}
          onConfirm={async () => onRenewed((await integrationCalls.renewSecret(integration.id)).secret)}
          onClose={() => setRenewing(false)}
        >
          {t("secret.renewText")}
        </Confirm>
      ) : null}
    </>
  );
}

/** The billing system, and the actions that customers may use. */
function BillingFields({ form }: FieldsProps) {
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
