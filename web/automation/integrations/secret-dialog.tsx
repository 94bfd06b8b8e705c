import Copy from "lucide-react/icons/copy";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { integrationTexts } from "./locales/index.ts";

interface Props {
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows the signing secret, which cannot be read again. */
export function SecretDialog({ secret, onClose }: Props) {
  const t = useText(integrationTexts);
  const words = useText(common);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(t("secret.copied"));
    } catch {
      toast.error(t("secret.notCopied"));
    }
  };
  return (
    <Dialog
      title={t("secret.title")}
      role="alertdialog"
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {words("action.close")}
        </Button>
      }
    >
      <div className="integration-try">
        <p>{t("secret.text")}</p>
        <div className="integration-secret-value">
          <code>{secret}</code>
          <Button size="s" icon={<Copy aria-hidden="true" />} onPress={copy}>
            {t("secret.copy")}
          </Button>
        </div>
        <p className="integration-note">{t("secret.how")}</p>
      </div>
    </Dialog>
  );
}
