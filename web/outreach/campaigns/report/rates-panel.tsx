import type { RecipientState } from "#outreach/campaigns/report/contract.ts";
import { formatNumber } from "#web/i18n/numbers.ts";
import { useText } from "#web/i18n/use-text.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";
import { failureText } from "./failure-text.ts";
import { reportTexts } from "./locales/index.ts";

interface Props {
  readonly campaign: Campaign;
  /** Filters the recipients below by a state. */
  readonly onState: (state: RecipientState) => void;
}

const RATES = ["delivered", "received", "read", "replied"] as const;

/** Rates of delivered, received, read and answered messages; failures by reason. */
export function RatesPanel({ campaign: { report }, onState }: Props) {
  const t = useText(reportTexts);
  const missed = [
    ...Object.entries(report.failed).map(([reason, count]) => ({ state: "failed" as const, reason, count })),
    ...Object.entries(report.skipped).map(([reason, count]) => ({
      state: "skipped" as const,
      reason,
      count,
    })),
    ...(report.expired > 0 ? [{ state: "expired" as const, reason: "", count: report.expired }] : []),
  ].toSorted((a, b) => b.count - a.count);
  return (
    <section className="panel report-panel" aria-label={t("rate.title")}>
      <h2>{t("rate.title")}</h2>
      <dl className="report-rates">
        {RATES.map((rate) => {
          // "Delivered" is a rate of the valid recipients; the other rates are of the delivered ones.
          const of = rate === "delivered" ? report.valid : report.delivered;
          const share = of === 0 ? 0 : report[rate] / of;
          return (
            <div key={rate} className={`report-rate report-rate-${rate}`}>
              <dt>{t(`rate.${rate}`)}</dt>
              <dd>
                <span className="report-bar" aria-hidden="true">
                  <i style={{ width: `${Math.min(100, share * 100)}%` }} />
                </span>
                <strong>{Math.round(share * 100)}%</strong>
                <small>{t("rate.of", { count: report[rate], of: formatNumber(of) })}</small>
              </dd>
            </div>
          );
        })}
      </dl>
      <h3>{t("rate.notSent")}</h3>
      {missed.length === 0 ? (
        <p className="field-help">{t("rate.nothing")}</p>
      ) : (
        <ul className="report-reasons">
          {missed.map(({ state, reason, count }) => (
            <li key={`${state}-${reason}`}>
              <button type="button" onClick={() => onState(state)}>
                <b>{formatNumber(count)}</b>
                <span>{state === "expired" ? t("state.expired") : failureText(reason, t)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
