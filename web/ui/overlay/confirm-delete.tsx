import type { ReactNode } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { Confirm } from "./confirm.tsx";

export interface ConfirmDeleteProps {
  readonly title: string;
  /** Toast after the deletion; omitted where `onDelete` shows one with an undo button. */
  readonly deleted?: string;
  readonly onDelete: () => Promise<void> | void;
  readonly isConfirmDisabled?: boolean;
  readonly onClose: () => void;
  /** What else is deleted, below the question. */
  readonly children?: ReactNode;
}

/**
 * Asks 'Deseja realmente excluir esse registro?', then deletes and shows a toast. After an error the dialog remains
 * open.
 */
export function ConfirmDelete({
  title,
  deleted,
  onDelete,
  isConfirmDisabled = false,
  onClose,
  children,
}: ConfirmDeleteProps) {
  const t = useText(common);
  const remove = async () => {
    await onDelete();
    if (deleted) toast.success(deleted);
  };
  return (
    <Confirm
      title={title}
      confirmLabel={t("action.delete")}
      onConfirm={remove}
      isConfirmDisabled={isConfirmDisabled}
      onClose={onClose}
    >
      <p>{t("confirm.deleteText")}</p>
      {children}
    </Confirm>
  );
}
