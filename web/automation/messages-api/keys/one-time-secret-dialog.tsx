import Copy from "lucide-react/icons/copy";
import { useCopy } from "#web/automation/messages-api/copy-button.tsx";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

interface Props {
  readonly title: string;
  readonly text: string;
  /** Cannot be read again. */
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a new secret once. */
export function OneTimeSecretDialog({ title, text, secret, onClose }: Props) {
  const t = useText(messagesApiTexts);
  const words = useText(common);
  const copy = useCopy();
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
      <div className="api-secret">
        <code>{secret}</code>
        <Button size="s" icon={<Copy aria-hidden="true" />} onPress={() => void copy(secret)}>
          {t("keys.copy")}
        </Button>
      </div>
    </Dialog>
  );
}
