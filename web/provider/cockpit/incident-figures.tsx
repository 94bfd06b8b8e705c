import ChartBar from "lucide-react/icons/chart-bar";
import { ASPECTS, type Aspect, type KindFigures } from "#provider/cockpit/numbers/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import { EmptyState } from "#web/ui/state/empty-state.tsx";
import { ProgressBar } from "#web/ui/state/progress-bar.tsx";
import { cockpitTexts } from "./locales/index.ts";

/** What restricted numbers of all companies have in common, without naming any (docs/rules/reach.md#incidents). */
export function IncidentFigures({ incidents }: { readonly incidents: readonly KindFigures[] }) {
  const t = useText(cockpitTexts);
  return (
    <section className="panel cockpit-panel" aria-labelledby="cockpit-incidents">
      <header className="cockpit-panel-head">
        <h2 id="cockpit-incidents">{t("incidents.title")}</h2>
      </header>
      {incidents.length === 0 ? (
        <EmptyState picture={<ChartBar />} title={t("incidents.none")} text={t("incidents.noneText")} />
      ) : (
        <>
          <p className="cockpit-age">{t("incidents.how")}</p>
          {incidents.map((figures) => (
            <section key={figures.kind} className="cockpit-kind" aria-labelledby={`kind-${figures.kind}`}>
              <h3 id={`kind-${figures.kind}`}>
                {t(`kind.${figures.kind}`)}{" "}
                <small>{t("incidents.atLeast", { n: formatNumber(figures.count) })}</small>
              </h3>
              <div className="cockpit-aspects">
                {ASPECTS.map((aspect) => (
                  <AspectFigures key={aspect} aspect={aspect} figures={figures} />
                ))}
              </div>
            </section>
          ))}
        </>
      )}
    </section>
  );
}

interface AspectProps {
  readonly aspect: Aspect;
  readonly figures: KindFigures;
}

/** The ranges of one aspect; the bar is decorative, the count is text. */
function AspectFigures({ aspect, figures }: AspectProps) {
  const t = useText(cockpitTexts);
  const cells: readonly { readonly range: string; readonly count: number }[] = figures[aspect];
  return (
    <div>
      <h4>{t(`aspect.${aspect}`)}</h4>
      {cells.length === 0 ? <p className="cockpit-note">{t("incidents.few")}</p> : null}
      <ul>
        {cells.map(({ range, count }) => (
          <li key={range}>
            <span>{t(`range.${aspect}.${range}` as Parameters<typeof t>[0])}</span>
            <b>{t("incidents.plus", { n: formatNumber(count) })}</b>
            <span aria-hidden="true" className="cockpit-bar">
              <ProgressBar label="" value={count / figures.count} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
