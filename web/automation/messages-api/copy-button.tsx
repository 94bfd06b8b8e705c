import Copy from "lucide-react/icons/copy";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { messagesApiTexts } from "./locales/index.ts";

/** A small button that copies a text to the clipboard and shows a toast; `label` names the copied text. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const t = useText(messagesApiTexts);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(t("copy.done")),
      () => toast.error(t("copy.failed")),
    );
  return (
    <IconButton size="s" label={label} onPress={() => void copy()}>
      <Copy />
    </IconButton>
  );
}
