import { useSignals } from "@preact/signals-react/runtime";
import { useText } from "#web/i18n/use-text.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { DeleteAndMove } from "#web/ui/overlay/delete-and-move.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { connectionCalls } from "./connections-api.ts";
import { connectionsTexts } from "./locales/index.ts";

interface Props {
  readonly connection: Connection;
  readonly onClose: () => void;
}

/** Deletes a connection after moving its tickets that are not closed to another one (docs/rules/connections.md#saving). */
export function RemoveDialog({ connection, onClose }: Props) {
  useSignals();
  const t = useText(connectionsTexts);
  const { id, name, channel } = connection;
  const replacements = connections.list.value.filter((other) => other.id !== id && other.channel === channel);
  return (
    <DeleteAndMove
      title={t("remove.title", { name })}
      refusal="ERR_CONNECTION_HAS_TICKETS"
      replacements={replacements}
      held={(count) => t("remove.hasTickets", { count })}
      texts={{
        moveTo: t("remove.moveTo"),
        moveAndDelete: t("remove.moveAndDelete"),
        nowhere: t("remove.nowhere"),
      }}
      onRemove={async (moveTo) => {
        await connectionCalls.remove(id, moveTo);
        connections.items.remove(id);
        toast.success(t("remove.deleted"));
      }}
      onClose={onClose}
    />
  );
}
