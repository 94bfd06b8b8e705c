import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime } from "#web/lib/dates.ts";
import { formatPhone } from "#web/lib/phone.ts";
import { Chip } from "#web/ui/chip.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import type { ConnectionListProps } from "./connection-table.tsx";
import { connectionsTexts } from "./locales/index.ts";
import { QueueChips } from "./queue-chips.tsx";
import { SessionButtons } from "./session-buttons.tsx";
import { StatusCell } from "./status-cell.tsx";

/** The same connections as cards, for phones. */
export function ConnectionCards({ connections, onOpen }: ConnectionListProps) {
  const t = useText(connectionsTexts);
  return (
    <ul className="connection-cards">
      {connections.map((connection) => (
        <li key={connection.id} className="panel connection-card">
          <div className="connection-card-head">
            <div>
              <h2 className="connection-name">{connection.name}</h2>
              {connection.number ? <small>{formatPhone(connection.number)}</small> : null}
            </div>
            {connection.isDefault ? <Chip tone="primary">{t("column.isDefault")}</Chip> : null}
            <ConnectionActions connection={connection} onOpen={onOpen} />
          </div>
          <StatusCell connection={connection} />
          <QueueChips connection={connection} />
          <small>
            {t("column.updatedAt")}: {formatDateTime(connection.updatedAt)}
          </small>
          <SessionButtons connection={connection} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}
