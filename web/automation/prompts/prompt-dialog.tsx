import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useMemo } from "react";
import { NEURAL_VOICES, type PromptAnswer, SERVER_VOICES, TEXT_VOICE } from "#automation/prompts/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useOffered } from "#web/inbox/variables/use-offered.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { NumberInput } from "#web/ui/field/number-input.tsx";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import type { FormModel } from "#web/ui/form/form-model.ts";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { promptTexts } from "./locales/index.ts";
import { createPromptForm, type PromptValues } from "./prompt-form.ts";
import { promptCalls } from "./prompts-api.ts";

/** Variables that have a value before the model answers. */
const OFFERED_TO_MODEL = ["firstName", "name", "greeting", "date", "hour", "queue", "company"] as const;

interface Props {
  /** Null adds a prompt. */
  readonly prompt: PromptAnswer | null;
  readonly onSaved: (saved: PromptAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or changes a prompt; its fields are in the order of the contract. */
export function PromptDialog({ prompt, onSaved, onClose }: Props) {
  useSignals();
  const names = useOffered(OFFERED_TO_MODEL);
  const t = useText(promptTexts);
  const queues = useOptions(promptCalls.queues);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the prompt must not reset the form
  const form = useMemo(
    () =>
      createPromptForm({
        prompt,
        calls: promptCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved(answer);
        },
      }),
    [prompt?.id],
  );
  const field = useField(form);
  const title = t(prompt ? "form.editTitle" : "form.addTitle");
  const queue = field("queueId");
  const key = field("apiKey");
  const otherServer = prompt !== null && prompt.apiKey !== "" && form.value("baseUrl") !== prompt.baseUrl;
  const secret = useSecretProps(t(otherServer ? "form.apiKeyAnew" : "form.apiKeyHelp"));
  return (
    <FormDialog form={form} title={title} size="l" onClose={onClose}>
      <div className="form-row">
        <TextField
          {...field("name")}
          label={t("form.name")}
          help={t("form.nameHelp")}
          isRequired
          autoFocus={hasKeyboard()}
        />
        <PasswordField {...key} label={t("form.apiKey")} {...secret} autoComplete="off" />
      </div>
      <VariableArea
        {...field("prompt")}
        hidePreview
        names={names}
        label={t("form.prompt")}
        help={t("form.promptHelp")}
        placeholder={t("form.promptPlaceholder")}
        rows={6}
        isRequired
      />
      <Select
        {...queue}
        value={queue.value === 0 ? null : queue.value}
        error={queue.error ? t("form.queueMissing") : null}
        label={t("form.queue")}
        help={t("form.queueHelp")}
        placeholder={t("form.queuePlaceholder")}
        options={(queues ?? []).map(({ id, name }) => ({ id, label: name }))}
        isRequired
      />
      <VoiceFields form={form} />
      <LimitFields form={form} />
      <ServerFields form={form} />
    </FormDialog>
  );
}

interface VoiceFieldsProps {
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

function VoiceFields({ form }: VoiceFieldsProps) {
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
function LimitFields({ form }: VoiceFieldsProps) {
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

function ServerFields({ form }: VoiceFieldsProps) {
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
