import Download from "lucide-react/icons/download";
import type { AttendantFigures, Period } from "#inbox/dashboard/contract.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { saveFile, toCsv } from "./csv.ts";
import { dashboardTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { formatMinutes } from "./minutes.ts";
import { Stars } from "./stars.tsx";

interface Props {
  readonly attendants: readonly AttendantFigures[];
  readonly period: Period;
}

/** Who did how much, how long it took, and how customers liked it. */
export function AttendantsTable({ attendants, period }: Props) {
  const t = useText(dashboardTexts);
  const save = () =>
    saveFile(`dashboard-${period.from}-${period.to}.csv`, toCsv(attendantRows(attendants, t)));
  return (
    <section className="dashboard-attendants" aria-label={t("attendants.title")}>
      <header className="page-head">
        <h2 className="dashboard-title page-title">{t("attendants.title")}</h2>
        <Button size="s" icon={<Download aria-hidden="true" />} onPress={save}>
          {t("attendants.export")}
        </Button>
      </header>
      <DataTable<AttendantFigures>
        label={t("attendants.title")}
        columns={attendantColumns(t)}
        rows={attendants}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

function attendantColumns(t: Translate<typeof pt>): readonly Column<AttendantFigures>[] {
  return [
    {
      id: "name",
      title: t("attendants.name"),
      card: "title",
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <span className="dashboard-person">
          <Avatar name={name} size="s" />
          <span className="ellipsis">{name}</span>
        </span>
      ),
    },
    {
      id: "rating",
      title: t("attendants.rating"),
      card: "body",
      sortBy: ({ rating }) => rating,
      sortDown: true,
      cell: ({ rating }) => <Stars rating={rating} />,
    },
    {
      id: "avgSupportTime",
      title: t("attendants.avgSupportTime"),
      card: "named",
      sortBy: ({ avgSupportTime }) => avgSupportTime,
      sortDown: true,
      cell: ({ avgSupportTime }) => <span className="dashboard-number">{formatMinutes(avgSupportTime)}</span>,
    },
    {
      id: "tickets",
      title: t("attendants.tickets"),
      card: "named",
      sortBy: ({ tickets }) => tickets,
      sortDown: true,
      cell: ({ tickets }) => <span className="dashboard-number">{formatNumber(tickets)}</span>,
    },
    {
      id: "online",
      title: t("attendants.status"),
      card: "corner",
      sortBy: ({ online }) => (online ? 0 : 1),
      cell: ({ online }) => (
        <Chip tone={online ? "success" : "neutral"}>
          {t(online ? "attendants.online" : "attendants.offline")}
        </Chip>
      ),
    },
  ];
}

/** The table as rows of a file, titles first. */
export function attendantRows(
  attendants: readonly AttendantFigures[],
  t: Translate<typeof pt>,
): (string | number | null)[][] {
  return [
    [
      t("attendants.name"),
      t("attendants.rating"),
      t("attendants.avgSupportTime"),
      t("attendants.tickets"),
      t("attendants.status"),
    ],
    ...attendants.map(({ name, rating, avgSupportTime, tickets, online }) => [
      name,
      // As spreadsheets of this language read a number: a point would make it a date.
      rating === null ? null : rating.toLocaleString(LANGUAGE_TAGS[language.peek()]),
      formatMinutes(avgSupportTime),
      tickets,
      t(online ? "attendants.online" : "attendants.offline"),
    ]),
  ];
}
