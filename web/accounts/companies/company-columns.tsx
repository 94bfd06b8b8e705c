import CalendarPlus from "lucide-react/icons/calendar-plus";
import Clock from "lucide-react/icons/clock";
import Coins from "lucide-react/icons/coins";
import Ellipsis from "lucide-react/icons/ellipsis";
import FileDown from "lucide-react/icons/file-down";
import LifeBuoy from "lucide-react/icons/life-buoy";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import type { CompanyAnswer } from "#accounts/companies/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { daysUntil, formatPureDate } from "#web/lib/format/dates.ts";
import { formatMoney } from "#web/lib/format/money.ts";
import { planLabel } from "#web/lib/format/plan-label.ts";
import { Button } from "#web/ui/button/button.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { Menu } from "#web/ui/overlay/menu.tsx";
import type { Column, RowTone } from "#web/ui/table/data-table.tsx";
import { actionsColumn } from "#web/ui/table/row-actions.tsx";
import { dueTone } from "./due-tone.ts";
import type pt from "./locales/pt.json";
import { PlanUsage } from "./plan-usage.tsx";

export interface CompanyActions {
  readonly edit: (company: CompanyAnswer) => void;
  readonly hours: (company: CompanyAnswer) => void;
  readonly costs: (company: CompanyAnswer) => void;
  readonly support: (company: CompanyAnswer) => void;
  readonly exportFile: (company: CompanyAnswer) => void;
  readonly remove: (company: CompanyAnswer) => void;
  readonly advance: (company: CompanyAnswer) => void;
}
type T = Translate<typeof pt>;

/** Days until the due date; null when the company never expires. */
const daysLeft = ({ dueDate }: CompanyAnswer): number | null => (dueDate ? daysUntil(dueDate) : null);

/** Tint of a row by its due date. */
export const rowTone = (company: CompanyAnswer): RowTone | null => dueTone(daysLeft(company));

/** Columns and actions of the list of companies. */
export function companyColumns(t: T, actions: CompanyActions): readonly Column<CompanyAnswer>[] {
  return [
    {
      id: "name",
      title: t("column.name"),
      card: "title",
      cell: ({ name, email, phone }) => (
        <>
          <b className="company-name">{name}</b>
          <small className="company-contact">
            <span>{email}</span>
            <span>{phone}</span>
          </small>
        </>
      ),
    },
    {
      id: "plan",
      title: t("column.plan"),
      leaves: "second",
      card: "named",
      cell: ({ plan, recurrence }) => (
        <>
          {planLabel(plan.name)}
          <small className="company-price">
            {formatMoney(plan.value)} · {t(`recurrence.${recurrence}`)}
          </small>
        </>
      ),
    },
    {
      id: "usage",
      title: t("column.usage"),
      card: "body",
      cell: (company) => <PlanUsage t={t} company={company} />,
    },
    {
      id: "dueDate",
      title: t("column.dueDate"),
      card: "named",
      sortBy: ({ dueDate }) => dueDate,
      cell: (company) => <DueDate t={t} company={company} />,
    },
    {
      id: "status",
      title: t("column.status"),
      card: "body",
      cell: ({ status }) => (
        <Chip tone={status ? "success" : "danger"}>{t(status ? "row.active" : "row.inactive")}</Chip>
      ),
    },
    {
      id: "advance",
      title: t("row.advance"),
      leaves: "second",
      card: "body",
      hideTitle: true,
      cell: (company) =>
        company.dueDate === null ? null : (
          <Button
            size="s"
            className="company-advance"
            icon={<CalendarPlus aria-hidden="true" />}
            aria-label={t("row.advanceOf", { name: company.name })}
            onPress={() => actions.advance(company)}
          >
            {t("row.advance")}
          </Button>
        ),
    },
    actionsColumn(t("column.actions"), (company) => <Actions t={t} company={company} actions={actions} />),
  ];
}

function DueDate({ t, company }: { readonly t: T; readonly company: CompanyAnswer }) {
  const left = daysLeft(company);
  if (company.dueDate === null || left === null)
    return <span className="company-never">{t("row.never")}</span>;
  return (
    <span className="company-due">
      {formatPureDate(company.dueDate)}
      <small>{dueWords(t, left)}</small>
    </span>
  );
}

const dueWords = (t: T, left: number): string => {
  if (left === 0) return t("row.today");
  return left > 0 ? t("row.inDays", { count: left }) : t("row.late", { count: -left });
};

interface ActionsProps {
  readonly t: T;
  readonly company: CompanyAnswer;
  readonly actions: CompanyActions;
}

function Actions({ t, company, actions }: ActionsProps) {
  const { name, id } = company;
  // Company 1 is the provider's own: support sessions in it and its deletion are impossible.
  const isProvider = id === 1;
  return (
    <div className="row-actions">
      <Menu
        label={t("row.actionsOf", { name })}
        placement="bottom end"
        trigger={
          <IconButton label={t("row.actionsOf", { name })}>
            <Ellipsis />
          </IconButton>
        }
        groups={[
          {
            id: "change",
            items: [
              { id: "edit", label: t("row.edit"), icon: <Pencil />, onAction: () => actions.edit(company) },
              ...(company.dueDate === null
                ? []
                : [
                    {
                      id: "advance",
                      label: t("row.advance"),
                      icon: <CalendarPlus />,
                      onAction: () => actions.advance(company),
                    },
                  ]),
              { id: "hours", label: t("row.hours"), icon: <Clock />, onAction: () => actions.hours(company) },
              ...(isProvider
                ? []
                : [
                    {
                      id: "costs",
                      label: t("row.costs"),
                      icon: <Coins />,
                      onAction: () => actions.costs(company),
                    },
                  ]),
              {
                id: "export",
                label: t("row.export"),
                icon: <FileDown />,
                onAction: () => actions.exportFile(company),
              },
              ...(isProvider
                ? []
                : [
                    {
                      id: "support",
                      label: t("row.support"),
                      icon: <LifeBuoy />,
                      isDisabled: !company.status,
                      onAction: () => actions.support(company),
                    },
                  ]),
            ],
          },
          ...(isProvider
            ? []
            : [
                {
                  id: "end",
                  items: [
                    {
                      id: "delete",
                      label: t("row.delete"),
                      icon: <Trash2 />,
                      tone: "danger" as const,
                      onAction: () => actions.remove(company),
                    },
                  ],
                },
              ]),
        ]}
      />
    </div>
  );
}
