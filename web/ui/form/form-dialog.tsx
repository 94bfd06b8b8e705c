import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Dialog, type DialogProps } from "#web/ui/overlay/dialog.tsx";
import { Form, FormActions } from "./form.tsx";
import type { FormModel, FormValues } from "./form-model.ts";
import { useUnsavedGuard } from "./unsaved-guard.tsx";

export interface FormDialogProps<Values extends FormValues> extends Pick<DialogProps, "title" | "size"> {
  readonly form: FormModel<Values>;
  /** Default: save. */
  readonly submitLabel?: string;
  /** The fields. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A dialog with a form that is saved or cancelled; unsaved changes are discarded only after a confirmation. */
export function FormDialog<Values extends FormValues>({
  form,
  title,
  size = "m",
  submitLabel,
  children,
  onClose,
}: FormDialogProps<Values>) {
  useSignals();
  const words = useText(common);
  const { close, guard } = useUnsavedGuard(form, onClose);
  return (
    <>
      <Dialog title={title} size={size} onClose={close}>
        <Form form={form} label={title}>
          {children}
          <FormActions form={form} submitLabel={submitLabel ?? words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}
