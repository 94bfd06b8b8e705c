import Paperclip from "lucide-react/icons/paperclip";
import X from "lucide-react/icons/x";
import { useText } from "#web/i18n/use-text.ts";
import { quickPickerTexts } from "./locales/index.ts";

interface Props {
  readonly name: string;
  readonly onRemove: () => void;
}

/** The file of the chosen quick reply, sent with the text; a button removes it. */
export function EnclosedBar({ name, onRemove }: Props) {
  const t = useText(quickPickerTexts);
  return (
    <div className="composer-bar">
      <Paperclip aria-hidden="true" />
      <span className="composer-bar-words">
        <strong>{t("enclosed.title")}</strong>
        <span className="ellipsis">{name}</span>
      </span>
      <button type="button" aria-label={t("enclosed.remove")} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
