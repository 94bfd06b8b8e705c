import { useSignals } from "@preact/signals-react/runtime";
import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import type pt from "#web/channels/connections/locales/pt.json";
import { SessionButtons } from "#web/channels/connections/session/session-buttons.tsx";
import { statusTone } from "#web/channels/connections/session/session-policy.ts";
import { isReason } from "#web/channels/connections/session/status-reasons.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { formatDateTime, timeOrDate } from "#web/lib/format/dates.ts";
import { formatPhone } from "#web/lib/format/phone.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { session } from "#web/lib/session/session.ts";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { ErrorState } from "#web/ui/state/error-state.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { Skeleton } from "#web/ui/state/skeleton.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type { Open } from "./page.tsx";

const LostVerdict = lazy(
  async () => (await import("#web/inbox/reconciliation/load.ts")).lostVerdict(),
  undefined,
  { isExtra: true },
);
const RestrictionChips = lazy(
  async () => (await import("#web/inbox/reach/load.ts")).restrictionChips(),
  undefined,
  { isExtra: true },
);

const NumberHealth = lazy(async () => (await import("#web/inbox/reach/load.ts")).numberHealth(), undefined, {
  isExtra: true,
});

interface Props {
  readonly connection: Connection;
  readonly onOpen: (open: Open) => void;
}

/** Status, its reason, and the time of the last event: the status alone does not prove that the network responds. */
function StatusCell({ connection, onOpen }: Props) {
  useSignals();
  const t = useText(connectionsTexts);
  const {
    id,
    status,
    health,
    lastEventAt,
    statusReason,
    restrictions = [],
    channel,
    linkedAt,
    score,
  } = connection;
  const reason =
    status !== "CONNECTED" && status !== "qrcode" && isReason(statusReason) ? statusReason : null;
  const time = lastEventAt ? timeOrDate(lastEventAt) : "";
  return (
    <div className="connection-status">
      <Chip tone={statusTone(status, health)} shape="round">
        <span className="connection-dot" aria-hidden="true" />
        {t(`status.${status}`)}
      </Chip>
      {status === "CONNECTED" ? (
        <small>{lastEventAt ? t(`health.${health}`, { time }) : t("health.never")}</small>
      ) : null}
      {reason ? <small>{t(`reason.${reason}`)}</small> : null}
      {restrictions.length > 0 ? <RestrictionChips restrictions={restrictions} /> : null}
      {score === undefined ? null : (
        <NumberHealth connectionId={id} score={score} version={connection.updatedAt} />
      )}
      {channel === "whatsapp" && linkedAt && session.user.value?.profile === "admin" ? (
        <LostVerdict connectionId={id} onOpen={() => onOpen({ kind: "lost", id })} />
      ) : null}
    </div>
  );
}

/** The queues of a connection, with a warning when their setup is wrong. */
function QueueChips({ connection }: { readonly connection: Connection }) {
  const t = useText(connectionsTexts);
  return (
    <div className="connection-queues">
      {connection.queues.length === 0 ? <Chip>{t("row.noQueue")}</Chip> : null}
      {connection.queues.map((queue) => (
        <Chip key={queue.id} color={queue.color}>
          {queue.name}
        </Chip>
      ))}
      {connection.warnings?.includes("sendIdQueue") ? (
        <Chip tone="waiting" icon={<TriangleAlert aria-hidden="true" />}>
          {t("row.strayRedirect")}
        </Chip>
      ) : null}
    </div>
  );
}

/** Edit and delete, for users with `connections-page:editOrDeleteConnection`. */
function ConnectionActions({ connection, onOpen }: Props) {
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

function connectionColumns(
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
      cell: (connection) => <StatusCell connection={connection} onOpen={onOpen} />,
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

function ConnectionsSkeleton() {
  return (
    <div className="panel connections-skeleton" aria-busy="true">
      {["first", "second", "third"].map((row) => (
        <div key={row}>
          <Skeleton width="28%" height="16px" />
          <Skeleton width="18%" height="16px" />
          <Skeleton width="22%" height="30px" />
        </div>
      ))}
    </div>
  );
}

export function ConnectionList({ onOpen }: { readonly onOpen: (open: Open) => void }) {
  useSignals();
  const t = useText(connectionsTexts);
  if (connections.state.value === "error") {
    return (
      <div className="panel">
        <ErrorState error={connections.error.value} onRetry={() => void connections.reload()} />
      </div>
    );
  }
  if (connections.state.value !== "ready") return <ConnectionsSkeleton />;
  return (
    <DataTable<Connection>
      label={t("page.title")}
      columns={connectionColumns(t, onOpen)}
      rows={connections.list.value}
      rowKey={({ id }) => id}
    />
  );
}
