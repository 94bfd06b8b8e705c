import Archive from "lucide-react/icons/archive";
import Ban from "lucide-react/icons/ban";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import History from "lucide-react/icons/history";
import Merge from "lucide-react/icons/merge";
import MessageCircle from "lucide-react/icons/message-circle";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { session } from "#web/lib/session/session.ts";
import { formatNumber } from "#web/people/contacts/phone-number.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { valueText } from "#web/people/fields/value-text.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import { Menu, type MenuItem } from "#web/ui/overlay/menu.tsx";
import type { Column, Tick } from "#web/ui/table/data-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";
import { blockContact, exportPerson } from "./row-verbs.ts";

type T = Translate<typeof pt>;

/** Columns and actions of the list of contacts. */
export function contactColumns(t: T, onOpen: (open: Open) => void): readonly Column<ContactAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      cell: (contact, tick) => <Who t={t} contact={contact} tick={tick} />,
    },
    {
      id: "number",
      title: t("column.number"),
      card: "none",
      cell: ({ number, username }) =>
        number === "" ? (
          <span className="contact-figure contact-none">
            {t("row.noNumber")}
            {username ? <small>@{username}</small> : null}
          </span>
        ) : (
          <span className="contact-figure">{formatNumber(number)}</span>
        ),
    },
    {
      id: "email",
      title: t("column.email"),
      leaves: "second",
      card: "none",
      cell: ({ email }) => (email === "" ? null : <span className="contact-mail ellipsis">{email}</span>),
    },
    ...fieldList.inList("contact").map(
      (field): Column<ContactAnswer> => ({
        id: `field-${field.id}`,
        title: field.label,
        leaves: "second",
        card: "named",
        cell: ({ fields }) => {
          const value = fields?.[field.key];
          return value === undefined ? null : <span className="ellipsis">{valueText(field, value)}</span>;
        },
      }),
    ),
    {
      id: "origin",
      title: t("column.origin"),
      leaves: "first",
      card: "none",
      cell: ({ whatsapp }) => (whatsapp ? <Chip>{whatsapp.name}</Chip> : null),
    },
    {
      id: "last",
      title: t("column.last"),
      leaves: "second",
      card: "none",
      cell: ({ lastTicketAt, ticketsCount }) => (
        <span className="contact-figure">
          {lastTicketAt ? formatDate(lastTicketAt) : "–"}
          {ticketsCount > 0 ? <small>{t("row.tickets", { count: ticketsCount })}</small> : null}
        </span>
      ),
    },
    actionsColumn(t("column.actions"), (contact) => (
      <ContactActions t={t} contact={contact} onOpen={onOpen} />
    )),
  ];
}

interface WhoProps {
  readonly t: T;
  readonly contact: ContactAnswer;
  readonly tick: Tick;
}

function Who({ t, contact, tick }: WhoProps) {
  const { name, number, username, profilePicUrl, channels, tags, isGroup, blocked, disableBot } = contact;
  const none = username ? `${t("row.noNumber")} · @${username}` : t("row.noNumber");
  return (
    <span className="contact-who">
      <Checkbox
        className="contact-tick"
        label={t("row.select", { name })}
        hideLabel
        value={tick.isSelected}
        onChange={tick.onSelect}
      />
      <Avatar name={name} picture={profilePicUrl} />
      <span className="contact-words">
        <span className="contact-title">
          <span className="contact-name ellipsis" dir="auto">
            {name}
          </span>
          {channels.map((channel) => (
            <ChannelIcon key={channel} channel={channel} />
          ))}
        </span>
        {/* Only on cards: the table has a separate column for it. */}
        <small className={number === "" ? "contact-line" : "contact-line ellipsis"}>
          {number === "" ? none : formatNumber(number)}
        </small>
        {isGroup || blocked || disableBot || tags.length > 0 ? (
          <span className="contact-marks">
            {isGroup ? <Chip>{t("row.group")}</Chip> : null}
            {blocked ? <Chip tone="danger">{t("row.blocked")}</Chip> : null}
            {disableBot ? <Chip>{t("row.botOff")}</Chip> : null}
            {tags.map((tag) => (
              <Chip key={tag.id} color={tag.color} shape="round">
                {tag.name}
              </Chip>
            ))}
          </span>
        ) : null}
      </span>
    </span>
  );
}

interface ActionsProps {
  readonly t: Translate<typeof pt>;
  readonly contact: ContactAnswer;
  readonly onOpen: (open: Open) => void;
}

/** Actions on one contact; those without permission are hidden. */
function ContactActions({ t, contact, onOpen }: ActionsProps) {
  const isNarrow = useNarrow();
  const { name } = contact;
  const edit = () => onOpen({ kind: "edit", contact });
  return (
    <div className="row-actions">
      <IconButton
        label={t("row.start", { name })}
        onPress={() => onOpen({ kind: "talk", contact, why: "ask" })}
      >
        <MessageCircle />
      </IconButton>
      {isNarrow ? null : (
        <IconButton label={t("row.edit", { name })} onPress={edit}>
          <Pencil />
        </IconButton>
      )}
      <Menu
        label={t("row.menu", { name })}
        placement="bottom end"
        trigger={
          <IconButton label={t("row.menu", { name })}>
            <EllipsisVertical />
          </IconButton>
        }
        items={[
          ...(isNarrow
            ? [{ id: "edit", label: t("menu.edit"), icon: <Pencil aria-hidden="true" />, onAction: edit }]
            : []),
          ...itemsOf({ t, contact, onOpen }),
        ]}
      />
    </div>
  );
}

function itemsOf({ t, contact, onOpen }: ActionsProps): readonly MenuItem[] {
  const isAdmin = session.user.peek()?.profile === "admin";
  const items: MenuItem[] = [
    {
      id: "history",
      label: t("menu.history"),
      icon: <History aria-hidden="true" />,
      onAction: () => onOpen({ kind: "history", contact }),
    },
    {
      id: "block",
      label: t(contact.blocked ? "menu.unblock" : "menu.block"),
      icon: <Ban aria-hidden="true" />,
      onAction: () => void blockContact(contact, !contact.blocked),
    },
  ];
  if (isAdmin && !contact.isGroup)
    items.push({
      id: "merge",
      label: t("menu.merge"),
      icon: <Merge aria-hidden="true" />,
      onAction: () => onOpen({ kind: "merge", contact }),
    });
  if (isAdmin)
    items.push({
      id: "export",
      label: t("menu.export"),
      icon: <Archive aria-hidden="true" />,
      onAction: () => void exportPerson(contact),
    });
  if (session.can("contacts-page:deleteContact"))
    items.push({
      id: "delete",
      label: t("menu.delete"),
      icon: <Trash2 aria-hidden="true" />,
      tone: "danger",
      onAction: () => onOpen({ kind: "remove", contacts: [contact] }),
    });
  return items;
}
