import { Link } from "wouter";
import type { ContactListAnswer } from "#outreach/contact-lists/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";

type T = Translate<typeof pt>;
export interface ListRowActions {
  readonly canWrite: boolean;
  readonly onEdit: (list: ContactListAnswer) => void;
  readonly onRemove: (list: ContactListAnswer) => void;
}

/** Columns of the table; the name links to the list's contacts. */
export function listColumns(
  t: T,
  { canWrite, onEdit, onRemove }: ListRowActions,
): readonly Column<ContactListAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ id, name }) => (
        <Link href={`/contact-lists/${id}/contacts`} className="list-link ellipsis" dir="auto">
          {name}
        </Link>
      ),
    },
    {
      id: "contacts",
      title: t("column.contacts"),
      card: "body",
      sortBy: ({ contactsCount }) => contactsCount,
      sortDown: true,
      cell: ({ contactsCount }) => (
        <span className="list-figure">{t("row.count", { count: contactsCount })}</span>
      ),
    },
    {
      id: "numbers",
      title: t("column.numbers"),
      card: "body",
      cell: (list) => <ValidityCounts t={t} list={list} />,
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: (list) =>
        canWrite ? (
          <RowActions
            editLabel={t("row.edit", { name: list.name })}
            deleteLabel={t("row.delete", { name: list.name })}
            onEdit={() => onEdit(list)}
            onDelete={() => onRemove(list)}
          />
        ) : null,
    },
  ];
}

/** Numbers on WhatsApp, not on WhatsApp, and not checked yet. */
function ValidityCounts({ t, list }: { readonly t: T; readonly list: ContactListAnswer }) {
  const { contactsCount, validCount, invalidCount } = list;
  const unknown = contactsCount - validCount - invalidCount;
  return (
    <span className="list-numbers">
      {validCount > 0 ? <Chip tone="success">{t("row.valid", { count: validCount })}</Chip> : null}
      {invalidCount > 0 ? <Chip tone="danger">{t("row.invalid", { count: invalidCount })}</Chip> : null}
      {unknown > 0 ? <Chip>{t("row.unknown", { count: unknown })}</Chip> : null}
    </span>
  );
}
