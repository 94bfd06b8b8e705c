import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import { connectionsTexts } from "./locales/index.ts";
import type { Open } from "./page.tsx";

interface Props {
  readonly connection: Connection;
  readonly onOpen: (open: Open) => void;
}

/** Edit and delete, for users with `connections-page:editOrDeleteConnection`. */
export function ConnectionActions({ connection, onOpen }: Props) {
  const t = useText(connectionsTexts);
  if (!session.can("connections-page:editOrDeleteConnection")) return null;
  const { id, name } = connection;
  return (
    <RowActions
      editLabel={t("row.edit", { name })}
      deleteLabel={t("row.delete", { name })}
      onEdit={() => onOpen({ kind: "edit", id })}
      onDelete={() => onOpen({ kind: "remove", id })}
    />
  );
}
