import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast.ts";
import { queueTexts } from "./locales/index.ts";
import { type Queue, queues } from "./queue-list.ts";
import { queueCalls } from "./queues-api.ts";

interface Props {
  readonly queue: Queue;
  readonly onClose: () => void;
}

/** Deletes a queue; tickets that are not closed first get another one (behaviour 8). */
export function RemoveDialog({ queue, onClose }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const words = useText(common);
  const [count, setCount] = useState(0);
  const [moveTo, setMoveTo] = useState<number | null>(null);
  const { id, name } = queue;
  const heirs = queues.list.items.value.filter((other) => other.id !== id);
  const remove = async () => {
    try {
      await queueCalls.remove(id, moveTo);
    } catch (error) {
      if (error instanceof ApiError && error.code === "ERR_QUEUE_HAS_TICKETS") {
        setCount(Number(error.details["count"] ?? 0));
        setMoveTo(heirs[0]?.id ?? null);
        return "again";
      }
      throw error;
    }
    queues.remove(id);
    toast.success(t("remove.deleted"));
    return "done";
  };
  return (
    <Confirm
      title={t("remove.title", { name })}
      confirmLabel={count > 0 ? t("remove.moveAndDelete") : words("action.delete")}
      isConfirmDisabled={count > 0 && heirs.length === 0}
      onConfirm={remove}
      onClose={onClose}
    >
      {count === 0 ? (
        words("confirm.deleteText")
      ) : (
        <div className="form" aria-live="polite">
          <p>{t("remove.hasTickets", { count })}</p>
          {heirs.length === 0 ? (
            <p>{t("remove.nowhere")}</p>
          ) : (
            <Select
              label={t("remove.moveTo")}
              options={heirs.map((heir) => ({ id: heir.id, label: heir.name }))}
              value={moveTo}
              onChange={setMoveTo}
            />
          )}
        </div>
      )}
    </Confirm>
  );
}
