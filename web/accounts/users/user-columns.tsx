import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { UserAnswer } from "#accounts/users/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { formatDateTime } from "#web/lib/format/dates.ts";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { PresenceDot, presenceOf } from "#web/ui/display/presence-dot.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";

export interface RowActions {
  readonly edit: (user: UserAnswer) => void;
  readonly remove: (user: UserAnswer) => void;
}

/** Columns and actions of the list of users. */
export function userColumns(t: Translate<typeof pt>, actions: RowActions): readonly Column<UserAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: (user) => <Who t={t} user={user} />,
    },
    {
      id: "profile",
      title: t("column.profile"),
      card: "named",
      sortBy: ({ profile }) => t(`profile.${profile}`),
      cell: ({ profile }) => t(`profile.${profile}`),
    },
    { id: "queues", title: t("column.queues"), card: "body", cell: (user) => <Queues t={t} user={user} /> },
    {
      id: "open",
      title: t("column.open"),
      card: "named",
      sortBy: ({ openTickets }) => openTickets,
      sortDown: true,
      cell: ({ openTickets, maxOpenTickets }) => (
        <span className="user-number">
          {maxOpenTickets > 0
            ? t("row.openOf", { open: openTickets, limit: maxOpenTickets })
            : formatNumber(openTickets)}
        </span>
      ),
    },
    {
      id: "lastSeen",
      title: t("column.lastSeen"),
      leaves: "second",
      card: "named",
      sortBy: ({ online, lastSeenAt }) => (online ? "~" : lastSeenAt),
      sortDown: true,
      cell: ({ online, lastSeenAt }) => (
        <span className="user-number">
          {online ? t("row.now") : lastSeenAt ? formatDateTime(lastSeenAt) : t("row.never")}
        </span>
      ),
    },
    actionsColumn(t("column.actions"), (user) => <Actions t={t} user={user} actions={actions} />),
  ];
}

interface CellProps {
  readonly t: Translate<typeof pt>;
  readonly user: UserAnswer;
}

function Who({ t, user }: CellProps) {
  const presence = presenceOf(user);
  return (
    <span className="user-who">
      <span className="user-face">
        <Avatar name={user.name} />
        <PresenceDot presence={presence} label={t(`presence.${presence}`)} />
      </span>
      <span className="user-words">
        <span className="user-name">
          <span className="ellipsis">{user.name}</span>
          {user.id === session.user.value?.id ? <Chip>{t("row.you")}</Chip> : null}
        </span>
        <small className="ellipsis">{user.email}</small>
      </span>
    </span>
  );
}

function Queues({ t, user }: CellProps) {
  return (
    <span className="user-queues">
      {user.queues.length === 0 ? <Chip>{t("row.noQueue")}</Chip> : null}
      {user.queues.map((queue) => (
        <Chip key={queue.id} color={queue.color}>
          {queue.name}
        </Chip>
      ))}
    </span>
  );
}

/** Only super users edit super users; users cannot delete themselves; support sessions change no users. */
function Actions({ t, user, actions }: CellProps & { readonly actions: RowActions }) {
  const me = session.user.value;
  const { name } = user;
  const mayChange = maySetSecrets() && (user.id === me?.id || !user.super || me?.super);
  if (!mayChange) return null;
  return (
    <div className="row-actions">
      <IconButton label={t("row.edit", { name })} onPress={() => actions.edit(user)}>
        <Pencil />
      </IconButton>
      {user.id === me?.id ? null : (
        <IconButton label={t("row.delete", { name })} variant="danger" onPress={() => actions.remove(user)}>
          <Trash2 />
        </IconButton>
      )}
    </div>
  );
}
