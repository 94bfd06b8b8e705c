import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/connections.ts";
import { session } from "#web/lib/session.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { connectionsTexts } from "./locales/index.ts";
import type { Open } from "./page.tsx";

interface Props {
  readonly connection: Connection;
  readonly onOpen: (open: Open) => void;
}

/** Edit and delete, for those who may. */
export function ConnectionActions({ connection, onOpen }: Props) {
  const t = useText(connectionsTexts);
  if (!session.can("connections-page:editOrDeleteConnection")) return null;
  const { id, name } = connection;
  return (
    <div className="connection-actions">
      <IconButton label={t("row.edit", { name })} onPress={() => onOpen({ kind: "edit", id })}>
        <Pencil />
      </IconButton>
      <IconButton
        label={t("row.delete", { name })}
        variant="danger"
        onPress={() => onOpen({ kind: "remove", id })}
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}
