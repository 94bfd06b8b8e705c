import { type ReactNode, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "./confirm.tsx";
import type { FormModel, FormValues } from "./form-model.ts";

/**
 * Guards a form in a dialog: `close` closes at once while nothing was changed and asks otherwise. Put `guard`
 * into the page beside the dialog.
 */
export function useUnsavedGuard<Values extends FormValues>(
  form: FormModel<Values>,
  onClose: () => void,
): { readonly close: () => void; readonly guard: ReactNode } {
  const t = useText(common);
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (form.dirty.peek()) setAsking(true);
    else onClose();
  };
  const guard = asking ? (
    <Confirm
      title={t("form.unsavedTitle")}
      confirmLabel={t("action.discard")}
      cancelLabel={t("action.keepEditing")}
      onConfirm={onClose}
      onClose={() => setAsking(false)}
    >
      {t("form.unsavedText")}
    </Confirm>
  ) : null;
  return { close, guard };
}
