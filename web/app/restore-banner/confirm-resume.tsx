import { useText } from "#web/i18n/use-text.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { restoreTexts } from "./locales/index.ts";

interface ConfirmResumeProps {
  /** True when a super user resumes all companies. */
  readonly isOfAll: boolean;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for confirmation before a company sends automatically again, because sent messages cannot be taken back. */
export function ConfirmResume({ isOfAll, onConfirm, onClose }: ConfirmResumeProps) {
  const t = useText(restoreTexts);
  return (
    <Confirm
      title={t("confirm.title")}
      confirmLabel={t("resume")}
      tone="primary"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t(isOfAll ? "confirm.ofAll" : "confirm.text")}</p>
    </Confirm>
  );
}
