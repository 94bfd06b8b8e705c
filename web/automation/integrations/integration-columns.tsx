import FlaskConical from "lucide-react/icons/flask-conical";
import ScrollText from "lucide-react/icons/scroll-text";
import type { IntegrationAnswer } from "#automation/integrations/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import type { Column } from "#web/ui/table/data-table.tsx";
import { RowActions } from "#web/ui/table/row-actions.tsx";
import type pt from "./locales/pt.json";
import type { Open } from "./page.tsx";
import { TypeLogo } from "./type-logo.tsx";

/** Columns of the table (docs/rules/screens.md#other-pages). */
export function integrationColumns(
  t: Translate<typeof pt>,
  onOpen: (open: Open) => void,
): readonly Column<IntegrationAnswer>[] {
  return [
    {
      id: "type",
      title: t("column.type"),
      card: "body",
      sortBy: ({ type }) => t(`type.${type}`),
      cell: ({ type }) => (
        <span className="integration-type">
          <TypeLogo type={type} />
          {t(`type.${type}`)}
        </span>
      ),
    },
    {
      id: "id",
      title: t("column.id"),
      card: "named",
      cell: ({ id }) => <span className="integration-id">{id}</span>,
    },
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => <span className="integration-name">{name}</span>,
    },
    {
      id: "actions",
      title: t("column.actions"),
      card: "corner",
      hideTitle: true,
      cell: ({ id, name, type }) => (
        <div className="row-actions">
          {type === "billing" ? null : (
            <IconButton label={t("row.test", { name })} onPress={() => onOpen({ kind: "test", id })}>
              <FlaskConical />
            </IconButton>
          )}
          <IconButton label={t("row.log", { name })} onPress={() => onOpen({ kind: "log", id })}>
            <ScrollText />
          </IconButton>
          <RowActions
            editLabel={t("row.edit", { name })}
            deleteLabel={t("row.delete", { name })}
            onEdit={() => onOpen({ kind: "edit", id })}
            onDelete={() => onOpen({ kind: "remove", id })}
          />
        </div>
      ),
    },
  ];
}
