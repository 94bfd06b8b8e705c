import { useState } from "react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { Confirm } from "#web/ui/overlay/confirm.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { contactListTexts } from "./locales/index.ts";

interface Props {
  readonly contacts: readonly ContactAnswer[];
  readonly onRemoved: (id: number) => void;
  readonly onClose: () => void;
}

/** Number of open attendances from the server's error; null for any other error. */
function attendancesOf(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "ERR_CONTACT_HAS_TICKETS") return null;
  return Number(error.details["count"] ?? 1);
}

/**
 * Asks for confirmation before contacts are deleted; those with an open attendance are kept and named in the result.
 */
export function RemoveContactsDialog({ contacts, onRemoved, onClose }: Props) {
  const t = useText(contactListTexts);
  const words = useText(common);
  const [inTheWay, setInTheWay] = useState(0);
  const [done, setDone] = useState<number | null>(null);
  const [only] = contacts;
  const isOne = contacts.length === 1;

  const remove = async () => {
    let left = 0;
    for (const [index, { id }] of contacts.entries()) {
      if (!isOne) setDone(index);
      try {
        await api.delete(`/contacts/${id}`);
        onRemoved(id);
      } catch (error) {
        const count = attendancesOf(error);
        if (count === null) throw error;
        if (isOne) {
          setInTheWay(count);
          return "again";
        }
        left += 1;
      }
    }
    const gone = contacts.length - left;
    if (isOne) toast.success(t("remove.deleted"));
    else if (gone > 0) toast.success(t("remove.manyDeleted", { count: gone }));
    if (left > 0) toast.info(t("remove.manyLeft", { count: left }));
    return "done";
  };
  return (
    <Confirm
      title={
        isOne ? t("remove.title", { name: only?.name ?? "" }) : t("remove.many", { count: contacts.length })
      }
      confirmLabel={words("action.delete")}
      isConfirmDisabled={inTheWay > 0}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{words("confirm.deleteText")}</p>
      <p className="field-help">{t("remove.consequence")}</p>
      {inTheWay > 0 ? <Callout tone="waiting">{t("remove.hasTickets", { count: inTheWay })}</Callout> : null}
      {done === null ? null : (
        <ProgressBar
          label={t("remove.progress", { done: formatNumber(done), total: formatNumber(contacts.length) })}
          value={done / contacts.length}
        />
      )}
    </Confirm>
  );
}
