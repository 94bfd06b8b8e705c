import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { RemoveHolder } from "#web/ui/remove-holder.tsx";
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
  const { id, name } = queue;
  const heirs = queues.list.items.value.filter((other) => other.id !== id);
  return (
    <RemoveHolder
      title={t("remove.title", { name })}
      refusal="ERR_QUEUE_HAS_TICKETS"
      heirs={heirs}
      held={(count) => t("remove.hasTickets", { count })}
      texts={{
        moveTo: t("remove.moveTo"),
        moveAndDelete: t("remove.moveAndDelete"),
        nowhere: t("remove.nowhere"),
      }}
      onRemove={async (moveTo) => {
        await queueCalls.remove(id, moveTo);
        queues.remove(id);
        toast.success(t("remove.deleted"));
      }}
      onClose={onClose}
    />
  );
}
