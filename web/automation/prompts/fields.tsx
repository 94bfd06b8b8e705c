import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { NEURAL_VOICES, SERVER_VOICES, TEXT_VOICE } from "#automation/prompts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { Select } from "#web/ui/select/select.tsx";
import { promptTexts } from "./locales/index.ts";
import type { PromptValues } from "./prompt-form.ts";

interface Props {
  readonly form: FormModel<PromptValues>;
}

const digits = (typed: string) => typed.replace(/\D/g, "").slice(0, 10);

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="prompt-group">
      <legend>{title}</legend>
      <div className="prompt-fields">{children}</div>
    </fieldset>
  );
}

export function VoiceFields({ form }: Props) {
  useSignals();
  const t = useText(promptTexts);
  const field = useField(form);
  const voice = field("voice");
  const secret = useSecretProps();
  return (
    <Group title={t("form.voiceTitle")}>
      <Select
        {...voice}
        label={t("form.voice")}
        help={t("form.voiceHelp")}
        options={[
          { id: TEXT_VOICE, label: t("form.voiceText") },
          ...NEURAL_VOICES.map((id) => ({ id: id as string, label: nameOf(id), detail: t("form.neural") })),
          ...SERVER_VOICES.map((name) => ({ id: `servidor:${name}`, label: name, detail: t("form.server") })),
        ]}
      />
      <PasswordField {...field("voiceKey")} {...secret} label={t("form.voiceKey")} autoComplete="off" />
      <TextField {...field("voiceRegion")} label={t("form.voiceRegion")} help={t("form.voiceRegionHelp")} />
    </Group>
  );
}

/** `pt-BR-FranciscaNeural` → `Francisca`. */
const nameOf = (voice: string): string => voice.replace(/^pt-BR-|Neural$/g, "");

/** Limits of context, answer length and number of answers. */
export function LimitFields({ form }: Props) {
  useSignals();
  const t = useText(promptTexts);
  const field = useField(form);
  const number = (name: "maxTokens" | "maxMessages" | "maxTurns" | "monthlyBudgetTokens") => ({
    ...field(name),
    label: t(`form.${name}`),
    inputMode: "numeric" as const,
    onChange: (typed: string) => form.set(name, digits(typed)),
  });
  return (
    <Group title={t("form.limitsTitle")}>
      <TextField
        {...field("temperature")}
        label={t("form.temperature")}
        help={t("form.temperatureHelp")}
        inputMode="decimal"
      />
      <TextField {...number("maxTokens")} />
      <TextField {...number("maxMessages")} />
      <TextField {...number("maxTurns")} help={t("form.maxTurnsHelp")} />
      <NumberInput {...number("monthlyBudgetTokens")} help={t("form.budgetHelp")} zero="unlimited" />
    </Group>
  );
}

export function ServerFields({ form }: Props) {
  useSignals();
  const t = useText(promptTexts);
  const field = useField(form);
  return (
    <Group title={t("form.serverTitle")}>
      <TextField
        {...field("baseUrl")}
        label={t("form.baseUrl")}
        help={t("form.baseUrlHelp")}
        inputMode="url"
      />
      <TextField {...field("model")} label={t("form.model")} />
      <TextField {...field("sttModel")} label={t("form.sttModel")} help={t("form.sttHelp")} />
    </Group>
  );
}
