import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import type { QueueUses } from "#accounts/queues/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { DeleteAndMove } from "#web/ui/overlay/delete-and-move.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { queueTexts } from "./locales/index.ts";
import { type Queue, queues } from "./queue-list.ts";
import { queueCalls } from "./queues-api.ts";

const TOUCHED = ["tickets", "users", "connections", "options", "leads"] as const;

interface Props {
  readonly queue: Queue;
  readonly onClose: () => void;
}

/**
 * Deletes a queue; its open and pending tickets must be moved to another queue first (docs/rules/queues.md#deleting).
 */
export function RemoveDialog({ queue, onClose }: Props) {
  useSignals();
  const t = useText(queueTexts);
  const { id, name } = queue;
  const [uses, setUses] = useState<QueueUses | null>(null);
  useEffect(() => {
    let isHere = true;
    // If the counts fail to load, only the question is shown.
    void queueCalls.uses(id).then(
      (found) => isHere && setUses(found),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [id]);
  const touched = uses ? TOUCHED.filter((what) => uses[what] > 0) : [];
  const replacements = queues.list.items.value.filter((other) => other.id !== id);
  return (
    <DeleteAndMove
      title={t("remove.title", { name })}
      refusal="ERR_QUEUE_HAS_TICKETS"
      replacements={replacements}
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
    >
      {uses && touched.length > 0 ? (
        <ul className="queue-uses">
          {touched.map((what) => (
            <li key={what}>{t(`uses.${what}`, { count: uses[what] })}</li>
          ))}
        </ul>
      ) : null}
    </DeleteAndMove>
  );
}
