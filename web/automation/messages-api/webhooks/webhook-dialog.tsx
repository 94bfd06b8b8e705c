import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import { EVENT_TYPES, type WebhookAnswer } from "#automation/integrations/contract.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { Choices } from "#web/automation/messages-api/secrets/secret-section.tsx";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { useSecretProps } from "#web/ui/field/secret-props.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createWebhookForm, webhookCalls } from "./webhooks-model.ts";

interface Props {
  /** Null creates a webhook. */
  readonly row: WebhookAnswer | null;
  readonly onSaved: (saved: WebhookAnswer, secret: string | null) => void;
  readonly onClose: () => void;
}

/** Key of an event's text: `message.created` → `message_created`. */
const eventKey = (event: (typeof EVENT_TYPES)[number]) =>
  event.replace(".", "_") as WithUnderscore<typeof event>;
type WithUnderscore<S extends string> = S extends `${infer A}.${infer B}` ? `${A}_${B}` : S;

/** Creates or changes a webhook: name, URL and events. */
export function WebhookDialog({ row, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(messagesApiTexts);
  const words = useText(common);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const form = useMemo(
    () =>
      createWebhookForm({
        row,
        calls: webhookCalls,
        onSaved: (answer, secret) => saved.current(answer, secret),
        onFailure: toast.failure,
      }),
    [row],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const events = field("events");
  const address = useSecretProps(t("webhooks.urlHelp"));
  const title = t(row ? "webhooks.edit" : "webhooks.add");
  return (
    <Dialog title={title} onClose={close}>
      <Form form={form} label={title}>
        <TextField {...field("name")} label={t("keys.name")} isRequired autoFocus={hasKeyboard()} />
        <TextField {...field("url")} type="url" label={t("webhooks.url")} {...address} isRequired />
        <Choices
          legend={t("webhooks.events")}
          options={EVENT_TYPES}
          labelOf={(event) => t(`event.${eventKey(event)}`)}
          value={events.value}
          onChange={events.onChange}
          problem={events.error ? t("webhooks.eventsNeeded") : null}
        />
        <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
      </Form>
      {guard}
    </Dialog>
  );
}
