import type { ReactNode } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { Confirm } from "./confirm.tsx";

export interface ConfirmDeleteProps {
  readonly title: string;
  /** Said when it is gone; left out where whoever deletes says so, with a way back. */
  readonly deleted?: string;
  readonly onDelete: () => Promise<void> | void;
  readonly onClose: () => void;
  /** What goes with it, below the question. */
  readonly children?: ReactNode;
}

/** 'Deseja realmente excluir esse registro?', then deletes and says so; a failure is told and the dialog stays. */
export function ConfirmDelete({ title, deleted, onDelete, onClose, children }: ConfirmDeleteProps) {
  const t = useText(common);
  const remove = async () => {
    await onDelete();
    if (deleted) toast.success(deleted);
  };
  return (
    <Confirm title={title} confirmLabel={t("action.delete")} onConfirm={remove} onClose={onClose}>
      <p>{t("confirm.deleteText")}</p>
      {children}
    </Confirm>
  );
}
