import Check from "lucide-react/icons/check";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { ConnectionActions } from "./connection-actions.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";
import { QueueChips } from "./queue-chips.tsx";
import { SessionButtons } from "./session-buttons.tsx";
import { StatusCell } from "./status-cell.tsx";

export function connectionColumns(
  t: Translate<typeof pt>,
  onOpen: (open: Open) => void,
): readonly Column<Connection>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name, number, channel, provider }) => (
        <>
          <span className="connection-name">
            <ChannelIcon channel={channel} />
            {name}
          </span>
          {number ? <small>{formatPhone(number)}</small> : null}
          {provider === "cloud" ? (
            <Chip tone="primary" className="connection-official">
              {t("official.sign")}
            </Chip>
          ) : null}
        </>
      ),
    },
    {
      id: "status",
      title: t("column.status"),
      card: "body",
      cell: (connection) => <StatusCell connection={connection} />,
    },
    {
      id: "session",
      title: t("column.session"),
      card: "body",
      cell: (connection) => <SessionButtons connection={connection} onOpen={onOpen} />,
    },
    {
      id: "queues",
      title: t("column.queues"),
      leaves: "second",
      card: "body",
      cell: (connection) => <QueueChips connection={connection} />,
    },
    {
      id: "updatedAt",
      title: t("column.updatedAt"),
      leaves: "second",
      card: "named",
      sortBy: ({ updatedAt }) => updatedAt,
      sortDown: true,
      cell: ({ updatedAt }) => <span className="connection-time">{formatDateTime(updatedAt)}</span>,
    },
    {
      id: "isDefault",
      title: t("column.isDefault"),
      card: "corner",
      cell: ({ isDefault }) =>
        isDefault ? (
          <Chip tone="primary" icon={<Check aria-hidden="true" />}>
            {t("column.isDefault")}
          </Chip>
        ) : null,
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (connection) => <ConnectionActions connection={connection} onOpen={onOpen} />,
    },
  ];
}
