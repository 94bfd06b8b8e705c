import Download from "lucide-react/icons/download";
import { Link } from "wouter";
import type { AttendantFigures, Period } from "#inbox/dashboard/contract.ts";
import type { RatingScale } from "#inbox/tickets/rating-scales/contract.ts";
import { CSV_START, csvLine } from "#platform/csv.ts";
import type { Translate } from "#web/i18n/dictionary.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_TAGS } from "#web/i18n/languages.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Button } from "#web/ui/button/button.tsx";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Chip } from "#web/ui/display/chip.tsx";
import { type Column, DataTable } from "#web/ui/table/data-table.tsx";
import { rowsPath } from "./figure-paths.ts";
import type { DashboardFilter } from "./filter.ts";
import { dashboardTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { formatMinutes } from "./minutes.ts";
import { RatingMean } from "./rating-mean.tsx";

interface Props {
  readonly attendants: readonly AttendantFigures[];
  readonly period: Period;
  readonly filter: DashboardFilter;
  /** The scale of the ratings; absent = `three`. */
  readonly scale?: RatingScale | undefined;
}

/** Table of attendants: tickets, average time and customer rating of each. */
export function AttendantsTable({ attendants, period, scale = "three", filter }: Props) {
  const t = useText(dashboardTexts);
  const save = () =>
    saveFile(`dashboard-${period.from}-${period.to}.csv`, toCsv(attendantRows(attendants, t, scale)));
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
        columns={attendantColumns(t, scale, filter)}
        rows={attendants}
        rowKey={({ id }) => id}
      />
    </section>
  );
}

function attendantColumns(
  t: Translate<typeof pt>,
  scale: RatingScale,
  filter: DashboardFilter,
): readonly Column<AttendantFigures>[] {
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
      title: t(scale === "nps" ? "attendants.nps" : "attendants.rating"),
      card: "body",
      sortBy: (row) => shownRating(row, scale),
      sortDown: true,
      cell: (row) => {
        const mean = <RatingMean scale={scale} value={shownRating(row, scale)} />;
        if (shownRating(row, scale) === null) return mean;
        return <Link href={rowsPath("rated", filter, row.id)}>{mean}</Link>;
      },
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
      cell: ({ id, name, tickets }) => (
        <Link
          className="dashboard-number"
          href={rowsPath("finished", filter, id)}
          aria-label={`${formatNumber(tickets)}, ${t("card.rows", { name })}`}
        >
          {formatNumber(tickets)}
        </Link>
      ),
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

/** The figure of a scale: the NPS of `nps`, else the mean. */
const shownRating = (
  { rating, nps }: Pick<AttendantFigures, "rating" | "nps">,
  scale: RatingScale,
): number | null => (scale === "nps" ? (nps ?? null) : rating);

/** The table as rows of the CSV export, column titles first. */
export function attendantRows(
  attendants: readonly AttendantFigures[],
  t: Translate<typeof pt>,
  scale: RatingScale = "three",
): (string | number | null)[][] {
  return [
    [
      t("attendants.name"),
      t(scale === "nps" ? "attendants.nps" : "attendants.rating"),
      t("attendants.avgSupportTime"),
      t("attendants.tickets"),
      t("attendants.status"),
    ],
    ...attendants.map(({ name, avgSupportTime, tickets, online, ...rated }) => [
      name,
      // Decimal separator of the user's language: spreadsheets would read 2.5 as a date where the separator is a
      // comma.
      shownRating(rated, scale)?.toLocaleString(LANGUAGE_TAGS[language.peek()]) ?? null,
      formatMinutes(avgSupportTime),
      tickets,
      t(online ? "attendants.online" : "attendants.offline"),
    ]),
  ];
}

type Cell = string | number | null;

/** Rows as CSV text. Spreadsheets show its accents correctly and never interpret text typed by users as a formula. */
export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return CSV_START + rows.map(csvLine).join("");
}

/** Downloads a text created in the browser as a file. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
