import Copy from "lucide-react/icons/copy";
import { useText } from "#web/i18n/use-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { messagesApiTexts } from "./locales/index.ts";

/** Copies a text to the clipboard and shows a toast. */
export function useCopy(): (text: string) => Promise<void> {
  const t = useText(messagesApiTexts);
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t("copy.done"));
    } catch {
      toast.error(t("copy.failed"));
    }
  };
}

/** A small button that copies; `label` names the copied thing. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const copy = useCopy();
  return (
    <IconButton size="s" label={label} onPress={() => void copy(text)}>
      <Copy />
    </IconButton>
  );
}
