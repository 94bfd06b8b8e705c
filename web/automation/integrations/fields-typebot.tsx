import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FieldsProps } from "./fields-hook.tsx";
import { integrationTexts } from "./locales/index.ts";

const digits = (typed: string): string => typed.replace(/\D/g, "").slice(0, 6);

/** The flow's address, texts and timeouts. */
export function TypebotFields({ form }: FieldsProps) {
  useSignals();
  const t = useText(integrationTexts);
  const field = useField(form);
  const address = useSecretProps(t("form.baseHelp"));
  return (
    <>
      <div className="form-row">
        <TextField
          {...field("urlN8N")}
          label={t("form.base")}
          {...address}
          inputMode="url"
          autoComplete="off"
          isRequired
        />
        <TextField
          {...field("typebotSlug")}
          label={t("form.slug")}
          help={t("form.slugHelp")}
          autoComplete="off"
          isRequired
        />
      </div>
      <div className="form-row">
        <NumberInput
          {...field("typebotExpires")}
          label={t("form.expires")}
          help={t("form.expiresHelp")}
          zero="never"
          onChange={(typed) => form.set("typebotExpires", digits(typed))}
        />
        <NumberInput
          {...field("typebotDelayMessage")}
          label={t("form.delay")}
          help={t("form.delayHelp")}
          zero="noWait"
          onChange={(typed) => form.set("typebotDelayMessage", digits(typed))}
        />
      </div>
      <div className="form-row">
        <TextField {...field("typebotKeywordFinish")} label={t("form.finish")} help={t("form.finishHelp")} />
        <TextField
          {...field("typebotKeywordRestart")}
          label={t("form.restart")}
          help={t("form.restartHelp")}
        />
      </div>
      <div className="form-row">
        <VariableArea {...field("typebotUnknownMessage")} label={t("form.unknown")} rows={2} hidePreview />
        <VariableArea
          {...field("typebotRestartMessage")}
          label={t("form.restartMessage")}
          rows={2}
          hidePreview
        />
      </div>
    </>
  );
}
