import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";

interface Props {
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Asks for confirmation before unsaved changes are discarded. */
export function ConfirmDiscard({ onDiscard, onClose }: Props) {
  const t = useText(common);
  return (
    <Confirm
      title={t("form.unsavedTitle")}
      confirmLabel={t("form.discard")}
      cancelLabel={t("action.keepEditing")}
      onConfirm={onDiscard}
      onClose={onClose}
    >
      {t("form.unsavedText")}
    </Confirm>
  );
}
