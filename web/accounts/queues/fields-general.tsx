import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { ColorField } from "#web/ui/field/color-field.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { IntegrationSelect } from "#web/ui/select/integration-select.tsx";
import { PromptSelect } from "#web/ui/select/prompt-select.tsx";
import { queueTexts } from "./locales/index.ts";
import type { OptionDraft } from "./options/option-draft.ts";
import type { QueueValues } from "./queue-form-model.ts";
import { type Queue, queues } from "./queue-list.ts";

export interface FieldsProps {
  readonly form: FormModel<QueueValues>;
  /** Null for a new queue. */
  readonly queue: Queue | null;
  /** The draft of the chatbot's options; null for a new queue. */
  readonly draft: OptionDraft | null;
  readonly onSaveAndGoOn: () => void;
}

/** Name, colour, position in the menu, token. */
export function GeneralFields({ form, queue }: FieldsProps) {
  useSignals();
  const t = useText(queueTexts);
  const field = useField(form);
  const used = queues.list.items.value.filter(({ id }) => id !== queue?.id).map(({ color }) => color);
  return (
    <>
      <TextField
        {...field("name")}
        label={t("field.name")}
        help={t("field.nameHelp")}
        isRequired
        autoFocus={hasKeyboard()}
      />
      <div className="queue-color-row">
        <ColorField
          {...field("color")}
          label={t("field.color")}
          otherLabel={t("field.otherColor")}
          used={used}
        />
        <TextField
          {...field("color")}
          error={null}
          label={t("field.colorCode")}
          className="queue-color-code"
          maxLength={9}
          onChange={(typed) => form.set("color", typedColor(typed))}
        />
      </div>
      <div className="form-row">
        <TextField
          {...field("orderQueue")}
          label={t("field.orderQueue")}
          help={t("field.orderHelp")}
          inputMode="numeric"
          onChange={(typed) => form.set("orderQueue", typed.replace(/\D/g, "").slice(0, 6))}
        />
        <TextField
          {...field("token")}
          label={t("field.token")}
          help={t("field.tokenHelp")}
          autoComplete="off"
        />
      </div>
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

/** A hexadecimal colour gets its `#`; the name of a colour is kept. */
function typedColor(typed: string): string {
  const plain = typed.trim().replace(/^#+/, "");
  return plain !== "" && /^[0-9a-f]+$/i.test(plain) ? `#${plain}` : plain;
}
