import type { ContactListItemAnswer } from "#outreach/contact-lists/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import type pt from "#web/outreach/contact-lists/locales/pt.json";
import { formatNumber } from "#web/people/contacts/phone-number.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { Checkbox } from "#web/ui/field/checkbox.tsx";
import type { Column, Tick } from "#web/ui/table/data-table.tsx";
import { actionsColumn, RowActions } from "#web/ui/table/row-actions.tsx";
import { validityOf } from "./items-list.ts";

type T = Translate<typeof pt>;
const TONES = { valid: "success", invalid: "danger", unknown: "neutral" } as const;

export interface ItemRowActions {
  readonly canWrite: boolean;
  readonly onEdit: (item: ContactListItemAnswer) => void;
  readonly onRemove: (item: ContactListItemAnswer) => void;
}

/** Columns of the table. Each row has one line, because lists have thousands of rows. */
export function itemColumns(
  t: T,
  { canWrite, onEdit, onRemove }: ItemRowActions,
): readonly Column<ContactListItemAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      cell: (item, tick) => <ContactCell t={t} item={item} tick={canWrite ? tick : null} />,
    },
    {
      id: "number",
      title: t("column.number"),
      card: "body",
      cell: ({ number }) => <span className="list-figure">{formatNumber(number)}</span>,
    },
    {
      id: "email",
      title: t("column.email"),
      card: "named",
      cell: ({ email }) => <span className="item-mail ellipsis">{email === "" ? "–" : email}</span>,
    },
    {
      id: "whatsapp",
      title: t("column.whatsapp"),
      card: "body",
      cell: (item) => {
        const validity = validityOf(item);
        return <Chip tone={TONES[validity]}>{t(`validity.${validity}`)}</Chip>;
      },
    },
    actionsColumn(t("column.actions"), (item) =>
      canWrite ? (
        <RowActions
          editLabel={t("row.edit", { name: item.name })}
          deleteLabel={t("row.delete", { name: item.name })}
          onEdit={() => onEdit(item)}
          onDelete={() => onRemove(item)}
        />
      ) : null,
    ),
  ];
}

interface ContactCellProps {
  readonly t: T;
  readonly item: ContactListItemAnswer;
  /** Null where selected rows have no actions. */
  readonly tick: Tick | null;
}

function ContactCell({ t, item, tick }: ContactCellProps) {
  const { name } = item;
  return (
    <span className="item-who">
      {tick ? (
        <Checkbox
          className="item-tick"
          label={t("row.select", { name })}
          hideLabel
          value={tick.isSelected}
          onChange={tick.onSelect}
        />
      ) : null}
      <span className="item-name ellipsis" dir="auto">
        {name}
      </span>
    </span>
  );
}
