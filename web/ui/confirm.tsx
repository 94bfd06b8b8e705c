import { type ReactNode, useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { toast } from "./toast.ts";

export interface ConfirmProps {
  readonly title: string;
  /** What will happen, in one sentence. */
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly tone?: "primary" | "danger";
  /** A promise keeps the dialog open until it is done; a failure is told and the dialog stays. */
  readonly onConfirm: () => void | Promise<void>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. Esc and Cancel change nothing. */
export function Confirm({
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = "danger",
  onConfirm,
  onClose,
}: ConfirmProps) {
  const t = useText(common);
  const [working, setWorking] = useState(false);
  const confirm = async () => {
    setWorking(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      toast.failure(error);
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
          <Button variant={tone} isPending={working} onPress={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
