import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef } from "react";
import { type ApiKeyMade, SCOPES, type Scope } from "#accounts/api-keys/contract.ts";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { Choices } from "#web/automation/messages-api/secrets/secret-section.tsx";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { hasKeyboard } from "#web/lib/keyboard/has-keyboard.ts";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { createKeyForm, keyCalls } from "./keys-model.ts";

/** Keys of texts must not contain colons, which separate the namespace. */
type WithUnderscore<S extends string> = S extends `${infer A}:${infer B}` ? `${A}_${B}` : S;
const scopeKey = (scope: Scope) => scope.replace(":", "_") as WithUnderscore<Scope>;

interface Props {
  readonly onCreated: (created: ApiKeyMade) => void;
  readonly onClose: () => void;
}

export function KeyDialog({ onCreated, onClose }: Props) {
  useSignals();
  const t = useText(messagesApiTexts);
  const words = useText(common);
  const created = useRef(onCreated);
  created.current = onCreated;
  const form = useMemo(
    () =>
      createKeyForm({
        make: keyCalls.make,
        onCreated: (key) => created.current(key),
        onFailure: toast.failure,
      }),
    [],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const scopes = field("scopes");
  return (
    <Dialog title={t("keys.add")} onClose={close}>
      <Form form={form} label={t("keys.add")}>
        <TextField
          {...field("name")}
          label={t("keys.name")}
          help={t("keys.nameHelp")}
          isRequired
          autoFocus={hasKeyboard()}
        />
        <Choices
          legend={t("keys.scopes")}
          options={SCOPES}
          labelOf={(scope) => t(`scope.${scopeKey(scope)}`)}
          value={scopes.value}
          onChange={scopes.onChange}
          problem={scopes.error ? t("keys.scopesNeeded") : null}
        />
        <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
      </Form>
      {guard}
    </Dialog>
  );
}
