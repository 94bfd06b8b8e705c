import type { RatingsAnswer } from "#inbox/reports/satisfaction/contract.ts";
import { RATING_SCALES } from "#inbox/tickets/rating-scales/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { Chip } from "#web/ui/display/chip.tsx";
import { DataTable } from "#web/ui/table/data-table.tsx";
import { satisfactionTexts } from "./locales/index.ts";

type Figures = RatingsAnswer["scales"][number];
type Row = Figures["attendants"][number];

const shown = (value: number | null): string => (value === null ? "–" : formatNumber(value));

/** The figures of one scale, whole and per attendant. */
export function ScaleFigures({
  figures,
  isCurrent,
}: {
  readonly figures: Figures;
  readonly isCurrent: boolean;
}) {
  const t = useText(satisfactionTexts);
  const { scale, rated, mean, satisfied, nps, attendants } = figures;
  const { highest } = RATING_SCALES[scale];
  const title = t(`scale.${scale}`);
  const facts = [
    t("rated", { count: rated }),
    ...(nps === null ? [] : [t("nps", { value: formatNumber(nps) })]),
    ...(mean === null ? [] : [t("mean", { value: formatNumber(mean), highest })]),
    ...(satisfied === null ? [] : [t(scale === "nps" ? "promoters" : "satisfied", { value: satisfied })]),
  ];
  return (
    <section className="satisfaction-scale" aria-label={title}>
      <header className="satisfaction-head">
        <h2>{title}</h2>
        {isCurrent ? <Chip tone="success">{t("current")}</Chip> : null}
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </header>
      {attendants.length > 0 ? (
        <DataTable<Row>
          label={`${t("people")}: ${title}`}
          rows={attendants}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "name",
              title: t("name"),
              card: "title",
              sortBy: ({ name }) => name,
              cell: ({ name }) => <span className="ellipsis">{name}</span>,
            },
            {
              id: "mean",
              title: scale === "nps" ? "NPS" : t("meanTitle"),
              card: "named",
              sortBy: (row) => (scale === "nps" ? row.nps : row.mean),
              sortDown: true,
              cell: (row) => (
                <span className="report-figure">{shown(scale === "nps" ? row.nps : row.mean)}</span>
              ),
            },
            {
              id: "satisfied",
              title: t("share"),
              card: "named",
              sortBy: (row) => row.satisfied,
              sortDown: true,
              cell: (row) => (row.satisfied === null ? "" : `${row.satisfied}%`),
            },
            {
              id: "rated",
              title: t("count"),
              card: "corner",
              sortBy: (row) => row.rated,
              sortDown: true,
              cell: (row) => formatNumber(row.rated),
            },
          ]}
        />
      ) : null}
    </section>
  );
}
