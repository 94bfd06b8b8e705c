import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import type { PromptAnswer } from "#automation/prompts/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useOffered } from "#web/inbox/variables/use-offered.ts";
import { VariableArea } from "#web/inbox/variables/variable-area.tsx";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { PasswordField } from "#web/ui/field/password-field.tsx";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { LimitFields, ServerFields, VoiceFields } from "./fields.tsx";
import { promptTexts } from "./locales/index.ts";
import { createPromptForm } from "./prompt-form.ts";
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
  const words = useText(common);
  const queues = useOptions(promptCalls.queues);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the prompt must not reset the form
  const form = useMemo(
    () =>
      createPromptForm({
        prompt,
        calls: promptCalls,
        onFailure: toast.failure,
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [prompt?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const title = t(prompt ? "form.editTitle" : "form.addTitle");
  const queue = field("queueId");
  const key = field("apiKey");
  const otherServer = prompt !== null && prompt.apiKey !== "" && form.value("baseUrl") !== prompt.baseUrl;
  const secret = useSecretProps(t(otherServer ? "form.apiKeyAnew" : "form.apiKeyHelp"));
  return (
    <>
      <Dialog title={title} size="l" onClose={close}>
        <Form form={form} label={title}>
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
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
