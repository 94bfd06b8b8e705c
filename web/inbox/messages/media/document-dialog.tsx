import ExternalLink from "lucide-react/icons/external-link";
import { useText } from "#web/i18n/use-text.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import "./document-dialog.css";

export interface DocumentDialogProps {
  readonly name: string;
  /** Signed address of the file. */
  readonly source: string;
  readonly onClose: () => void;
}

/** A PDF over the conversation, drawn by the browser's own viewer; nothing in it runs. */
export function DocumentDialog({ name, source, onClose }: DocumentDialogProps) {
  const t = useText(messages);
  return (
    <Dialog title={name} onClose={onClose} size="full" className="document-dialog">
      <iframe className="document-frame" src={source} title={name} />
      <a className="document-tab" href={source} target="_blank" rel="noopener">
        <ExternalLink aria-hidden="true" />
        {t("media.openTab")}
      </a>
    </Dialog>
  );
}
