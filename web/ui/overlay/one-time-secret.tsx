import Copy from "lucide-react/icons/copy";
import type { ReactNode } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { Dialog } from "./dialog.tsx";
import "./one-time-secret.css";

interface Props {
  readonly title: string;
  readonly text: string;
  /** The secret, which cannot be read again. */
  readonly secret: string;
  readonly copyLabel: string;
  /** Toasts after copying. */
  readonly copied: string;
  readonly notCopied: string;
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

/** Shows a new secret once. */
export function OneTimeSecret({ title, text, secret, copyLabel, copied, notCopied, note, onClose }: Props) {
  const words = useText(common);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast.success(copied),
      () => toast.error(notCopied),
    );
  return (
    <Dialog
      title={title}
      role="alertdialog"
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {words("action.close")}
        </Button>
      }
    >
      <p>{text}</p>
      <div className="one-time-secret">
        <code>{secret}</code>
        <Button size="s" icon={<Copy aria-hidden="true" />} onPress={copy}>
          {copyLabel}
        </Button>
      </div>
      {note ? <p className="one-time-secret-note">{note}</p> : null}
    </Dialog>
  );
}
