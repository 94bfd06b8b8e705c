import { type ReactNode, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Dialog } from "./dialog.tsx";

export interface ConfirmProps {
  readonly title: string;
  /** Effect of the action, in one sentence. */
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "primary" | "danger";
  /**
   * The dialog remains open until the promise resolves; after an error it shows a toast and remains open. `again`
   * keeps it open without a toast, for a further question.
   */
  readonly onConfirm: () => unknown;
  readonly isConfirmDisabled?: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action that cannot be undone. Esc and Cancel close it without effect. */
export function Confirm({
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = "danger",
  onConfirm,
  isConfirmDisabled = false,
  onClose,
}: ConfirmProps) {
  const t = useText(common);
  const [working, setWorking] = useState(false);
  const confirm = async () => {
    setWorking(true);
    try {
      if ((await onConfirm()) !== "again") onClose();
    } catch (error) {
      toast.failure(error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <Dialog
      title={title}
      size="s"
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose} autoFocus>
            {cancelLabel ?? t("action.cancel")}
          </Button>
          <Button variant={tone} isPending={working} isDisabled={isConfirmDisabled} onPress={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
