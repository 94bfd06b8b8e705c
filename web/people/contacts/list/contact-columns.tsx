import type { ContactAnswer } from "#people/contacts/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { formatDate } from "#web/lib/format/dates.ts";
import { formatNumber } from "#web/people/contacts/phone-number.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { ChannelIcon } from "#web/ui/display/channel-icon.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import type { Column, Tick } from "#web/ui/table/data-table.tsx";
import { ContactActions } from "./contact-actions.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";

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
      cell: ({ number }) =>
        number === "" ? (
          <span className="contact-none">{t("row.noNumber")}</span>
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
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (contact) => <ContactActions t={t} contact={contact} onOpen={onOpen} />,
    },
  ];
}

interface WhoProps {
  readonly t: T;
  readonly contact: ContactAnswer;
  readonly tick: Tick;
}

function Who({ t, contact, tick }: WhoProps) {
  const { name, number, profilePicUrl, channels, tags, isGroup, blocked, disableBot } = contact;
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
        <small className="contact-line ellipsis">
          {number === "" ? t("row.noNumber") : formatNumber(number)}
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
