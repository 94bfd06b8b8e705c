import Check from "lucide-react/icons/check";
import { useText } from "#web/i18n/use-text.ts";
import type { Connection } from "#web/lib/connections.ts";
import { formatDateTime } from "#web/lib/dates.ts";
import { formatPhone } from "#web/lib/phone.ts";
import { ConnectionActions } from "./connection-actions.tsx";
import { connectionsTexts } from "./locales/index.ts";
import type { Open } from "./page.tsx";
import { QueueChips } from "./queue-chips.tsx";
import { SessionButtons } from "./session-buttons.tsx";
import { StatusCell } from "./status-cell.tsx";

export interface ConnectionListProps {
  readonly connections: readonly Connection[];
  readonly onOpen: (open: Open) => void;
}

/** Connections as a table, for wide screens. */
export function ConnectionTable({ connections, onOpen }: ConnectionListProps) {
  const t = useText(connectionsTexts);
  return (
    <div className="panel connection-table-box">
      <table className="connection-table">
        <thead>
          <tr>
            <th scope="col">{t("column.name")}</th>
            <th scope="col">{t("column.status")}</th>
            <th scope="col">{t("column.session")}</th>
            <th scope="col">{t("column.queues")}</th>
            <th scope="col">{t("column.updatedAt")}</th>
            <th scope="col">{t("column.isDefault")}</th>
            <th scope="col">
              <span className="visually-hidden">{t("column.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => (
            <tr key={connection.id}>
              <th scope="row">
                <span className="connection-name">{connection.name}</span>
                {connection.number ? <small>{formatPhone(connection.number)}</small> : null}
              </th>
              <td>
                <StatusCell connection={connection} />
              </td>
              <td>
                <SessionButtons connection={connection} onOpen={onOpen} />
              </td>
              <td>
                <QueueChips connection={connection} />
              </td>
              <td className="connection-time">{formatDateTime(connection.updatedAt)}</td>
              <td>
                {connection.isDefault ? (
                  <Check className="connection-default" role="img" aria-label={t("row.isDefault")} />
                ) : null}
              </td>
              <td>
                <ConnectionActions connection={connection} onOpen={onOpen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
