import { useSignals } from "@preact/signals-react/runtime";
import type { QueueRef } from "#accounts/queues/contract.ts";
import type { Channel } from "#channels/connections/contract.ts";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { IntegrationSelect } from "#web/ui/select/integration-select.tsx";
import { PromptSelect } from "#web/ui/select/prompt-select.tsx";
import { QueueChoice as Choice } from "#web/ui/select/queue-choice.tsx";
import { type ConnectionValues, menuLines } from "./connection-form-model.ts";

function QueueChoice({ form, queues }: Omit<FieldsProps, "channel">) {
  useSignals();
  const t = useText(connectionsTexts);
  return (
    <Choice
      label={t("field.queues")}
      help={t("field.queuesHelp")}
      emptyText={t("field.noQueues")}
      queues={queues}
      value={form.value("queueIds")}
      onChange={(queueIds) => form.set("queueIds", queueIds)}
    />
  );
}

export interface FieldsProps {
  readonly form: FormModel<ConnectionValues>;
  /** Null while they load. */
  readonly queues: readonly QueueRef[] | null;
  /** Pages and Instagram accounts have no phone, engine or proxy. */
  readonly channel: Channel;
  /** The token was set before the present rule for tokens: it is valid, but should be replaced. */
  readonly weakToken?: boolean;
}

export function GeneralFields({ form, queues }: FieldsProps) {
  useSignals();
  const t = useText(connectionsTexts);
  const field = useField(form);
  return (
    <>
      <TextField
        {...field("name")}
        label={t("field.name")}
        help={t("field.nameHelp")}
        isRequired
        autoFocus={hasKeyboard()}
      />
      <Switch
        label={t("field.isDefault")}
        help={t("field.isDefaultHelp")}
        value={form.value("isDefault")}
        onChange={(value) => form.set("isDefault", value)}
      />
      <QueueChoice form={form} queues={queues} />
      <VariableArea
        {...field("greetingMessage")}
        label={t("field.greetingMessage")}
        help={t("field.greetingHelp")}
        isRequired={form.value("queueIds").length > 1}
        known={{ connection: form.value("name") }}
        below={menuLines(queues ?? [], form.value("queueIds"))}
      />
      <IntegrationSelect
        value={form.value("integrationId")}
        onChange={(id) => form.set("integrationId", id)}
        label={t("field.integration")}
        help={t("field.integrationHelp")}
        none={t("field.integrationNone")}
      />
      <PromptSelect
        value={form.value("promptId")}
        onChange={(id) => form.set("promptId", id)}
        label={t("field.prompt")}
        help={t("field.promptHelp")}
        none={t("field.promptNone")}
      />
    </>
  );
}
